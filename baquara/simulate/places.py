"""The world of the simulation: the places and events of ``rio.ttl``.

>>> rio = load_places()
>>> corcovado = rio["http://dbpedia.org/resource/Corcovado"]
>>> corcovado.name, corcovado.is_a("schema:Mountain"), len(rio) >= 150
('Corcovado', True, True)
>>> [rio[iri].name for iri in rio.chain(corcovado.iri)]
['Corcovado', 'Tijuca National Park', 'Rio de Janeiro', 'Rio de Janeiro (state)', 'Brazil']
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from importlib.resources import files

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyoxigraph import Literal, RdfFormat, parse

from baquara.errors import BadInput
from baquara.geo import WGS84
from baquara.vocab import BQ, GEO, PREFIXES, RDF_TYPE, RDFS

__all__ = ["RIO", "Event", "Place", "Places", "expand", "load_places", "metres_per_degree", "rio_turtle", "shift"]

RIO = "https://w3id.org/baquara/sample/rio#"
"""Namespace of the sample's places that no other open collection names."""
_SCHEMA = PREFIXES["schema"]
_Triples = dict[str, dict[str, list[tuple[str, str]]]]


def expand(name: str) -> str:
    """The full IRI of a prefixed name.

    >>> expand("lgdo:Marketplace")
    'http://linkedgeodata.org/ontology/Marketplace'
    """
    prefix, _, local = name.partition(":")
    return RIO + local if prefix == "rio" else PREFIXES[prefix] + local


@dataclass(frozen=True, slots=True)
class Place:
    """A real place, or one of its kind inside a real place; ``container`` is None for the country only."""

    iri: str
    name: str
    name_pt: str
    lon: float
    lat: float
    classes: tuple[str, ...]
    container: str | None

    def is_a(self, name: str) -> bool:
        """Whether the place has the class with this prefixed name."""
        return expand(name) in self.classes

    @property
    def kind(self) -> str:
        """The most specific LinkedGeoData class, or the first class of any other vocabulary."""
        lgdo = [c for c in self.classes if c.startswith(PREFIXES["lgdo"])]
        return (lgdo or [c for c in self.classes if c != BQ + "Place"])[0]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that takes place: where, from when to when."""

    iri: str
    name: str
    name_pt: str
    place: str
    begin: datetime
    end: datetime
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """Places by IRI, in the order of the file, and events by IRI. Containment is a tree."""

    by_iri: Mapping[str, Place]
    events: Mapping[str, Event]

    def __len__(self) -> int:
        return len(self.by_iri)

    def __iter__(self) -> Iterator[Place]:
        return iter(self.by_iri.values())

    def __getitem__(self, iri: str) -> Place:
        if iri not in self.by_iri:
            raise BadInput(f"{iri} is not one of the {len(self)} places of rio.ttl; see Places.table()")
        return self.by_iri[iri]

    def of_class(self, *names: str) -> tuple[Place, ...]:
        """The places that have one of these classes (prefixed names), in the order of the file."""
        wanted = {expand(name) for name in names}
        return tuple(p for p in self if wanted.intersection(p.classes))

    def parts(self, iri: str) -> tuple[Place, ...]:
        """The places directly in this one."""
        return tuple(p for p in self if p.container == iri)

    def chain(self, iri: str) -> tuple[str, ...]:
        """The place, its container, and so on up to the country."""
        found, here = [iri], self[iri].container
        while here is not None:
            found.append(here)
            here = self[here].container
        return tuple(found)

    def common(self, iris: Iterable[str]) -> tuple[str, ...]:
        """The places that contain all of these (or are them), smallest first; empty for no place at all."""
        chains = [self.chain(iri) for iri in iris]
        return tuple(iri for iri in chains[0] if all(iri in c for c in chains)) if chains else ()

    def table(self) -> pa.Table:
        """All places as a table: place, name, name_pt, lon, lat, class, container."""
        rows = [
            {
                "place": p.iri,
                "name": p.name,
                "name_pt": p.name_pt,
                "lon": p.lon,
                "lat": p.lat,
                "class": p.kind,
                "container": p.container,
            }
            for p in self
        ]
        return pa.Table.from_pylist(rows)


def rio_turtle() -> bytes:
    """The text of ``rio.ttl``, ready to load into a store."""
    return files("baquara.simulate").joinpath("rio.ttl").read_bytes()


def _triples() -> _Triples:
    """Subject to predicate to (value, language tag or "") in the order of the file."""
    found: _Triples = {}
    for quad in parse(input=rio_turtle(), format=RdfFormat.TURTLE):
        value = quad.object
        language = (value.language or "") if isinstance(value, Literal) else ""
        found.setdefault(str(getattr(quad.subject, "value", "")), {}).setdefault(quad.predicate.value, []).append(
            (str(getattr(value, "value", "")), language)
        )
    return found


def _label(about: Mapping[str, list[tuple[str, str]]], language: str) -> str:
    return next(text for text, tag in about[RDFS + "label"] if tag == language)


def _point(wkt: str) -> tuple[float, float]:
    lon, lat = wkt.removeprefix("POINT(").removesuffix(")").split()
    return float(lon), float(lat)


def _place(iri: str, triples: _Triples, container: str | None) -> Place:
    about = triples[iri]
    lon, lat = _point(triples[about[GEO + "hasGeometry"][0][0]][GEO + "asWKT"][0][0])
    classes = tuple(value for value, _ in about[RDF_TYPE])
    return Place(iri, _label(about, "en"), _label(about, "pt"), lon, lat, classes, container)


def _event(iri: str, about: Mapping[str, list[tuple[str, str]]]) -> Event:
    begin, end = (datetime.fromisoformat(about[_SCHEMA + name][0][0]) for name in ("startDate", "endDate"))
    classes = tuple(value for value, _ in about[RDF_TYPE])
    return Event(iri, _label(about, "en"), _label(about, "pt"), about[_SCHEMA + "location"][0][0], begin, end, classes)


def _are(triples: _Triples, name: str) -> list[str]:
    return [iri for iri, about in triples.items() if (BQ + name, "") in about.get(RDF_TYPE, [])]


@lru_cache(maxsize=1)
def load_places() -> Places:
    """Read ``rio.ttl`` (once a process)."""
    triples = _triples()
    inside = {part: iri for iri, about in triples.items() for part, _ in about.get(BQ + "hasPart", [])}
    places = {iri: _place(iri, triples, inside.get(iri)) for iri in _are(triples, "Place")}
    return Places(places, {iri: _event(iri, triples[iri]) for iri in _are(triples, "Event")})


def metres_per_degree(lat: float) -> tuple[float, float]:
    """Metres per degree of longitude and of latitude on the ellipsoid at this latitude.

    >>> [round(v, 1) for v in metres_per_degree(0.0)]
    [111319.5, 110574.3]
    """
    e2 = WGS84.f * (2 - WGS84.f)
    phi = math.radians(lat)
    w = 1 - e2 * math.sin(phi) ** 2
    east = WGS84.a / math.sqrt(w) * math.cos(phi)
    north = WGS84.a * (1 - e2) / w**1.5
    return math.radians(east), math.radians(north)


def shift(
    lon: float, lat: float, east_m: NDArray[np.float64] | float, north_m: NDArray[np.float64] | float
) -> tuple[NDArray[np.float64] | float, NDArray[np.float64] | float]:
    """A position moved by metres to the east and to the north; for up to a few kilometres.

    >>> from baquara.geo import distance_m
    >>> round(float(distance_m(-43.2, -22.9, *shift(-43.2, -22.9, 300.0, 400.0))), 1)
    500.0
    """
    east, north = metres_per_degree(lat)
    return lon + east_m / east, lat + north_m / north
