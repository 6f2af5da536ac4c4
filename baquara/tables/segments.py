"""Movement segments on disk: one Parquet file a dataset, rows in the preorder of :class:`baquara.model.Segments`.

``row`` numbers (``father``, ``prev``, ``next``, ``first``, ``last``) are those of the whole file and of the
whole file of fixes; -1 stands for none. ``path`` numbers a segment as Figure 1 of Baquara² does: ``3.1.2`` is
the second child of the first child of the object's third trail.
"""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from baquara.model import NONE, Fixes, Kind, Segments

__all__ = ["SCHEMA", "SegmentsReader", "SegmentsWriter", "paths_of"]

_UTC = pa.timestamp("us", "UTC")
SCHEMA = pa.schema(
    [
        ("moving_object", pa.dictionary(pa.int32(), pa.string())),
        ("path", pa.string()),
        ("kind", pa.dictionary(pa.int8(), pa.string())),
        ("level", pa.int16()),
        ("ord", pa.int64()),
        ("father", pa.int64()),
        ("prev", pa.int64()),
        ("next", pa.int64()),
        ("first", pa.int64()),
        ("last", pa.int64()),
        ("begin", _UTC),
        ("end", _UTC),
        ("begin_offset_min", pa.int16()),
        ("end_offset_min", pa.int16()),
        ("lon", pa.float64()),
        ("lat", pa.float64()),
        ("length_m", pa.float64()),
        ("area", pa.string()),
    ]
)
_KINDS = pa.array([kind.name for kind in Kind])


class SegmentsWriter:
    """Appends the segments of one chunk of fixes after another."""

    def __init__(self, path: Path) -> None:
        self.rows = 0
        self._writer = pq.ParquetWriter(
            path, SCHEMA, compression="zstd", compression_level=1, use_dictionary=["moving_object", "kind", "area"]
        )

    def write(
        self,
        fixes: Fixes,
        segments: Segments,
        *,
        length_m: np.ndarray[Any, Any],
        first_fix: int,
        areas: tuple[str, ...],
    ) -> None:
        """One row group; ``first_fix`` is the row of the chunk's first fix in the whole file of fixes."""
        if not len(segments):
            return
        columns = [
            pa.DictionaryArray.from_arrays(
                pa.array(segments.moving_object.astype(np.int32)), pa.array(fixes.moving_objects, pa.string())
            ),
            paths_of(segments),
            pa.DictionaryArray.from_arrays(pa.array(segments.kind), _KINDS),
            segments.level,
            segments.ord,
            *(np.where(row == NONE, NONE, row + self.rows) for row in (segments.father, segments.prev, segments.next)),
            segments.first + first_fix,
            segments.last + first_fix,
            pa.array(segments.begin).cast(_UTC),
            pa.array(segments.end).cast(_UTC),
            fixes.utc_offset_min[segments.first],
            fixes.utc_offset_min[segments.last],
            segments.lon,
            segments.lat,
            length_m,
            _named(segments.area, areas),
        ]
        self._writer.write_table(
            pa.Table.from_arrays([pa.array(c) if isinstance(c, np.ndarray) else c for c in columns], schema=SCHEMA),
            row_group_size=len(segments),
        )
        self.rows += len(segments)

    def __enter__(self) -> "SegmentsWriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()


class SegmentsReader:
    """Reads the row groups, in step with those of the fixes."""

    def __init__(self, path: Path) -> None:
        self._file = pq.ParquetFile(path)
        self.rows: int = self._file.metadata.num_rows

    def __enter__(self) -> "SegmentsReader":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def tables(self) -> Iterator[pa.Table]:
        """Each row group."""
        for i in range(self._file.num_row_groups):
            yield self._file.read_row_group(i)


def paths_of(segments: Segments) -> pa.Array:
    """``3``, ``3.1``, ``3.1.2``: the ``ord`` of each ancestor and of the segment itself."""
    own = pc.cast(pa.array(segments.ord), pa.string())
    paths = own
    for level in range(1, int(segments.level.max(initial=0)) + 1):
        here = pa.array(segments.level == level)
        fathers = paths.take(pa.array(np.where(segments.father == NONE, 0, segments.father)))
        paths = pc.if_else(here, pc.binary_join_element_wise(fathers, own, "."), paths)
    return paths


def _named(area: np.ndarray[Any, Any], areas: tuple[str, ...]) -> pa.Array:
    indices = pa.array(area, mask=area == NONE)
    return pa.array(areas, pa.string()).take(indices) if areas else pa.nulls(len(area), pa.string())
