"""Stops inside given polygons, and polygons inside polygons."""

import numpy as np
import pytest
from segment_specimens import differences, fixes_of, joined, outline, stay, stops_of
from shapely import LineString, MultiPolygon, Polygon, box

from baquara.errors import BadInput
from baquara.model import Fixes, Segments
from baquara.segment import Areas, Plan, Scale, segment, segment_reference
from baquara.segment.areas import levels, members


def cells(*bounds: tuple[float, float, float, float]) -> list[Polygon]:
    return [box(*(0.001 * v for v in bound)) for bound in bounds]


def both(fixes: Fixes, areas: Areas, *scales: Scale, max_gap_s: float | None = None) -> Segments:
    plan = Plan(trails="object", scales=scales, areas=areas, max_gap_s=max_gap_s)
    s = segment(fixes, plan)
    assert differences(s, segment_reference(fixes, plan)) == []
    return s


def areas_of(s: Segments) -> list[int]:
    return s.area[s.kind == 1].tolist()


def walk(*xs: float) -> Fixes:
    """A position each minute, along a line."""
    return fixes_of(list(range(len(xs))), [(x, 0.0) for x in xs])


def test_a_run_inside_a_polygon_is_a_stop() -> None:
    s = both(walk(-9, 0, 3, 2, 9, 9), Areas.of(cells((-1, -1, 4, 1)), min_duration_s=120.0))
    assert outline(s)[1:] == [(1, "Move", 0, 1), (1, "Stop", 1, 3), (1, "Move", 3, 5)]
    assert s.area.tolist() == [-1, -1, 0, -1]


def test_the_shortest_stay_is_inclusive_and_belongs_to_the_polygon() -> None:
    polygons = tuple(cells((-1, -1, 1, 1), (9, -1, 11, 1)))
    s = both(walk(0, 0, 0, 10, 10, 10), Areas(polygons, (120.0, 120.1)))
    assert (stops_of(s), areas_of(s)) == ([(0, 2)], [0])


def test_the_boundary_is_inside() -> None:
    assert stops_of(both(walk(0, 4, 0, 4), Areas.of(cells((0, 0, 4, 1)), min_duration_s=60.0))) == [(0, 3)]


def test_on_a_shared_boundary_the_longer_run_wins_then_the_first_polygon() -> None:
    areas = Areas.of(cells((0, -1, 2, 1), (2, -1, 4, 1)), min_duration_s=60.0)
    assert areas_of(both(walk(2, 3, 3, 0), areas)) == [1]
    s = both(walk(2, 2, 9), areas)
    assert (stops_of(s), areas_of(s)) == ([(0, 1)], [0])


def test_leaving_and_coming_back_gives_two_stops_and_silence_cuts() -> None:
    areas = Areas.of(cells((-1, -1, 1, 1)), min_duration_s=60.0)
    assert stops_of(both(walk(0, 0, 5, 0, 0), areas)) == [(0, 1), (3, 4)]
    fixes = joined(stay(0, since=0, until=10), stay(0, since=30, until=40))
    assert stops_of(both(fixes, areas, max_gap_s=1199.0)) == [(0, 2), (3, 5)]
    assert stops_of(both(fixes, areas, max_gap_s=1200.0)) == [(0, 5)]


def test_shops_in_a_market_in_a_city() -> None:
    polygons = cells((-0.5, -1, 0.5, 1), (1.5, -1, 2.5, 1), (-1, -1, 4, 1), (-20, -20, 20, 20))
    s = both(walk(-10, 0, 0, 1, 2, 2, 3, 10, 30), Areas.of(polygons, min_duration_s=60.0))
    assert outline(s)[1:] == [
        (1, "Stop", 0, 7),
        (2, "Move", 0, 1),
        (2, "Stop", 1, 6),
        (3, "Stop", 1, 2),
        (3, "Move", 2, 4),
        (3, "Stop", 4, 5),
        (3, "Move", 5, 6),
        (2, "Move", 6, 7),
        (1, "Move", 7, 8),
    ]
    assert areas_of(s) == [3, 2, 0, 1]


def test_a_stop_that_fills_its_father_gives_it_the_finer_area() -> None:
    polygons = cells((-20, -20, 20, 20), (-1, -1, 1, 1))
    s = both(walk(0, 0, 0), Areas.of(polygons, min_duration_s=60.0))
    assert (stops_of(s), areas_of(s)) == ([(0, 2)], [1])


def test_a_small_place_outside_of_every_large_one_is_found() -> None:
    """Polygon 1 reaches out of the larger polygon 0; the object visits only the part outside."""
    polygons = cells((0, -5, 10, 5), (8, -1, 14, 1))
    s = both(walk(0, 0, 20, 13, 13, 30), Areas.of(polygons, min_duration_s=60.0))
    assert (stops_of(s), areas_of(s)) == ([(0, 1), (3, 4)], [0, 1])
    assert s.level[s.kind == 1].tolist() == [1, 1]


def test_scales_search_inside_the_stops_of_areas_only() -> None:
    polygons = cells((-1, -1, 20, 1))
    s = both(walk(0, 0, 0, 10, 10, 10, 50, 50, 50), Areas.of(polygons, min_duration_s=60.0), Scale(120.0, 50.0))
    assert outline(s)[1:5] == [(1, "Stop", 0, 5), (2, "Stop", 0, 2), (2, "Move", 2, 3), (2, "Stop", 3, 5)]
    assert (outline(s)[5:], areas_of(s)) == ([(1, "Move", 5, 8)], [0, -1, -1])


def test_levels_do_not_depend_on_degrees() -> None:
    """At 80 degrees north a polygon twice as wide in degrees is the smaller one."""
    north, south = box(0, 79.9, 1.5, 80.9), box(0, 79.0, 1.4, 80.0)
    assert levels(Areas.of([north, south], min_duration_s=1.0)).tolist() == [1, 0]


def test_equal_polygons_nest_in_the_order_given() -> None:
    assert levels(Areas.of(cells((0, 0, 1, 1), (0, 0, 1, 1)), min_duration_s=1.0)).tolist() == [0, 1]


def test_members_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    areas = Areas.of(cells((0, 0, 5, 5), (3, 3, 9, 9)), min_duration_s=1.0)
    lon, lat = rng.integers(0, 10, (2, 500)) * 0.001
    whole = members(areas, lon, lat)
    expected = [
        [n, p]
        for n in range(500)
        for p, (a, b) in enumerate([(0, 5), (3, 9)])
        if a <= round(lon[n] * 1000) <= b and a <= round(lat[n] * 1000) <= b
    ]
    assert whole.tolist() == expected
    monkeypatch.setattr("baquara.segment.areas._ROWS", 7)
    assert members(areas, lon, lat).tolist() == expected


def test_an_area_across_the_antimeridian_in_two_parts() -> None:
    fiji = MultiPolygon([box(179, -1, 180, 1), box(-180, -1, -179, 1)])
    fixes = Fixes.of([("ana", 60 * n, 60 * n, lon, 0.0) for n, lon in enumerate([179.5, 179.9, -179.9, -179.5])])
    assert stops_of(both(fixes, Areas.of([fiji], min_duration_s=60.0))) == [(0, 3)]


@pytest.mark.parametrize(
    "polygons",
    [
        [],
        [LineString([(0, 0), (1, 1)])],
        [Polygon()],
        [Polygon([(0, 0), (1, 1), (1, 0), (0, 1)])],
        [box(170, 0, 190, 1)],
    ],
    ids=["none", "line", "empty", "bow tie", "beyond 180"],
)
def test_bad_areas_are_refused(polygons: list[Polygon]) -> None:
    with pytest.raises(BadInput, match="area"):
        Areas.of(polygons, min_duration_s=60.0)
