"""A dataset as the measures see it: each visit is a group of candidate places, one of which is true.

The original is the special case in which every group has one place, so that one function measures both.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baquara.errors import BadInput
from baquara.sequences import SUPPRESSED, Released, Sequences

__all__ = ["Floats", "Ints", "View", "mean_or_none", "ragged"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class View:
    """Visits of trajectory t are ``group[offsets[t]:offsets[t + 1]]``; group g has the places
    ``members[starts[g]:starts[g + 1]]``, ``size[g]`` of them; place p is in group ``recoding[p]`` or suppressed.

    >>> v = View.of(Released(((0, 2), (1,)), np.array([0, 1, 0]), np.array([0, 2]), np.array([0, 1]), np.array([0, 1])))
    >>> v.size.tolist(), v.members.tolist(), v.trajectory.tolist()
    ([2, 1], [0, 2, 1], [0, 0])
    """

    offsets: Ints
    group: Ints
    recoding: Ints
    members: Ints
    starts: Ints
    size: Ints
    trajectory: Ints
    """The trajectory of each visit."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def n_groups(self) -> int:
        """How many groups there are, published or not."""
        return len(self.size)

    @classmethod
    def original(cls, sequences: Sequences) -> "View":
        """Every visit intact."""
        n = len(sequences.places)
        every = np.arange(n + 1, dtype=np.int64)
        return cls._build(sequences.offsets, sequences.place, every[:-1], every[:-1], every)

    @classmethod
    def of(cls, released: Released) -> "View":
        """What a reader of the release sees."""
        starts = np.cumsum([0, *map(len, released.groups)], dtype=np.int64)
        members = np.array([place for group in released.groups for place in group], dtype=np.int64)
        return cls._build(released.offsets, released.group, released.recoding, members, starts)

    @classmethod
    def _build(cls, offsets: Ints, group: Ints, recoding: Ints, members: Ints, starts: Ints) -> "View":
        trajectory = np.repeat(np.arange(len(offsets) - 1, dtype=np.int64), np.diff(offsets))
        return cls(offsets, group, recoding, members, starts, np.diff(starts), trajectory)

    def published(self) -> NDArray[np.bool_]:
        """For each group, whether some visit shows it."""
        return np.bincount(self.group, minlength=self.n_groups) > 0

    def group_of_member(self) -> Ints:
        """For each entry of ``members``, its group."""
        return np.repeat(np.arange(self.n_groups, dtype=np.int64), self.size)

    def check(self, sequences: Sequences) -> None:
        """Refuse a release of other sequences."""
        if len(self) != len(sequences):
            raise BadInput(f"the release has {len(self)} trajectories, the original {len(sequences)}: measure a pair")
        if len(self.recoding) != len(sequences.places):
            raise BadInput(f"the release recodes {len(self.recoding)} places, the original has {len(sequences.places)}")
        if np.any((self.recoding < SUPPRESSED) | (self.recoding >= self.n_groups)):
            raise BadInput(f"the recoding names groups outside 0..{self.n_groups - 1}")


def ragged(start: Ints, length: Ints) -> Ints:
    """The integers ``start[i], start[i] + 1, …`` (``length[i]`` of them) for each i, one after the other.

    >>> ragged(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    before = np.cumsum(length) - length
    flat: Ints = np.arange(int(length.sum()), dtype=np.int64) + np.repeat(start - before, length)
    return flat


def mean_or_none(values: Floats) -> float | None:
    """The mean, or None of nothing.

    >>> mean_or_none(np.array([1.0, 2.0])), mean_or_none(np.array([]))
    (1.5, None)
    """
    return float(values.mean()) if len(values) else None
