"""Cleaning of sorted fixes: duplicates, one instant in two places, overlaps, speeds nobody travels at.

The rules, in this order, within one moving object (Definition 1 of Baquara² asks that positions do not overlap in time):

``duplicate``
    All columns but the line equal those of an earlier row. Never counted twice.
``same-time``
    Begins at the same instant as the row kept before it but differs in something else. Rows that differ in nothing but
    their tags are one position with several tags (as Flickr exports them): their tags are joined, none is removed.
``overlap``
    Begins before the interval of the row kept before it has ended.
``speed``
    Reaching it from the fix kept before it takes more than ``max_speed_kmh``. A first fix that does not fit the second is
    dropped when the second fits the third, so that one bad start does not cost a day.

The papers drop the whole sequence of an object with one such speed; here only the fix goes.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa

from baquara.errors import BadInput
from baquara.geo import ecef
from baquara.tables.fixes import to_fixes

__all__ = ["REASONS", "Cleaned", "clean"]

REASONS: Final = ("kept", "duplicate", "same-time", "overlap", "speed", "compressed")
_KEPT, _DUPLICATE, _SAME_TIME, _OVERLAP, _SPEED, _COMPRESSED = range(6)


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What is left, and why each other row is gone."""

    kept: pa.Table
    removed: pa.Table
    """The rows that went, with a column ``reason``."""


def clean(table: pa.Table, *, max_speed_kmh: float | None, compress: str | None = None) -> Cleaned:
    """Apply the rules to a table of whole moving objects in order (see :mod:`baquara.ingest.sort`)."""
    from baquara.ingest.compress import parse_compression, thin

    verdict = np.zeros(len(table), np.int8)
    table = _settle_ties(table, verdict)
    live = np.flatnonzero(verdict == _KEPT)
    fixes = to_fixes(table.take(pa.array(live)) if len(live) < len(table) else table)
    found = _overlaps_and_speed(fixes.offsets, fixes.begin, fixes.end, ecef(fixes.lon, fixes.lat), max_speed_kmh)
    verdict[live] = found
    if compress is not None:
        live = np.flatnonzero(verdict == _KEPT)
        part = table.take(pa.array(live))
        verdict[live[~thin(part, parse_compression(compress))]] = _COMPRESSED
    keep = verdict == _KEPT
    if keep.all():
        return Cleaned(table, table.slice(0, 0).append_column("reason", pa.array([], pa.string())))
    gone = table.filter(pa.array(~keep))
    reasons = pa.array(np.array(REASONS, dtype=object)[verdict[~keep]], pa.string())
    return Cleaned(table.filter(pa.array(keep)), gone.append_column("reason", reasons))


def _settle_ties(table: pa.Table, verdict: np.ndarray[Any, Any]) -> pa.Table:
    """Mark duplicates and same-time rows; join the tags of rows that differ only there."""
    tied = _tied_rows(table)
    if not len(tied):
        return table
    names = [name for name in table.column_names if name not in ("line", "source", "tags")]
    rows = table.take(pa.array(tied)).to_pylist()
    tags: dict[int, list[str]] = {}
    kept: dict[str, Any] | None = None
    kept_at = -1
    for at, row in zip(tied.tolist(), rows, strict=True):
        if kept is None or (kept["moving_object"], kept["begin"]) != (row["moving_object"], row["begin"]):
            kept, kept_at = row, at
            tags[kept_at] = (row.get("tags") or "").split()
        elif any(kept[name] != row[name] for name in names):
            verdict[at] = _SAME_TIME
        else:
            new = [tag for tag in (row.get("tags") or "").split() if tag not in tags[kept_at]]
            tags[kept_at] += new
            verdict[at] = _MERGED if new else _DUPLICATE
    return _with_tags(table, tags, verdict)


_MERGED: Final = 100


def _with_tags(table: pa.Table, tags: dict[int, list[str]], verdict: np.ndarray[Any, Any]) -> pa.Table:
    merged = verdict == _MERGED
    if not merged.any():
        return table
    joined = table["tags"].to_pylist()
    for at, words in tags.items():
        joined[at] = " ".join(words) or None
    table = table.set_column(table.column_names.index("tags"), "tags", pa.array(joined, pa.string()))
    verdict[merged] = _DUPLICATE
    return table


def _tied_rows(table: pa.Table) -> np.ndarray[Any, Any]:
    """Rows that share moving object and begin with a neighbour."""
    fixes = to_fixes(table)
    same = np.flatnonzero(np.diff(fixes.begin) == 0) + 1
    same = same[~np.isin(same, fixes.offsets)]
    return np.unique(np.concatenate([same - 1, same]))


def _overlaps_and_speed(
    offsets: np.ndarray[Any, Any],
    begin: np.ndarray[Any, Any],
    end: np.ndarray[Any, Any],
    xyz: np.ndarray[Any, Any],
    max_speed_kmh: float | None,
) -> np.ndarray[Any, Any]:
    if max_speed_kmh is not None and not max_speed_kmh > 0:
        raise BadInput(f"--max-speed must be above 0 km/h, got {max_speed_kmh}")
    metres_per_us = np.inf if max_speed_kmh is None else max_speed_kmh / 3.6e6
    from baquara.ingest.kernels import walk  # numba is imported when it is first needed

    verdict: np.ndarray[Any, Any] = walk(offsets, begin, end, xyz, metres_per_us)
    return verdict
