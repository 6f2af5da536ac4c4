"""Compiled loops. Arrays and scalars in, arrays out; no checks. Import this module only where a kernel is called.

A kernel searches closed ranges ``lo[r]..hi[r]`` of rows and writes ``of[n], first[n], last[n]`` for the n-th
stop found (in range ``of[n]``). The reference of each is in :mod:`baquara.segment.reference`.

The machine code is kept beside this file and made anew when this file changes: touch it after a change of ``earth``.
"""

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from baquara.compiled import jit
from baquara.segment import earth

__all__ = ["area_stops", "positions", "reaches", "stop_sums", "stops"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

register_jitable(earth.sin_cos)
_point = jit(earth.point)


@jit
def positions(lon: Floats, lat: Floats) -> Floats:
    """Earth-centred x, y, z in metres, one row a point; bit by bit what ``earth.point`` gives."""
    xyz = np.empty((len(lon), 3))
    for k in range(len(lon)):
        xyz[k, 0], xyz[k, 1], xyz[k, 2] = _point(lon[k], lat[k])
    return xyz


@jit
def _outside(xyz: Floats, i: int, k: int, squared_chord: float) -> bool:
    x, y, z = xyz[k, 0] - xyz[i, 0], xyz[k, 1] - xyz[i, 1], xyz[k, 2] - xyz[i, 2]
    return bool(x * x + y * y + z * z > squared_chord)


@jit
def _piece_end(begin: Ints, end: Ints, i: int, hi: int, max_gap: int) -> int:
    """The last row that can be reached from i without a silence longer than max_gap."""
    while i < hi and begin[i + 1] - end[i] <= max_gap:
        i += 1
    return i


@jit
def _violator(xyz: Floats, i: int, e: int, v: int, squared_chord: float) -> int:
    """A row of i..e outside the radius of i, or -1: first e, then from the last violator v on, then before it."""
    if _outside(xyz, i, e, squared_chord):
        return e
    start = v if i < v < e else i + 1
    for k in range(start, e):
        if _outside(xyz, i, k, squared_chord):
            return k
    for k in range(i + 1, start):
        if _outside(xyz, i, k, squared_chord):
            return k
    return -1


@jit
def stops(
    begin: Ints, end: Ints, xyz: Floats, lo: Ints, hi: Ints, min_us: int, squared_chord: float, max_gap: int,
    of: Ints, first: Ints, last: Ints,
) -> int:  # fmt: skip
    """Stops by radius, as ``reference.radius_stop`` has them.

    ``e`` is the first row that ends ``min_us`` or later after the anchor ``i`` begins: every run from ``i`` that
    lasts long enough holds it, so an anchor is refused as soon as one row of ``i..e`` is outside. ``e`` only
    moves forward. On an anchor that succeeds every row is looked at once more, then never again.
    """
    n = 0
    for r in range(len(lo)):
        i = lo[r]
        while i <= hi[r]:
            stop_at, e, v = _piece_end(begin, end, i, hi[r], max_gap), i, -1
            while i <= stop_at:
                while e <= stop_at and end[e] - begin[i] < min_us:
                    e += 1
                if e > stop_at:
                    i = stop_at + 1
                    continue
                v = _violator(xyz, i, e, v, squared_chord)
                if v >= 0:
                    i += 1
                    continue
                while e < stop_at and not _outside(xyz, i, e + 1, squared_chord):
                    e += 1
                of[n], first[n], last[n] = r, i, e
                n, i = n + 1, e + 1
    return n


@jit
def stop_sums(xyz: Floats, first: Ints, last: Ints) -> Floats:
    """For each stop the sum of (position - first position), added up in time order."""
    sums = np.zeros((len(first), 3))
    for s in range(len(first)):
        a = first[s]
        for k in range(a + 1, last[s] + 1):
            for c in range(3):
                sums[s, c] += xyz[k, c] - xyz[a, c]
    return sums


@jit
def reaches(begin: Ints, end: Ints, offsets: Ints, area: Ints, max_gap: int) -> Ints:
    """For each pair (row, area that holds it) the last row of the run inside that area; rows are all rows."""
    reach = np.empty(len(area), dtype=np.int64)
    rows = len(offsets) - 1
    for n in range(rows - 1, -1, -1):
        for a in range(offsets[n], offsets[n + 1]):
            reach[a] = n
            if n + 1 < rows and begin[n + 1] - end[n] <= max_gap:
                for b in range(offsets[n + 1], offsets[n + 2]):
                    if area[b] == area[a]:
                        reach[a] = reach[b]
    return reach


@jit
def area_stops(
    begin: Ints, end: Ints, offsets: Ints, area: Ints, reach: Ints, min_us: Ints, lo: Ints, hi: Ints,
    of: Ints, first: Ints, last: Ints, inside: Ints,
) -> int:  # fmt: skip
    """Stops in areas of one level, as ``reference.area_stop`` has them; ``inside[n]`` is the area of the n-th."""
    n = 0
    for r in range(len(lo)):
        i = lo[r]
        while i <= hi[r]:
            best, best_area = -1, -1
            for a in range(offsets[i], offsets[i + 1]):
                j = min(reach[a], hi[r])
                if j > best and end[j] - begin[i] >= min_us[area[a]]:
                    best, best_area = j, area[a]
            if best >= 0:
                of[n], first[n], last[n], inside[n] = r, i, best, best_area
                n, i = n + 1, best
            i += 1
    return n
