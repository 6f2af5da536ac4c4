"""Columns of any type to numbers and strings, a bad value at a time: nothing here raises for a row.

>>> read_numbers(pa.chunked_array([["1.5", " 2 ", "x", "", "nan"]])).reason.tolist()   # ok, ok, bad, missing, nan
[0, 0, 8, 1, 9]
"""

import json
import re
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from baquara.ingest.patterns import DAY_FIRST, ISO

__all__ = ["REASONS", "Numbers", "as_text", "code", "looks_like_value", "read_numbers", "strings"]

REASONS: Final = (
    "",
    "missing",
    "bad-time",
    "time-out-of-range",
    "no-zone",
    "bad-zone",
    "nonexistent-local-time",
    "ambiguous-local-time",
    "bad-number",
    "nan",
    "out-of-range",
    "end-before-begin",
    "time-going-back",
)
"""Why a row is refused once its columns are known. The code of a reason is its place here; 0 is none."""

_NUMBER: Final = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?"
_INFINITE: Final = "^(?i)[+-]?inf(?:inity)?$"
_NOT_NUMBERS: Final = pa.array(["nan", "-nan", "+nan", "null", "none", "na", "n/a"])


def code(reason: str) -> int:
    """The code of a reason."""
    return REASONS.index(reason)


class Numbers(NamedTuple):
    """Numbers, and why a row has none (0: it has one)."""

    value: NDArray[np.float64]
    reason: NDArray[np.int8]


def looks_like_value(cell: str) -> bool:
    """Whether a cell is a number or a time, so not the name of a column.

    >>> [looks_like_value(cell) for cell in ("lat", "39.9", "2008-10-23 05:53:05", "12/06/2014")]
    [False, True, True, True]
    """
    cell = cell.strip()
    return bool(re.fullmatch(_NUMBER, cell) or DAY_FIRST.fullmatch(cell) or any(p.fullmatch(cell) for p in ISO))


def strings(column: pa.ChunkedArray) -> pa.Array:
    """A column as trimmed strings, null where empty."""
    text = _flat(as_text(column))
    text = pc.utf8_trim_whitespace(text)
    return pc.if_else(pc.equal(text, ""), pa.scalar(None, pa.string()), text)


def as_text(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column of any type as strings, as it would be written; lists of strings are joined by ``|``."""
    kind = column.type
    if pa.types.is_string(kind):
        return column
    if pa.types.is_dictionary(kind):
        return as_text(column.cast(kind.value_type))
    if not (pa.types.is_large_string(kind) or (pa.types.is_primitive(kind) and not _has_no_text(kind))):
        return pa.chunked_array([pa.array([_written(v) for v in column.to_pylist()], pa.string())])
    return column.cast(pa.string())


def _has_no_text(kind: pa.DataType) -> bool:
    """Arrow does not write these."""
    return bool(pa.types.is_interval(kind) or pa.types.is_duration(kind))


def _written(value: Any) -> str | None:  # noqa: ANN401
    if value is None:
        return None
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "|".join(value)
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value.hex() if isinstance(value, bytes) else str(value)


def _flat(column: pa.ChunkedArray) -> pa.Array:
    flat = column.combine_chunks()
    return pa.concat_arrays(flat.chunks) if isinstance(flat, pa.ChunkedArray) else flat


def read_numbers(column: pa.ChunkedArray) -> Numbers:
    """The numbers of a column of numbers or of strings."""
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        return _from_text(_flat(column))
    if not (pa.types.is_integer(column.type) or pa.types.is_floating(column.type) or pa.types.is_decimal(column.type)):
        return _from_text(_flat(as_text(column)))
    return _checked(_flat(column.cast(pa.float64(), safe=False)))


def _from_text(text: pa.Array) -> Numbers:
    try:
        return _checked(text.cast(pa.float64()))
    except pa.ArrowInvalid:
        return _one_by_one(pc.utf8_trim_whitespace(text.cast(pa.string())))


def _one_by_one(text: pa.Array) -> Numbers:
    """As :func:`_from_text` when some are no numbers: they become null first."""
    fine = pc.fill_null(pc.match_substring_regex(text, f"^{_NUMBER}$"), fill_value=False)
    value, reason = _checked(pc.if_else(fine, text, pa.scalar(None, pa.string())).cast(pa.float64()))
    bad = ~_numpy(fine)
    empty = _numpy(pc.fill_null(pc.equal(text, ""), fill_value=True))
    nan = _numpy(pc.is_in(pc.utf8_lower(text), value_set=_NOT_NUMBERS))
    infinite = _numpy(pc.fill_null(pc.match_substring_regex(text, _INFINITE), fill_value=False))
    why = np.select([empty, nan, infinite], [code("missing"), code("nan"), code("out-of-range")], code("bad-number"))
    reason[bad] = why[bad]
    return Numbers(value, reason)


def _checked(numbers: pa.Array) -> Numbers:
    missing = _numpy(pc.is_null(numbers)) if numbers.null_count else np.zeros(len(numbers), bool)
    value = pc.fill_null(numbers, 0.0).to_numpy(zero_copy_only=False)
    reason = np.where(missing, code("missing"), np.where(np.isnan(value), code("nan"), 0)).astype(np.int8)
    return Numbers(value, reason)


def _numpy(mask: pa.Array) -> NDArray[np.bool_]:
    return np.asarray(mask.to_numpy(zero_copy_only=False), bool)
