import re
from pathlib import Path

import pytest
from rdflib import OWL, RDF, RDFS, Graph, Literal, URIRef
from rdflib.namespace import SKOS
from rdflib.term import Node

import ontology
from baquara import vocab

PROPERTY_KINDS = (OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty)
KINDS = (OWL.Class, *PROPERTY_KINDS, OWL.NamedIndividual)


def bq(name: str) -> URIRef:
    return URIRef(ontology.NAMESPACE + name)


def ours(graph: Graph, *kinds: Node) -> set[URIRef]:
    found = {term for kind in kinds for term in graph.subjects(RDF.type, kind)}
    return {term for term in found if isinstance(term, URIRef) and term.startswith(ontology.NAMESPACE)}


def names(terms: set[URIRef]) -> list[str]:
    return sorted(str(term).partition("#")[2] for term in terms)


def named(text: str) -> set[URIRef]:
    return {bq(name) for name in re.findall(r"\bbq:(\w+)", text)}


def test_it_is_as_rich_as_the_papers_say(words: Graph) -> None:
    assert len(ours(words, OWL.Class)) >= 100
    assert len(ours(words, *PROPERTY_KINDS)) >= 200


def test_every_term_has_labels_in_both_languages_and_one_comment(words: Graph) -> None:
    for term in ours(words, *KINDS):
        languages = sorted(label.language for label in words.objects(term, RDFS.label) if isinstance(label, Literal))
        assert languages == ["en", "pt"], term
        assert [c.language for c in words.objects(term, RDFS.comment) if isinstance(c, Literal)] == ["en"], term
        assert len(str(words.value(term, RDFS.comment))) >= 25, term


def test_every_term_is_defined_by_the_module_that_it_is_in(words: Graph) -> None:
    modules = {URIRef(f"{ontology.IRI}/{name}"): ontology.module(name) for name in ontology.MODULES}
    for term in ours(words, *KINDS):
        homes = list(words.objects(term, RDFS.isDefinedBy))
        assert homes == [home for home, graph in modules.items() if (term, RDFS.comment, None) in graph], term


def test_no_two_terms_of_a_kind_share_a_label(words: Graph) -> None:
    for kinds in ((OWL.Class,), PROPERTY_KINDS):
        labels = [
            str(label)
            for term in ours(words, *kinds)
            for label in words.objects(term, RDFS.label)
            if label.language == "en"
        ]  # type: ignore[attr-defined]
        assert len(labels) == len(set(labels))


@pytest.mark.parametrize("side", [RDFS.domain, RDFS.range])
def test_every_property_has_a_domain_and_a_range_or_a_written_reason(words: Graph, side: URIRef) -> None:
    lacking = {p for p in ours(words, *PROPERTY_KINDS) if (p, side, None) not in words}
    assert names({p for p in lacking if (p, SKOS.scopeNote, None) not in words}) == []


def test_what_the_program_writes_exists_in_its_kind(words: Graph) -> None:
    assert names({bq(name) for name in vocab.CLASSES} - ours(words, OWL.Class)) == []
    assert names({bq(name) for name in vocab.PROPERTIES} - ours(words, *PROPERTY_KINDS)) == []
    assert vocab.BQ == ontology.NAMESPACE
    assert vocab.ONTOLOGY_GRAPH == ontology.IRI


PAPERS = """
MovementData MovingObjectPosition MovementSegment MovementPattern Geometry SimpleGeometry ComplexGeometry Annotation
SemanticAnnotation FreeTextAnnotation NumericAnnotation MovementAnalysisFacet MovementDescription MSC MPC Space Place Time Goal
Behavior Flock Chasing Avoidance TransportationMeans EnvironmentCondition Windy Sunny Activity Running MovingObject Event
CulturalEvent SportEvent MovingEntity Person Animal Vehicle Storm MovementMonitoringMeans MovementMonitoringSystem SocialMedia
MovementMonitoringDevice CellPhone Country City Airport Hotel Cafe Restaurant LandMark MusicFestival DanceFestival Carnival
TraditionalParty Season SocialEvent Party Trail Trajectory Episode Stop Move European Tourist Market Bar TouristicPlace
STMovModel STSnapshot STSequence SemanticMovModel MOTrace RawTraceDescription SemanticTrace SemanticTrajectory
TrajectoryPattern EpisodePattern SemanticAnalysisDimension MOGroup EventRelation PlaceRelation Bus
AnonymizedTrajectory UnknownPlace GeneralizedPlace PrivacyPolicy Release Verdict
father level prev next ord hasEpisode hasDuration begin end ofMovingObject isOfMOclass visits mentions occursIn occursAt isAt
hasAnnotation hasValue hasPart target property geoDistance textSimilarity usesTransportationMeans
inRelease oneOf candidate possiblyA size k m unit l delta c
"""


def test_it_names_what_the_papers_and_the_design_name(words: Graph) -> None:
    assert names({bq(name) for name in PAPERS.split()} - ours(words, OWL.Class, *PROPERTY_KINDS)) == []


def used_terms(root: Path, words: Graph, cases: dict[str, Graph]) -> set[URIRef]:
    """Terms of the cases, shapes, queries, rules (property chains) and the program, and what directly organises them."""
    used = {bq(name) for name in vocab.CLASSES | vocab.PROPERTIES}
    used |= {term for graph in cases.values() for triple in graph for term in triple if isinstance(term, URIRef)}
    texts = [ontology.path(ontology.SHAPES).read_text(encoding="utf-8")]
    texts += [file.read_text(encoding="utf-8") for file in (root / "queries").rglob("*.rq")]
    used = used.union(*(named(text) for text in texts)) & ours(words, *KINDS)
    above = (RDFS.subClassOf, RDFS.subPropertyOf, RDF.type)
    return used | {parent for term in used for link in above for parent in words.objects(term, link)}  # type: ignore[misc]


def test_no_term_is_filler(root: Path, words: Graph, cases: dict[str, Graph]) -> None:
    assert names(ours(words, *KINDS) - used_terms(root, words, cases)) == []


def test_an_unused_term_would_be_found(root: Path, words: Graph, cases: dict[str, Graph]) -> None:
    more = Graph() + words
    more.add((bq("Filler"), RDF.type, OWL.Class))
    assert names(ours(more, *KINDS) - used_terms(root, more, cases)) == ["Filler"]


def test_cases_and_shapes_use_no_term_that_does_not_exist(words: Graph, cases: dict[str, Graph]) -> None:
    known = ours(words, *KINDS)
    for name, graph in cases.items():
        mine = {t for triple in graph for t in triple if isinstance(t, URIRef) and t.startswith(ontology.NAMESPACE)}
        assert names(mine - known) == [], name
    assert names(named(ontology.path(ontology.SHAPES).read_text(encoding="utf-8")) - known) == []
