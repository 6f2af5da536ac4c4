"""Text to clock times, millions at once.

Times in one file are written in one or few ways. So the rows are grouped by length and by *shape* (where
the digits are), the first row of each shape is matched with a regular expression, and the places of its
fields serve all rows of that shape as columns of a byte matrix. A row of a rare shape costs a regular
expression, a row of a frequent shape a few nanoseconds a digit.

>>> parse_clock(pa.array(["2014-06-12 09:02:11", "2014-06-12T09:02:11.5-03:00", "soon"])).state.tolist()
[1, 2, 0]
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from baquara.ingest.patterns import ISO, MONTHS
from baquara.ingest.zones import FIRST_YEAR, LAST_YEAR

__all__ = ["BAD", "NAIVE", "RANGE", "ZONED", "Clock", "parse_clock"]

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
BAD: Final = 0
NAIVE: Final = 1
ZONED: Final = 2
RANGE: Final = 3
_MAX_LENGTH = 64
_MAX_SHAPES = 64
_DAY_US = 86_400_000_000
_DIGITS = np.zeros(256, bool)
_DIGITS[48:58] = True


@dataclass(frozen=True, slots=True)
class Clock:
    """Clock times: µs since 1970 of the clock that was read, its offset where it was written, and a state a row.

    ``BAD``: not a time. ``NAIVE``: a time without zone. ``ZONED``: ``offset_s`` holds. ``RANGE``: a time
    outside the years 1900 to 2100.
    """

    local: Ints
    offset_s: Ints
    state: NDArray[np.int8]


def parse_clock(values: pa.Array, patterns: Sequence[re.Pattern[str]] = ISO) -> Clock:
    """The clock times of an array of strings. Nulls are ``BAD``."""
    n = len(values)
    clock = Clock(np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int8))
    offsets, data = _buffers(values)
    lengths = np.diff(offsets)
    for length in _distinct(lengths):
        if 0 < length <= _MAX_LENGTH:
            rows = np.flatnonzero(lengths == length)
            starts = offsets[rows]
            _parse_length(clock, rows, _matrix(data, starts, int(length)), patterns)
    return clock


def _distinct(lengths: Ints) -> Ints:
    return np.flatnonzero(np.bincount(np.minimum(lengths, _MAX_LENGTH + 1), minlength=1)).astype(np.int64)


def _buffers(values: pa.Array) -> tuple[Ints, Bytes]:
    """Offsets and bytes of a string array; a null has no bytes."""
    values = pc.fill_null(values.cast(pa.large_string()), "")
    _, where, data = values.buffers()
    offsets = np.frombuffer(where, np.int64)[values.offset : values.offset + len(values) + 1]
    return offsets, np.frombuffer(data, np.uint8) if data is not None else np.empty(0, np.uint8)


def _matrix(data: Bytes, starts: Ints, length: int) -> Bytes:
    """One row of bytes a text; no copy where the texts lie side by side."""
    if len(starts) and int(starts[-1] - starts[0]) == length * (len(starts) - 1):
        return data[starts[0] : starts[-1] + length].reshape(-1, length)
    texts: Bytes = data[starts[:, None] + np.arange(length)]
    return texts


def _parse_length(clock: Clock, rows: Ints, texts: Bytes, patterns: Sequence[re.Pattern[str]]) -> None:
    for some, match in _shapes(texts, patterns):
        where = rows if some is None else rows[some]
        local, offset, state = _read(texts if some is None else texts[some], match)
        clock.local[where], clock.offset_s[where], clock.state[where] = local, offset, state


def _shapes(texts: Bytes, patterns: Sequence[re.Pattern[str]]) -> Iterator[tuple[Ints | None, re.Match[str]]]:
    """Rows of one shape with the match of the first of them; ``None`` is all rows. Rows without match are left out."""
    left = np.arange(len(texts))
    for _ in range(_MAX_SHAPES):
        if not len(left):
            return
        same = _same_shape(texts if len(left) == len(texts) else texts[left], texts[left[0]])
        match = _match(texts[left[0]], patterns)
        if match is not None:
            yield (None if same.all() and len(left) == len(texts) else left[same]), match
        left = left[~same]
    for row in left:
        match = _match(texts[row], patterns)
        if match is not None:
            yield np.array([row]), match


def _same_shape(texts: Bytes, model: Bytes) -> NDArray[np.bool_]:
    """Which rows have digits where the model has digits, and are equal elsewhere."""
    same = np.ones(len(texts), bool)
    for column, byte in enumerate(model):
        values = texts[:, column]
        same &= (values - np.uint8(48)) < 10 if _DIGITS[byte] else values == byte
    return same


def _match(text: Bytes, patterns: Sequence[re.Pattern[str]]) -> re.Match[str] | None:
    try:
        words = text.tobytes().decode("ascii")
    except UnicodeDecodeError:
        return None
    return next((found for found in (p.fullmatch(words) for p in patterns) if found), None)


def _read(texts: Bytes, match: re.Match[str]) -> tuple[Ints, Ints, NDArray[np.int8]]:
    fields = {
        name: _number(texts, match.span(name))
        for name, value in match.groupdict().items()
        if value and name in _NUMERIC
    }
    zero = np.zeros(1, np.int32)
    year = _year(fields)
    month = _month(fields, match)
    hour, hour_ok = _hour(fields, match)
    minute, second = fields.get("M", zero), fields.get("S", zero)
    day = fields["d"]
    good = (month >= 1) & (month <= 12) & (day >= 1) & (day <= _month_days(year, month)) & hour_ok
    good &= (minute <= 59) & (second <= 59) & (fields.get("zm", zero) <= 59) & (fields.get("zh", zero) <= 18)
    seconds = (hour * 3600 + minute * 60 + second).astype(np.int64)
    local = _days(year, month, day) * _DAY_US + seconds * 1_000_000 + _micros(texts, match)
    in_range = (year >= FIRST_YEAR) & (year <= LAST_YEAR)
    zoned = bool(match.groupdict().get("zulu") or match.groupdict().get("sign") or match[0].endswith("UTC"))
    state = np.where(good, np.where(in_range, ZONED if zoned else NAIVE, RANGE), BAD).astype(np.int8)
    return local, _offset(fields, match), state


_NUMERIC: Final = frozenset(["Y", "y", "m", "d", "H", "I", "M", "S", "zh", "zm", "zs"])


def _number(texts: Bytes, span: tuple[int, int]) -> NDArray[np.int32]:
    total = np.zeros(len(texts), np.int32)
    for column in range(*span):
        total *= 10
        total += texts[:, column]
        total -= 48
    return total


def _year(fields: dict[str, NDArray[np.int32]]) -> NDArray[np.int32]:
    """Two digits mean 1969 to 2068, as POSIX has it."""
    if "Y" in fields:
        return fields["Y"]
    return np.where(fields["y"] >= 69, fields["y"] + 1900, fields["y"] + 2000).astype(np.int32)


def _month(fields: dict[str, NDArray[np.int32]], match: re.Match[str]) -> NDArray[np.int32]:
    if "m" in fields:
        return fields["m"]
    return np.full(1, MONTHS.index(match["b"][:3].lower()) + 1, np.int32)


def _hour(fields: dict[str, NDArray[np.int32]], match: re.Match[str]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    if "H" in fields:
        return fields["H"], fields["H"] <= 23
    twelve = fields["I"]
    late = 12 if match["p"].lower() == "pm" else 0
    return (twelve % 12 + late).astype(np.int32), (twelve >= 1) & (twelve <= 12)


def _micros(texts: Bytes, match: re.Match[str]) -> Ints:
    """The fraction of a second in µs; finer digits are cut off."""
    if not match.groupdict().get("f"):
        return np.zeros(1, np.int64)
    start, stop = match.span("f")
    stop = min(stop, start + 6)
    scale = np.int64(10 ** (6 - (stop - start)))
    return np.asarray(_number(texts, (start, stop)) * scale, np.int64)


def _offset(fields: dict[str, NDArray[np.int32]], match: re.Match[str]) -> Ints:
    zero = np.zeros(1, np.int64)
    if not match.groupdict().get("sign"):
        return zero
    seconds = fields["zh"].astype(np.int64) * 3600 + fields.get("zm", zero) * 60 + fields.get("zs", zero)
    return -seconds if match["sign"] == "-" else seconds


_MONTH_DAYS = np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], np.int32)


def _month_days(year: NDArray[np.int32], month: NDArray[np.int32]) -> NDArray[np.int32]:
    leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    days = _MONTH_DAYS[np.clip(month, 0, 12)]
    return np.asarray(days + (leap & (month == 2)), np.int32)


def _days(year: NDArray[np.int32], month: NDArray[np.int32], day: NDArray[np.int32]) -> Ints:
    """Days since 1970-01-01 of the Gregorian calendar: the year is counted from March, leap days come last."""
    late = (month > 2).astype(np.int32)
    y = year - 1 + late
    since_march = (month + 9) % 12
    day_of_year = (153 * since_march + 2) // 5 + day - 1
    return np.asarray(365 * y + y // 4 - y // 100 + y // 400 + day_of_year - 719_468, np.int64)
