"""Lines and hulls through positions, in lon and lat, right also where they cross the antimeridian or circle a pole."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from shapely import Geometry

__all__ = ["hull", "line"]

Floats = NDArray[np.float64]


def hull(lon: Floats, lat: Floats) -> "Geometry":
    """The convex hull of positions in the order of the way.

    A hull across the antimeridian comes in two parts. Around a pole no ring of lon and lat is a hull: there the
    positions themselves are given, as a multipoint.

    >>> hull(np.array([179.9, -179.9, -179.9, 179.9]), np.array([0.0, 0.0, 0.1, 0.1])).geom_type
    'MultiPolygon'
    """
    from shapely import MultiPoint

    lon = _unrolled(lon)
    if np.ptp(lon) > 180:
        return MultiPoint(np.column_stack([_wrap(lon), lat]))
    return _split(MultiPoint(np.column_stack([lon, lat])).convex_hull)


def line(lon: Floats, lat: Floats) -> "Geometry":
    """The line through positions in the order of the way, cut in two at the antimeridian; a point where there is but one.

    >>> line(np.array([179.5, -179.5]), np.array([0.0, 0.0])).wkt
    'MULTILINESTRING ((179.5 0, 180 0), (-180 0, -179.5 0))'
    """
    from shapely import MultiLineString, Point

    if len(lon) == 1:
        return Point(lon[0], lat[0])
    parts = _cut(_unrolled(lon), lat)
    return parts[0] if len(parts) == 1 else MultiLineString(parts)


def _unrolled(lon: Floats) -> Floats:
    """Lon that goes on beyond 180 where the object crossed the antimeridian."""
    turns = np.round(np.diff(lon, prepend=lon[:1]) / 360.0).cumsum()
    return np.where(turns == 0, lon, lon - 360.0 * turns)


def _wrap(lon: Floats) -> Floats:
    return np.where(np.abs(lon) > 180, (lon + 180) % 360 - 180, lon)


def _cut(lon: Floats, lat: Floats) -> list["Geometry"]:
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
