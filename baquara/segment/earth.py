"""Earth-centred coordinates by plain arithmetic, so that compiled and interpreted code get the same bits.

:func:`point` gives what :func:`baquara.geo.ecef` gives, to 10 nm. It uses no sine of a mathematics library, whose last
bit differs from one library to the next: only ``+ - * /`` and ``sqrt``, which IEEE 754 defines to the bit. The fast engine
compiles it, which is also three times faster than a chain of numpy calls; the reference calls it as it is.
"""

from math import factorial, pi, sqrt
from typing import Final

from baquara.geo import WGS84

__all__ = ["point", "sin_cos"]

_A: Final = float(WGS84.a)
_E2: Final = float(WGS84.f * (2 - WGS84.f))
_RADIAN: Final = pi / 180
_QUARTER: Final = 1 / 90
_TO_INTEGER: Final = 1.5 * 2.0**52
"""Added and taken away again, it leaves the nearest integer."""
_S3, _S5, _S7, _S9, _S11, _S13, _S15 = ((-1) ** (n // 2) / factorial(n) for n in range(3, 16, 2))
_C2, _C4, _C6, _C8, _C10, _C12, _C14, _C16 = ((-1) ** (n // 2) / factorial(n) for n in range(2, 17, 2))


def sin_cos(degrees: float) -> tuple[float, float]:
    """Sine and cosine of an angle from -180 to 180 degrees, by their Taylor series up to the powers 15 and 16.

    The series get the angle less the nearest multiple of 90 degrees: an exact difference of 45 degrees at most.

    >>> sin_cos(90.0), sin_cos(30.0)[0]
    ((1.0, -0.0), 0.49999999999999994)
    """
    k = (degrees * _QUARTER + _TO_INTEGER) - _TO_INTEGER
    r = (degrees - 90 * k) * _RADIAN
    q = r * r
    s = r + r * (q * (_S3 + q * (_S5 + q * (_S7 + q * (_S9 + q * (_S11 + q * (_S13 + q * _S15)))))))
    c = 1 + q * (_C2 + q * (_C4 + q * (_C6 + q * (_C8 + q * (_C10 + q * (_C12 + q * (_C14 + q * _C16)))))))
    odd = (k == 1) | (k == -1)
    sine, cosine = (c if odd else s), (s if odd else c)
    return (-sine if (k < 0) | (k == 2) else sine), (-cosine if (k > 0) | (k == -2) else cosine)


def point(lon: float, lat: float) -> tuple[float, float, float]:
    """Earth-centred x, y, z in metres of a point of the surface.

    >>> [round(v) for v in point(-43.2, -22.9)]
    [4285189, -4024060, -2466522]
    """
    sin_lon, cos_lon = sin_cos(lon)
    sin_lat, cos_lat = sin_cos(lat)
    n = _A / sqrt(1 - _E2 * sin_lat * sin_lat)
    return n * cos_lat * cos_lon, n * cos_lat * sin_lon, n * (1 - _E2) * sin_lat
