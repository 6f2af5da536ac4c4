"""What a reader may be told: the options of ``baquara ingest`` that concern reading.

>>> ReadOptions(mapping=parse_mapping("moving_object=uid,time=datetime")).mapping["time"]
'datetime'
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pyproj
from pyproj.exceptions import CRSError

from baquara.errors import BadInput
from baquara.ingest.patterns import compile_format
from baquara.ingest.words import PAIRS, ROLES, suggest
from baquara.ingest.zones import Ambiguous, Zone

__all__ = ["FORMATS", "ReadOptions", "parse_instant", "parse_mapping"]

FORMATS = ("csv", "parquet", "gpx", "geojson", "mfjson", "plt")


def parse_mapping(text: str) -> dict[str, str]:
    """The pairs of ``--map``. A pair with a comma in it is put in double quotes.

    >>> parse_mapping('time=when,"text=what, exactly"')
    {'time': 'when', 'text': 'what, exactly'}
    """
    mapping: dict[str, str] = {}
    for pair in next(csv.reader([text], skipinitialspace=True), []):
        role, equals, column = (part.strip() for part in pair.partition("="))
        if not equals or not column:
            raise BadInput(f"--map: {pair!r} is not role=column; example: --map moving_object=uid,time=datetime")
        if role in mapping:
            raise BadInput(f"--map: {role} is given twice ({mapping[role]!r} and {column!r}); keep one")
        mapping[role] = column
    return mapping


def parse_instant(text: str, *, option: str) -> tuple[int, int]:
    """µs UTC and offset in seconds of an ISO 8601 time that carries its zone.

    >>> parse_instant("2002-08-27T09:15:59+03:00", option="--epoch")
    (1030428959000000, 10800)
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{option}: {text!r} is not a time; write it as 2002-08-27T00:00:00+03:00") from None
    offset = moment.utcoffset()
    if offset is None:
        raise BadInput(f"{option}: {text!r} has no zone; write it as 2002-08-27T00:00:00+03:00")
    start = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
    return (moment - start) // timedelta(microseconds=1), round(offset.total_seconds())


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """How files are read. Everything that is not said is guessed from the file, shown, and refused if unclear."""

    mapping: Mapping[str, str] = field(default_factory=dict)
    """Role to column: a name, or a number from 1 where the file has no header. ``time=date+time`` joins two."""
    timezone: str | None = None
    """The zone of times that carry none."""
    local_timezone: str | None = None
    """The zone whose local day counts. By default the zone that a time came with."""
    ambiguous: Ambiguous = "earliest"
    """Which instant a local time means that happens twice when clocks go back."""
    epoch: str | None = None
    """Numeric times are seconds after this instant. Without it they are Unix times."""
    time_format: str | None = None
    """How times are written, as in ``%d/%m/%Y %H:%M``; needed where day and month could be confused."""
    crs: str | None = None
    """The reference system of x and y, as in ``EPSG:2100``."""
    header: bool | None = None
    delimiter: str | None = None
    moving_object: str | None = None
    """The moving object of files that name none."""
    ordered: bool = False
    """Refuse rows that go back in time within the moving object and file."""
    attributes: tuple[str, ...] | None = None
    """The further columns to keep; ``None`` keeps all."""
    format: str | None = None

    def __post_init__(self) -> None:
        self._check_mapping()
        self._check_places_and_times()
        if self.delimiter is not None and (len(self.delimiter) != 1 or self.delimiter in '\r\n"'):
            raise BadInput(f"the delimiter must be one character, not a quote or line end; got {self.delimiter!r}")
        if self.format is not None and self.format not in FORMATS:
            raise BadInput(f"unknown format {self.format!r}; use one of {', '.join(FORMATS)}")
        if self.moving_object is not None and not self.moving_object.strip():
            raise BadInput("--moving-object is empty; give a name")

    def _check_mapping(self) -> None:
        for role in self.mapping:
            if role not in ROLES:
                raise BadInput(f"--map: unknown role {role!r}; use {', '.join(ROLES)}{suggest(role, ROLES)}")
        if "moving_object" in self.mapping and self.moving_object is not None:
            raise BadInput("both --map moving_object=… and --moving-object are given; keep one")
        if "time" in self.mapping and "begin" in self.mapping:
            raise BadInput("--map: time and begin mean the same; keep one")
        self._check_position_roles()

    def _check_position_roles(self) -> None:
        ways = [
            way for way in (("lon", "lat"), ("x", "y"), *((pair,) for pair in PAIRS)) if set(way) & set(self.mapping)
        ]
        if len(ways) > 1:
            raise BadInput(f"--map: the position is given {len(ways)} times ({ways}); keep one way")
        if ways and not set(ways[0]) <= set(self.mapping):
            raise BadInput(f"--map: {' and '.join(ways[0])} go together; give both")
        if ways and ways[0][0] in ("x", "xy", "yx") and self.crs is None:
            raise BadInput("x and y need their reference system: add --crs, for example --crs EPSG:2100")

    def _check_places_and_times(self) -> None:
        for zone in (self.timezone, self.local_timezone):
            if zone is not None:
                Zone.named(zone)
        if self.ambiguous not in ("earliest", "latest", "reject"):
            raise BadInput(f"ambiguous must be earliest, latest or reject; got {self.ambiguous!r}")
        if self.epoch is not None:
            parse_instant(self.epoch, option="--epoch")
        if self.time_format is not None:
            compile_format(self.time_format)
        if self.crs is not None:
            _check_crs(self.crs)


def _check_crs(crs: str) -> None:
    try:
        pyproj.CRS.from_user_input(crs)
    except CRSError:
        raise BadInput(f"--crs: {crs!r} is not a reference system that PROJ knows; example: --crs EPSG:2100") from None
