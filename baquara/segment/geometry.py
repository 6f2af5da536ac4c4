"""Shapes and lengths of segments, made when asked for."""

from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from baquara.geo import EARTH_RADIUS_M, ecef
from baquara.model import Fixes, Kind, Segments

if TYPE_CHECKING:
    from shapely import Geometry

__all__ = ["hull", "hull_wkt", "line_wkt", "path_length_m"]

_ROWS = 1 << 14


def path_length_m(fixes: Fixes, segments: Segments) -> NDArray[np.float64]:
    """The way from position to position, in metres: the sum of geodesic steps of a trail or move; 0 for a stop.

    >>> from baquara.segment import Plan, segment
    >>> f = Fixes.of([("ana", 60 * n, 60 * n, 0.01 * n, 0.0) for n in range(11)])
    >>> path_length_m(f, segment(f, Plan())).round(0).tolist()
    [11132.0, 11132.0]
    """
    length = np.zeros(len(segments))
    chosen = (segments.kind != Kind.Stop) & (segments.first < segments.last)
    if chosen.any():
        bounds = np.column_stack([segments.first[chosen], segments.last[chosen]]).ravel()
        length[chosen] = np.add.reduceat(_steps_m(fixes), bounds)[::2]
    return length


def _steps_m(fixes: Fixes) -> NDArray[np.float64]:
    """Metres from each position to the next row; 0 after the last row."""
    steps = np.zeros(len(fixes))
    for start in range(0, len(fixes) - 1, _ROWS):
        rows = slice(start, start + _ROWS + 1)
        chord = np.linalg.norm(np.diff(ecef(fixes.lon[rows], fixes.lat[rows]), axis=0), axis=1)
        arc = 2 * EARTH_RADIUS_M * np.arcsin(np.minimum(chord / (2 * EARTH_RADIUS_M), 1.0))
        steps[start : start + len(arc)] = arc
    return steps


def hull(fixes: Fixes, segments: Segments, row: int) -> "Geometry":
    """The convex hull, in lon and lat, of the positions of a segment.

    A hull across the antimeridian comes in two parts. Around a pole no ring of lon and lat is a hull: there the
    positions themselves are given, as a multipoint.

    >>> from baquara.segment import Plan, segment
    >>> corners = [(179.999, 0.0), (-179.999, 0.0), (-179.999, 0.001), (179.999, 0.001)]
    >>> f = Fixes.of([("ana", 900 * n, 900 * n, *corner) for n, corner in enumerate(corners)])
    >>> [part.bounds for part in hull(f, segment(f, Plan()), 1).geoms]
    [(-180.0, 0.0, -179.999, 0.001), (179.999, 0.0, 180.0, 0.001)]
    """
    from shapely import MultiPoint

    lon, lat = _positions(fixes, segments, row)
    if np.ptp(lon) > 180:
        return MultiPoint(np.column_stack([_wrap(lon), lat]))
    return _split(MultiPoint(np.column_stack([lon, lat])).convex_hull)


def hull_wkt(fixes: Fixes, segments: Segments, row: int) -> str:
    """The convex hull of a segment as well-known text, lon before lat.

    >>> from baquara.segment import Plan, segment
    >>> f = Fixes.of([("ana", 900 * n, 900 * n, 0.001 * (n % 2), 0.001 * (n // 2)) for n in range(4)])
    >>> hull_wkt(f, segment(f, Plan()), 1)
    'POLYGON ((0 0, 0 0.001, 0.001 0.001, 0.001 0, 0 0))'
    """
    return cast(str, hull(fixes, segments, row).normalize().wkt)


def line_wkt(fixes: Fixes, segments: Segments, row: int) -> str:
    """The line through the positions of a segment as well-known text; cut in two at the antimeridian.

    >>> from baquara.segment import Plan, segment
    >>> f = Fixes.of([("ana", 0, 0, 179.5, 0.0), ("ana", 60, 60, -179.5, 0.0)])
    >>> line_wkt(f, segment(f, Plan()), 0)
    'MULTILINESTRING ((179.5 0, 180 0), (-180 0, -179.5 0))'
    """
    from shapely import MultiLineString, Point

    lon, lat = _positions(fixes, segments, row)
    if len(lon) == 1:
        return cast(str, Point(lon[0], lat[0]).wkt)
    parts = _cut(lon, lat)
    return cast(str, (parts[0] if len(parts) == 1 else MultiLineString(parts)).wkt)


def _positions(fixes: Fixes, segments: Segments, row: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lon and lat of a segment's positions; lon goes on beyond 180 where the object crossed the antimeridian."""
    rows = slice(int(segments.first[row]), int(segments.last[row]) + 1)
    lon, lat = fixes.lon[rows], fixes.lat[rows]
    turns = np.round(np.diff(lon, prepend=lon[:1]) / 360.0).cumsum()
    return np.where(turns == 0, lon, lon - 360.0 * turns), lat


def _wrap(lon: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(np.abs(lon) > 180, (lon + 180) % 360 - 180, lon)


def _cut(lon: NDArray[np.float64], lat: NDArray[np.float64]) -> list["Geometry"]:
    """The line in parts within lon -180..180, in the order of the way."""
    from shapely import LineString

    world = np.floor((lon + 180) / 360)
    if np.all((lon >= -180) & (lon <= 180)):
        return [LineString(np.column_stack([lon, lat]))]
    at = np.flatnonzero(np.diff(world)) + 1
    edge = 360 * np.maximum(world[at], world[at - 1]) - 180
    height = lat[at - 1] + (lat[at] - lat[at - 1]) * (edge - lon[at - 1]) / (lon[at] - lon[at - 1])
    x, y = np.insert(lon, np.repeat(at, 2), np.repeat(edge, 2)), np.insert(lat, np.repeat(at, 2), np.repeat(height, 2))
    parts = np.split(np.column_stack([x, y]), at + 2 * np.arange(len(at)) + 1)
    shift = 360 * world[np.concatenate([[0], at])]
    return [
        LineString(part - [turn, 0.0]) for part, turn in zip(parts, shift, strict=True) if np.ptp(part, axis=0).any()
    ]


def _split(shape: "Geometry") -> "Geometry":
    """The shape within lon -180..180: what lies beyond comes back from the other side."""
    from shapely import box, get_dimensions, union_all
    from shapely.affinity import translate

    west, _, east, _ = shape.bounds
    if west >= -180 and east <= 180:
        return shape
    turns = range(int((west + 180) // 360), int((east + 180) // 360) + 1)
    parts = [translate(shape.intersection(box(360 * t - 180, -91, 360 * t + 180, 91)), xoff=-360.0 * t) for t in turns]
    return union_all([part for part in parts if get_dimensions(part) == get_dimensions(shape)])
