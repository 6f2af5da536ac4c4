"""Compiled loops of the attacks. Arrays in, arrays out; no checks. Import this module only where a kernel is called."""

import numpy as np
from numpy.typing import NDArray

from baquara.compiled import jit

__all__ = ["match"]

Ints = NDArray[np.int64]


@jit
def _has(set_offsets: Ints, kind: Ints, c: int, wanted: int) -> bool:
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
def _rarest(having_offsets: Ints, known: Ints) -> int:
    best = known[0]
    for x in known:
        if x < 0:
            return -1
        if having_offsets[x + 1] - having_offsets[x] < having_offsets[best + 1] - having_offsets[best]:
            best = x
    return int(best)


@jit
def match(
    known_offsets: Ints,
    known: Ints,
    target: Ints,
    row: bool,
    cap: int,
    owner: Ints,
    offsets: Ints,
    visit: Ints,
    set_offsets: Ints,
    kind: Ints,
    having_offsets: Ints,
    having: Ints,
) -> tuple[Ints, Ints]:
    """For each selection of kinds: how many owners it fits (counted up to cap), and whether the target is one of them."""
    n = len(known_offsets) - 1
    fitting, right = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    for q in range(n):
        places = known[known_offsets[q] : known_offsets[q + 1]]
        x = _rarest(having_offsets, places)
        if x < 0:
            continue
        last = -1
        for i in range(having_offsets[x], having_offsets[x + 1]):
            t = having[i]
            if owner[t] != last and fitting[q] < cap and _fits(offsets, visit, t, set_offsets, kind, places, row):
                last = owner[t]
                fitting[q] += 1
            if fitting[q] == cap:
                break
        t = np.searchsorted(owner, target[q])
        while t < len(owner) and owner[t] == target[q] and right[q] == 0:
            right[q] = _fits(offsets, visit, t, set_offsets, kind, places, row)
            t += 1
    return fitting, right
