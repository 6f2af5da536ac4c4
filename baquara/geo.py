"""Metres on the WGS84 ellipsoid.

Hot loops compare *chords*: straight lines through the earth between points in earth-centred
coordinates (:func:`ecef`). For d metres of geodesic a chord is shorter by about d³/24R²: 1 µm at
1 km, 1 mm at 10 km, 1 m at 100 km, anywhere on earth, poles and antimeridian included. :func:`chord_m` turns a
threshold in metres into its chord, so that comparing chords compares distances.

>>> round(float(distance_m(-43.2105, -22.9519, -43.1566, -22.9486)), 1)   # Corcovado to Sugarloaf
5540.1
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyproj import Geod

__all__ = ["EARTH_RADIUS_M", "WGS84", "chord_m", "distance_m", "ecef"]

WGS84 = Geod(ellps="WGS84")
EARTH_RADIUS_M = 6_371_008.8
_A, _F = WGS84.a, WGS84.f
_E2 = _F * (2 - _F)


def ecef(lon: NDArray[np.float64], lat: NDArray[np.float64]) -> NDArray[np.float64]:
    """Earth-centred x, y, z in metres, one row a point (height 0)."""
    lam, phi = np.radians(lon), np.radians(lat)
    sin, cos = np.sin(phi), np.cos(phi)
    n = _A / np.sqrt(1 - _E2 * sin**2)
    return np.column_stack([n * cos * np.cos(lam), n * cos * np.sin(lam), n * (1 - _E2) * sin])


def chord_m(distance: float) -> float:
    """The chord that belongs to a distance along the surface, in metres.

    >>> chord_m(500.0) == 500.0 or round(500.0 - chord_m(500.0), 6)
    0.0
    """
    return 2 * EARTH_RADIUS_M * float(np.sin(min(distance / (2 * EARTH_RADIUS_M), np.pi / 2)))


def distance_m(lon1: Any, lat1: Any, lon2: Any, lat2: Any) -> Any:  # noqa: ANN401
    """Geodesic distance in metres; scalars or arrays."""
    return WGS84.inv(lon1, lat1, lon2, lat2)[2]
