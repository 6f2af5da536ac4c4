"""What a stop is, one property a test. Each specimen is run through both engines."""

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest
from msh import broken_rules
from segment_specimens import BASES, differences, fixes_of, joined, outline, random_fixes, random_plan, stay, stops_of

from baquara.geo import WGS84, chord_m, distance_m, ecef
from baquara.model import Fixes, Kind, Segments
from baquara.segment import Plan, Scale, segment, segment_reference

Engine = Callable[[Fixes, Plan], Segments]
DAY_US = 86_400_000_000
HALF_HOUR = Plan(trails="object")


@pytest.fixture(params=[segment, segment_reference], ids=["fast", "reference"])
def engine(request: pytest.FixtureRequest) -> Engine:
    return request.param  # type: ignore[no-any-return]


def test_stop_move_stop(engine: Engine) -> None:
    fixes = joined(stay(0, since=0, until=30), ([40], [(20, 0)]), stay(40, since=50, until=90))
    expected = [(0, "Trail", 0, 16), (1, "Stop", 0, 6), (1, "Move", 6, 8), (1, "Stop", 8, 16)]
    assert outline(engine(fixes, HALF_HOUR)) == expected


def test_two_stops_without_a_position_between_have_a_move_between(engine: Engine) -> None:
    s = engine(joined(stay(0, since=0, until=30), stay(40, since=60, until=90)), HALF_HOUR)
    assert outline(s)[2] == (1, "Move", 6, 7)
    assert (s.begin[2], s.end[2]) == (30 * 60_000_000, 60 * 60_000_000)


def test_the_first_and_the_last_move_reach_the_ends_of_the_trail(engine: Engine) -> None:
    fixes = joined(([0], [(50, 0)]), stay(0, since=5, until=35), ([40, 45], [(50, 0), (60, 0)]))
    assert outline(engine(fixes, HALF_HOUR))[1:] == [(1, "Move", 0, 1), (1, "Stop", 1, 7), (1, "Move", 7, 9)]


def test_no_stop_gives_one_move(engine: Engine) -> None:
    assert outline(engine(fixes_of([0, 1, 2], [(0, 0), (9, 0), (18, 0)]), HALF_HOUR))[1:] == [(1, "Move", 0, 2)]


def test_one_position_has_no_child(engine: Engine) -> None:
    assert outline(engine(fixes_of([0], [(0, 0)]), HALF_HOUR)) == [(0, "Trail", 0, 0)]


def test_one_long_position_is_a_stop(engine: Engine) -> None:
    s = engine(Fixes.of([("ana", 0, 1800, 0.0, 0.0)]), HALF_HOUR)
    assert outline(s) == [(0, "Trail", 0, 0), (1, "Stop", 0, 0)]
    assert stops_of(engine(Fixes.of([("ana", 0, 1799, 0.0, 0.0)]), HALF_HOUR)) == []


def test_nothing_gives_nothing(engine: Engine) -> None:
    assert len(engine(Fixes.of([]), HALF_HOUR)) == 0
    nobody = dataclasses.replace(Fixes.of([]), moving_objects=("ana",), offsets=np.zeros(2, dtype=np.int64))
    assert len(engine(nobody, HALF_HOUR)) == 0


def test_a_moving_object_without_positions_has_no_rows(engine: Engine) -> None:
    fixes = Fixes.of([("ana", 0, 0, 0.0, 0.0), ("rui", 0, 0, 0.0, 0.0)])
    three = dataclasses.replace(fixes, moving_objects=("a", "b", "c"), offsets=np.array([0, 1, 1, 2]))
    assert engine(three, HALF_HOUR).moving_object.tolist() == [0, 2]


def test_all_equal_is_one_stop(engine: Engine) -> None:
    s = engine(joined(stay(3, since=0, until=600)), HALF_HOUR)
    assert stops_of(s) == [(0, 120)]
    assert (s.lon[1], s.lat[1]) == (0.003, 0.0)


def test_the_duration_is_inclusive(engine: Engine) -> None:
    fixes = joined(stay(0, since=0, until=30))
    assert stops_of(engine(fixes, Plan(scales=(Scale(1800.0, 500.0),)))) == [(0, 6)]
    assert stops_of(engine(fixes, Plan(scales=(Scale(1800.000001, 500.0),)))) == []


@pytest.mark.parametrize("azimuth", [0.0, 37.0, 90.0, 200.0])
@pytest.mark.parametrize(("lon", "lat"), [(-43.2, -22.9), (180.0, 0.0), (10.0, 89.999), (116.3, 39.9)])
def test_the_radius_is_inclusive_everywhere(engine: Engine, lon: float, lat: float, azimuth: float) -> None:
    for metres, found in ((500.0, [(0, 1)]), (500.001, []), (499.999, [(0, 1)])):
        x, y, _ = WGS84.fwd(lon, lat, azimuth, metres)
        fixes = Fixes.of([("ana", 0, 0, lon, lat), ("ana", 1800, 1800, x, y)])
        assert stops_of(engine(fixes, HALF_HOUR)) == found


def test_the_duration_ends_at_the_last_position_inside(engine: Engine) -> None:
    """Not at the first one outside, as in Li et al.: nobody knows where the object was in between."""
    fixes = joined(stay(0, since=0, until=25), ([60], [(50, 0)]))
    assert stops_of(engine(fixes, HALF_HOUR)) == []


def test_the_trailing_stop_is_found(engine: Engine) -> None:
    fixes = joined(([0, 5], [(50, 0), (40, 0)]), stay(0, since=10, until=45))
    assert stops_of(engine(fixes, HALF_HOUR)) == [(2, 9)]


def test_an_anchor_that_fails_gives_way_to_the_next_position(engine: Engine) -> None:
    """The first position is near enough to the stop to hide its begin from an engine that jumps on failure."""
    fixes = joined(([0], [(4, 0)]), stay(8, since=5, until=20), ([22], [(12, 0)]), stay(8, since=25, until=40))
    assert stops_of(engine(fixes, HALF_HOUR)) == [(1, 9)]


def test_leaving_and_coming_back_gives_two_stops(engine: Engine) -> None:
    fixes = joined(stay(0, since=0, until=30), ([33], [(9, 0)]), stay(1, since=36, until=66))
    assert stops_of(engine(fixes, HALF_HOUR)) == [(0, 6), (8, 14)]


@pytest.mark.parametrize(("max_gap_s", "found"), [(None, [(0, 13)]), (900.0, [(0, 13)]), (899.0, [(0, 6), (7, 13)])])
def test_silence_inside_a_stop(engine: Engine, max_gap_s: float | None, found: list[tuple[int, int]]) -> None:
    fixes = joined(stay(0, since=0, until=30), stay(0, since=45, until=75))
    assert stops_of(engine(fixes, Plan(max_gap_s=max_gap_s))) == found


def test_silence_is_measured_from_end_to_begin(engine: Engine) -> None:
    fixes = Fixes.of([("ana", 0, 1500, 0.0, 0.0), ("ana", 1560, 1800, 0.0, 0.0)])
    assert stops_of(engine(fixes, Plan(max_gap_s=60.0))) == [(0, 1)]
    assert stops_of(engine(fixes, Plan(max_gap_s=59.0))) == []


def test_stops_that_touch_have_no_move_between(engine: Engine) -> None:
    s = engine(Fixes.of([("ana", 0, 1800, 0.0, 0.0), ("ana", 1800, 3600, 0.1, 0.0)]), HALF_HOUR)
    assert outline(s)[1:] == [(1, "Stop", 0, 0), (1, "Stop", 1, 1)]


def test_stops_inside_stops_inside_stops(engine: Engine) -> None:
    shop, bar = stay(0.0, since=0, until=20), stay(0.4, since=25, until=35)
    beach, town = stay(4.0, since=40, until=70), stay(90.0, since=100, until=130)
    scales = tuple(Scale.parse(text) for text in ("30min/2km", "20min/300m", "5min/30m"))
    s = engine(joined(shop, bar, beach, town), Plan(trails="object", scales=scales))
    assert outline(s) == [
        (0, "Trail", 0, 21),
        (1, "Stop", 0, 14),
        (2, "Stop", 0, 7),
        (3, "Stop", 0, 4),
        (3, "Move", 4, 5),
        (3, "Stop", 5, 7),
        (2, "Move", 7, 8),
        (2, "Stop", 8, 14),
        (1, "Move", 14, 15),
        (1, "Stop", 15, 21),
    ]


def test_a_scale_that_finds_nothing_hands_on_to_the_next(engine: Engine) -> None:
    fixes = joined(stay(0, since=0, until=15), stay(5, since=20, until=35))
    scales = tuple(Scale.parse(text) for text in ("30min/2km", "20min/300m", "10min/30m"))
    expected = [(1, "Stop", 0, 7), (2, "Stop", 0, 3), (2, "Move", 3, 4), (2, "Stop", 4, 7)]
    assert outline(engine(fixes, Plan(scales=scales)))[1:] == expected


def test_every_stop_is_maximal_and_none_is_missed() -> None:
    """Against the words of the definition: near the first position, long enough, not to be made longer, no other before."""
    scale = Scale(600.0, 223.0)
    for seed in range(400):
        fixes = random_fixes(np.random.default_rng(seed))
        s = segment(fixes, Plan(trails="object", scales=(scale,)))
        for m in range(len(fixes.moving_objects)):
            lo, hi = int(fixes.offsets[m]), int(fixes.offsets[m + 1]) - 1
            mine = s.moving_object == m
            _check_definition(
                fixes, scale, lo, hi, [pair for pair, own in zip(_spans(s), mine, strict=True) if own and pair]
            )


def _spans(s: Segments) -> list[tuple[int, int] | None]:
    rows = zip(s.kind, s.first.tolist(), s.last.tolist(), strict=True)
    return [(a, b) if kind == Kind.Stop else None for kind, a, b in rows]


def _check_definition(fixes: Fixes, scale: Scale, lo: int, hi: int, stops: list[tuple[int, int] | None]) -> None:
    xyz, radius = ecef(fixes.lon, fixes.lat), chord_m(scale.radius_m) + 1e-6
    taken = {n for pair in stops if pair for n in range(pair[0], pair[1] + 1)}
    ends = dict(pair for pair in stops if pair)
    for i in range(lo, hi + 1):
        near = np.linalg.norm(xyz[i : hi + 1] - xyz[i], axis=1) <= radius
        last = hi if near.all() else i + int(np.argmin(near)) - 1
        long = fixes.end[last] - fixes.begin[i] >= scale.min_duration_us
        if i in ends:
            assert (ends[i], long) == (last, True)
        elif i not in taken:
            assert not long


def test_the_order_of_input_rows_does_not_matter(engine: Engine) -> None:
    rng = np.random.default_rng(3)
    rows = [(who, 60 * n, 60 * n, 0.001 * float(rng.integers(0, 9)), 0.0) for who in ("ana", "rui") for n in range(60)]
    mixed = [rows[n] for n in rng.permutation(len(rows))]
    plan = Plan(scales=(Scale(600.0, 500.0), Scale(120.0, 120.0)))
    assert differences(engine(Fixes.of(rows), plan), engine(Fixes.of(mixed), plan)) == []


def test_moving_the_clock_by_a_day_changes_only_dates() -> None:
    for seed in range(200):
        rng = np.random.default_rng(seed)
        fixes, plan = random_fixes(rng), random_plan(rng)
        if plan.window_s == 7000:
            continue
        later = dataclasses.replace(fixes, begin=fixes.begin + DAY_US, end=fixes.end + DAY_US)
        a, b = segment(fixes, plan), segment(later, plan)
        assert differences(dataclasses.replace(a, begin=a.begin + DAY_US, end=a.end + DAY_US), b) == []


@pytest.mark.parametrize("base", BASES)
def test_a_stop_is_found_anywhere_on_earth(engine: Engine, base: tuple[float, float]) -> None:
    ring = [(base, azimuth, 100.0) for azimuth in range(0, 360, 45)]
    points = [WGS84.fwd(*centre, azimuth, metres)[:2] for centre, azimuth, metres in ring]
    s = engine(Fixes.of([("ana", 300 * n, 300 * n, *point) for n, point in enumerate(points)]), HALF_HOUR)
    assert stops_of(s) == [(0, 7)]
    assert distance_m(s.lon[1], s.lat[1], *base) < 0.01


def test_before_1970_and_far_in_the_future(engine: Engine) -> None:
    for shift in (-3 * 10**9, 9 * 10**9):
        rows = [("ana", shift + 300 * n, shift + 300 * n, 0.0, 0.0) for n in range(8)]
        assert stops_of(engine(Fixes.of(rows), HALF_HOUR)) == [(0, 7)]


@pytest.mark.parametrize("seed", range(5))
def test_the_checker_sees_what_is_broken(seed: int) -> None:
    rng = np.random.default_rng(seed)
    fixes = joined(stay(0, since=0, until=30), ([40], [(20, 0)]), stay(40, since=50, until=90))
    s = segment(fixes, HALF_HOUR)
    for name in ("ord", "prev", "next", "father", "first", "last", "begin", "end", "level"):
        column = getattr(s, name).copy()
        column[rng.integers(1, len(s))] += int(rng.choice([-1, 1]))
        assert broken_rules(fixes, dataclasses.replace(s, **{name: column})) != [], name
