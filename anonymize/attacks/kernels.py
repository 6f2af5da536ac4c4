"""Compiled loops of the attacks. Arrays in, arrays out; no checks. Import this module only where a kernel is called."""

import numpy as np
from numpy.typing import NDArray

from baquara.compiled import jit

__all__ = ["fits_target", "marked", "match_in_a_row", "match_in_order"]

Ints = NDArray[np.int64]


@jit
def _has(set_offsets: Ints, kind: Ints, c: int, wanted: int) -> bool:
    """Whether set c has a kind; where all sets have one, set and kind have the same number (see Traces)."""
    if len(kind) == len(set_offsets) - 1:
        return c == wanted
    found = False
    for i in range(set_offsets[c], set_offsets[c + 1]):
        found = found or kind[i] == wanted
    return found


@jit
def _in_order(visit: Ints, a: int, b: int, set_offsets: Ints, kind: Ints, known: Ints) -> bool:
    j = 0
    for i in range(a, b):
        if _has(set_offsets, kind, visit[i], known[j]):
            j += 1
            if j == len(known):
                return True
    return False


@jit
def _in_a_row(visit: Ints, a: int, b: int, set_offsets: Ints, kind: Ints, known: Ints) -> bool:
    for i in range(a, b - len(known) + 1):
        j = 0
        while j < len(known) and _has(set_offsets, kind, visit[i + j], known[j]):
            j += 1
        if j == len(known):
            return True
    return False


@jit
def _fits(offsets: Ints, visit: Ints, t: int, set_offsets: Ints, kind: Ints, known: Ints, row: bool) -> bool:
    a, b = offsets[t], offsets[t + 1]
    if row:
        return _in_a_row(visit, a, b, set_offsets, kind, known)
    return _in_order(visit, a, b, set_offsets, kind, known)


@jit
def _rarest(lists: Ints, known: Ints) -> int:
    """Which of the known kinds has the shortest list; -1 if one of them is nowhere."""
    best = 0
    for j in range(len(known)):
        if known[j] < 0:
            return -1
        if lists[known[j] + 1] - lists[known[j]] < lists[known[best] + 1] - lists[known[best]]:
            best = j
    return best


@jit
def _rarest_pair(kinds: int, pairs: Ints, lists: Ints, known: Ints) -> tuple[int, int]:
    """Where the rarest pair of neighbours begins, and its row in ``pairs``; -1 if one of them is nowhere."""
    best, best_row = -1, -1
    for j in range(len(known) - 1):
        key = known[j] * kinds + known[j + 1]
        row = np.searchsorted(pairs, key)
        if known[j] < 0 or known[j + 1] < 0 or row == len(pairs) or pairs[row] != key:
            return -1, -1
        if best < 0 or lists[row + 1] - lists[row] < lists[best_row + 1] - lists[best_row]:
            best, best_row = j, row
    return best, best_row


@jit
def _wanted(known: Ints) -> int:
    """The marks without which a trace cannot fit: one of 64 for each kind."""
    marks = 0
    for x in known:
        marks |= 1 << (x & 63)
    return marks


@jit
def marked(offsets: Ints, visit: Ints, set_offsets: Ints, kind: Ints) -> Ints:
    """The marks of each trace, of all kinds that its visits may be."""
    marks = np.zeros(len(offsets) - 1, dtype=np.int64)
    for t in range(len(marks)):
        for i in range(offsets[t], offsets[t + 1]):
            marks[t] |= _wanted(kind[set_offsets[visit[i]] : set_offsets[visit[i] + 1]])
    return marks


@jit
def match_in_order(
    known_offsets: Ints,
    known: Ints,
    cap: int,
    owner: Ints,
    offsets: Ints,
    visit: Ints,
    set_offsets: Ints,
    kind: Ints,
    lists: Ints,
    trace: Ints,
    marks: Ints,
) -> Ints:
    """For each selection of kinds: how many owners it fits, counted up to cap. ``trace`` lists traces by kind."""
    fitting = np.zeros(len(known_offsets) - 1, dtype=np.int64)
    for q in range(len(fitting)):
        places = known[known_offsets[q] : known_offsets[q + 1]]
        j = _rarest(lists, places)
        if j < 0:
            continue
        last, wanted = -1, _wanted(places)
        for t in trace[lists[places[j]] : lists[places[j] + 1]]:
            if marks[t] & wanted != wanted or owner[t] == last:
                continue
            if _in_order(visit, offsets[t], offsets[t + 1], set_offsets, kind, places):
                last = owner[t]
                fitting[q] += 1
                if fitting[q] == cap:
                    break
    return fitting


@jit
def match_in_a_row(
    known_offsets: Ints,
    known: Ints,
    cap: int,
    owner: Ints,
    offsets: Ints,
    visit: Ints,
    set_offsets: Ints,
    kind: Ints,
    kinds: int,
    pairs: Ints,
    lists: Ints,
    spot: Ints,
    trace: Ints,
) -> Ints:
    """The same without anything in between, for two kinds or more.

    Visits ``spot[lists[i]:lists[i + 1]]``, of traces ``trace[...]``, begin ``pairs[i]``: kind * kinds + kind of the next.
    """
    fitting = np.zeros(len(known_offsets) - 1, dtype=np.int64)
    for q in range(len(fitting)):
        places = known[known_offsets[q] : known_offsets[q + 1]]
        j, row = _rarest_pair(kinds, pairs, lists, places)
        if j < 0:
            continue
        last = -1
        for i in range(lists[row], lists[row + 1]):
            t, start = trace[i], spot[i] - j
            if owner[t] == last or start < offsets[t]:
                continue
            end = min(start + len(places), offsets[t + 1])
            if _in_a_row(visit, start, end, set_offsets, kind, places):
                last = owner[t]
                fitting[q] += 1
                if fitting[q] == cap:
                    break
    return fitting


@jit
def fits_target(
    known_offsets: Ints,
    known: Ints,
    target: Ints,
    row: bool,
    owner: Ints,
    offsets: Ints,
    visit: Ints,
    set_offsets: Ints,
    kind: Ints,
) -> Ints:
    """For each selection of kinds: 1 if it fits a trace of its target, otherwise 0."""
    right = np.zeros(len(target), dtype=np.int64)
    for q in range(len(target)):
        places = known[known_offsets[q] : known_offsets[q + 1]]
        t = np.searchsorted(owner, target[q])
        while t < len(owner) and owner[t] == target[q] and right[q] == 0:
            right[q] = _fits(offsets, visit, t, set_offsets, kind, places, row)
            t += 1
    return right
