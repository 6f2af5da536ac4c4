"""The three kinds of rows that a simulation can give, as tables: ``gps``, ``checkins``, ``posts``."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa

from baquara.simulate.clock import iso_times
from baquara.simulate.emit import Device, Track, track
from baquara.simulate.people import Person, World
from baquara.simulate.places import Places, shift
from baquara.simulate.plan import Day, Post, Stay
from baquara.simulate.texts import write_post
from baquara.simulate.truth import outlier_table, post_truth, stay_truth

__all__ = [
    "CHECKIN_SCHEMA",
    "GPS_SCHEMA",
    "KINDS",
    "POST_SCHEMA",
    "Piece",
    "checkins_piece",
    "gps_piece",
    "posts_piece",
    "repeated",
]

_S, _F = pa.string(), pa.float64()
GPS_SCHEMA: Final = pa.schema([("moving_object", _S), ("time", _S), ("lon", _F), ("lat", _F), ("mo_class", _S)])
CHECKIN_SCHEMA: Final = pa.schema(
    [("moving_object", _S), ("time", _S), ("end", _S), ("lon", _F), ("lat", _F), ("venue", _S), ("mo_class", _S)]
)
POST_SCHEMA: Final = pa.schema(
    [("moving_object", _S), ("time", _S), ("lon", _F), ("lat", _F), ("text", _S), ("tags", _S), ("mo_class", _S)]
)
KINDS: Final = {"gps": GPS_SCHEMA, "checkins": CHECKIN_SCHEMA, "posts": POST_SCHEMA}
_WRONG_POSITION = 0.02


@dataclass(frozen=True, slots=True)
class Piece:
    """Some rows with their truth."""

    rows: pa.Table
    truth: pa.Table
    outliers: pa.Table


def repeated(values: Sequence[str], counts: Sequence[int]) -> pa.Array:
    """Each value as often as its count says."""
    index = np.repeat(np.arange(len(values), dtype=np.int32), counts)
    return pa.array(values, pa.string()).take(pa.array(index))


def gps_piece(days: Sequence[tuple[Person, Day, np.random.Generator]], here: World, device: Device) -> Piece:
    """GPS fixes of some days."""
    tracks = [track(day, device, rng) for _, day, rng in days]
    counts = [len(tr.t) for tr in tracks]
    rows = pa.table(
        [
            repeated([day.moving_object for _, day, _ in days], counts),
            iso_times(np.concatenate([tr.t for tr in tracks])),
            np.concatenate([tr.lon for tr in tracks]),
            np.concatenate([tr.lat for tr in tracks]),
            repeated([day.mo_class for _, day, _ in days], counts),
        ],
        GPS_SCHEMA,
    )
    return Piece(rows, stay_truth(day for _, day, _ in days), outlier_table(_outliers(days, tracks)))


def _outliers(
    days: Sequence[tuple[Person, Day, np.random.Generator]], tracks: Iterable[Track]
) -> Iterator[tuple[str, int]]:
    for (_, day, _), tr in zip(days, tracks, strict=True):
        yield from ((day.moving_object, int(t)) for t in tr.t[tr.outlier])


@dataclass(frozen=True, slots=True)
class _Checkin:
    who: Day
    at: int
    end: int | None
    venue: str


def _checkins(day: Day, rng: np.random.Generator) -> Iterator[_Checkin]:
    """Most visits, not the base: a venue with finer stays is an instant, a finer or plain stay often has an end."""
    base = day.stays[-1].place
    for stay in day.stays:
        if stay.place == base or rng.uniform() < 0.15:
            continue
        ends = bool(rng.uniform() < 0.5)
        yield _Checkin(day, stay.begin, stay.end if ends and not stay.inner else None, stay.place)
        for fine in stay.inner:
            yield _Checkin(day, fine.begin, fine.end if ends else None, fine.place)


def _ends(found: Sequence[_Checkin]) -> pa.Array:
    """The end of each check-in, or null."""
    known = np.array([c.end is not None for c in found], np.bool_)
    texts = iso_times(np.array([c.end or c.at for c in found], np.int64))
    return pa.array(texts.to_pylist(), pa.string(), mask=~known)


def checkins_piece(days: Sequence[tuple[Person, Day, np.random.Generator]], here: World, device: Device) -> Piece:
    """One row a visit, at the position of the venue."""
    found = [c for _, day, rng in days for c in _checkins(day, rng)]
    at = [here.places[c.venue] for c in found]
    columns = [
        pa.array([c.who.moving_object for c in found], _S),
        iso_times(np.array([c.at for c in found], np.int64)),
        _ends(found),
        pa.array([p.lon for p in at], _F),
        pa.array([p.lat for p in at], _F),
        pa.array([c.venue for c in found], _S),
        pa.array([c.who.mo_class for c in found], _S),
    ]
    return Piece(pa.table(columns, CHECKIN_SCHEMA), stay_truth(day for _, day, _ in days), outlier_table(()))


@dataclass(frozen=True, slots=True)
class _Sent:
    who: Day
    post: Post
    place: str
    lon: float
    lat: float
    wrong: bool


def _written(who: Person, stay: Stay, places: Places, rng: np.random.Generator) -> Iterator[Post]:
    """Posts of a stay: its own, or some new ones."""
    yield from stay.posts
    count = min(int(rng.poisson(who.talkative)), 5)
    for at in np.unique(rng.integers(stay.begin + 60, stay.end - 60, count)).tolist() if count else ():
        yield write_post(int(at), places[stay.place], who, places, rng)


def _sent(who: Person, day: Day, here: World, device: Device, rng: np.random.Generator) -> Iterator[_Sent]:
    everywhere = here.can.sights
    for stay in day.stays:
        for post in _written(who, stay, here.places, rng):
            part = next(p for p in stay.parts() if p.begin <= post.at <= p.end)
            wrong = bool(rng.uniform() < _WRONG_POSITION)
            spot = everywhere[int(rng.integers(len(everywhere)))] if wrong else part
            lon, lat = shift(spot.lon, spot.lat, *rng.normal(0.0, device.noise_m, 2).tolist())
            yield _Sent(day, post, part.place, round(float(lon), 6), round(float(lat), 6), wrong)


def posts_piece(days: Sequence[tuple[Person, Day, np.random.Generator]], here: World, device: Device) -> Piece:
    """Posts with text and tags, a few of them at a wrong position."""
    found = [s for who, day, rng in days for s in _sent(who, day, here, device, rng)]
    columns = [
        pa.array([s.who.moving_object for s in found], _S),
        iso_times(np.array([s.post.at for s in found], np.int64)),
        pa.array([s.lon for s in found], _F),
        pa.array([s.lat for s in found], _F),
        pa.array([s.post.text for s in found], _S),
        pa.array([s.post.tags for s in found], _S),
        pa.array([s.who.mo_class for s in found], _S),
    ]
    truth = post_truth((s.who.moving_object, s.place, s.post) for s in found)
    wrong = outlier_table((s.who.moving_object, s.post.at) for s in found if s.wrong)
    return Piece(pa.table(columns, POST_SCHEMA), truth, wrong)
