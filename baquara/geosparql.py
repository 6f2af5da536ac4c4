"""GeoSPARQL functions that Oxigraph lacks or measures on a sphere.

``geof:distance`` between two points in metres is the geodesic on WGS84 (the engine's own is spherical: 0.3 % off).
Anything else than two points in longitude and latitude gives no value, as the engine itself does.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import pyoxigraph as ox
import shapely

from baquara.geo import distance_m
from baquara.vocab import PREFIXES

__all__ = ["FUNCTIONS"]

_METRES: Final = {"metre": 1.0, "meter": 1.0, "degree": None, "kilometre": 1000.0, "radian": None}


@lru_cache(maxsize=100_000)
def _point(wkt: str) -> tuple[float, float]:
    geometry = shapely.from_wkt(wkt)
    if geometry.geom_type != "Point" or geometry.is_empty:
        raise ValueError(f"geof:distance needs two points, got {wkt[:80]}")
    return geometry.x, geometry.y


def _distance(a: ox.Literal, b: ox.Literal, unit: ox.NamedNode) -> ox.Literal:
    """``geof:distance(a, b, uom:metre)``; raising gives an unbound value."""
    metres = _METRES.get(unit.value.rsplit("/", 1)[-1])
    if metres is None:
        raise ValueError(f"geof:distance in {unit.value} is not supported; use uom:metre")
    return ox.Literal(distance_m(*_point(a.value), *_point(b.value)) / metres)


FUNCTIONS: Final[dict[ox.NamedNode, Callable[..., ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple | None]]] = {
    ox.NamedNode(PREFIXES["geof"] + "distance"): _distance
}
"""What to pass as ``custom_functions``."""
