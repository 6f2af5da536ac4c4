"""Frequent sequential patterns: PrefixSpan with pseudo-projection, all prefixes of one length at a time.

Pei et al. (2004), *Mining sequential patterns by pattern-growth: the PrefixSpan approach*, IEEE TKDE 16(11), sections 3.2 and 3.3.2.

=========================  =======================================================================
paper                      here
=========================  =======================================================================
sequence of item sets      sequence of single items (a visit is one place)
projected database ``S|a`` rows of a :class:`Frontier`: where the suffix of a trajectory starts
support                    number of trajectories; a pattern counts once in each
=========================  =======================================================================

Differs from the paper: breadth first, so that one numpy call extends many prefixes; the patterns and supports
are the same. Time and memory are linear in the total length of the suffixes that belong to frequent prefixes; a
block of prefixes is handled at a time.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anonymize.utility.view import Ints, ragged
from baquara.errors import BadInput

__all__ = ["Pattern", "count_patterns", "frequent_patterns"]

Pattern = tuple[int, ...]
Mask = NDArray[np.bool_]
Keep = Callable[[Ints, Ints, Ints, Ints], Mask]
"""From the prefixes (one a row) and, for each extension, its prefix, item and support: which extensions to keep."""

_BLOCK = 1 << 22
PATTERNS_MAX = 1_000_000


@dataclass(frozen=True, slots=True)
class _Database:
    item: Ints
    end: Ints
    """For each row, where its trajectory ends."""
    before: Ints
    """For each row, the previous row with the same item in the same trajectory, or -1."""
    n_items: int


@dataclass(frozen=True, slots=True)
class _Frontier:
    """Prefixes of one length, and for each (prefix, trajectory) the row after the leftmost match; sorted by prefix."""

    prefixes: Ints
    prefix: Ints
    start: Ints


def _database(offsets: Ints, item: Ints) -> tuple[_Database, _Frontier]:
    n_items = int(item.max()) + 1 if len(item) else 1
    length = np.diff(offsets)
    trajectory = np.repeat(np.arange(len(length), dtype=np.int64), length)
    key = trajectory * n_items + item
    order = np.argsort(key, kind="stable")
    before = np.full(len(item), -1, dtype=np.int64)
    same = key[order][1:] == key[order][:-1]
    before[order[1:][same]] = order[:-1][same]
    start = offsets[:-1][length > 0]
    root = _Frontier(np.empty((1, 0), dtype=np.int64), np.zeros(len(start), dtype=np.int64), start)
    return _Database(item, np.repeat(offsets[1:], length), before, n_items), root


def frequent_patterns(offsets: Ints, item: Ints, *, min_count: int, size_max: int = 10) -> dict[Pattern, int]:
    """Every pattern of up to ``size_max`` items that at least ``min_count`` trajectories contain, with its support. Exact.

    >>> sorted(frequent_patterns(np.array([0, 2, 5]), np.array([0, 1, 0, 0, 1]), min_count=2).items())
    [((0,), 2), ((0, 1), 2), ((1,), 2)]
    """
    if min_count < 1:
        raise BadInput(f"min_count must be at least 1, got {min_count}")
    return _grow(offsets, item, lambda _prefixes, _prefix, _item, support: support >= min_count, size_max)


def count_patterns(offsets: Ints, item: Ints, wanted: Iterable[Pattern]) -> dict[Pattern, int]:
    """The support of each wanted pattern that occurs at all. Exact.

    >>> count_patterns(np.array([0, 2, 4]), np.array([0, 1, 1, 0]), [(0, 1), (0,), (1, 1)])
    {(0,): 2, (0, 1): 1}
    """
    wanted = set(wanted)
    n_items = int(item.max()) + 1 if len(item) else 1
    heads = {pattern[:n] for pattern in wanted for n in range(1, len(pattern) + 1)}

    def keep(prefixes: Ints, prefix: Ints, item: Ints, _support: Ints) -> Mask:
        number = {tuple(row): i for i, row in enumerate(prefixes.tolist())}
        size = prefixes.shape[1] + 1
        keys = [
            number[h[:-1]] * n_items + h[-1] for h in heads if len(h) == size and h[-1] < n_items and h[:-1] in number
        ]
        return np.isin(prefix * n_items + item, np.array(keys, dtype=np.int64))

    found = _grow(offsets, item, keep, max(map(len, wanted), default=0))
    return {pattern: support for pattern, support in found.items() if pattern in wanted}


def _grow(offsets: Ints, item: Ints, keep: Keep, size_max: int) -> dict[Pattern, int]:
    database, frontier = _database(offsets, item)
    found: dict[Pattern, int] = {}
    for _ in range(size_max):
        if not len(frontier.start):
            break
        frontier, support = _extend_all(database, frontier, keep)
        found.update(zip(map(tuple, frontier.prefixes.tolist()), support.tolist(), strict=True))
        if len(found) > PATTERNS_MAX:
            raise BadInput(f"more than {PATTERNS_MAX:,} frequent patterns: raise min_support or lower pattern_size_max")
    return found


def _extend_all(database: _Database, frontier: _Frontier, keep: Keep) -> tuple[_Frontier, Ints]:
    """Extend every prefix by one item, a block of prefixes at a time."""
    parts = [_extend(database, frontier, rows, keep) for rows in _blocks(database, frontier)]
    base = np.cumsum([0, *(len(part.prefixes) for part, _ in parts)])
    prefix = [part.prefix + b for (part, _), b in zip(parts, base[:-1], strict=True)]
    grown = _Frontier(
        np.concatenate([part.prefixes for part, _ in parts]),
        np.concatenate(prefix),
        np.concatenate([part.start for part, _ in parts]),
    )
    return grown, np.concatenate([support for _, support in parts])


def _blocks(database: _Database, frontier: _Frontier) -> list[slice]:
    """Cut the frontier between prefixes so that the suffixes of a block have about ``_BLOCK`` rows."""
    done = np.cumsum(database.end[frontier.start] - frontier.start)
    first = np.flatnonzero(np.diff(frontier.prefix, prepend=-1))
    block = np.concatenate([[0], done[first[1:] - 1]]) // _BLOCK
    cuts = first[np.flatnonzero(np.diff(block, prepend=-1))]
    return [slice(int(a), int(b)) for a, b in zip(cuts, [*cuts[1:], len(frontier.start)], strict=True)]


def _extend(database: _Database, frontier: _Frontier, rows: slice, keep: Keep) -> tuple[_Frontier, Ints]:
    """The kept extensions of the prefixes in a block, numbered from 0, and their supports."""
    start, prefix = frontier.start[rows], frontier.prefix[rows]
    length = database.end[start] - start
    row = ragged(start, length)
    row_prefix = np.repeat(prefix, length)
    leftmost = database.before[row] < np.repeat(start, length)
    row, row_prefix = row[leftmost], row_prefix[leftmost]
    key, number, support = _tally(row_prefix, database.item[row], database.n_items)
    parent, item = key // database.n_items, key % database.n_items
    kept = keep(frontier.prefixes, parent, item, support)
    renumbered = (np.cumsum(kept) - 1)[number]
    grows = kept[number] & (row + 1 < database.end[row])
    order = np.argsort(renumbered[grows], kind="stable")
    prefixes = np.column_stack([frontier.prefixes[parent[kept]], item[kept]])
    return _Frontier(prefixes, renumbered[grows][order], row[grows][order] + 1), support[kept]


def _tally(prefix: Ints, item: Ints, n_items: int) -> tuple[Ints, Ints, Ints]:
    """The different (prefix, item) keys ascending, for each row the number of its key, and how often each key occurs."""
    base = int(prefix[0]) * n_items
    key = prefix * n_items + item - base
    width = (int(prefix[-1]) + 1) * n_items - base
    if width > 4 * len(key) + 1_000_000:
        found, number, count = np.unique(key, return_inverse=True, return_counts=True)
        return found + base, number, count
    count = np.bincount(key, minlength=width)
    found = np.flatnonzero(count)
    return found + base, (np.cumsum(count > 0) - 1)[key], count[found]
