import lzma
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from pyoxigraph import BlankNode, RdfFormat, parse

from baquara.errors import BadInput
from baquara.geo import distance_m
from baquara.simulate import Place, load_places, rio_turtle
from baquara.simulate.people import MO_CLASSES
from baquara.simulate.places import expand, shift
from baquara.vocab import BQ, RDFS

RIO = load_places()
QUADS = list(parse(input=rio_turtle(), format=RdfFormat.TURTLE))
BRAZIL = expand("dbr:Brazil")


def apart_m(a: Place, b: Place) -> float:
    return float(distance_m(a.lon, a.lat, b.lon, b.lat))


def test_at_least_150_places_of_many_kinds() -> None:
    assert len(RIO) >= 150
    assert len({p.kind for p in RIO}) >= 35
    assert len(RIO.events) >= 5


def test_every_place_has_one_chain_of_containers_up_to_brazil() -> None:
    containers = Counter(q.object.value for q in QUADS if q.predicate.value == BQ + "hasPart")
    assert {p.iri for p in RIO if containers[p.iri] != 1} == {BRAZIL}
    assert all(RIO.chain(p.iri)[-1] == BRAZIL for p in RIO)
    assert set(containers) <= {p.iri for p in RIO}


def test_no_place_is_there_twice() -> None:
    types = Counter((q.subject.value, q.object.value) for q in QUADS if q.predicate.value.endswith("#type"))
    assert max(types.values()) == 1
    for value in (lambda p: (p.name, p.lon, p.lat), lambda p: (p.name_pt, p.lon, p.lat)):
        assert len({value(p) for p in RIO}) == len(RIO)


def test_every_place_and_event_has_a_label_in_english_and_portuguese() -> None:
    labels = [(q.subject.value, q.object.language) for q in QUADS if q.predicate.value == RDFS + "label"]
    for iri in (*RIO.by_iri, *RIO.events):
        assert {("en"), ("pt")} <= {language for subject, language in labels if subject == iri}


def test_every_place_lies_in_the_state_and_near_its_container() -> None:
    for place in RIO:
        if place.iri != BRAZIL:
            assert -44.9 < place.lon < -40.9
            assert -23.4 < place.lat < -20.7
        container = RIO[place.container] if place.container else None
        if container is not None and container.is_a("lgdo:City"):
            assert apart_m(place, container) < 40_000, place.name
        if container is not None and container.is_a("lgdo:Suburb"):
            assert apart_m(place, container) < 7_000, place.name


def test_stalls_in_one_place_are_apart_but_within_one_stop() -> None:
    for container in RIO:
        stalls = [p for p in RIO.parts(container.iri) if p.name.startswith("A ")]
        inside = container.is_a("lgdo:Marketplace") or container.is_a("lgdo:NatureReserve")
        if inside:
            assert all(apart_m(a, b) > 85 for a, b in combinations(stalls, 2))
            assert all(60 < apart_m(container, p) < 200 for p in stalls)


def test_no_blank_node_and_every_geometry_is_a_point() -> None:
    assert not any(isinstance(term, BlankNode) for q in QUADS for term in (q.subject, q.object))
    points = [q.object.value for q in QUADS if q.predicate.value.endswith("asWKT")]
    assert len(points) == len(RIO)
    assert all(re.fullmatch(r"POINT\(-\d+\.\d{4,5} -\d+\.\d{4,5}\)", p) for p in points)


@pytest.mark.parametrize(
    ("iri", "text", "language"),
    [
        ("dbr:Corcovado", "Corcovado", None),
        ("dbr:Corcovado", "Corcovado", "pt"),
        ("dbr:Rio_de_Janeiro", "Rio de Janeiro", None),
        ("dbr:Rio_de_Janeiro", "Rio de Janeiro", "pt"),
        ("dbr:Brazil", "Brazil", None),
    ],
)
def test_labels_that_the_paper_queries_ask_for(iri: str, text: str, language: str | None) -> None:
    labels = [q.object for q in QUADS if q.subject.value == expand(iri) and q.predicate.value == RDFS + "label"]
    assert [x for x in labels if (x.value, x.language) == (text, language)]


def test_corcovado_is_a_mountain_located_in_rio() -> None:
    assert RIO[expand("dbr:Corcovado")].is_a("schema:Mountain")
    assert RIO[expand("dbr:Corcovado")].is_a("dbo:Mountain")
    located = [q for q in QUADS if q.predicate.value == "http://dbpedia.org/property/location"]
    assert [(q.subject.value, q.object.value) for q in located] == [
        (expand("dbr:Corcovado"), expand("dbr:Rio_de_Janeiro"))
    ]


def test_no_iri_says_beach() -> None:
    """Query 2 of Baquara looks for "Beach" in texts; an IRI must not answer for them."""
    assert not [iri for iri in (*RIO.by_iri, *RIO.events) if "Beach" in iri]


def test_events_are_at_known_places_and_end_after_they_begin() -> None:
    for event in RIO.events.values():
        assert event.place in RIO.by_iri
        assert event.begin < event.end
    assert RIO.events[expand("dbr:2014_FIFA_World_Cup_Final")].place == expand("dbr:Maracanã_Stadium")


def test_the_smallest_common_container() -> None:
    stall, pub = (expand(f"rio:{n}_na_Feira_de_Sao_Cristovao") for n in ("Restaurante", "Bar"))
    assert RIO.common([stall, pub])[0] == expand("rio:Feira_de_Sao_Cristovao")
    assert RIO.common([stall])[0] == stall
    assert RIO.common([stall, expand("rio:H_Niteroi")])[0] == expand("dbr:Rio_de_Janeiro_(state)")
    assert RIO.common([]) == ()


def test_the_table_has_a_row_a_place() -> None:
    table = RIO.table()
    assert table.column_names == ["place", "name", "name_pt", "lon", "lat", "class", "container"]
    assert len(table) == len(RIO)
    assert table["container"].null_count == 1


def test_an_unknown_place_is_named() -> None:
    with pytest.raises(BadInput, match="Atlantis"):
        RIO["http://example.org/Atlantis"]


def test_shift_moves_by_metres() -> None:
    lon, lat = shift(-43.2, -22.9, -1000.0, 0.0)
    assert distance_m(-43.2, -22.9, lon, lat) == pytest.approx(1000, abs=0.1)


def test_classes_of_moving_objects_are_in_the_ontology() -> None:
    files = list((Path(__file__).resolve().parents[2] / "ontology").glob("*.ttl"))
    if not files:
        pytest.skip("no ontology here")
    text = "\n".join(f.read_text("utf-8") for f in files)
    assert all(re.search(rf"^bq:{name} a owl:Class", text, re.MULTILINE) for name in (*MO_CLASSES, "Place", "Event"))


@pytest.mark.shared_data
def test_foreign_classes_exist(shared_data: Path) -> None:
    folder = shared_data / "ontologies"
    names = ["lgdo_2014-07-26.n3.xz", "dbpedia_ontology_2018.ttl.xz", "schemaorg-30.0-current-https.ttl.xz"]
    formats = [RdfFormat.N3, RdfFormat.TURTLE, RdfFormat.TURTLE]
    known: set[str] = set()
    for name, form in zip(names, formats, strict=True):
        with lzma.open(folder / name) as stream:
            quads = parse(input=stream.read(), format=form, lenient=True)
            known |= {
                q.subject.value.replace("https://schema", "http://schema")
                for q in quads
                if q.predicate.value.endswith("#type") and q.object.value.endswith("#Class")
            }
    used = {c for thing in (*RIO, *RIO.events.values()) for c in thing.classes if not c.startswith(BQ)}
    assert len(used) > 60
    assert used - known == set()
