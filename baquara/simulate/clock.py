"""Instants as people write them: local time of Rio de Janeiro with its offset."""

from datetime import UTC, datetime

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from baquara.simulate.plan import ZONE

__all__ = ["iso_times", "utc_offsets_s"]


def _offset_s(hour: int) -> int:
    offset = datetime.fromtimestamp(hour * 3600, UTC).astimezone(ZONE).utcoffset()
    return int(offset.total_seconds()) if offset is not None else 0


def utc_offsets_s(t: NDArray[np.int64]) -> NDArray[np.int64]:
    """Seconds to add to UTC for local time, for each instant. Clocks change at full hours only.

    >>> utc_offsets_s(np.array([1402574400, 1419854400])).tolist()      # June and, in summer time, December 2014
    [-10800, -7200]
    """
    hours, index = np.unique(t // 3600, return_inverse=True)
    return np.array([_offset_s(int(h)) for h in hours], np.int64)[index]


def _offset_text(offset: int) -> str:
    hours, minutes = divmod(abs(offset) // 60, 60)
    return f"{'-' if offset < 0 else '+'}{hours:02d}:{minutes:02d}"


def iso_times(t: NDArray[np.int64]) -> pa.Array:
    """Instants in seconds since 1970 as ISO 8601 text with offset.

    >>> iso_times(np.array([1402574400])).to_pylist()
    ['2014-06-12T09:00:00-03:00']
    """
    if not len(t):
        return pa.array([], pa.string())
    offsets = utc_offsets_s(t)
    texts = pc.strftime(pa.array((t + offsets).astype("datetime64[s]")), format="%Y-%m-%dT%H:%M:%S")
    kinds, index = np.unique(offsets, return_inverse=True)
    tails = pa.array([_offset_text(int(o)) for o in kinds], pa.string()).take(pa.array(index))
    return pc.binary_join_element_wise(texts, tails, "")
