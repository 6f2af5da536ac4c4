"""Optional thinning of dense tracks, within a tolerance in metres.

``dp:20m``
    Douglas and Peucker, 1973 (10.3138/FM57-6770-U75U-7727): every dropped fix lies within the tolerance of the line
    between its kept neighbours.
``tr:20m``
    Time-ratio, Meratnia and de By, 2004 (10.1007/978-3-540-24741-8_44): every dropped fix lies within the tolerance
    of where the object would have been *at that time*, had it gone straight and evenly between its kept neighbours.

Distances are straight lines in earth-centred coordinates. A fix with text, tags, a venue or a mention is never dropped.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from baquara.errors import BadInput
from baquara.geo import ecef
from baquara.tables.fixes import to_fixes

__all__ = ["Compression", "parse_compression", "thin"]

_SPEAKING = ("text", "tags", "venue", "mentions")


@dataclass(frozen=True, slots=True)
class Compression:
    """How to thin."""

    by_time: bool
    tolerance_m: float

    def __post_init__(self) -> None:
        if not 0 < self.tolerance_m < 1e6:
            raise BadInput(f"--compress: the tolerance must be above 0 m and below 1000 km, got {self.tolerance_m} m")


def parse_compression(text: str) -> Compression:
    """``dp:20m`` or ``tr:20m``.

    >>> parse_compression("tr:7.5m")
    Compression(by_time=True, tolerance_m=7.5)
    """
    match = re.fullmatch(r"(dp|tr):([0-9.]+)(m|km)", text)
    if not match or match[2].count(".") > 1 or match[2] == ".":
        raise BadInput(f"--compress {text!r}: write dp:20m (Douglas-Peucker) or tr:20m (time-ratio)")
    return Compression(match[1] == "tr", float(match[2]) * (1000 if match[3] == "km" else 1))


def thin(table: pa.Table, how: Compression) -> np.ndarray[Any, Any]:
    """Which rows stay: a mask over a table of whole moving objects in order."""
    fixes = to_fixes(table)
    keep = np.zeros(len(fixes), np.bool_)
    keep[fixes.offsets[:-1]] = True
    keep[fixes.offsets[1:] - 1] = True
    for name in set(_SPEAKING) & set(table.column_names):
        keep |= pc.is_valid(table[name]).to_numpy()
    _kernel()(np.flatnonzero(keep), fixes.begin, ecef(fixes.lon, fixes.lat), how.by_time, how.tolerance_m, keep)
    return keep


@cache
def _kernel() -> Any:  # noqa: ANN401
    from numba import njit

    @njit(cache=True)
    def off_line(a, i, b, begin, xyz, by_time):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
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

    @njit(cache=True)
    def split(ends, begin, xyz, by_time, tolerance_m, keep):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
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

    return split
