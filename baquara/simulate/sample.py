"""The bundled sample: forty made-up people in Rio de Janeiro from 27 to 30 June 2014.

Sixteen tourists follow :mod:`baquara.simulate.scenes`, twenty-four residents their habits. The GPS rows carry what
stage 4 would otherwise have to find: the venue of each stay, and on some rows a text, tags and a mention.

Made for stops of two scales, 30 min within 300 m and 10 min within 40 m: consecutive stays are at least
:data:`APART_M` apart, nobody is recorded within 320 m of where they come from or go to while travelling, a visit with
finer stays lies within 300 m of its first fix, and the finer stays lie more than 80 m apart. Phones are off at
night, so every day ends before midnight.

>>> made = bundled()
>>> made.rows.num_rows <= 60_000, len(made.rows["moving_object"].unique())
(True, 40)
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa

from baquara.geo import distance_m
from baquara.simulate.clock import iso_times
from baquara.simulate.days import inside
from baquara.simulate.emit import Device, Track, outlying, track
from baquara.simulate.expected import Expected, answers
from baquara.simulate.kinds import repeated
from baquara.simulate.people import Person, World, person, person_id, person_rng, pick, world
from baquara.simulate.places import Place, expand, metres_per_degree, rio_turtle
from baquara.simulate.plan import Day, Visit, timetable
from baquara.simulate.scenes import ARRIVAL, SCENES, TOURISTS
from baquara.simulate.texts import write_post
from baquara.simulate.truth import outlier_table, stay_truth
from baquara.simulate.write import HONEST, write_table
from baquara.vocab import BQ

__all__ = [
    "APART_M",
    "DAYS",
    "PEOPLE",
    "SAMPLE_SCHEMA",
    "SEED",
    "START",
    "Sample",
    "bundled",
    "expected",
    "write_sample",
]

SEED: Final = 2014
START: Final = date(2014, 6, 27)
DAYS: Final = 4
PEOPLE: Final = 40
APART_M: Final = 650.0
_CLUMSY: Final = range(30, 38)
"""Residents whose phone is wildly wrong once, on their first day at work."""
_DEVICE: Final = Device(
    fix_every_s=60, dwell_every_s=120, base_every_s=300, noise_m=4.0, gap_share=0.0, outlier_share=0.0, quiet_m=320.0
)
_TEXTS: Final = ("venue", "text", "tags", "mentions")
SAMPLE_SCHEMA: Final = pa.schema(
    [("moving_object", pa.string()), ("time", pa.string()), ("lon", pa.float64()), ("lat", pa.float64())]
    + [(name, pa.string()) for name in (*_TEXTS, "mo_class")]
)


@dataclass(frozen=True, slots=True)
class Sample:
    """The rows, the truth, the rows that are wrong on purpose, and the plan that they were made from."""

    rows: pa.Table
    truth: pa.Table
    outliers: pa.Table
    plan: tuple[Day, ...]


def _tourist_day(number: int, n: int, here: World, rng: np.random.Generator) -> Day:
    """The scene of a tourist's day, from breakfast at the hotel to the hotel, the club or the airport."""
    origin, hotel, scenes = TOURISTS[number]
    visits = SCENES[scenes[n]]()
    if scenes[n] != ARRIVAL:
        visits.insert(0, Visit(expand(hotel), int(rng.integers(50, 80))))
    last = here.places[visits[-1].place]
    if not (last.is_a("lgdo:Nightclub") or last.is_a("lgdo:Airport")):
        visits.append(Visit(expand(hotel), int(rng.integers(60, 100))))
    who = (person_id(number), BQ + origin)
    start = int(rng.integers(7 * 60, 7 * 60 + 45))
    day = START + timedelta(days=n)
    return timetable(who, day, visits, here.places, rng, start_min=start, until_min=23 * 60 + 50, spread_m=3.0)


def _far(place: Place, *others: tuple[float, float]) -> bool:
    return all(float(distance_m(place.lon, place.lat, *other)) >= APART_M + 50 for other in others)


def _choose(
    options: Sequence[Place], rng: np.random.Generator, before: tuple[float, float], home: tuple[float, float]
) -> Place:
    return pick(rng, tuple(p for p in options if _far(p, before, home)))


def _outing(place: Place, minutes: int, here: World, rng: np.random.Generator, after: int) -> Visit:
    """A visit; in a market with finer stays of at least 15 minutes."""
    finer = inside(place, here, rng) if place.is_a("lgdo:Marketplace") else ()
    return Visit(place.iri, minutes, after, tuple((iri, max(15, m)) for iri, m in finer))


def _wishes(day: date, here: World) -> list[tuple[Sequence[Place], int, int]]:
    """What residents choose among, in order: the places, for how long, not before."""
    can = here.can
    if day.weekday() < 5:
        return [(can.work, 270, 8 * 60), (can.food, 50, 12 * 60 + 30), (can.work + can.gyms, 200, 14 * 60)]
    quiet = tuple(p for p in can.sights if not p.is_a("lgdo:Peak") and p.name != "Christ the Redeemer")
    return [
        (can.beaches, 130, 9 * 60),
        (can.markets, 70, 12 * 60),
        (can.malls + quiet, 80, 14 * 60 + 30),
        (can.drinks, 80, 18 * 60),
    ]


def _resident_day(who: Person, n: int, here: World, rng: np.random.Generator) -> Day:
    day = START + timedelta(days=n)
    visits = [Visit(who.base.iri, int(rng.integers(40, 70)), at=who.at)]
    before = who.at
    for options, minutes, after in _wishes(day, here):
        place = _choose(options, rng, before, who.at)
        before = (place.lon, place.lat)
        visits.append(_outing(place, minutes + int(rng.integers(-10, 30)), here, rng, after))
    visits.append(Visit(who.base.iri, int(rng.integers(90, 150)), at=who.at))
    name, start = (who.id, who.mo_class), int(rng.integers(6 * 60 + 30, 7 * 60 + 15))
    planned = timetable(name, day, visits, here.places, rng, start_min=start, until_min=23 * 60 + 50, spread_m=3.0)
    return _talk(planned, who, here, rng)


def _talk(day: Day, who: Person, here: World, rng: np.random.Generator) -> Day:
    """Now and then a post, in the middle half of a stay without finer ones."""
    stays = list(day.stays)
    for n, stay in enumerate(stays):
        if not stay.inner and rng.uniform() < 0.25:
            at = stay.begin + int((stay.end - stay.begin) * rng.uniform(0.3, 0.7))
            stays[n] = replace(stay, posts=(write_post(at, here.places[stay.place], who, here.places, rng),))
    return replace(day, stays=tuple(stays))


def _plan(seed: int, here: World) -> tuple[Day, ...]:
    found = []
    for number in range(PEOPLE):
        who = person(seed, number, here, tourist_share=0.0)
        for n in range(DAYS):
            rng = person_rng(seed, number, n)
            tourist = number < len(TOURISTS)
            found.append(_tourist_day(number, n, here, rng) if tourist else _resident_day(who, n, here, rng))
    return tuple(found)


def _thrown(made: Track, day: Day, rng: np.random.Generator) -> Track:
    """The track with one fix of the longest stay far off."""
    lengths = np.bincount(made.part[made.part >= 0])
    middle = np.flatnonzero(made.part == int(lengths.argmax()))
    east, north = outlying(made.t, middle[len(middle) // 5 : len(middle) // 5 + 1], rng)
    scale = metres_per_degree(day.stays[0].lat)
    lon, lat = (made.lon + east / scale[0]).round(6), (made.lat + north / scale[1]).round(6)
    return replace(made, lon=lon, lat=lat, outlier=east != 0)


def _recorded(day: Day, seed: int) -> Track:
    number, n = int(day.moving_object.removeprefix("sim-")), (day.date - START).days
    rng = person_rng(seed, number, n, 1)
    made = track(day, _DEVICE, rng)
    return _thrown(made, day, rng) if number in _CLUMSY and n == 0 else made


def _said(day: Day, made: Track) -> dict[str, list[str | None]]:
    """venue, text, tags and mentions of each fix; a post is on the first fix at or after it."""
    parts = [part.place for stay in day.stays for part in stay.parts()]
    columns: dict[str, list[str | None]] = {name: [None] * len(made.t) for name in _TEXTS}
    columns["venue"] = [parts[n] if n >= 0 else None for n in made.part.tolist()]
    for post in (post for stay in day.stays for post in stay.posts):
        row = int(np.searchsorted(made.t, post.at))
        columns["text"][row], columns["tags"][row] = post.text, post.tags or None
        columns["mentions"][row] = post.mentions or None
    return columns


def _rows(plan: Sequence[Day], tracks: Sequence[Track]) -> pa.Table:
    counts = [len(made.t) for made in tracks]
    said = [_said(day, made) for day, made in zip(plan, tracks, strict=True)]
    texts = [pa.array([value for columns in said for value in columns[name]], pa.string()) for name in _TEXTS]
    return pa.table(
        [
            repeated([day.moving_object for day in plan], counts),
            iso_times(np.concatenate([made.t for made in tracks])),
            np.concatenate([made.lon for made in tracks]),
            np.concatenate([made.lat for made in tracks]),
            *texts,
            repeated([day.mo_class for day in plan], counts),
        ],
        SAMPLE_SCHEMA,
    )


@lru_cache(maxsize=2)
def bundled(seed: int = SEED) -> Sample:
    """The sample; always the same for a seed."""
    plan = _plan(seed, world())
    tracks = [_recorded(day, seed) for day in plan]
    wrong = [
        (day.moving_object, int(t))
        for day, made in zip(plan, tracks, strict=True)
        for t in made.t[made.outlier].tolist()
    ]
    return Sample(_rows(plan, tracks), stay_truth(plan), outlier_table(wrong), plan)


def expected(seed: int = SEED) -> Expected:
    """The exact answers of the five paper queries on the sample, from its plan."""
    return answers(bundled(seed).plan, world().places)


def write_sample(to: Path, *, seed: int = SEED) -> Path:
    """The sample as a folder (sample.csv, truth.csv, outliers.csv, rio.ttl, README.txt); gives the file of the rows."""
    to.mkdir(parents=True, exist_ok=True)
    made = bundled(seed)
    for name, table in (("sample", made.rows), ("truth", made.truth), ("outliers", made.outliers)):
        write_table(table, to / f"{name}.csv")
    (to / "rio.ttl").write_bytes(rio_turtle())
    (to / "README.txt").write_text(f"{HONEST}\n\n{len(made.rows)} GPS rows, {PEOPLE} people, seed {seed}.\n", "utf-8")
    return to / "sample.csv"
