"""Parquet and GeoParquet, row group by row group. A point geometry (WKB or a struct of x and y) gives the position."""

import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pyproj
import shapely
from pyproj.exceptions import CRSError

from baquara.errors import BadInput
from baquara.ingest.batch import Opened, Raw
from baquara.ingest.options import ReadOptions
from baquara.ingest.sources import Source

__all__ = ["open_parquet"]

_ROWS: Final = 250_000
_SAMPLE_ROWS: Final = 1000
_DAMAGE: Final = (pa.ArrowException, OSError)


def open_parquet(source: Source, options: ReadOptions) -> Opened:
    """A Parquet file. Columns that pandas adds for its index are left out."""
    with _opened(source) as file:
        geometry, crs = _geometry(file, source.name)
        names = [name for name in file.schema_arrow.names if not re.fullmatch(r"__index_level_\d+__", name)]
        batch = next(_batches(file, names, rows=_SAMPLE_ROWS), None)
        sample = batch if batch is not None else file.schema_arrow.empty_table().select(names)
    return Opened(
        format="parquet",
        sample=_with_point(sample, geometry),
        chunks=partial(_chunks, source, names, geometry),
        roles={"lon": f"{geometry}.x", "lat": f"{geometry}.y"} if geometry else {},
        crs=crs,
    )


@contextmanager
def _opened(source: Source) -> Iterator[pq.ParquetFile]:
    """The file itself, or a temporary copy where it has to be unpacked: Parquet is read from its end."""
    with source.open() as stream, tempfile.TemporaryFile() as copy:
        packed = source.path is None or not stream.is_plain
        while packed and (block := stream.read(1 << 20)):
            copy.write(block)
        copy.seek(0)
        try:
            with pq.ParquetFile(copy if packed else source.path) as file:
                yield file
        except _DAMAGE as error:
            raise BadInput(
                f"{source.name}: not a whole Parquet file ({_short(error)}); nothing was taken from it"
            ) from None


def _short(error: BaseException) -> str:
    return str(error).partition("\n")[0][:120]


def _batches(file: pq.ParquetFile, names: list[str], *, rows: int) -> Iterator[pa.Table]:
    for batch in file.iter_batches(batch_size=rows, columns=names, use_threads=False):
        batch.validate(full=True)  # strings that are not UTF-8 are damage, and Arrow would find out later
        yield pa.Table.from_batches([batch])


def _chunks(source: Source, names: list[str], geometry: str | None, columns: frozenset[str] | None) -> Iterator[Raw]:
    line = 1
    wanted = [n for n in names if columns is None or n in columns or (n == geometry and f"{n}.x" in columns)]
    with _opened(source) as file:
        for table in _batches(file, wanted, rows=_ROWS):
            table = _with_point(table, geometry if geometry in wanted else None)
            yield Raw(table, np.arange(line, line + table.num_rows, dtype=np.int64), [])
            line += table.num_rows


def _geometry(file: pq.ParquetFile, name: str) -> tuple[str | None, str | None]:
    """The geometry column and its reference system, where that is not longitude and latitude on WGS84."""
    metadata = (file.schema_arrow.metadata or {}).get(b"geo")
    if metadata is None:
        return None, None
    try:
        geo: dict[str, Any] = json.loads(metadata)
        column = geo["primary_column"]
        crs = geo["columns"][column].get("crs")
        known = pyproj.CRS.from_user_input(crs) if crs else None
    except (ValueError, KeyError, TypeError, AttributeError, CRSError) as error:
        raise BadInput(f"{name}: broken GeoParquet metadata ({_short(error)})") from None
    degrees = known is None or known.equals(pyproj.CRS("OGC:CRS84"), ignore_axis_order=True) or known.to_epsg() == 4326
    return (column if column in file.schema_arrow.names else None), None if degrees else json.dumps(crs)


def _with_point(table: pa.Table, geometry: str | None) -> pa.Table:
    """The table with the geometry replaced by its x and y; null where it is no point."""
    if geometry is None:
        return table
    x, y = _xy(table.column(geometry))
    table = table.drop_columns([geometry])
    return table.append_column(f"{geometry}.x", x).append_column(f"{geometry}.y", y)


def _xy(column: pa.ChunkedArray) -> tuple[pa.ChunkedArray, pa.ChunkedArray]:
    if pa.types.is_struct(column.type):
        return pc.struct_field(column, "x"), pc.struct_field(column, "y")
    points = shapely.from_wkb(np.array(column.to_pylist(), dtype=object), on_invalid="ignore")
    x, y = shapely.get_x(points), shapely.get_y(points)
    missing = np.isnan(x) | np.isnan(y)
    columns = [pa.chunked_array([pa.array(v, pa.float64(), mask=missing)]) for v in (x, y)]
    return columns[0], columns[1]
