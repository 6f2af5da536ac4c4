"""Zones as tables against zoneinfo, the slow and obvious way."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baquara.errors import BadInput
from baquara.ingest.instants import zone_of_text
from baquara.ingest.zones import GAP, OVERLAP, Zone

ZONES = [
    "America/Sao_Paulo",
    "America/New_York",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Europe/Lisbon",
    "Africa/Casablanca",
    "Asia/Shanghai",
    "Pacific/Apia",
]
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECONDS = st.integers(-2_208_000_000, 4_133_000_000)


def us(moment: datetime) -> int:
    return (moment.replace(tzinfo=UTC) - EPOCH) // timedelta(microseconds=1)


def near_transitions(name: str) -> list[int]:
    """Seconds of UTC around every change of the zone."""
    return [int(at) + d for at in Zone.named(name).at for d in (-7201, -3600, -1800, -1, 0, 1, 1800, 3599, 3600, 7200)]


def resolve(local: datetime, info: ZoneInfo) -> tuple[int, int, int]:
    """Problem, earliest and latest instant of a local time, from the definition."""
    found = set()
    for fold in (0, 1):
        utc = local.replace(tzinfo=info, fold=fold).astimezone(UTC)
        if utc.astimezone(info).replace(tzinfo=None) == local:
            found.add(us(utc))
    return (GAP, 0, 0) if not found else (OVERLAP if len(found) == 2 else 0, min(found), max(found))


@pytest.mark.parametrize("name", ZONES)
def test_offset_is_that_of_zoneinfo_around_every_transition(name: str) -> None:
    seconds = near_transitions(name)
    info = ZoneInfo(name)
    expected = [(EPOCH + timedelta(seconds=s)).astimezone(info).utcoffset().total_seconds() for s in seconds]  # type: ignore[union-attr]
    assert Zone.named(name).offset_s(np.array(seconds, np.int64) * 1_000_000).tolist() == expected


@pytest.mark.parametrize("name", ZONES)
def test_local_times_around_every_transition(name: str) -> None:
    zone, info = Zone.named(name), ZoneInfo(name)
    ends = [int(at) + int(o) for i, at in enumerate(zone.at) for o in zone.offset[i : i + 2]]
    clocks = [EPOCH.replace(tzinfo=None) + timedelta(seconds=s + d) for s in ends for d in (-900, -1, 0, 1, 900)]
    local = np.array([us(clock) for clock in clocks], np.int64)
    first, last = zone.to_utc(local, ambiguous="earliest"), zone.to_utc(local, ambiguous="latest")
    for i, clock in enumerate(clocks):
        problem, earliest, latest = resolve(clock, info)
        assert first.problem[i] == problem, clock
        assert problem == GAP or (first.utc[i], last.utc[i]) == (earliest, latest), clock


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.sampled_from(ZONES), SECONDS)
def test_any_instant_and_back(name: str, second: int) -> None:
    zone = Zone.named(name)
    utc = np.array([second * 1_000_000 + 123_456], np.int64)
    local = utc + zone.offset_s(utc) * 1_000_000
    both = {int(zone.to_utc(local, ambiguous=a).utc[0]) for a in ("earliest", "latest")}  # type: ignore[arg-type]
    assert int(utc[0]) in both


def test_the_known_gap_and_overlap_of_new_york() -> None:
    zone = Zone.named("America/New_York")
    local = np.array([us(datetime(2014, 3, 9, 2, 30)), us(datetime(2014, 11, 2, 1, 30))])
    assert zone.to_utc(local, ambiguous="earliest").problem.tolist() == [GAP, OVERLAP]
    assert (
        zone.to_utc(local, ambiguous="latest").utc[1] - zone.to_utc(local, ambiguous="earliest").utc[1] == 3_600_000_000
    )


@pytest.mark.parametrize("text", ["Z", "UTC", "+00:00", "0"])
def test_no_offset_in_many_ways(text: str) -> None:
    zone = zone_of_text(text)
    assert zone is not None
    assert zone.offset.tolist() == [0]


@pytest.mark.parametrize("text", ["-3", "7", "+99:99", "Mars/Olympus", "../etc/passwd", "EST5EDT4"])
def test_what_is_no_zone(text: str) -> None:
    assert zone_of_text(text) is None


def test_an_unknown_zone_gets_a_suggestion() -> None:
    with pytest.raises(BadInput, match="did you mean America/Sao_Paulo"):
        Zone.named("america/sao_paolo")
