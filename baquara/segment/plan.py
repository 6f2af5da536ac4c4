"""What to look for: how trails are cut, at which scales stops are searched, inside which areas."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, get_args

from baquara.errors import BadInput
from baquara.geo import chord_m

if TYPE_CHECKING:
    from shapely import Geometry

__all__ = ["NO_LIMIT_US", "Areas", "Plan", "Scale", "Trails", "microseconds"]

Trails = Literal["day", "gap", "object", "window"]

NO_LIMIT_US: Final = 2**62
"""Longer than any time between two positions, in µs."""
_LONGEST_S: Final = 1e11
_SLACK_M: Final = 1e-6
_UNITS: Final = {"s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0, "m": 1.0, "km": 1000.0}
_SCALE: Final = re.compile(r"\s*([0-9.]+)\s*(s|min|h|d)\s*/\s*([0-9.]+)\s*(m|km)\s*")


def microseconds(seconds: float) -> int:
    """Seconds as whole microseconds, the unit of the clock.

    >>> microseconds(0.1)
    100000
    """
    return round(seconds * 1_000_000)


def _check_s(name: str, value: float, *, least_s: float = 1e-6) -> None:
    if not least_s <= value <= _LONGEST_S:
        raise BadInput(f"{name} must be from {least_s:g} to {_LONGEST_S:g} seconds, got {value}")


@dataclass(frozen=True, slots=True)
class Scale:
    """A stop lasts at least ``min_duration_s`` within ``radius_m`` of its first position. Both are inclusive.

    >>> Scale.parse("30min/500m")
    Scale(min_duration_s=1800.0, radius_m=500.0)
    >>> str(Scale.parse("1.5h/2km"))
    '90min/2km'
    """

    min_duration_s: float
    radius_m: float

    def __post_init__(self) -> None:
        _check_s("min_duration", self.min_duration_s)
        if not 0 < self.radius_m < math.inf:
            raise BadInput(f"radius must be more than 0 m and finite, got {self.radius_m}")

    @classmethod
    def parse(cls, text: str) -> "Scale":
        """A scale from ``duration/radius``: ``30min/500m``, ``20min/2km``, ``90s/50m``, ``1.5h/1km``."""
        found = _SCALE.fullmatch(text)
        try:
            duration, duration_unit, radius, radius_unit = found.groups() if found else ("", "", "", "")
            return cls(float(duration) * _UNITS[duration_unit], float(radius) * _UNITS[radius_unit])
        except ValueError:
            raise BadInput(
                f"{text!r} is not a scale; write duration/radius, for example 30min/500m or 2h/1km"
            ) from None

    def __str__(self) -> str:
        seconds, metres = self.min_duration_s, self.radius_m
        duration = f"{seconds / 60:g}min" if seconds % 60 == 0 else f"{seconds:g}s"
        return duration + "/" + (f"{metres / 1000:g}km" if metres % 1000 == 0 else f"{metres:g}m")

    @property
    def min_duration_us(self) -> int:
        """The shortest stop, in µs."""
        return microseconds(self.min_duration_s)

    @property
    def squared_chord(self) -> float:
        """What squared chords are compared with (``<=``): 1 µm wider than the radius, so that rounding excludes nobody."""
        return (chord_m(self.radius_m) + _SLACK_M) ** 2


@dataclass(frozen=True, slots=True)
class Areas:
    """Places given as polygons (lon, lat, degrees), each with the shortest stay that counts as a stop in it.

    The candidate stops ``(R_C, Δ_C)`` of SMoT (Alvares et al., 2007, Definition 2). A polygon that crosses the
    antimeridian is given in two parts, as one multipolygon. Where two polygons share more than their
    boundary, the larger one is the coarser; see :func:`baquara.segment.areas.levels`.
    """

    polygons: tuple["Geometry", ...]
    min_duration_s: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.polygons or len(self.polygons) != len(self.min_duration_s):
            counts = f"got {len(self.polygons)} polygons and {len(self.min_duration_s)} durations"
            raise BadInput(f"areas need one polygon or more, and as many shortest durations; {counts}")
        for number, (polygon, duration) in enumerate(zip(self.polygons, self.min_duration_s, strict=True)):
            _check_s(f"min_duration of area {number}", duration, least_s=0.0)
            _check_polygon(number, polygon)

    @classmethod
    def of(cls, polygons: Iterable["Geometry"], *, min_duration_s: float) -> "Areas":
        """Areas that all have the same shortest stay."""
        polygons = tuple(polygons)
        return cls(polygons, (min_duration_s,) * len(polygons))


def _check_polygon(number: int, polygon: "Geometry") -> None:
    if polygon.geom_type not in ("Polygon", "MultiPolygon") or polygon.is_empty or not polygon.is_valid:
        raise BadInput(
            f"area {number} must be a valid polygon or multipolygon that is not empty; try shapely.make_valid"
        )
    west, south, east, north = polygon.bounds
    if not (-180 <= west <= east <= 180 and -90 <= south <= north <= 90):
        raise BadInput(f"area {number} must lie in lon -180..180 and lat -90..90 degrees, got {polygon.bounds}")


@dataclass(frozen=True, slots=True)
class Plan:
    """How to segment. The defaults are those of the papers: trails by local day, stops of 30 min within 500 m.

    ``scales`` go from coarse to fine: neither number may rise from one scale to the next. ``gap_s`` belongs to
    ``trails="gap"`` and ``window_s`` to ``trails="window"``. ``max_gap_s`` is the longest silence inside a stop
    (``None``: any). With ``checkins`` each position is a stop, and ``scales`` are not used.

    >>> Plan(scales=(Scale.parse("30min/2km"), Scale.parse("5min/50m"))).trails
    'day'
    >>> Plan(trails="gap")
    Traceback (most recent call last):
    baquara.errors.BadInput: trails by gap need gap_s; the other ways to cut trails take none
    """

    trails: Trails = "day"
    gap_s: float | None = None
    window_s: float | None = None
    checkins: bool = False
    scales: tuple[Scale, ...] = (Scale(1800.0, 500.0),)
    max_gap_s: float | None = None
    areas: Areas | None = None

    def __post_init__(self) -> None:
        if self.trails not in get_args(Trails):
            raise BadInput(f"trails must be one of {', '.join(get_args(Trails))}, got {self.trails!r}")
        self._check_trail_option("gap", self.gap_s)
        self._check_trail_option("window", self.window_s)
        if self.max_gap_s is not None:
            _check_s("max_gap", self.max_gap_s, least_s=0.0)
        if self.checkins and self.areas is not None:
            raise BadInput("check-ins are stops already: give areas or checkins, not both")
        if not (self.checkins or self.scales or self.areas):
            raise BadInput("nothing to look for: give one scale or more, areas, or checkins")
        self._check_scales()

    def _check_trail_option(self, name: Trails, value: float | None) -> None:
        if (self.trails == name) != (value is not None):
            raise BadInput(f"trails by {name} need {name}_s; the other ways to cut trails take none")
        if value is not None:
            _check_s(name, value)

    def _check_scales(self) -> None:
        for coarse, fine in pairwise(self.scales):
            wider = fine.radius_m > coarse.radius_m or fine.min_duration_s > coarse.min_duration_s
            if wider or fine == coarse:
                raise BadInput(f"scales go from coarse to fine, but {fine} follows {coarse}; reorder them")

    @property
    def max_gap_us(self) -> int:
        """The longest silence inside a stop, in µs."""
        return NO_LIMIT_US if self.max_gap_s is None else microseconds(self.max_gap_s)
