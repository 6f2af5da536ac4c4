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
    from baquara.ingest.kernels import split  # numba is imported when it is first needed

    fixes = to_fixes(table)
    keep = np.zeros(len(fixes), np.bool_)
    keep[fixes.offsets[:-1]] = True
    keep[fixes.offsets[1:] - 1] = True
    for name in set(_SPEAKING) & set(table.column_names):
        keep |= pc.is_valid(table[name]).to_numpy()
    split(np.flatnonzero(keep), fixes.begin, ecef(fixes.lon, fixes.lat), how.by_time, how.tolerance_m, keep)
    return keep
