"""Who moves: residents with a home, work and habits, and tourists with a hotel and a length of stay.

Nobody here exists. A person depends on the root seed and their number only, so the same person comes out whatever
the batch size, the number of people or the kind of rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from baquara.simulate.places import Place, Places, load_places, shift
from baquara.vocab import BQ

__all__ = [
    "LANGUAGES",
    "MO_CLASSES",
    "Choices",
    "Person",
    "World",
    "person",
    "person_id",
    "person_rng",
    "pick",
    "world",
]

MO_CLASSES: Final = ("Brazilian", "European", "Tourist")
"""Local names of the classes of moving objects that the rows use; ``Tourist`` are tourists from outside Europe."""
LANGUAGES: Final = {"Brazilian": ("pt",), "European": ("en", "es", "fr", "de", "it", "pt"), "Tourist": ("en", "es")}


@dataclass(frozen=True, slots=True)
class Person:
    """One made-up person. ``base`` is the neighbourhood of the home, or the hotel; ``at`` the exact position."""

    id: str
    mo_class: str
    resident: bool
    language: str
    base: Place
    at: tuple[float, float]
    work: Place
    gym: Place
    beach: Place
    favourites: tuple[Place, ...]
    nightlife: float
    talkative: float
    """Mean number of posts a stay."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The places that a role can take, found once."""

    homes: tuple[Place, ...]
    work: tuple[Place, ...]
    gyms: tuple[Place, ...]
    beaches: tuple[Place, ...]
    food: tuple[Place, ...]
    drinks: tuple[Place, ...]
    clubs: tuple[Place, ...]
    hotels: tuple[Place, ...]
    sights: tuple[Place, ...]
    markets: tuple[Place, ...]
    reserves: tuple[Place, ...]
    malls: tuple[Place, ...]
    airports: tuple[Place, ...]
    stadiums: tuple[Place, ...]


_ROLES: Final = {
    "homes": ("lgdo:Suburb",),
    "work": ("lgdo:University", "lgdo:Hospital", "lgdo:Mall", "lgdo:Museum", "lgdo:Library", "lgdo:BusStation"),
    "gyms": ("lgdo:FitnessCentre",),
    "beaches": ("lgdo:Beach",),
    "food": ("lgdo:Restaurant", "lgdo:Cafe"),
    "drinks": ("lgdo:Bar", "lgdo:Pub"),
    "clubs": ("lgdo:Nightclub",),
    "hotels": ("lgdo:Hotel",),
    "sights": ("lgdo:Viewpoint", "lgdo:Attraction", "lgdo:Museum", "lgdo:Peak", "lgdo:Monument", "lgdo:Park"),
    "markets": ("lgdo:Marketplace",),
    "reserves": ("lgdo:NatureReserve",),
    "malls": ("lgdo:Mall",),
    "airports": ("lgdo:Airport",),
    "stadiums": ("lgdo:Stadium",),
}
_RIO = "http://dbpedia.org/resource/Rio_de_Janeiro"


def _in_town(places: Places, names: tuple[str, ...]) -> tuple[Place, ...]:
    """Of these classes, in the city, and not a stall inside a market or a park shop."""
    return tuple(
        p
        for p in places.of_class(*names)
        if _RIO in places.chain(p.iri) and not places[str(p.container)].is_a("lgdo:Marketplace")
    )


@dataclass(frozen=True, slots=True)
class World:
    """The places, and what each role can choose among them."""

    places: Places
    can: Choices
    stalls: Mapping[str, tuple[Place, ...]]
    """Of each market or reserve, the stalls and shops in it."""


@lru_cache(maxsize=1)
def world() -> World:
    """The city of Rio de Janeiro (made once a process)."""
    places = load_places()
    can = Choices(**{role: _in_town(places, names) for role, names in _ROLES.items()})
    stalls = {p.iri: tuple(s for s in places.parts(p.iri) if s.name.startswith("A ")) for p in places}
    return World(places, can, stalls)


def person_id(number: int) -> str:
    """The identifier of a made-up person.

    >>> person_id(123)
    'sim-000123'
    """
    return f"sim-{number:06d}"


def person_rng(root: int, number: int, *more: int) -> np.random.Generator:
    """The chance of one person (and one day), the same whatever else is simulated."""
    return np.random.default_rng([root, number, *more])


def pick(rng: np.random.Generator, options: tuple[Place, ...]) -> Place:
    """One of them."""
    return options[int(rng.integers(len(options)))]


def _home(rng: np.random.Generator, base: Place) -> tuple[float, float]:
    """A point up to 400 m from the middle of the neighbourhood, which is nobody's address."""
    angle, radius = rng.uniform(0, 2 * np.pi), 400 * np.sqrt(rng.uniform())
    lon, lat = shift(base.lon, base.lat, radius * np.cos(angle), radius * np.sin(angle))
    return float(lon), float(lat)


def person(root: int, number: int, here: World, *, tourist_share: float) -> Person:
    """The person with this number."""
    rng, can = person_rng(root, number), here.can
    resident = bool(rng.uniform() >= tourist_share)
    origin = "Brazilian" if resident else MO_CLASSES[1 + int(rng.integers(2))]
    base = pick(rng, can.homes if resident else can.hotels)
    spoken = LANGUAGES[origin]
    return Person(
        id=person_id(number),
        mo_class=BQ + origin,
        resident=resident,
        language=spoken[int(rng.integers(len(spoken)))],
        base=base,
        at=_home(rng, base) if resident else (base.lon, base.lat),
        work=pick(rng, can.work),
        gym=pick(rng, can.gyms),
        beach=pick(rng, can.beaches),
        favourites=tuple(pick(rng, can.food + can.drinks) for _ in range(3)),
        nightlife=float(rng.uniform(0.0, 0.6)),
        talkative=float(rng.exponential(0.5)),
    )
