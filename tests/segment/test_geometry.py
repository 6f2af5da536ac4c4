"""Centroids, hulls, lines and lengths."""

import math

import numpy as np
import pytest
from segment_specimens import random_fixes, random_plan
from shapely import MultiPoint, from_wkt
from shapely.affinity import translate
from shapely.ops import unary_union

from baquara.geo import WGS84, distance_m, ecef
from baquara.model import Fixes, Kind
from baquara.segment import Plan, hull, hull_wkt, line_wkt, path_length_m, segment
from baquara.segment.centroid import surface
from baquara.segment.earth import point, sin_cos
from baquara.segment.kernels import positions


def ring(lon: float, lat: float, *, metres: float) -> Fixes:
    points = [WGS84.fwd(lon, lat, azimuth, metres)[:2] for azimuth in range(0, 360, 40)]
    return Fixes.of([("ana", 300 * n, 300 * n, *point) for n, point in enumerate(points)])


def test_surface_takes_every_point_back() -> None:
    lon, lat = np.random.default_rng(0).uniform([-180, -90], [180, 90], (10_000, 2)).T
    x, y = surface(ecef(lon, lat))
    assert np.max(distance_m(lon, lat, x, y)) < 1e-6


@pytest.mark.parametrize("depth", [1.0, 100.0, 80_000.0])
def test_surface_goes_straight_up(depth: float) -> None:
    """A point below another one, along the plumb line of the ellipsoid, has the same lon and lat."""
    lon, lat = np.random.default_rng(1).uniform([-180, -90], [180, 90], (10_000, 2)).T
    up = np.column_stack(
        [f(np.radians(lon)) * np.cos(np.radians(lat)) for f in (np.cos, np.sin)] + [np.sin(np.radians(lat))]
    )
    x, y = surface(ecef(lon, lat) - depth * up)
    assert np.max(distance_m(lon, lat, x, y)) < 1e-4


def test_the_centroid_of_a_short_line_is_its_middle() -> None:
    fixes = Fixes.of([("ana", 600 * n, 600 * n, 0.0004 * n, 0.0008 * n) for n in range(4)])
    s = segment(fixes, Plan(trails="object"))
    assert (s.lon[1], s.lat[1]) == (pytest.approx(0.0006, abs=1e-9), pytest.approx(0.0012, abs=1e-9))


def test_hull_holds_every_position() -> None:
    for seed in range(60):
        rng = np.random.default_rng(seed)
        fixes, plan = random_fixes(rng), random_plan(rng)
        s = segment(fixes, plan)
        for row in np.flatnonzero(s.kind == Kind.Stop)[:5]:
            rows = slice(s.first[row], s.last[row] + 1)
            points = MultiPoint(np.column_stack([fixes.lon[rows], fixes.lat[rows]]))
            shape = hull(fixes, s, int(row))
            assert unary_union([translate(shape, xoff=x) for x in (-360, 0, 360)]).buffer(1e-9).covers(points)
            assert from_wkt(hull_wkt(fixes, s, int(row))).is_valid


def test_hull_across_the_antimeridian_is_small() -> None:
    fixes = ring(180.0, 10.0, metres=200.0)
    shape = hull(fixes, segment(fixes, Plan()), 1)
    assert shape.geom_type == "MultiPolygon"
    assert abs(WGS84.geometry_area_perimeter(shape)[0]) < np.pi * 200**2


def test_around_a_pole_the_positions_are_given() -> None:
    fixes = ring(0.0, 90.0, metres=200.0)
    assert hull(fixes, segment(fixes, Plan()), 1).geom_type == "MultiPoint"


def test_a_line_goes_on_across_the_antimeridian_and_back() -> None:
    fixes = Fixes.of([("ana", 60 * n, 60 * n, lon, 0.0) for n, lon in enumerate([179.0, -179.0, 179.5])])
    line = from_wkt(line_wkt(fixes, segment(fixes, Plan()), 0))
    assert [list(part.coords) for part in line.geoms] == [
        [(179, 0), (180, 0)],
        [(-180, 0), (-179, 0), (-180, 0)],
        [(180, 0), (179.5, 0)],
    ]


def test_one_position_is_a_point() -> None:
    fixes = Fixes.of([("ana", 0, 0, 1.0, 2.0)])
    assert line_wkt(fixes, segment(fixes, Plan()), 0) == "POINT (1 2)"


def test_path_length_is_the_sum_of_geodesic_steps() -> None:
    for seed in range(60):
        rng = np.random.default_rng(seed)
        fixes, plan = random_fixes(rng), random_plan(rng)
        s = segment(fixes, plan)
        for row, length in enumerate(path_length_m(fixes, s)):
            a, b = s.first[row], s.last[row] + 1
            steps = distance_m(fixes.lon[a : b - 1], fixes.lat[a : b - 1], fixes.lon[a + 1 : b], fixes.lat[a + 1 : b])
            expected = 0.0 if s.kind[row] == Kind.Stop else sum(steps)
            assert length == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_path_length_of_nothing() -> None:
    fixes = Fixes.of([])
    assert path_length_m(fixes, segment(fixes, Plan())).tolist() == []


def test_the_plain_arithmetic_agrees_with_the_library() -> None:
    rng = np.random.default_rng(2)
    lon, lat = np.concatenate(
        [rng.uniform([-180, -90], [180, 90], (20_000, 2)), rng.integers([-4, -2], [5, 3], (99, 2)) * 45.0]
    ).T
    assert np.abs(positions(lon, lat) - ecef(lon, lat)).max() < 1e-8


def test_compiled_and_interpreted_positions_have_the_same_bits() -> None:
    rng = np.random.default_rng(3)
    lon, lat = np.concatenate(
        [rng.uniform([-180, -90], [180, 90], (20_000, 2)), rng.integers([-4, -2], [5, 3], (99, 2)) * 45.0]
    ).T
    assert positions(lon, lat).tolist() == [list(point(x, y)) for x, y in zip(lon.tolist(), lat.tolist(), strict=True)]


def test_sine_and_cosine_to_the_last_bits() -> None:
    for degrees in np.linspace(-180, 180, 7201).tolist():
        assert sin_cos(degrees) == pytest.approx(
            (math.sin(math.radians(degrees)), math.cos(math.radians(degrees))), abs=4e-16
        )
