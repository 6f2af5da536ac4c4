"""A release as the world sees it: trajectories of sets of candidate places, and perhaps where they come from."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from anonymize.verify.ragged import Ints, frozen, offsets_of, spread
from baquara.errors import BadInput
from baquara.sequences import Released, Sequences

__all__ = ["Published"]


@dataclass(frozen=True, slots=True)
class Published:
    """Released trajectories, in the order in which they are published.

    Visit i of the release may have been at any place of the set ``visit[i]``; the places of set c are
    ``set_place[set_offsets[c]:set_offsets[c + 1]]``, ascending. Two sets with the same places are one set; sets may
    overlap. The visits of trajectory t are ``visit[offsets[t]:offsets[t + 1]]``. The first places are those of the
    original, with the same integers; names that the original does not know follow. ``source`` is the audit: the
    original trajectory of each released one; None where nobody says. No array of it can be written to.

    >>> original = Sequences.of([("ana", "ab"), ("rui", "cb")])
    >>> p = Published.of([("r1", ["ac", "b"]), ("r2", ["ca", "b"])], original, audit={"r1": "t2", "r2": "t1"})
    >>> p.sets, p.visit.tolist(), p.source.tolist()
    (((0, 2), (1,)), [0, 1, 0, 1], [1, 0])
    """

    names: tuple[str, ...]
    places: tuple[str, ...]
    set_offsets: Ints
    set_place: Ints
    offsets: Ints
    visit: Ints
    source: Ints | None

    def __len__(self) -> int:
        return len(self.names)

    @property
    def sets(self) -> tuple[tuple[int, ...], ...]:
        """The distinct candidate sets."""
        cuts = self.set_offsets.tolist()
        return tuple(tuple(self.set_place[a:b].tolist()) for a, b in pairwise(cuts))

    @property
    def set_count(self) -> int:
        """How many distinct candidate sets there are."""
        return len(self.set_offsets) - 1

    def candidates(self, c: int) -> tuple[str, ...]:
        """The names of the places of set c."""
        return tuple(self.places[p] for p in self.set_place[self.set_offsets[c] : self.set_offsets[c + 1]])

    @classmethod
    def of(
        cls,
        rows: Iterable[tuple[str, Sequence[Collection[str]]]],
        original: Sequences,
        *,
        audit: Mapping[str, str] | None = None,
    ) -> "Published":
        """From ``(released name, candidate places of each visit in order)``; the audit maps released to source names."""
        table = list(rows)
        number = {name: i for i, name in enumerate(original.places)}
        sets = [tuple(number.setdefault(p, len(number)) for p in visit) for _, visits in table for visit in visits]
        names = [name for name, _ in table]
        return cls.from_arrays(
            original,
            names=names,
            offsets=offsets_of([len(visits) for _, visits in table]),
            visit=np.arange(len(sets), dtype=np.int64),
            sets=sets,
            source=None if audit is None else _sources(names, original, audit),
            unknown_places=list(number)[len(original.places) :],
        )

    @classmethod
    def from_arrays(
        cls,
        original: Sequences,
        *,
        names: Sequence[str],
        offsets: Ints,
        visit: Ints,
        sets: Sequence[Collection[int]],
        source: Ints | None = None,
        unknown_places: Sequence[str] = (),
    ) -> "Published":
        """From columns: ``sets[visit[i]]`` are the places of visit i; a set may be given twice, in any order."""
        places = (*original.places, *unknown_places)
        _check_rows(names, np.asarray(offsets), np.asarray(visit), len(sets))
        distinct, number = _distinct_sets(sets, len(places))
        visit = number[np.asarray(visit, dtype=np.int64)]
        used = np.flatnonzero(np.bincount(visit, minlength=len(sets)))
        kept = [distinct[c] for c in used]
        return cls(
            names=tuple(names),
            places=places,
            set_offsets=frozen(offsets_of([len(c) for c in kept])),
            set_place=frozen([p for c in kept for p in c]),
            offsets=frozen(offsets),
            visit=frozen(np.searchsorted(used, visit)),
            source=None if source is None else _checked_source(source, len(names), len(original)),
        )

    @classmethod
    def from_released(
        cls, released: Released, original: Sequences, *, rng: np.random.Generator | None = None
    ) -> "Published":
        """What would be published of an algorithm's result: visits, order shuffled by ``rng``, and the audit.

        A trajectory without visits is not published. ``recoding``, ``source`` and ``notes`` are not looked at.
        """
        if len(released) != len(original):
            raise BadInput(f"the result has {len(released)} trajectories, the original {len(original)}: not its result")
        length = np.diff(released.offsets)
        order = np.flatnonzero(length > 0)
        order = order if rng is None else rng.permutation(order)
        _, visits = spread(released.offsets[order], released.offsets[order + 1])
        return cls.from_arrays(
            original,
            names=[f"r{i + 1}" for i in range(len(order))],
            offsets=np.concatenate([[0], np.cumsum(length[order])]),
            visit=released.group[visits],
            sets=released.groups,
            source=order,
        )


def _check_rows(names: Sequence[str], offsets: Ints, visit: Ints, sets: int) -> None:
    if len(set(names)) != len(names):
        raise BadInput(f"{len(names) - len(set(names))} released trajectories share a name with another")
    if len(offsets) != len(names) + 1 or offsets[0] != 0 or offsets[-1] != len(visit) or (np.diff(offsets) < 0).any():
        raise BadInput(f"offsets do not cut {len(visit)} visits into {len(names)} trajectories")
    if len(visit) and not (visit.min() >= 0 and visit.max() < sets):
        raise BadInput(f"a visit names candidate set {int(visit.max())}, but there are {sets} sets, counted from 0")


def _distinct_sets(sets: Sequence[Collection[int]], places: int) -> tuple[list[tuple[int, ...]], Ints]:
    """The distinct sets, each ascending, and which of them each given set is."""
    number: dict[tuple[int, ...], int] = {}
    which = np.empty(len(sets), dtype=np.int64)
    for i, given in enumerate(sets):
        places_of = tuple(sorted({int(p) for p in given}))
        if not places_of:
            raise BadInput(f"candidate set {i} is empty; a visit that was suppressed has no row at all")
        if places_of[0] < 0 or places_of[-1] >= places:
            raise BadInput(f"candidate set {i} names place {places_of[-1]}, but there are {places}, counted from 0")
        which[i] = number.setdefault(places_of, len(number))
    return list(number), which


def _sources(names: list[str], original: Sequences, audit: Mapping[str, str]) -> Ints:
    rows = {name: i for i, name in enumerate(original.trajectories)}
    missing = [name for name in names if name not in audit]
    if missing:
        raise BadInput(
            f"the audit does not say where {len(missing)} released trajectories come from, first {missing[0]}"
        )
    unknown = [audit[name] for name in names if audit[name] not in rows]
    if unknown:
        raise BadInput(f"the audit names {len(unknown)} trajectories that the original lacks, first {unknown[0]}")
    return np.array([rows[audit[name]] for name in names], dtype=np.int64)


def _checked_source(source: Ints, released: int, original: int) -> Ints:
    copy = frozen(source)
    if len(copy) != released:
        raise BadInput(f"the audit has {len(copy)} rows for {released} released trajectories")
    if len(copy) and not (copy.min() >= 0 and copy.max() < original):
        raise BadInput(f"the audit names trajectory {int(copy.max())}, but the original has {original}, counted from 0")
    return copy
