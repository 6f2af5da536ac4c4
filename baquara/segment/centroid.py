"""The middle of a stop on the ellipsoid: the mean of earth-centred coordinates, put back to the surface."""

import numpy as np
from numpy.typing import NDArray

from baquara.geo import WGS84, ecef
from baquara.model import Fixes

__all__ = ["centroids", "surface"]

_ROUNDS = 4


def surface(xyz: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lon and lat, in degrees, of the points of the surface straight above or below earth-centred points.

    Bowring (1976), "Transformation from spatial to geographical coordinates", iterated until it stands still.

    >>> lon, lat = surface(ecef(np.array([179.5, -43.2]), np.array([89.0, -22.9])))
    >>> lon.round(12).tolist(), lat.round(12).tolist()
    ([179.5, -43.2], [89.0, -22.9])
    """
    x, y, z = xyz.T
    p, f = np.hypot(x, y), WGS84.f
    e2 = f * (2 - f)
    lat = np.arctan2(z, p * (1 - e2))
    for _ in range(_ROUNDS):
        beta = np.arctan2((1 - f) * np.sin(lat), np.cos(lat))
        lat = np.arctan2(z + e2 / (1 - e2) * WGS84.b * np.sin(beta) ** 3, p - e2 * WGS84.a * np.cos(beta) ** 3)
    return np.degrees(np.arctan2(y, x)), np.degrees(lat)


def centroids(
    fixes: Fixes, first: NDArray[np.int64], last: NDArray[np.int64], sums: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lon and lat of stops, given for each the sum of (position - first position) in earth-centred metres.

    A stop whose positions are all equal has exactly their lon and lat.
    """
    lon, lat = fixes.lon[first], fixes.lat[first]
    spread = np.any(sums != 0.0, axis=1)
    count = (last - first + 1)[spread, None]
    lon[spread], lat[spread] = surface(ecef(lon[spread], lat[spread]) + sums[spread] / count)
    return lon, lat
