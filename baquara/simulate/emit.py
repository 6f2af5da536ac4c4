"""From the plan of a day to what a phone records of it: GPS fixes with noise, gaps and outliers.

Positions come from one line in time (constant within a stay, bent on the way), looked up at all instants of the day
at once; so a day costs a few numpy calls, whatever its number of fixes. Times are seconds since 1970 UTC.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from baquara.simulate.places import metres_per_degree
from baquara.simulate.plan import Day, Stay

__all__ = ["Device", "Track", "outlying", "track"]

Array = NDArray[np.float64]
Times = NDArray[np.int64]
OUTLIER_M_S = 220.0
"""A declared outlier lies so far off that its neighbours are left and reached faster than this (500 km/h = 139 m/s)."""


@dataclass(frozen=True, slots=True)
class Device:
    """How a phone records: seconds between fixes when moving and when not, noise, and how often it fails."""

    fix_every_s: int = 30
    dwell_every_s: int = 120
    base_every_s: int = 300
    noise_m: float = 6.0
    gap_share: float = 0.02
    outlier_share: float = 0.0005
    quiet_m: float = 0.0
    """No fix when travelling closer than this to where one comes from or goes to."""


@dataclass(frozen=True, slots=True)
class Track:
    """The fixes of a day; ``part`` numbers the parts of all its stays in time order, -1 when travelling."""

    t: Times
    lon: Array
    lat: Array
    part: NDArray[np.int32]
    outlier: NDArray[np.bool_]


def _dwell(begin: int, end: int, every_s: int) -> Times:
    """Fixes of a stay: its first and last instant, and regularly in between."""
    inner = np.arange(begin, end, every_s, dtype=np.int64)
    return np.append(inner, end)


def _bends(a: Stay, b: Stay, rng: np.random.Generator) -> tuple[Array, Array, Array]:
    """Three bends on the way from a to b: times, longitudes, latitudes. Nobody walks a straight line."""
    share = np.array([0.25, 0.5, 0.75]) + rng.uniform(-0.08, 0.08, 3)
    side = rng.normal(0.0, 0.06, 3)
    dx, dy = b.lon - a.lon, b.lat - a.lat
    t = a.end + (b.begin - a.end) * np.array([0.25, 0.5, 0.75])
    return t, a.lon + share * dx - side * dy, a.lat + share * dy + side * dx


def _knots(parts: list[Stay], rng: np.random.Generator) -> tuple[Array, Array, Array]:
    """The true path as a line in time: constant within a part, bent in between."""
    t: list[float] = []
    lon: list[float] = []
    lat: list[float] = []
    for n, part in enumerate(parts):
        if n and part.begin - parts[n - 1].end > 60:
            bt, blon, blat = _bends(parts[n - 1], part, rng)
            t += bt.tolist()
            lon += blon.tolist()
            lat += blat.tolist()
        t += [part.begin + (1e-3 if n else 0.0), part.end]
        lon += [part.lon] * 2
        lat += [part.lat] * 2
    return np.array(t), np.array(lon), np.array(lat)


def _near_ends(t: Times, path: tuple[Array, Array, Array], a: Stay, b: Stay, quiet_m: float) -> NDArray[np.bool_]:
    """Which instants of a leg are closer than ``quiet_m`` to one of its ends."""
    east, north = metres_per_degree(a.lat)
    lon, lat = np.interp(t, path[0], path[1]), np.interp(t, path[0], path[2])
    near = np.hypot((lon - a.lon) * east, (lat - a.lat) * north) < quiet_m
    return near | (np.hypot((lon - b.lon) * east, (lat - b.lat) * north) < quiet_m)


def _leg(a: Stay, b: Stay, path: tuple[Array, Array, Array], device: Device) -> Times:
    """Fixes strictly between two stays."""
    t = np.arange(a.end + device.fix_every_s, b.begin, device.fix_every_s, dtype=np.int64)
    return t[~_near_ends(t, path, a, b, device.quiet_m)] if device.quiet_m and len(t) else t


def _instants(day: Day, parts: list[Stay], path: tuple[Array, Array, Array], device: Device) -> tuple[Times, Times]:
    """All instants of the day with their part."""
    base = day.stays[0].place
    times = [_dwell(parts[0].begin, parts[0].end, device.base_every_s)]
    owner = [np.zeros(len(times[0]), np.int64)]
    for n, (a, b) in enumerate(pairwise(parts), start=1):
        long = b.place == base or b.end - b.begin > 3 * 3600
        leg = _leg(a, b, path, device)
        # two parts of one stay share an instant: it belongs to the first of them
        stay = _dwell(b.begin, b.end, device.base_every_s if long else device.dwell_every_s)
        stay = stay[1:] if a.end == b.begin else stay
        times += [leg, stay]
        owner += [np.full(len(leg), -1, np.int64), np.full(len(stay), n, np.int64)]
    return np.concatenate(times), np.concatenate(owner)


def _without_gaps(n: int, share: float, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Which fixes remain when the device is silent now and then; the first and the last always do."""
    keep = np.ones(n, np.bool_)
    for start in np.flatnonzero(rng.uniform(size=n) < share / 8):
        keep[start : start + int(rng.integers(2, 15))] = False
    keep[[0, -1]] = True
    return keep


def outlying(t: Times, chosen: NDArray[np.int64], rng: np.random.Generator) -> tuple[Array, Array]:
    """How far (metres east, north) each fix is thrown: nothing, or farther than anybody travels.

    A chosen fix that has no neighbour on both sides, or a chosen neighbour, stays where it is.
    """
    east, north = np.zeros(len(t)), np.zeros(len(t))
    chosen = np.asarray([n for n in chosen if 0 < n < len(t) - 1], np.int64)
    chosen = chosen[np.diff(chosen, prepend=-9) > 1] if len(chosen) else chosen
    if len(chosen):
        wait = np.maximum(t[chosen + 1] - t[chosen], t[chosen] - t[chosen - 1])
        far = np.maximum(wait * OUTLIER_M_S, 5_000.0)
        angle = rng.uniform(0, 2 * np.pi, len(chosen))
        east[chosen], north[chosen] = far * np.cos(angle), far * np.sin(angle)
    return east, north


def track(day: Day, device: Device, rng: np.random.Generator) -> Track:
    """The GPS fixes of a day. Outside outliers nobody moves faster than a coach plus the noise."""
    parts = [part for stay in day.stays for part in stay.parts()]
    path = _knots(parts, rng)
    t, part = _instants(day, parts, path, device)
    if device.gap_share:
        keep = _without_gaps(len(t), device.gap_share, rng)
        t, part = t[keep], part[keep]
    chosen = np.flatnonzero((rng.uniform(size=len(t)) < device.outlier_share) & (part >= 0))
    east, north = outlying(t, chosen, rng)
    scale = metres_per_degree(float(path[2][0]))
    noise = rng.normal(0.0, device.noise_m, (2, len(t)))
    lon = np.interp(t, path[0], path[1]) + (noise[0] + east) / scale[0]
    lat = np.interp(t, path[0], path[2]) + (noise[1] + north) / scale[1]
    return Track(t, lon.round(6), lat.round(6), part.astype(np.int32), (east != 0) | (north != 0))
