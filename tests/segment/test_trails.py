"""Where trails begin."""

import dataclasses

import numpy as np
import pytest
from segment_specimens import differences, outline, stops_of

from baquara.model import Fixes, Kind
from baquara.segment import Plan, segment, segment_reference

HOUR = 3600


def hourly(count: int, *, offset_min: list[int] | int = 0) -> Fixes:
    """One position an hour at one place, from 1970-01-01T00:00Z, at the given offset from UTC."""
    fixes = Fixes.of([("ana", HOUR * n, HOUR * n, 0.0, 0.0) for n in range(count)])
    return dataclasses.replace(fixes, utc_offset_min=np.broadcast_to(np.int16(offset_min), count).copy())


def trails(fixes: Fixes, plan: Plan) -> list[int]:
    s = segment(fixes, plan)
    assert differences(s, segment_reference(fixes, plan)) == []
    roots = s.kind == Kind.Trail
    assert s.ord[roots].tolist() == list(range(1, roots.sum() + 1))
    return (s.last - s.first + 1)[roots].tolist()


def test_a_day_is_the_local_day() -> None:
    assert trails(hourly(48), Plan()) == [24, 24]
    assert trails(hourly(48, offset_min=-180), Plan()) == [3, 24, 21]
    assert trails(hourly(48, offset_min=330), Plan()) == [19, 24, 5]


def test_the_day_the_clock_goes_forward_has_23_hours_and_durations_stay_absolute() -> None:
    fixes = hourly(72, offset_min=[60 if n < 25 else 120 for n in range(72)])
    assert trails(fixes, Plan()) == [23, 23, 24, 2]
    s = segment(fixes, Plan())
    assert ((s.end - s.begin)[s.kind == Kind.Stop] / 3.6e9).tolist() == [22.0, 22.0, 23.0, 1.0]


def test_the_day_the_clock_goes_back_has_25_hours() -> None:
    fixes = hourly(72, offset_min=[120 if n < 25 else 60 for n in range(72)])
    assert trails(fixes, Plan()) == [22, 25, 24, 1]


def test_flying_west_over_midnight_begins_a_second_trail_of_the_same_day() -> None:
    assert trails(hourly(4, offset_min=[-60, 0, -60 * 3, 0]), Plan()) == [1, 1, 1, 1]


def test_a_trail_keeps_the_interval_that_crosses_midnight() -> None:
    fixes = Fixes.of([("ana", 23 * HOUR, 25 * HOUR, 0.0, 0.0), ("ana", 26 * HOUR, 26 * HOUR, 0.0, 0.0)])
    assert trails(fixes, Plan()) == [1, 1]


def test_windows_are_aligned_to_local_midnight() -> None:
    assert trails(hourly(12, offset_min=60), Plan(trails="window", window_s=4 * HOUR)) == [3, 4, 4, 1]


def test_a_gap_is_longer_than_the_limit() -> None:
    assert trails(hourly(5), Plan(trails="gap", gap_s=HOUR)) == [5]
    assert trails(hourly(5), Plan(trails="gap", gap_s=HOUR - 1)) == [1, 1, 1, 1, 1]


def test_a_trail_has_one_moving_object() -> None:
    rows = [(who, HOUR * n, HOUR * n, 0.0, 0.0) for who in ("ana", "rui") for n in range(3)]
    s = segment(Fixes.of(rows), Plan(trails="object"))
    assert outline(s) == [(0, "Trail", 0, 2), (1, "Stop", 0, 2), (0, "Trail", 3, 5), (1, "Stop", 3, 5)]
    assert s.prev.tolist() == s.next.tolist() == [-1] * 4


def test_trails_of_one_moving_object_are_linked() -> None:
    s = segment(hourly(72), Plan())
    assert (s.prev.tolist(), s.next.tolist()) == ([-1, -1, 0, -1, 2, -1], [2, -1, 4, -1, -1, -1])


@pytest.mark.parametrize("engine", [segment, segment_reference])
def test_check_ins_are_stops(engine: object) -> None:
    rows = [("ana", 0, 0, 1.5, 2.5), ("ana", 60, 600, 0.0, 0.0), ("ana", 600, 600, 1.0, 0.0), ("rui", 5, 5, 7.0, 7.0)]
    s = engine(Fixes.of(rows), Plan(checkins=True))  # type: ignore[operator]
    assert stops_of(s) == [(0, 0), (1, 1), (2, 2), (3, 3)]
    assert [Kind(k).name for k in s.kind] == ["Trail", "Stop", "Move", "Stop", "Stop", "Trail", "Stop"]
    assert s.lon[s.kind == Kind.Stop].tolist() == [1.5, 0.0, 1.0, 7.0]
