"""The exact answers of the five paper queries, computed from a plan: what the people did, not what a program found.

A stop is a stay of at least 30 minutes, a finer stop one of at least 10 minutes inside it (the two scales of the
sample). A stop visits the smallest place that contains all places where its time was spent; a trail visits every
place that contains all its stops. Baquara: Fileto et al. 2013; Baquara²: Fileto et al. 2015, both section 5.3.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from baquara.geo import distance_m
from baquara.simulate.places import Place, Places, expand
from baquara.simulate.plan import COARSE_MIN, Day, Stay
from baquara.vocab import BQ

__all__ = ["Expected", "Trail", "answers"]

Trail = tuple[str, str]
"""Moving object and local date (ISO 8601): the name of a daily trail."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The answers. Trails are (moving object, local date)."""

    baquara_1: frozenset[Trail]
    baquara_2: frozenset[Trail]
    baquara2_1: frozenset[Trail]
    baquara2_2_with: frozenset[Trail]
    baquara2_2_all: frozenset[Trail]
    baquara2_3: Mapping[str, int]
    """City (IRI) to number of trails."""

    @property
    def baquara2_2_percentage(self) -> float:
        """Share of the Europeans' trails in Brazil, in percent."""
        return 100.0 * len(self.baquara2_2_with) / len(self.baquara2_2_all) if self.baquara2_2_all else 0.0


@dataclass(frozen=True, slots=True)
class _Stop:
    stay: Stay
    visits: Place
    finer: tuple[Place, ...]

    def has(self, name: str, finer: str) -> bool:
        """Whether it visits a place of one class, with a finer stop at a place of another."""
        return self.visits.is_a(name) and any(place.is_a(finer) for place in self.finer)

    def minutes(self) -> float:
        return (self.stay.end - self.stay.begin) / 60


def _stops(day: Day, places: Places) -> list[_Stop]:
    found = []
    for stay in day.stays:
        if stay.end - stay.begin >= COARSE_MIN * 60:
            smallest = places.common(part.place for part in stay.parts())[0]
            finer = tuple(places[part.place] for part in stay.finer())
            found.append(_Stop(stay, places[smallest], finer))
    return found


def _visited(stops: list[_Stop], places: Places) -> tuple[str, ...]:
    """What the trail as a whole visits."""
    return places.common(stop.visits.iri for stop in stops)


def _baquara_1(stops: list[_Stop], places: Places) -> bool:
    """An episode that mentions Corcovado and lies within 10 km of it."""
    peak = places[expand("dbr:Corcovado")]
    return any(
        post.mentions == peak.iri and float(distance_m(s.stay.lon, s.stay.lat, peak.lon, peak.lat)) <= 10_000
        for s in stops
        for post in s.stay.posts
    )


def _baquara_2(stops: list[_Stop], places: Places) -> bool:
    """A stop in an amenity, a stop that mentions a sports event, and a stop with "Beach" in a text or tag."""
    posts = [post for s in stops for post in s.stay.posts]
    sport = expand("dbo:SportsEvent")
    return (
        any(s.visits.is_a("lgdo:Amenity") for s in stops)
        and any(post.mentions in places.events and sport in places.events[post.mentions].classes for post in posts)
        and any("Beach" in post.text or "Beach" in post.tags for post in posts)
    )


def _baquara2_1(stops: list[_Stop]) -> bool:
    """Corcovado, later a marketplace with a finer stop in a restaurant."""
    first = next((n for n, s in enumerate(stops) if s.visits.iri == expand("dbr:Corcovado")), len(stops))
    return any(s.has("lgdo:Marketplace", "lgdo:Restaurant") for s in stops[first + 1 :])


def _baquara2_2(stops: list[_Stop]) -> bool:
    """A nature reserve with a finer stop in a tourist shop."""
    return any(s.has("lgdo:NatureReserve", "lgdo:TouristShop") for s in stops)


def _baquara2_3(stops: list[_Stop]) -> bool:
    """A hotel, later a marketplace with a finer stop in a pub, later two hours or more in a nightclub."""
    return any(
        market.has("lgdo:Marketplace", "lgdo:Pub")
        and any(s.visits.is_a("lgdo:Hotel") for s in stops[:n])
        and any(s.visits.is_a("lgdo:Nightclub") and s.minutes() >= 120 for s in stops[n + 1 :])
        for n, market in enumerate(stops)
    )


def answers(days: Iterable[Day], places: Places) -> Expected:
    """The answers that these plans imply."""
    trails = {(d.moving_object, d.date.isoformat()): (d, _stops(d, places)) for d in days}
    in_brazil = frozenset(
        name
        for name, (day, stops) in trails.items()
        if day.mo_class == BQ + "European" and expand("dbr:Brazil") in _visited(stops, places)
    )
    cities = Counter(
        city
        for _, stops in trails.values()
        if _baquara2_3(stops)
        for city in _visited(stops, places)
        if places[city].is_a("lgdo:City")
    )
    return Expected(
        baquara_1=frozenset(name for name, (_, stops) in trails.items() if _baquara_1(stops, places)),
        baquara_2=frozenset(name for name, (_, stops) in trails.items() if _baquara_2(stops, places)),
        baquara2_1=frozenset(name for name, (_, stops) in trails.items() if _baquara2_1(stops)),
        baquara2_2_with=frozenset(name for name in in_brazil if _baquara2_2(trails[name][1])),
        baquara2_2_all=in_brazil,
        baquara2_3=dict(cities),
    )
