"""Which area is coarser than which, and which position lies in which area.

Alvares et al. (2007), "A model for enriching trajectories with semantic geographical information", section 3
(stops inside given places); Moreno et al. (2010), "SMoT+: extending the SMoT algorithm for discovering stops in
nested sites" (places inside places).
"""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from baquara.geo import WGS84
from baquara.segment.plan import Areas

if TYPE_CHECKING:
    from shapely import STRtree

__all__ = ["levels", "members"]

_ROWS = 1 << 17


def levels(areas: Areas) -> NDArray[np.int64]:
    """The level of each polygon, 0 is the coarsest.

    One more than the highest level among the larger polygons with which it shares inner points, or 0. So two
    polygons of one level share boundary at most. Larger is measured on the ellipsoid; of two equal ones the
    first is the coarser.

    >>> from shapely import box
    >>> levels(Areas.of([box(0, 0, 1, 1), box(0, 0, 9, 9), box(8, 8, 9.5, 9), box(20, 0, 21, 1)], min_duration_s=60)).tolist()
    [1, 0, 1, 0]
    """
    from shapely import STRtree, relate_pattern

    polygons = np.array(areas.polygons, dtype=object)
    a, b = STRtree(polygons).query(polygons, predicate="intersects")
    share = (a != b) & relate_pattern(polygons[a], polygons[b], "T********")
    size = [abs(WGS84.geometry_area_perimeter(polygon)[0]) for polygon in polygons]
    level = np.zeros(len(polygons), dtype=np.int64)
    for p in sorted(range(len(polygons)), key=lambda p: (-size[p], p)):
        larger = [q for q in b[share & (a == p)] if (-size[q], q) < (-size[p], p)]
        level[p] = 1 + max((int(level[q]) for q in larger), default=-1)
    return level


def members(areas: Areas, lon: NDArray[np.float64], lat: NDArray[np.float64]) -> NDArray[np.int64]:
    """Pairs (row, polygon) such that the position lies in the polygon or on its boundary, sorted.

    >>> from shapely import box
    >>> members(Areas.of([box(0, 0, 1, 1), box(1, 0, 2, 1)], min_duration_s=60), np.array([1.0, 3.0]), np.zeros(2)).tolist()
    [[0, 0], [0, 1]]
    """
    from shapely import STRtree, prepare

    prepare(np.array(areas.polygons, dtype=object))
    tree = STRtree(areas.polygons)
    found: list[NDArray[np.int64]] = [np.empty((0, 2), dtype=np.int64)]
    for start in range(0, len(lon), _ROWS):
        rows = slice(start, start + _ROWS)
        found.append(_members(tree, lon[rows], lat[rows]) + np.array([start, 0], dtype=np.int64))
    return np.concatenate(found)


def _members(tree: "STRtree", lon: NDArray[np.float64], lat: NDArray[np.float64]) -> NDArray[np.int64]:
    from shapely import intersects_xy, points

    pairs = tree.query(points(lon, lat))
    row, polygon = pairs[:, np.lexsort(pairs[::-1])]
    inside = np.zeros(len(row), dtype=np.bool_)
    for p in np.unique(polygon):
        of = polygon == p
        inside[of] = intersects_xy(tree.geometries[p], lon[row[of]], lat[row[of]])
    return np.column_stack([row, polygon])[inside].astype(np.int64)
