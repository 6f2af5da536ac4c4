"""GeoLife's .plt: six lines of preamble, then ``lat,lon,0,altitude in feet,days,date,time`` in GMT.

Zheng, Xie, Ma: GeoLife, IEEE Data Eng. Bull. 33(2), 2010. The person is the folder above ``Trajectory``.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import PurePath, PurePosixPath
from typing import Final

import numpy as np

from baquara.ingest.batch import Opened, Raw
from baquara.ingest.options import ReadOptions
from baquara.ingest.sources import Source
from baquara.ingest.text import text_chunks

__all__ = ["open_plt", "person_of"]

_NAMES: Final = ("lat", "lon", "zero", "altitude_ft", "days", "date", "time")
_KEPT: Final = frozenset(_NAMES) - {"zero", "days"}
_PREAMBLE_LINES: Final = 6
_SAMPLE_ROWS: Final = 1000


def open_plt(source: Source, options: ReadOptions) -> Opened:
    """A .plt file. Its rows are one track: a row that goes back in time is refused."""
    first = next(_chunks(source, None), None)
    return Opened(
        format="plt",
        sample=first.table.slice(0, _SAMPLE_ROWS) if first else Raw.empty(sorted(_KEPT)).table,
        chunks=partial(_chunks, source),
        roles={"lat": "lat", "lon": "lon", "time": "date\0time"},
        delimiter=",",
        timezone="UTC",
        moving_object=person_of(source),
    )


def _chunks(source: Source, columns: frozenset[str] | None) -> Iterator[Raw]:
    wanted = _KEPT if columns is None else _KEPT & columns
    for raw in text_chunks(source, _NAMES, ",", _PREAMBLE_LINES, wanted):
        yield raw._replace(sequence=np.zeros(len(raw.lines), np.int64))


def person_of(source: Source) -> str:
    """The folder above ``Trajectory``, or the name of the file."""
    path: PurePath = source.path.resolve() if source.path else PurePosixPath(source.name.rpartition("!")[2])
    in_geolife = path.parent.name.lower() == "trajectory" and path.parent.parent.name
    return path.parent.parent.name if in_geolife else source.stem
