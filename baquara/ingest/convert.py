"""Raw chunks to batches of fixes: every row is either a fix or a reject with one reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyproj
from numpy.typing import NDArray

from baquara.ingest.batch import FIXED, Batch, Raw, Reject, reject_table
from baquara.ingest.instants import TimeReading, Times
from baquara.ingest.layout import Layout, columns_of
from baquara.ingest.order import Order
from baquara.ingest.values import REASONS, Numbers, as_text, code, read_numbers, strings
from baquara.ingest.words import PAIRS

__all__ = ["Converter", "joined"]

Codes = NDArray[np.int8]
_PAIR: Final = (
    r"^\s*(?:POINT\s*Z?\s*)?[\(\[]?\s*(?P<a>[+-]?[0-9.]+(?:[eE][+-]?\d+)?)(?:\s*[,;]\s*|\s+)"
    r"(?P<b>[+-]?[0-9.]+(?:[eE][+-]?\d+)?)(?:\s+[^\s]+)?\s*[\)\]]?\s*$"
)


def joined(table: pa.Table, value: str) -> pa.ChunkedArray:
    """The column of a role; two columns are joined by a space."""
    columns = [table.column(name) for name in columns_of(value)]
    if len(columns) == 1:
        return columns[0]
    return pc.binary_join_element_wise(*(pa.chunked_array([strings(c)]) for c in columns), " ")


@dataclass(slots=True)
class Converter:
    """Turns the chunks of one file into batches; it remembers how late each moving object was seen."""

    file: str
    layout: Layout
    times: TimeReading
    ends: TimeReading | None
    ordered: bool
    order: Order = field(default_factory=Order)

    def __call__(self, raw: Raw) -> Batch:
        """The batch of a chunk."""
        table, roles = raw.table, self.layout.roles
        names = self._moving_objects(table)
        why = _missing(names)
        zones = table.column(roles["zone"]) if "zone" in roles else None
        begin = self.times.read(joined(table, roles.get("time") or roles["begin"]), zones)
        lon, lat, nowhere = self._position(table)
        _mark(why, begin.reason)
        _mark(why, nowhere)
        end = self._end(table, zones, begin, why)
        self._check_order(raw, names, begin, why)
        fixes: list[pa.Array] = [
            names,
            begin.utc,
            end,
            np.round(begin.offset_s / 60).astype(np.int16),
            lon,
            lat,
            raw.lines,
        ]
        rows = pa.table([pa.array(column) for column in fixes], schema=FIXED)
        return self._batch(raw, _with_attributes(rows, table, self.layout.attributes), why)

    def _moving_objects(self, table: pa.Table) -> pa.Array:
        if "moving_object" in self.layout.roles:
            return strings(joined(table, self.layout.roles["moving_object"]))
        return pa.repeat(pa.scalar(self.layout.moving_object, pa.string()), table.num_rows)

    def _position(self, table: pa.Table) -> tuple[NDArray[np.float64], NDArray[np.float64], Codes]:
        first, second = self._coordinates(table)
        why = first.reason.copy()
        _mark(why, second.reason)
        lon, lat = first.value, second.value
        if self.layout.crs is not None:
            lon, lat = _to_degrees(lon, lat, self.layout.crs)
        inside = (lon >= -180) & (lon <= 180) & (lat >= -90) & (lat <= 90)
        _mark(why, np.where(inside, 0, code("out-of-range")).astype(np.int8))
        return np.where(lon == 180, -180.0, lon), lat, why

    def _coordinates(self, table: pa.Table) -> tuple[Numbers, Numbers]:
        """x before y, longitude before latitude."""
        roles = self.layout.roles
        for one, two in (("lon", "lat"), ("x", "y")):
            if one in roles:
                return read_numbers(table.column(roles[one])), read_numbers(table.column(roles[two]))
        pair = next(pair for pair in PAIRS if pair in roles)
        first, second = _split(joined(table, roles[pair]))
        return (first, second) if pair in ("xy", "lonlat") else (second, first)

    def _end(self, table: pa.Table, zones: pa.ChunkedArray | None, begin: Times, why: Codes) -> NDArray[np.int64]:
        """The end of each fix; where none is given it is the beginning."""
        if self.ends is None:
            return begin.utc
        end = self.ends.read(joined(table, self.layout.roles["end"]), zones)
        instant = end.reason == code("missing")
        _mark(why, np.where(instant, 0, end.reason).astype(np.int8))
        utc = np.where(instant, begin.utc, end.utc)
        _mark(why, np.where(utc < begin.utc, code("end-before-begin"), 0).astype(np.int8))
        return utc

    def _check_order(self, raw: Raw, names: pa.Array, begin: Times, why: Codes) -> None:
        if raw.sequence is not None:
            back = self.order.goes_back(pa.array(raw.sequence).cast(pa.string()), begin.utc, why == 0)
        elif self.ordered:
            back = self.order.goes_back(names, begin.utc, why == 0)
        else:
            return
        why[back] = code("time-going-back")

    def _batch(self, raw: Raw, rows: pa.Table, why: Codes) -> Batch:
        bad = np.flatnonzero(why)
        refused = list(raw.rejects)
        if len(bad):
            rows = rows.filter(pa.array(why == 0))
            contents = _contents(raw.table.take(pa.array(bad)))
            refused += [Reject(int(raw.lines[i]), REASONS[why[i]], c) for i, c in zip(bad, contents, strict=True)]
        return Batch(rows, reject_table(self.file, refused), rows.num_rows + len(refused))


def _mark(why: Codes, reason: Codes) -> None:
    """Give rows that are still good a reason; the first reason stays."""
    np.copyto(why, reason, where=why == 0)


def _missing(names: pa.Array) -> Codes:
    if not names.null_count:
        return np.zeros(len(names), np.int8)
    return np.where(pc.is_null(names).to_numpy(zero_copy_only=False), code("missing"), 0).astype(np.int8)


def _to_degrees(
    x: NDArray[np.float64], y: NDArray[np.float64], crs: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Longitude and latitude of x and y; infinite where the projection has none."""
    transformer = pyproj.Transformer.from_crs(crs, "OGC:CRS84", always_xy=True)
    lon, lat = transformer.transform(x, y)
    return np.asarray(lon, np.float64), np.asarray(lat, np.float64)


def _split(column: pa.ChunkedArray) -> tuple[Numbers, Numbers]:
    """Two numbers in one column, as ``a b``, ``a, b``, ``(a b)`` or ``POINT (a b)``."""
    text = strings(column)
    parts = pc.extract_regex(text, _PAIR)
    first, second = (read_numbers(pa.chunked_array([pc.struct_field(parts, name)])) for name in "ab")
    shapeless = pc.is_null(parts).to_numpy(zero_copy_only=False) & ~pc.is_null(text).to_numpy(zero_copy_only=False)
    first.reason[shapeless] = second.reason[shapeless] = code("bad-number")
    return first, second


def _with_attributes(rows: pa.Table, table: pa.Table, attributes: Mapping[str, str]) -> pa.Table:
    for name, column in attributes.items():
        text = as_text(joined(table, column))
        rows = rows.append_column(pa.field(name, pa.string()), _without_empty(text))
    return rows


def _without_empty(text: pa.ChunkedArray) -> pa.ChunkedArray:
    """Empty strings become null."""
    empty = pc.equal(text, "")
    return pc.if_else(empty, pa.scalar(None, pa.string()), text) if pc.any(empty).as_py() else text


def _contents(table: pa.Table) -> list[str]:
    """Rows as text, as they were written."""
    columns = [as_text(column).to_pylist() for column in table.columns]
    return [",".join("" if cell is None else cell for cell in row) for row in zip(*columns, strict=True)]
