"""What somebody does on one day, before any device looks: stays, what is inside them, and posts.

A :class:`Visit` is a wish (go there for that long, not before that time); :func:`timetable` turns a list of
visits into a :class:`Day` of :class:`Stay` s with exact instants, leaving time to travel in between. The plan is
the truth: rows of any kind are made from it, never the other way round.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

import numpy as np

from baquara.errors import BadInput
from baquara.geo import distance_m
from baquara.simulate.places import Places, shift

__all__ = [
    "COARSE_MIN",
    "FINE_MIN",
    "WANDER_MIN",
    "ZONE",
    "Day",
    "Means",
    "Post",
    "Stay",
    "Visit",
    "instant_s",
    "means_of",
    "timetable",
    "travel_s",
]

ZONE = ZoneInfo("America/Sao_Paulo")
COARSE_MIN, FINE_MIN = 30, 10
"""Minutes that make a stay a stop, and a part of it a finer stop."""
WANDER_MIN = 8
"""Minutes of strolling before, between and after the stays inside a visit: too short for a finer stop."""


@dataclass(frozen=True, slots=True)
class Means:
    """A means of transportation."""

    name: str
    speed_m_s: float


WALK, BUS, CAR, METRO, COACH = (
    Means("walk", 1.3),
    Means("bus", 5.5),
    Means("car", 8.5),
    Means("metro", 10.0),
    Means("coach", 18.0),
)
_DETOUR = 1.2
_OVERHEAD_S = 90


@dataclass(frozen=True, slots=True)
class Post:
    """A text that somebody sends: about the place where they are, or mentioning another place or an event."""

    at: int
    text: str
    tags: str = ""
    mentions: str = ""


@dataclass(frozen=True, slots=True)
class Stay:
    """Time spent at a place, [begin, end] in seconds since 1970 UTC; ``inner`` are finer stays inside it."""

    place: str
    begin: int
    end: int
    lon: float
    lat: float
    inner: tuple["Stay", ...] = ()
    posts: tuple[Post, ...] = ()

    def __post_init__(self) -> None:
        if self.end <= self.begin:
            raise BadInput(f"a stay at {self.place} must end after it begins, got {self.begin} to {self.end}")

    def finer(self) -> tuple["Stay", ...]:
        """The parts that are finer stops: at least 10 minutes, and not the whole stay."""
        return tuple(p for p in self.parts() if p.end - p.begin >= FINE_MIN * 60) if self.inner else ()

    def parts(self) -> Iterator["Stay"]:
        """The stay cut at its finer stays: what is at the place itself, and each finer stay, in time order."""
        if not self.inner:
            yield self
            return
        here = self.begin
        for fine in self.inner:
            yield replace(self, begin=here, end=fine.begin, inner=(), posts=())
            yield fine
            here = fine.end
        yield replace(self, begin=here, inner=(), posts=())


@dataclass(frozen=True, slots=True)
class Day:
    """One local day of one moving object; stays in time order, never overlapping."""

    moving_object: str
    mo_class: str
    date: date
    stays: tuple[Stay, ...]
    means: tuple[Means, ...]
    """How they go from each stay to the next."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A wish: be at this place for so many minutes, not before that minute of the day.

    ``inner`` are (place, minutes) of finer stays; then ``minutes`` is what they need, strolling included.
    ``at`` is an own position (a home), else the position of the place. ``say`` are posts whose ``at`` is a share
    of the stay in percent.
    """

    place: str
    minutes: int = 60
    not_before_min: int = 0
    inner: tuple[tuple[str, int], ...] = ()
    at: tuple[float, float] | None = None
    say: tuple[Post, ...] = ()

    def needs_min(self) -> int:
        """Minutes that the visit takes."""
        fine = sum(minutes for _, minutes in self.inner)
        return fine + WANDER_MIN * (len(self.inner) + 1) if self.inner else self.minutes


def instant_s(day: date, minute: float) -> int:
    """The instant of a minute of a local day; from local noon, so that a missing or doubled hour does not matter.

    >>> instant_s(date(2014, 6, 27), 9 * 60) == datetime(2014, 6, 27, 12, tzinfo=ZoneInfo("UTC")).timestamp()
    True
    """
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=ZONE)
    return int(noon.timestamp() + round((minute - 720) * 60))


def means_of(distance: float, rng: np.random.Generator) -> Means:
    """Walk what is near, take a coach for what is far, and a bus, a car or the metro otherwise."""
    if distance < 1200:
        return WALK
    return COACH if distance > 35_000 else (BUS, CAR, METRO)[int(rng.integers(3))]


def travel_s(distance: float, means: Means) -> int:
    """Seconds from door to door."""
    return int(distance * _DETOUR / means.speed_m_s) + _OVERHEAD_S


def _inside(visit: Visit, begin: int, places: Places) -> tuple[Stay, ...]:
    """The finer stays, with strolling before each."""
    found, here = [], begin
    for iri, minutes in visit.inner:
        here += WANDER_MIN * 60
        place = places[iri]
        found.append(Stay(iri, here, here + minutes * 60, place.lon, place.lat))
        here += minutes * 60
    return tuple(found)


def _posts(visit: Visit, begin: int, end: int) -> tuple[Post, ...]:
    return tuple(replace(post, at=begin + (end - begin) * post.at // 100) for post in visit.say)


def _positions(
    visits: Sequence[Visit], places: Places, spread_m: float, rng: np.random.Generator
) -> list[tuple[float, float]]:
    """Where exactly: a given position, or near the place's; a visit with finer stays is exactly at its place."""
    found = []
    noise = rng.normal(0.0, spread_m, (len(visits), 2)) if spread_m else np.zeros((len(visits), 2))
    for visit, (east, north) in zip(visits, noise.tolist(), strict=True):
        place = places[visit.place]
        if visit.at is not None:
            found.append(visit.at)
        elif visit.inner:
            found.append((place.lon, place.lat))
        else:
            lon, lat = shift(place.lon, place.lat, east, north)
            found.append((float(lon), float(lat)))
    return found


def timetable(
    who: tuple[str, str],
    day: date,
    visits: Sequence[Visit],
    places: Places,
    rng: np.random.Generator,
    *,
    start_min: int,
    until_min: int = 28 * 60,
    spread_m: float = 8.0,
) -> Day:
    """The visits in order from ``start_min`` on; visits that would begin after ``until_min`` are left out.

    Who must wait for the next visit (``not_before_min``) stays longer where they are. The last stay ends at
    ``until_min`` at the latest.
    """
    where = _positions(visits, places, spread_m, rng)
    begin, limit = instant_s(day, start_min), instant_s(day, until_min)
    stays: list[Stay] = []
    means: list[Means] = []
    for n, visit in enumerate(visits):
        if n:
            gap = float(distance_m(*where[n - 1], *where[n]))
            means.append(means_of(gap, rng))
            travel = travel_s(gap, means[-1])
            leave = max(stays[-1].end, instant_s(day, visit.not_before_min) - travel)
            begin = leave + travel
            if begin + 600 > limit:
                means.pop()
                break
            stays[-1] = replace(stays[-1], end=leave)
        end = min(begin + visit.needs_min() * 60, limit)
        inner = tuple(s for s in _inside(visit, begin, places) if s.end < end)
        stays.append(Stay(visit.place, begin, end, *where[n], inner, _posts(visit, begin, end)))
    return Day(who[0], who[1], day, tuple(stays), tuple(means))
