"""Frozen values of stages 6 to 8: sequences of places, what is known of the places, a policy, and a release.

Places are integers 0, 1, …; their names are in :class:`Sequences`. Everything else refers to these integers.
"""

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from baquara.errors import BadInput

__all__ = ["SUPPRESSED", "Constraints", "Places", "Policy", "Released", "Sequences", "Taxonomy", "Unit"]

SUPPRESSED = -1
"""In a recoding: this place appears nowhere in the release."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Unit(StrEnum):
    """Whom support counts: people (the default; five trips of one person hide nobody), or trips as the papers do."""

    moving_object = "moving-object"
    trajectory = "trajectory"


@dataclass(frozen=True, slots=True)
class Sequences:
    """Trajectories as sequences of places: columns plus offsets.

    The visits of trajectory ``t`` are ``place[offsets[t]:offsets[t + 1]]``, in order. Trajectories are in order of
    first appearance in the input, and so are the places: "first appearance", which breaks ties in the papers'
    algorithms, is the order of the integers.

    >>> s = Sequences.of([("ana", "dace"), ("rui", "baec")])
    >>> s.places, s.place.tolist(), s.offsets.tolist(), s.moving_object.tolist()
    (('d', 'a', 'c', 'e', 'b'), [0, 1, 2, 3, 4, 1, 3, 2], [0, 4, 8], [0, 1])
    """

    places: tuple[str, ...]
    offsets: Ints
    place: Ints
    trajectories: tuple[str, ...]
    """The name of each trajectory."""
    moving_objects: tuple[str, ...]
    moving_object: Ints
    """For each trajectory, the index of its moving object."""

    def __len__(self) -> int:
        return len(self.trajectories)

    def owners(self, unit: Unit) -> Ints:
        """For each trajectory, whom it counts for."""
        return self.moving_object if unit is Unit.moving_object else np.arange(len(self), dtype=np.int64)

    @classmethod
    def of(cls, rows: "list[tuple[str, str | list[str]]]") -> "Sequences":
        """From ``(moving object, places in order)``; trajectories are named t1, t2, …. For examples and tests."""
        places = {name: i for i, name in enumerate(dict.fromkeys(p for _, visits in rows for p in visits))}
        people = {name: i for i, name in enumerate(dict.fromkeys(name for name, _ in rows))}
        return cls(
            places=tuple(places),
            offsets=np.cumsum([0, *(len(visits) for _, visits in rows)], dtype=np.int64),
            place=np.array([places[p] for _, visits in rows for p in visits], dtype=np.int64),
            trajectories=tuple(f"t{i + 1}" for i in range(len(rows))),
            moving_objects=tuple(people),
            moving_object=np.array([people[name] for name, _ in rows], dtype=np.int64),
        )


@dataclass(frozen=True, slots=True)
class Places:
    """Where each place is, in metres of a local projection; row i is place i of the sequences."""

    x: Floats
    y: Floats


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """One rooted tree. Node i has parent ``parent[i]`` (-1 for the root); place p is the leaf ``leaf[p]``."""

    nodes: tuple[str, ...]
    parent: Ints
    leaf: Ints


@dataclass(frozen=True, slots=True)
class Constraints:
    """A partition of the places: place p belongs to constraint ``of[p]``."""

    names: tuple[str, ...]
    of: Ints


@dataclass(frozen=True, slots=True)
class Policy:
    """What a release must promise: k^m-anonymity, counted by unit, with at most delta percent of the places suppressed.

    >>> Policy(k=1, m=2)
    Traceback (most recent call last):
    baquara.errors.BadInput: k must be at least 2, got 1
    """

    k: int
    m: int
    unit: Unit = Unit.moving_object
    delta: float = 100.0

    def __post_init__(self) -> None:
        if self.k < 2:
            raise BadInput(f"k must be at least 2, got {self.k}")
        if self.m < 1:
            raise BadInput(f"m must be at least 1, got {self.m}")
        if not 0 <= self.delta <= 100:
            raise BadInput(f"delta is a percentage from 0 to 100, got {self.delta}")


@dataclass(frozen=True, slots=True)
class Released:
    """What an algorithm returns: for each source trajectory, its visits as groups of candidate places.

    ``groups[g]`` are the places of group g, ascending; groups are disjoint; a group of one place is that place,
    intact. ``recoding[p]`` is the group of place p, or :data:`SUPPRESSED`. Visits of trajectory t are
    ``group[offsets[t]:offsets[t + 1]]``; ``source[i]`` is the row of ``Sequences.place`` that visit i stands for, so that
    ``recoding[place[source[i]]] == group[i]``. A visit of the sources that no row stands for was suppressed.
    """

    groups: tuple[tuple[int, ...], ...]
    recoding: Ints
    offsets: Ints
    group: Ints
    source: Ints
    notes: tuple[str, ...] = field(default=())

    def __len__(self) -> int:
        return len(self.offsets) - 1
