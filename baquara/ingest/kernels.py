# mypy: disable-error-code="no-untyped-def,untyped-decorator"
# ruff: noqa: ANN001, ANN201
"""Compiled loops of cleaning and thinning: arrays and scalars in, arrays out. Imported lazily, for numba is slow to start."""

import numpy as np

from baquara.compiled import jit

__all__ = ["off_line", "split", "too_fast", "walk"]


@jit
def too_fast(i, j, begin, end, xyz, metres_per_us):
    """Whether going from fix i to fix j takes more than the speed allowed."""
    dx, dy, dz = xyz[i, 0] - xyz[j, 0], xyz[i, 1] - xyz[j, 1], xyz[i, 2] - xyz[j, 2]
    wait = begin[j] - end[i]
    if wait <= 0:
        wait = begin[j] - begin[i]
    return np.sqrt(dx * dx + dy * dy + dz * dz) > metres_per_us * wait


@jit
def walk(offsets, begin, end, xyz, metres_per_us):
    """Verdicts of :data:`baquara.ingest.clean.REASONS`: 0 kept, 3 overlap, 4 speed."""
    verdict = np.zeros(len(begin), np.int8)
    for m in range(len(offsets) - 1):
        first, stop = offsets[m], offsets[m + 1]
        if (
            stop - first > 2
            and too_fast(first, first + 1, begin, end, xyz, metres_per_us)
            and not too_fast(first + 1, first + 2, begin, end, xyz, metres_per_us)
        ):
            verdict[first] = 4
            first += 1
        last = first
        for j in range(first + 1, stop):
            if begin[j] < end[last]:
                verdict[j] = 3
            elif too_fast(last, j, begin, end, xyz, metres_per_us):
                verdict[j] = 4
            else:
                last = j
    return verdict


@jit
def off_line(a, i, b, begin, xyz, by_time):
    """Squared distance of fix i from the line a-b, or from its place on it at its time."""
    along, length2 = 0.0, 0.0
    for c in range(3):
        along += (xyz[i, c] - xyz[a, c]) * (xyz[b, c] - xyz[a, c])
        length2 += (xyz[b, c] - xyz[a, c]) ** 2
    if by_time:
        share = (begin[i] - begin[a]) / (begin[b] - begin[a])
    else:
        share = 0.0 if length2 == 0.0 else min(1.0, max(0.0, along / length2))
    d2 = 0.0
    for c in range(3):
        d2 += (xyz[a, c] + share * (xyz[b, c] - xyz[a, c]) - xyz[i, c]) ** 2
    return d2


@jit
def split(ends, begin, xyz, by_time, tolerance_m, keep):
    """Between each two fixes that stay, keep the farthest one beyond the tolerance, and go on in both halves."""
    stack = np.empty((len(begin) + 1, 2), np.int64)
    for e in range(len(ends) - 1):
        stack[0, 0], stack[0, 1], depth = ends[e], ends[e + 1], 1
        while depth > 0:
            depth -= 1
            a, b = stack[depth, 0], stack[depth, 1]
            worst, at = tolerance_m * tolerance_m, -1
            for i in range(a + 1, b):
                d2 = off_line(a, i, b, begin, xyz, by_time)
                if d2 > worst:
                    worst, at = d2, i
            if at >= 0:
                keep[at] = True
                stack[depth, 0], stack[depth, 1] = a, at
                stack[depth + 1, 0], stack[depth + 1, 1] = at, b
                depth += 2
