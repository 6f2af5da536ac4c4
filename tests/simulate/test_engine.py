from dataclasses import replace
from datetime import date, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import numpy as np
import pyarrow as pa
import pytest

from baquara.errors import BadInput
from baquara.geo import distance_m
from baquara.simulate import Device, Options, Simulated, batches, load_places, simulate
from baquara.simulate.days import day_of
from baquara.simulate.kinds import KINDS
from baquara.simulate.people import person, person_rng, world
from baquara.simulate.plan import ZONE

RIO = load_places()
EVERY_KIND = pytest.mark.parametrize("kind", ["gps", "checkins", "posts"])


def run(seed: int = 7, **options: object) -> Simulated:
    return simulate(Options(**{"people": 12, "days": 3, **options}), np.random.default_rng(seed))  # type: ignore[arg-type]


def instants(texts: pa.ChunkedArray) -> np.ndarray:
    return np.array([datetime.fromisoformat(t).timestamp() for t in texts.to_pylist()])


@EVERY_KIND
def test_same_seed_same_tables_other_seed_other_tables(kind: str) -> None:
    one, again, other = run(kind=kind), run(kind=kind), run(seed=8, kind=kind)
    assert one == again
    assert one.rows.schema.equals(KINDS[kind])
    assert not one.rows.equals(other.rows)


@EVERY_KIND
def test_batch_sizes_change_nothing(kind: str) -> None:
    small, large = run(kind=kind, batch_rows=1), run(kind=kind, batch_rows=10**6)
    assert small == large


@EVERY_KIND
def test_people_do_not_depend_on_how_many_there_are(kind: str) -> None:
    few, many = run(kind=kind, people=3), run(kind=kind, people=9)
    assert many.rows.slice(0, len(few.rows)).equals(few.rows)


@EVERY_KIND
@pytest.mark.parametrize("rows", [1, 100, 777])
def test_rows_are_counted_exactly_and_truth_is_cut_with_them(kind: str, rows: int) -> None:
    cut, whole = run(kind=kind, rows=rows, people=None), run(kind=kind, people=400)
    assert len(cut.rows) == rows
    assert whole.rows.slice(0, rows).equals(cut.rows)
    assert whole.truth.slice(0, len(cut.truth)).equals(cut.truth)
    name = "begin" if kind != "posts" else "time"
    last = [r for r in cut.truth.to_pylist() if r["moving_object"] == cut.rows["moving_object"][-1].as_py()]
    assert all(datetime.fromisoformat(r[name]) <= datetime.fromisoformat(cut.rows["time"][-1].as_py()) for r in last)


@EVERY_KIND
def test_rows_are_sorted_with_strictly_rising_times(kind: str) -> None:
    made = run(kind=kind, people=60).rows
    t, who = instants(made["time"]), np.array(made["moving_object"].to_pylist())
    same = who[1:] == who[:-1]
    assert (who[1:] >= who[:-1]).all()
    assert (np.diff(t)[same] > 0).all()


@EVERY_KIND
def test_batches_stay_near_the_size_asked_for(kind: str) -> None:
    options = Options(kind=kind, rows=5000, batch_rows=2000)  # type: ignore[arg-type]
    sizes = [len(b.rows) for b in batches(options, np.random.default_rng(1))]
    assert sum(sizes) == 5000
    assert max(sizes) <= 2 * 2000


def speeds_kmh(made: Simulated) -> tuple[np.ndarray, np.ndarray]:
    """Speed to the previous row of the same person, and whether one of the two rows is declared an outlier."""
    rows = made.rows.to_pylist()
    wrong = {(r["moving_object"], r["time"]) for r in made.outliers.to_pylist()}
    bad = np.array([(r["moving_object"], r["time"]) in wrong for r in rows])
    lon, lat, t = np.array(made.rows["lon"]), np.array(made.rows["lat"]), instants(made.rows["time"])
    same = np.array([a["moving_object"] == b["moving_object"] for a, b in pairwise(rows)])
    step = np.asarray(distance_m(lon[:-1], lat[:-1], lon[1:], lat[1:]))
    return (step / np.diff(t) * 3.6)[same], (bad[1:] | bad[:-1])[same]


def test_nobody_is_faster_than_500_kmh_but_declared_outliers_are() -> None:
    made = run(people=40, device=Device(outlier_share=0.003))
    speed, declared = speeds_kmh(made)
    assert len(made.outliers) > 20
    assert speed[~declared].max() < 150
    assert speed[declared].min() > 500


def test_fixes_of_a_stay_are_near_its_place() -> None:
    made = run(people=20, device=Device(outlier_share=0.0, noise_m=5.0))
    rows, t = made.rows.to_pylist(), instants(made.rows["time"])
    checked = 0
    for stay in made.truth.to_pylist():
        begin, end = (datetime.fromisoformat(stay[n]).timestamp() for n in ("begin", "end"))
        place = RIO[stay["place"]]
        loose = 450 if place.is_a("lgdo:Suburb") else 210
        for n in np.flatnonzero((t > begin) & (t <= end)):
            if rows[n]["moving_object"] == stay["moving_object"]:
                assert distance_m(rows[n]["lon"], rows[n]["lat"], place.lon, place.lat) < loose
                checked += 1
    assert checked > 5000


def test_plain_stays_are_within_60_m_of_their_place() -> None:
    here = world()
    for number in range(200):
        who = person(3, number, here, tourist_share=0.5)
        day = day_of(who, 0, date(2014, 6, 28), here, person_rng(3, number, 0))
        for stay in day.stays:
            if stay.place != who.base.iri:
                place = RIO[stay.place]
                assert distance_m(stay.lon, stay.lat, place.lon, place.lat) < 60


def test_days_of_a_person_never_overlap_and_stays_are_in_order() -> None:
    here = world()
    for number in range(100):
        who, last = person(5, number, here, tourist_share=0.3), 0
        for n in range(5):
            day = day_of(who, n, date(2014, 6, 26 + n), here, person_rng(5, number, n))
            assert len(day.means) == len(day.stays) - 1
            for stay in day.stays:
                assert stay.begin > last
                assert all(stay.begin < s.begin < s.end < stay.end for s in stay.inner)
                last = stay.end


@pytest.mark.parametrize(
    ("start", "offsets"),
    [(date(2014, 6, 27), {"-03:00"}), (date(2014, 12, 1), {"-02:00"}), (date(2014, 10, 18), {"-03:00", "-02:00"})],
)
def test_offsets_follow_the_clock_of_rio(start: date, offsets: set[str]) -> None:
    texts = run(start=start, people=30).rows["time"].to_pylist()
    assert {t[-6:] for t in texts} == offsets
    for text in texts[::97]:
        moment = datetime.fromisoformat(text)
        assert moment.astimezone(ZONE).utcoffset() == moment.utcoffset()


def test_the_night_when_the_clock_jumps_has_no_missing_hour() -> None:
    """On 19 October 2014 the hour from 00:00 to 01:00 did not exist in Rio."""
    texts = run(start=date(2014, 10, 18), days=1, people=300).rows["time"].to_pylist()
    assert any(t.startswith("2014-10-19T01") for t in texts)
    assert not any(t.startswith("2014-10-19T00") for t in texts)


def test_checkins_are_at_venues_of_the_file_and_never_overlap() -> None:
    made = run(kind="checkins", people=80).rows.to_pylist()
    assert all((r["lon"], r["lat"]) == (RIO[r["venue"]].lon, RIO[r["venue"]].lat) for r in made)
    assert 0.2 < sum(r["end"] is None for r in made) / len(made) < 0.8
    for a, b in pairwise(made):
        if a["moving_object"] == b["moving_object"] and a["end"]:
            assert datetime.fromisoformat(a["end"]) <= datetime.fromisoformat(b["time"])


def test_posts_have_languages_tags_mentions_and_wrong_positions() -> None:
    made = run(kind="posts", people=300)
    texts = made.rows["text"].to_pylist()
    for sample in ("I'm at ", "Estoy en ", "Me voilà", "Cheguei: ", "Bin gerade", "Sono qui", "😍", "#"):
        assert any(sample in t for t in texts), sample
    relations = made.truth["relation"].to_pylist()
    assert relations.count("visits") == len(made.rows)
    assert 0.1 < relations.count("mentions") / len(made.rows) < 0.5
    known = {*RIO.by_iri, *RIO.events}
    assert set(made.truth["place"].to_pylist()) <= known
    assert 0.005 < len(made.outliers) / len(made.rows) < 0.05


def test_posts_are_sent_from_the_place_in_the_truth_unless_declared_wrong() -> None:
    made = run(kind="posts", people=100)
    wrong = {(r["moving_object"], r["time"]) for r in made.outliers.to_pylist()}
    at = {(r["moving_object"], r["time"]): r["place"] for r in made.truth.to_pylist() if r["relation"] == "visits"}
    for row in made.rows.to_pylist():
        key = (row["moving_object"], row["time"])
        place = RIO[at[key]]
        if key not in wrong:
            assert distance_m(row["lon"], row["lat"], place.lon, place.lat) < 460


def test_ids_and_classes() -> None:
    made = run(people=60).rows
    assert made["moving_object"][0].as_py() == "sim-000000"
    assert set(made["mo_class"].to_pylist()) == {
        f"https://w3id.org/baquara#{name}" for name in ("Brazilian", "European", "Tourist")
    }


def test_gaps_remove_fixes_but_never_the_ends_of_a_day() -> None:
    none, some = (run(device=Device(gap_share=share, outlier_share=0.0)).rows for share in (0.0, 0.3))
    assert len(some) < 0.95 * len(none)
    assert some["time"][0] == none["time"][0]


def test_tourists_only_and_residents_only() -> None:
    assert set(run(tourist_share=0.0).rows["mo_class"].to_pylist()) == {"https://w3id.org/baquara#Brazilian"}
    assert "https://w3id.org/baquara#Brazilian" not in run(tourist_share=1.0).rows["mo_class"].to_pylist()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"kind": "taxi", "rows": 1}, "taxi"),
        ({}, "rows or people"),
        ({"rows": 0}, "rows must be at least 1"),
        ({"people": -1}, "people must be"),
        ({"people": 2_000_000}, "at most"),
        ({"people": 1, "tourist_share": 1.5}, "tourist_share"),
    ],
)
def test_bad_options_are_refused(options: dict[str, object], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        Options(**options)  # type: ignore[arg-type]


def test_a_stay_cannot_end_before_it_begins() -> None:
    here = world()
    day = day_of(person(1, 0, here, tourist_share=0.0), 0, date(2014, 6, 27), here, person_rng(1, 0, 0))
    with pytest.raises(BadInput, match="end after"):
        replace(day.stays[0], end=day.stays[0].begin)


def test_the_zone_is_that_of_rio() -> None:
    assert ZoneInfo("America/Sao_Paulo") == ZONE
