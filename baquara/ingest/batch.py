"""What readers exchange: raw chunks as a format gives them, and batches of fixes and rejects as the next stage takes them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

__all__ = ["FIXED", "REJECTS", "Batch", "Opened", "Raw", "Reject", "reject_table", "safe"]

FIXED: Final = pa.schema(
    [
        ("moving_object", pa.string()),
        ("begin", pa.int64()),
        ("end", pa.int64()),
        ("utc_offset_min", pa.int16()),
        ("lon", pa.float64()),
        ("lat", pa.float64()),
        ("line", pa.int64()),
    ]
)
"""The columns that every batch starts with; attributes follow as strings."""

REJECTS: Final = pa.schema(
    [("file", pa.string()), ("line", pa.int64()), ("reason", pa.string()), ("content", pa.string())]
)
_CONTENT = 200


class Reject(NamedTuple):
    """A row that is refused: where, why (a short word that does not change), and how it began."""

    line: int
    reason: str
    content: str


class Raw(NamedTuple):
    """A chunk of one file before anything is understood."""

    table: pa.Table
    """The columns as the file has them: strings from text, any type from Parquet."""
    lines: NDArray[np.int64]
    """Where each row stands in the file, from 1."""
    rejects: list[Reject]
    """Rows that could not even be cut into columns."""
    sequence: NDArray[np.int64] | None = None
    """The track part that each row belongs to, where a format has such parts: time may not go back within one."""

    @classmethod
    def empty(cls, names: Iterable[str]) -> "Raw":
        """A chunk without rows."""
        return cls(pa.table({name: pa.array([], pa.string()) for name in names}), np.empty(0, np.int64), [])


class Batch(NamedTuple):
    """A chunk of one file, understood. ``len(rows) + len(rejects) == total``, always."""

    rows: pa.Table
    rejects: pa.Table
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A file whose columns are known and whose rows can be asked for, as often as wanted."""

    format: str
    sample: pa.Table
    """The first rows, all columns."""
    chunks: Callable[[frozenset[str] | None], Iterator[Raw]]
    """The whole file, with the columns asked for (``None``: all). All chunks have the same columns."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """What the format itself says about its columns."""
    header: bool = True
    delimiter: str | None = None
    timezone: str | None = None
    """The zone that the format itself prescribes for its times."""
    crs: str | None = None
    """The reference system that the file itself names for its positions, when it is not longitude and latitude."""
    moving_object: str | None = None
    """The moving object, when the format or the file's place tells."""
    notes: tuple[str, ...] = ()


def safe(text: str) -> str:
    r"""The first characters of a refused row, without control characters or broken ones.

    >>> safe("a\x00b\tc\ud800")
    'a�b c�'
    """
    flat = re.sub(r"[\t\r\n]+", " ", text[: 2 * _CONTENT])
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]", "�", flat)[:_CONTENT]


def reject_table(file: str, rejects: Iterable[Reject]) -> pa.Table:
    """Rejects as a table, in the order of the file."""
    rows = sorted(rejects, key=lambda reject: reject.line)
    columns = [[file] * len(rows), [r.line for r in rows], [r.reason for r in rows], [safe(r.content) for r in rows]]
    return pa.table([pa.array(c, t) for c, t in zip(columns, REJECTS.types, strict=True)], schema=REJECTS)
