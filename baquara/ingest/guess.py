"""Guesses at columns, by name and by content. A role with no match or with rivals is left open.

>>> sample = pa.table({"user_id": ["6"], "tid": ["126"], "date_time": ["2012-11-12 05:17:18"], "lat": ["40.8"], "lng": ["-73.9"]})
>>> guess_by_name(sample, {"moving_object", "time", "position"}, projected=False)
{'moving_object': 'user_id', 'time': 'date_time', 'lon': 'lng', 'lat': 'lat'}
"""

import re
from collections.abc import Collection

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from baquara.ingest.times import BAD, parse_clock
from baquara.ingest.values import read_numbers, strings
from baquara.ingest.words import CLOCKS, DATES, DESCRIPTIVE, NAMES, plain

__all__ = ["guess_by_content", "guess_by_name"]

_INHABITED_LAT = 72.0
"""Beyond it nearly nobody moves; it tells longitude from latitude where a file has no header."""


def guess_by_name(sample: pa.Table, missing: Collection[str], *, projected: bool) -> dict[str, str]:
    """Roles of the free columns by their names, in several languages."""
    guess: dict[str, str] = {}
    for role in ("moving_object", "zone", *DESCRIPTIVE):
        column = _named(sample, role) if role in missing else None
        if column is not None:
            guess[role] = column
    if "time" in missing:
        guess |= _time(sample, missing)
    if "position" in missing:
        guess |= _position(sample, projected=projected)
    return guess


def _named(sample: pa.Table, role: str, *, groups: int | None = None) -> str | None:
    """The only column whose name is in the best group of names that any column is in."""
    for group in NAMES[role][:groups]:
        found = [column for column in sample.column_names if plain(column) in group.split()]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _time(sample: pa.Table, missing: Collection[str]) -> dict[str, str]:
    pair = _date_and_clock(sample)
    if pair is not None:
        return {"time": pair}
    time, begin, end = (_named(sample, role) for role in ("time", "begin", "end"))
    if time is not None:
        return {"time": time}
    if begin is None:
        return {}
    return {"begin": begin} | ({"end": end} if end is not None and "end" in missing else {})


def _date_and_clock(sample: pa.Table) -> str | None:
    """A date column and a clock column, joined, where each holds only its half of a time."""
    dates = [c for c in sample.column_names if plain(c) in DATES and not _any(sample, c, r".*:.*|\d+(\.\d+)?")]
    clocks = [c for c in sample.column_names if plain(c) in CLOCKS and _all(sample, c, r"\d{1,2}:\d{2}(:\d{2}.*)?")]
    return f"{dates[0]}\0{clocks[0]}" if len(dates) == 1 and len(clocks) == 1 else None


def _texts(sample: pa.Table, column: str) -> list[str]:
    return [value for value in strings(sample.column(column)[:100]).to_pylist() if value is not None]


def _any(sample: pa.Table, column: str, pattern: str) -> bool:
    return any(re.fullmatch(pattern, text) for text in _texts(sample, column))


def _all(sample: pa.Table, column: str, pattern: str) -> bool:
    texts = _texts(sample, column)
    return bool(texts) and all(re.fullmatch(pattern, text) for text in texts)


def _position(sample: pa.Table, *, projected: bool) -> dict[str, str]:
    first, second = ("x", "y") if projected else ("lon", "lat")
    one, two = _named(sample, first), _named(sample, second)
    if one is None or two is None:
        return {}
    if not projected and plain(one) == "x" and not (_within(sample, one, 180.0) and _within(sample, two, 90.0)):
        return {}
    return {first: one, second: two}


def _within(sample: pa.Table, column: str, limit: float) -> bool:
    value, reason = read_numbers(sample.column(column))
    return bool(np.all(np.abs(value[reason == 0]) <= limit))


def guess_by_content(sample: pa.Table, missing: Collection[str]) -> dict[str, str]:
    """Roles of columns without names: the only time, the only pair of degrees, and what comes first.

    The moving object is the first column, unless that is the time or the position; then the only other one.
    """
    if not sample.num_rows:
        return {}
    guess: dict[str, str] = {}
    if "time" in missing:
        times = [c for c in sample.column_names if _is_time(sample, c)] or [
            c for c in sample.column_names if _is_unix(sample, c)
        ]
        guess |= {"time": times[0]} if len(times) == 1 else {}
    if "position" in missing:
        guess |= _degrees(sample)
    if "moving_object" in missing:
        left = [column for column in sample.column_names if column not in guess.values()]
        first = sample.column_names[0]
        guess |= {"moving_object": first} if first in left else {"moving_object": left[0]} if len(left) == 1 else {}
    return guess


def _is_time(sample: pa.Table, column: str) -> bool:
    states = parse_clock(strings(sample.column(column))).state
    return bool(np.mean(states != BAD) > 0.9)


def _numbers(sample: pa.Table, column: str) -> NDArray[np.float64]:
    """The numbers of a column, none if fewer than nine in ten are numbers."""
    value, reason = read_numbers(sample.column(column))
    return value[reason == 0] if np.mean(reason == 0) > 0.9 else np.empty(0)


def _is_unix(sample: pa.Table, column: str) -> bool:
    """Seconds or milliseconds of the years 2001 to 2033."""
    value = _numbers(sample, column)
    return len(value) > 0 and any(np.all((value >= 1e9 * unit) & (value < 2e9 * unit)) for unit in (1, 1000))


def _degrees(sample: pa.Table) -> dict[str, str]:
    """Two neighbours with fractions, of which exactly one order puts everybody where people live."""
    fractions = [c for c in sample.column_names if _is_degree(_numbers(sample, c))]
    if len(fractions) != 2:
        return {}
    low = [bool(np.all(np.abs(_numbers(sample, column)) <= _INHABITED_LAT)) for column in fractions]
    if low[0] == low[1]:
        return {}
    lat, lon = fractions if low[0] else reversed(fractions)
    return {"lon": lon, "lat": lat}


def _is_degree(value: NDArray[np.float64]) -> bool:
    return len(value) > 0 and bool(np.all(np.abs(value) <= 180) and np.mean(value != np.rint(value)) > 0.5)
