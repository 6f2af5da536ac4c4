"""The bundled sample: what it promises to the stages, and the exact answers of the paper queries."""

from collections import Counter
from datetime import date, datetime, timedelta
from itertools import combinations, groupby, pairwise
from pathlib import Path

import numpy as np
import pytest

from baquara.geo import distance_m
from baquara.simulate import bundled, expected, load_places, write_sample
from baquara.simulate.expected import answers
from baquara.simulate.people import world
from baquara.simulate.places import expand
from baquara.simulate.plan import FINE_MIN, ZONE, Day
from baquara.simulate.sample import APART_M, DAYS, PEOPLE, SAMPLE_SCHEMA, START, _tourist_day
from baquara.simulate.scenes import SCENES, TOURISTS

RIO = load_places()
SAMPLE = bundled()
ROWS = SAMPLE.rows.to_pylist()
WRONG = {(r["moving_object"], r["time"]) for r in SAMPLE.outliers.to_pylist()}


def trails(*pairs: tuple[int, int]) -> set[tuple[str, str]]:
    """(person, day of June 2014) as names of trails."""
    return {(f"sim-{person:06d}", f"2014-06-{day}") for person, day in pairs}


# --- the exact answers ------------------------------------------------------------------------------------------


def test_baquara_query_1() -> None:
    assert expected().baquara_1 == trails(
        *[(0, 27), (1, 29), (2, 27), (2, 30), (3, 28), (4, 28), (5, 27), (6, 28)],
        *[(8, 27), (9, 30), (10, 29), (11, 29), (11, 30), (12, 27), (14, 27), (15, 29)],
    )


def test_baquara_query_2() -> None:
    assert expected().baquara_2 == trails(
        (0, 28), (2, 28), (7, 28), (8, 29), (9, 28), (11, 28), (13, 30), (15, 27), (15, 28)
    )


def test_baquara2_query_1() -> None:
    assert expected().baquara2_1 == trails((0, 27), (1, 29), (8, 27), (10, 29), (14, 27))


def test_baquara2_query_2() -> None:
    assert expected().baquara2_2_with == trails((0, 29), (3, 29), (5, 28))
    assert len(expected().baquara2_2_all) == 32
    assert expected().baquara2_2_percentage == 9.375


def test_baquara2_query_3() -> None:
    assert expected().baquara2_3 == {expand("dbr:Rio_de_Janeiro"): 7, expand("dbr:Niterói"): 2}


# --- each scene does what it is for: queries that a European's day with this scene alone answers --------------------

B1, B2, BB1, BB2, BB3 = "baquara_1", "baquara_2", "baquara2_1", "baquara2_2_with", "baquara2_3"
ANSWERED = {
    "christ then fair": {B1, BB1},
    "fair then christ": {B1},
    "christ then fair without a meal": {B1},
    "sugarloaf then fair": {B1},
    "forest with shop": {BB2},
    "forest without shop": set(),
    "christ with shop": {B1},
    "mountains with shop": {BB2},
    "night out": {BB3},
    "night out, early to bed": set(),
    "night out without a pub": set(),
    "night out in Humaitá": {BB3},
    "night in Niterói": {BB3},
    "arrival and dancing": set(),
    "football": {B2},
    "football in a bar": {B2},
    "a beach in small letters": set(),
    "the wrong event": set(),
    "Petrópolis": set(),
    "old town": set(),
    "south zone": {B1},
    "departure": set(),
}


def scene_days() -> dict[str, list[tuple[int, Day]]]:
    found: dict[str, list[tuple[int, Day]]] = {}
    for number, (_, _, scenes) in enumerate(TOURISTS):
        for n, scene in enumerate(scenes):
            found.setdefault(scene, []).append((number, SAMPLE.plan[number * DAYS + n]))
    return found


def crosses_the_bay(day: Day) -> bool:
    """Stops in two cities: the trail is inside neither."""
    return not any(RIO[iri].is_a("lgdo:City") for iri in RIO.common(stay.place for stay in day.stays))


def test_every_scene_is_played_and_has_its_row() -> None:
    assert set(ANSWERED) == set(SCENES) == set(scene_days())


@pytest.mark.parametrize("scene", ANSWERED)
def test_a_scene_answers_its_queries_and_no_other(scene: str) -> None:
    for _, day in scene_days()[scene]:
        found = answers([day], RIO)
        hit = {name for name in (B1, B2, BB1, BB3) if getattr(found, name)}
        want = ANSWERED[scene] - {BB2} - ({BB3} if crosses_the_bay(day) else set())
        assert hit == want
        european = day.mo_class.endswith("#European")
        assert bool(found.baquara2_2_with) == (european and BB2 in ANSWERED[scene])
        assert bool(found.baquara2_2_all) == european


def test_somebody_crosses_the_bay_in_a_night_out() -> None:
    nights = [day for scene, days in scene_days().items() if BB3 in ANSWERED[scene] for _, day in days]
    assert sum(map(crosses_the_bay, nights)) == 2


def test_answers_hold_under_other_seeds() -> None:
    """Chance moves minutes, never the answers about tourists."""
    here = world()
    for seed in (1, 2, 3):
        rng = np.random.default_rng(seed)
        plan = [_tourist_day(n, d, here, rng) for n in range(len(TOURISTS)) for d in range(DAYS)]
        found = answers(plan, RIO)
        assert found.baquara2_1 == expected().baquara2_1
        assert found.baquara2_2_with == expected().baquara2_2_with
        assert found.baquara2_3 == expected().baquara2_3


def test_answers_do_not_hang_on_how_a_query_is_read() -> None:
    """Who visits Corcovado also mentions it; a stop in something inside an amenity is also in the amenity."""
    for day in SAMPLE.plan:
        for stay in day.stays:
            if stay.place == expand("dbr:Corcovado"):
                assert expand("dbr:Corcovado") in {p.mentions for p in stay.posts}
            chain = [RIO[iri].is_a("lgdo:Amenity") for iri in RIO.chain(stay.place)]
            assert any(chain) == chain[0]


def test_no_mention_of_corcovado_is_near_the_limit_of_10_km() -> None:
    peak = RIO[expand("dbr:Corcovado")]
    for day in SAMPLE.plan:
        for stay in day.stays:
            if any(p.mentions == peak.iri for p in stay.posts):
                assert abs(distance_m(stay.lon, stay.lat, peak.lon, peak.lat) - 10_000) > 1000


# --- what the stages need ---------------------------------------------------------------------------------------


def test_size_people_and_dates() -> None:
    assert SAMPLE.rows.schema.equals(SAMPLE_SCHEMA)
    assert 30_000 < len(ROWS) <= 60_000
    assert len({r["moving_object"] for r in ROWS}) == PEOPLE
    assert {r["time"][:10] for r in ROWS} == {(START + timedelta(days=n)).isoformat() for n in range(DAYS)}
    assert {r["time"][-6:] for r in ROWS} == {"-03:00"}
    assert date(2014, 6, 1) <= START < date(2014, 8, 1)


def test_every_day_stays_within_its_local_date() -> None:
    for day in SAMPLE.plan:
        ends = {datetime.fromtimestamp(t, ZONE).date() for s in day.stays for t in (s.begin, s.end)}
        assert ends == {day.date}


def test_every_stay_is_a_stop_and_no_post_is_at_its_edge() -> None:
    for day in SAMPLE.plan:
        for stay in day.stays:
            assert stay.end - stay.begin >= 35 * 60
            assert all(stay.begin + 240 < p.at < stay.end - 600 for p in stay.posts)
            assert all(s.end - s.begin >= 15 * 60 for s in stay.inner)


def test_consecutive_stays_are_apart_and_visits_with_finer_stays_are_compact() -> None:
    for day in SAMPLE.plan:
        for a, b in pairwise(day.stays):
            assert distance_m(a.lon, a.lat, b.lon, b.lat) >= APART_M
        for stay in day.stays:
            for a, b in combinations(stay.inner, 2):
                assert distance_m(a.lon, a.lat, b.lon, b.lat) > 80
            for fine in stay.inner:
                assert 65 < distance_m(stay.lon, stay.lat, fine.lon, fine.lat) < 200


def test_venues_are_places_of_the_file_and_mentions_places_or_events() -> None:
    assert {r["venue"] for r in ROWS} - {None} <= set(RIO.by_iri)
    assert {r["mentions"] for r in ROWS} - {None} <= {*RIO.by_iri, *RIO.events}
    assert all(r["venue"] for r in ROWS if r["text"])


def test_every_post_of_the_plan_is_on_one_row_of_its_stay() -> None:
    planned = Counter(
        (d.moving_object, s.place, p.text, p.tags or None, p.mentions or None)
        for d in SAMPLE.plan
        for s in d.stays
        for p in s.posts
    )
    found = Counter((r["moving_object"], r["venue"], r["text"], r["tags"], r["mentions"]) for r in ROWS if r["text"])
    assert found == planned
    assert len(found) > 80


def test_outliers_are_few_far_and_silent() -> None:
    assert len(WRONG) == 8
    for n, row in enumerate(ROWS):
        if (row["moving_object"], row["time"]) in WRONG:
            place = RIO[row["venue"]]
            assert distance_m(row["lon"], row["lat"], place.lon, place.lat) > 40_000
            assert row["text"] is None
            assert ROWS[n - 1]["venue"] == ROWS[n + 1]["venue"] == row["venue"]


# --- a slow, obvious detector finds exactly the stays of the truth -------------------------------------------------

Fix = tuple[float, float, float, str | None]


def stops(fixes: list[Fix], *, minutes: float, radius_m: float) -> list[tuple[int, int]]:
    """Anchored stops: the longest run within the radius of its first fix, if it lasts; then go on behind it."""
    lon, lat = np.array([f[1] for f in fixes]), np.array([f[2] for f in fixes])
    found, i = [], 0
    while i < len(fixes):
        near = np.asarray(distance_m(np.full(len(lon) - i, lon[i]), np.full(len(lat) - i, lat[i]), lon[i:], lat[i:]))
        outside = np.flatnonzero(near > radius_m)
        j = i + (int(outside[0]) if len(outside) else len(near)) - 1
        if fixes[j][0] - fixes[i][0] >= minutes * 60:
            found.append((i, j))
            i = j
        i += 1
    return found


def visited(fixes: list[Fix]) -> str:
    return RIO.common({f[3] for f in fixes if f[3]})[0]


def test_stops_at_both_scales_are_the_stays_of_the_plan() -> None:
    kept = [r for r in ROWS if (r["moving_object"], r["time"]) not in WRONG]
    days = {(d.moving_object, d.date.isoformat()): d for d in SAMPLE.plan}
    for key, rows in groupby(kept, lambda r: (r["moving_object"], r["time"][:10])):
        fixes = [(datetime.fromisoformat(r["time"]).timestamp(), r["lon"], r["lat"], r["venue"]) for r in rows]
        coarse = [fixes[i : j + 1] for i, j in stops(fixes, minutes=30, radius_m=300)]
        stays = days[key].stays
        assert [(c[0][0], c[-1][0], visited(c)) for c in coarse] == [(s.begin, s.end, s.place) for s in stays]
        for run, stay in zip(coarse, stays, strict=True):
            fine = [run[i : j + 1] for i, j in stops(run, minutes=FINE_MIN, radius_m=40)]
            fine = [f for f in fine if len(f) < len(run)]
            assert [(f[-1][0], visited(f)) for f in fine] == [(s.end, s.place) for s in stay.finer()]


# --- files ------------------------------------------------------------------------------------------------------


def test_the_sample_is_written_the_same_every_time(tmp_path: Path) -> None:
    first = write_sample(tmp_path / "a")
    bundled.cache_clear()
    second = write_sample(tmp_path / "b")
    assert first.read_bytes() == second.read_bytes()
    assert first.read_text("utf-8").splitlines()[0] == ",".join(SAMPLE_SCHEMA.names)
    assert (tmp_path / "a" / "README.txt").read_text("utf-8").startswith("simulated: nobody in this file exists")
    assert sorted(p.name for p in (tmp_path / "a").iterdir()) == [
        "README.txt",
        "outliers.csv",
        "rio.ttl",
        "sample.csv",
        "truth.csv",
    ]


def test_another_seed_gives_another_sample() -> None:
    assert not bundled(7).rows.equals(SAMPLE.rows)
