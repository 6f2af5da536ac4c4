"""Positions as triples, on demand (``--positions``): seven a fix."""

from collections.abc import Iterator
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from baquara.triplify.lines import Lines, coordinates, instants, numbers
from baquara.triplify.names import Names
from baquara.triplify.segments import SLICE_ROWS, Chunk
from baquara.vocab import bq

__all__ = ["write_positions"]


def write_positions(out: BinaryIO, chunks: Iterator[Chunk], names: Names) -> int:
    """Write every fix as a bq:MovingObjectPosition. Returns the triples written."""
    lines = Lines(out)
    for _, fixes, table, _, _ in chunks:
        ords = np.arange(len(fixes)) - np.repeat(fixes.offsets[:-1], np.diff(fixes.offsets)) + 1
        for start in range(0, len(fixes), SLICE_ROWS):
            rows = slice(start, start + SLICE_ROWS)
            mo = table["moving_object"].slice(start, SLICE_ROWS)
            own = names.positions(mo, numbers(ords[rows]))
            lines.types(own, bq("MovingObjectPosition"))
            lines.links(own, bq("positionOf"), names.objects(mo))
            lines.literals(own, bq("ord"), numbers(ords[rows]), "integer")
            zone = fixes.utc_offset_min[rows]
            lines.interval(own, instants(fixes.begin[rows], zone), instants(fixes.end[rows], zone))
            at = coordinates(fixes.lon[rows], fixes.lat[rows])
            lines.geometries(own, pc.binary_join_element_wise("POINT(", at, pa.scalar(")"), ""))
    return lines.count
