"""Shapes and lengths of segments, made when asked for."""

from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from baquara import shapes
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
    """The convex hull, in lon and lat, of the positions of a segment; see :func:`baquara.shapes.hull`.

    >>> from baquara.segment import Plan, segment
    >>> corners = [(179.999, 0.0), (-179.999, 0.0), (-179.999, 0.001), (179.999, 0.001)]
    >>> f = Fixes.of([("ana", 900 * n, 900 * n, *corner) for n, corner in enumerate(corners)])
    >>> [part.bounds for part in hull(f, segment(f, Plan()), 1).geoms]
    [(-180.0, 0.0, -179.999, 0.001), (179.999, 0.0, 180.0, 0.001)]
    """
    return shapes.hull(*_positions(fixes, segments, row))


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
    return cast(str, shapes.line(*_positions(fixes, segments, row)).wkt)


def _positions(fixes: Fixes, segments: Segments, row: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lon and lat of a segment's positions."""
    rows = slice(int(segments.first[row]), int(segments.last[row]) + 1)
    return fixes.lon[rows], fixes.lat[rows]
