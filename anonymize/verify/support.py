"""Which ordered selections of labels have too few owners: Definition 3 and 4, exactly, in bounded memory.

Poulis, Skiadopoulos, Loukides, Gkoulalas-Divanis: Apriori-based algorithms for k^m-anonymizing trajectory data,
Transactions on Data Privacy 7 (2014), section 3.1. A subtrajectory keeps the order and may leave visits out.

Every distinct subtrajectory of a trajectory is found once, by its leftmost embedding: a selection that ends at visit e
grows by each visit v after e whose label does not occur between e and v. Selections with the same first labels stay
together in a block of rows, so the support of each is decided inside one block; blocks are cut so that none
grows beyond ``BLOCK_ROWS`` rows, unless a single selection does, and that never has more rows than there are visits.
The work is the number of distinct (trajectory, subtrajectory) pairs, times the logarithm of a block for sorting.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from anonymize.verify.ragged import Ints, changes, distinct, runs, spread

__all__ = ["BLOCK_ROWS", "Walks", "rare"]

BLOCK_ROWS = 8_000_000
_CODES = 2**62


@dataclass(frozen=True, slots=True)
class Walks:
    """Labelled visits, cut into trajectories, each of an owner; and for each visit the previous one alike, or -1."""

    offsets: Ints
    label: Ints
    owner: Ints
    labels: int
    previous: Ints

    @classmethod
    def of(cls, offsets: Ints, label: Ints, owner: Ints, *, size: int) -> "Walks":
        """Ready for selections of up to ``size`` labels; for one or two, visits in the middle of others alike go."""
        previous, following = _alike(offsets, label)
        labels = int(label.max()) + 1 if len(label) else 0
        if size > 2:
            return cls(offsets, label, owner, labels, previous)
        keep = (previous < 0) | (following < 0)
        offsets, label = np.concatenate([[0], np.cumsum(keep)])[offsets], label[keep]
        return cls(offsets, label, owner, labels, previous if keep.all() else _alike(offsets, label)[0])


@dataclass(frozen=True, slots=True)
class _Rows:
    """Leftmost embeddings: selection ``prefix`` ends in ``trajectory`` at visit ``end``. Sorted by prefix."""

    selections: Ints
    prefix: Ints
    trajectory: Ints
    end: Ints


def rare(walks: Walks, *, size: int, k: int, block_rows: int = BLOCK_ROWS) -> Iterator[tuple[Ints, Ints]]:
    """Every selection of exactly ``size`` labels that occurs and has fewer than k owners, and how many it has.

    They come in blocks, one row a selection; blocks without any are left out.

    >>> label = np.array([0, 1, 0, 1, 1, 0])
    >>> walks = Walks.of(np.array([0, 2, 4, 6]), label, np.array([0, 1, 2]), size=2)
    >>> [(s.tolist(), n.tolist()) for s, n in rare(walks, size=2, k=2)]
    [([[1, 0]], [1])]
    """
    n = len(walks.offsets) - 1
    everywhere = np.arange(n, dtype=np.int64)
    root = _Rows(np.empty((1, 0), dtype=np.int64), np.zeros(n, dtype=np.int64), everywhere, walks.offsets[:-1] - 1)
    yield from _descend(walks, root, size, k, block_rows)


def _descend(walks: Walks, rows: _Rows, size: int, k: int, block_rows: int) -> Iterator[tuple[Ints, Ints]]:
    for block in _blocks(walks, rows, block_rows):
        prefix, trajectory, end = _grow(walks, block)
        if not len(prefix):
            continue
        key = prefix * walks.labels + walks.label[end]
        if block.selections.shape[1] + 1 < size:
            yield from _descend(walks, _sorted(walks, block, key, trajectory, end), size, k, block_rows)
            continue
        key, support = _supports(key, walks.owner[trajectory])
        few = support < k
        if few.any():
            yield _selections(walks, block, key[few]), support[few]


def _grow(walks: Walks, rows: _Rows) -> tuple[Ints, Ints, Ints]:
    row, visit = spread(rows.end + 1, walks.offsets[rows.trajectory + 1])
    fresh = walks.previous[visit] <= rows.end[row]
    row, visit = row[fresh], visit[fresh]
    return rows.prefix[row], rows.trajectory[row], visit


def _sorted(walks: Walks, block: _Rows, key: Ints, trajectory: Ints, end: Ints) -> _Rows:
    order = np.argsort(key, kind="stable")
    key = key[order]
    new = changes(key)
    return _Rows(_selections(walks, block, key[new]), np.cumsum(new) - 1, trajectory[order], end[order])


def _selections(walks: Walks, block: _Rows, key: Ints) -> Ints:
    last = (key % walks.labels)[:, None]
    return np.concatenate([block.selections[key // walks.labels], last], axis=1)


def _blocks(walks: Walks, rows: _Rows, block_rows: int) -> Iterator[_Rows]:
    """Consecutive prefixes whose rows together grow into about ``block_rows``; prefixes are numbered anew in each."""
    if not len(rows.prefix):
        return
    starts = np.searchsorted(rows.prefix, np.arange(len(rows.selections) + 1))
    growth = np.cumsum(walks.offsets[rows.trajectory + 1] - rows.end - 1)
    for a, b in runs(growth[starts[1:] - 1] // block_rows):
        part = slice(starts[a], starts[b])
        yield _Rows(rows.selections[a:b], rows.prefix[part] - a, rows.trajectory[part], rows.end[part])


def _supports(key: Ints, owner: Ints) -> tuple[Ints, Ints]:
    """The distinct keys, and the number of distinct owners of each."""
    owners = int(owner.max()) + 1
    names = None
    if int(key.max()) >= _CODES // owners - 1:
        names, key = np.unique(key, return_inverse=True)
    code = distinct(key * owners + owner) // owners
    start = np.flatnonzero(changes(code))
    found, support = code[start], np.diff(start, append=len(code))
    return (found if names is None else names[found]), support


def _alike(offsets: Ints, label: Ints) -> tuple[Ints, Ints]:
    """For each visit the previous and the next visit of its trajectory with the same label, or -1."""
    n = len(label)
    trajectory, _ = spread(offsets[:-1], offsets[1:])
    order = np.argsort(label, kind="stable")
    same = (np.diff(label[order]) == 0) & (np.diff(trajectory[order]) == 0)
    previous, following = np.full(n, -1, dtype=np.int64), np.full(n, -1, dtype=np.int64)
    previous[order[1:][same]] = order[:-1][same]
    following[order[:-1][same]] = order[1:][same]
    return previous, following
