"""Fixes on disk: one GeoParquet 1.1 file a dataset.

Guarantee: rows are sorted by moving object (bytes of its UTF-8 name) and time, and all fixes of one
moving object lie in one row group. So a row group can be segmented without looking at any other.

=================  ====================  ===========================================================
column             type                  meaning
=================  ====================  ===========================================================
moving_object      string (dictionary)   its name in the source
begin, end         timestamp[us, UTC]    equal for an instant
utc_offset_min     int16                 what the local clock was ahead of UTC
geometry           struct<x, y>          WGS84 degrees, GeoParquet encoding "point"
line               int64                 where the fix stood in its source file
source             int32                 which source file, by its number in the state
(attributes)       string                text, tags, venue, mentions, mo_class and any other column
=================  ====================  ===========================================================
"""

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from baquara.model import Fixes

__all__ = ["CORE", "FixesReader", "FixesWriter", "attributes_of", "to_fixes"]

CORE: Final = ("moving_object", "begin", "end", "utc_offset_min", "lon", "lat", "line", "source")
"""The columns of a table of fixes in memory; every other column is an attribute."""

_GEO: Final = {
    "version": "1.1.0",
    "primary_column": "geometry",
    "columns": {"geometry": {"encoding": "point", "geometry_types": ["Point"], "crs": None}},
}
_UTC = pa.timestamp("us", "UTC")


def attributes_of(names: list[str]) -> list[str]:
    """The attribute columns among these.

    >>> attributes_of(["moving_object", "begin", "text"])
    ['text']
    """
    return [name for name in names if name not in CORE and name != "geometry"]


class FixesWriter:
    """Appends row groups; each call takes whole moving objects, in order."""

    def __init__(self, path: Path, attributes: list[str]) -> None:
        self.rows = 0
        self._attributes = attributes
        fields = [
            pa.field("moving_object", pa.dictionary(pa.int32(), pa.string())),
            pa.field("begin", _UTC),
            pa.field("end", _UTC),
            pa.field("utc_offset_min", pa.int16()),
            pa.field("geometry", pa.struct([pa.field("x", pa.float64()), pa.field("y", pa.float64())])),
            pa.field("line", pa.int64()),
            pa.field("source", pa.int32()),
            *(pa.field(name, pa.string()) for name in attributes),
        ]
        geo = json.loads(json.dumps(_GEO))
        del geo["columns"]["geometry"]["crs"]  # absent means OGC:CRS84
        self._schema = pa.schema(fields, metadata={"geo": json.dumps(geo)})
        self._writer = pq.ParquetWriter(
            path, self._schema, compression="zstd", compression_level=1, use_dictionary=["moving_object", *attributes]
        )

    def write(self, table: pa.Table) -> None:
        """One row group from a table with the columns of :data:`CORE` and the attributes."""
        point = pa.StructArray.from_arrays([_one(table["lon"]), _one(table["lat"])], names=["x", "y"])
        columns = [
            _one(table["moving_object"]).cast(self._schema.field("moving_object").type),
            table["begin"].cast(_UTC),
            table["end"].cast(_UTC),
            table["utc_offset_min"],
            point,
            table["line"],
            table["source"],
            *(
                table[name] if name in table.column_names else pa.nulls(len(table), pa.string())
                for name in self._attributes
            ),
        ]
        self._writer.write_table(pa.Table.from_arrays(columns, schema=self._schema), row_group_size=max(len(table), 1))
        self.rows += len(table)

    def __enter__(self) -> "FixesWriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()


class FixesReader:
    """Reads a file of fixes row group by row group."""

    def __init__(self, path: Path) -> None:
        self._file = pq.ParquetFile(path)
        self.rows: int = self._file.metadata.num_rows
        self.attributes = attributes_of(self._file.schema_arrow.names)

    def __enter__(self) -> "FixesReader":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def tables(self, attributes: list[str] | None = None) -> Iterator[pa.Table]:
        """Each row group as a table with :data:`CORE` and the wanted attributes (all by default)."""
        wanted = self.attributes if attributes is None else [a for a in attributes if a in self.attributes]
        names = ["moving_object", "begin", "end", "utc_offset_min", "geometry", "line", "source", *wanted]
        for i in range(self._file.num_row_groups):
            yield _flat(self._file.read_row_group(i, columns=names))

    def chunks(self, attributes: list[str]) -> Iterator[tuple[int, Fixes, pa.Table]]:
        """``(row of the first fix, fixes, table)`` of each row group."""
        start = 0
        for table in self.tables(attributes):
            yield start, to_fixes(table), table
            start += len(table)


def to_fixes(table: pa.Table) -> Fixes:
    """The arrays of a table of fixes that is sorted by moving object."""
    codes, names = _codes(table["moving_object"])
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    return Fixes(
        moving_objects=tuple(names[codes[starts]].tolist()) if len(codes) else (),
        offsets=np.append(starts, len(codes)).astype(np.int64),
        begin=_numpy(table["begin"], pa.int64()),
        end=_numpy(table["end"], pa.int64()),
        utc_offset_min=_numpy(table["utc_offset_min"], pa.int16()),
        lon=_numpy(table["lon"], pa.float64()),
        lat=_numpy(table["lat"], pa.float64()),
    )


def _codes(column: pa.ChunkedArray) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    array = _one(column)
    if not pa.types.is_dictionary(array.type):
        array = array.dictionary_encode()
    return array.indices.to_numpy(zero_copy_only=False), np.asarray(array.dictionary.to_pylist(), dtype=object)


def _numpy(column: pa.ChunkedArray, kind: pa.DataType) -> np.ndarray[Any, Any]:
    return np.asarray(_one(column.cast(kind)).to_numpy(zero_copy_only=False))


def _one(column: pa.ChunkedArray | pa.Array) -> pa.Array:
    """One contiguous array (a chunked one is joined)."""
    if not isinstance(column, pa.ChunkedArray):
        return column
    joined = column.combine_chunks()
    if isinstance(joined, pa.ChunkedArray):
        return joined.chunk(0) if joined.num_chunks else pa.array([], column.type)
    return joined


def _flat(table: pa.Table) -> pa.Table:
    point = _one(table["geometry"])
    table = table.append_column("lon", pc.struct_field(point, "x")).append_column("lat", pc.struct_field(point, "y"))
    return table.drop_columns(["geometry"])
