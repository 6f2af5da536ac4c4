"""Good graphs conform; each broken one violates exactly the shape that states the rule."""

from pathlib import Path

import pytest
from pyshacl import validate
from rdflib import RDF, SH, XSD, Graph, Literal, URIRef

import ontology
from ontology.conformance import breaches

HERE = Path(__file__).parent
PREFIXES = """@prefix bq: <https://w3id.org/baquara#> . @prefix ex: <https://example.org/> .
@prefix geo: <http://www.opengis.net/ont/geosparql#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
SHAPES = ontology.shapes()
BEGIN = URIRef(ontology.NAMESPACE + "begin")


def turtle(text: str) -> Graph:
    return Graph().parse(data=PREFIXES + text, format="turtle")


def day(clock: str) -> str:
    return f'"2014-06-12T{clock}-03:00"^^xsd:dateTimeStamp'


def broken(graph: Graph) -> set[str]:
    """The names of the shapes that the graph violates."""
    return {breach.shape for breach in breaches(graph)}


HIERARCHY = [
    # what is removed, what is added, the shape that objects
    ("ex:s1 bq:ofMovingObject ex:mo .", "", {"Segment-ofMovingObject"}),
    ("", "ex:s1 bq:ofMovingObject ex:mo2 .", {"Segment-ofMovingObject", "SameObject"}),
    ("ex:s1 bq:ofMovingObject ex:mo .", "ex:s1 bq:ofMovingObject ex:mo2 .", {"SameObject"}),
    ("ex:s1 bq:level 1 .", "", {"Segment-level"}),
    ("ex:s1 bq:level 1 .", "ex:s1 bq:level 2 .", {"Level"}),
    ("ex:s3a bq:level 2 .", "ex:s3a bq:level 1 .", {"Level"}),
    ("ex:t2 bq:level 0 .", "ex:t2 bq:level 1 .", {"Root"}),
    (
        "ex:s3a bq:father ex:s3 ; bq:next ex:s3b . ex:s3b bq:father ex:s3 ; bq:prev ex:s3a ; bq:ord 2 .",
        "ex:s3b bq:ord 1 .",
        {"Root"},
    ),
    ("", "ex:t2 bq:father ex:s3 .", {"Root", "Level", "Span", "PrevNext"}),
    ("ex:t2 a bq:Trail .", "ex:t2 a bq:Stop .", {"Root"}),
    ("", "ex:s1 a bq:Move .", {"Kind"}),
    ("ex:s1 a bq:Stop .", "", {"Kind"}),
    ("", "ex:s9 a bq:Stop .", {"Known"}),
    ("", "ex:s3a bq:father ex:s1 .", {"Segment-father", "Span", "PrevNext"}),
    ("ex:s1 bq:ord 1 .", "", {"Segment-ord"}),
    ("ex:s1 bq:ord 1 .", "ex:s1 bq:ord 0 .", {"Segment-ord", "Order"}),
    ("ex:s3 bq:ord 3 .", "ex:s3 bq:ord 4 .", {"Order"}),
    ("ex:s3b bq:prev ex:s3a . ex:s3a bq:next ex:s3b .", "", {"Order"}),
    ("ex:s3b bq:prev ex:s3a ; bq:ord 2 . ex:s3a bq:next ex:s3b .", "ex:s3b bq:ord 1 .", {"OneFirst"}),
    ("ex:t2 bq:prev ex:t1 ; bq:ord 2 . ex:t1 bq:next ex:t2 .", "ex:t2 bq:ord 1 .", {"OneFirst"}),
    ("ex:s1 bq:next ex:m2 .", "", {"PrevNext"}),
    ("ex:s3 bq:prev ex:m2 .", "ex:s3 bq:prev ex:s1 .", {"PrevNext", "Order"}),
    ("", "ex:s1 bq:next ex:s3 .", {"Segment-next", "PrevNext"}),
    ("", "ex:s3 bq:prev ex:s1 .", {"Segment-prev", "PrevNext", "Order"}),
    (f"ex:s1 bq:end {day('10:00:00')} .", "", {"Segment-end"}),
    (f"ex:s1 bq:begin {day('09:00:00')} .", "", {"Segment-begin"}),
    (
        f"ex:s1 bq:begin {day('09:00:00')} .",
        'ex:s1 bq:begin "2014-06-12T09:00:00-03:00" .',
        {"Segment-begin"},
    ),
    (
        f"ex:s1 bq:begin {day('09:00:00')} ; bq:hasDuration 60.0 .",
        f"ex:s1 bq:begin {day('08:59:00')} ; bq:hasDuration 61.0 .",
        {"Span"},
    ),
    (
        f"ex:s3b bq:end {day('12:00:00')} ; bq:hasDuration 40.0 .",
        f"ex:s3b bq:end {day('12:00:01')} ; bq:hasDuration 40.0166667 .",
        {"Span"},
    ),
    (
        f"ex:s1 bq:end {day('10:00:00')} ; bq:hasDuration 60.0 .",
        f"ex:s1 bq:end {day('10:00:03')} ; bq:hasDuration 60.05 .",
        {"NoOverlap"},
    ),
    (f"ex:m2 bq:end {day('10:30:30')} .", f"ex:m2 bq:end {day('09:59:59')} .", {"BeginEnd"}),
    ("ex:s1 bq:hasDuration 60.0 .", "ex:s1 bq:hasDuration 60.002 .", {"Duration"}),
    ("ex:s1 bq:hasDuration 60.0 .", "ex:s1 bq:hasDuration 59.998 .", {"Duration"}),
    ("ex:s1 bq:hasDuration 60.0 .", "", {"Segment-hasDuration"}),
    ("ex:s1 bq:hasDuration 60.0 .", "ex:s1 bq:hasDuration 60e0 .", {"Segment-hasDuration"}),
    ("ex:t1 bq:fixCount 4 .", "ex:t1 bq:fixCount 0 .", {"Segment-fixCount"}),
    ("ex:t1 bq:length 900.5 .", "ex:t1 bq:length -1.0 .", {"Segment-length"}),
    ("", "ex:t1 bq:childCount -1 .", {"Segment-childCount"}),
    ("", "ex:t2 bq:hasEpisode ex:s1 .", {"Episodes"}),
    ("", "ex:t1 bq:inDataset ex:e .", {"Trail-inDataset"}),
    ('ex:g1 geo:asWKT "LINESTRING(0 0, 1 1)"^^geo:wktLiteral .', "", {"Geometry-asWKT"}),
    ('ex:mo bq:identifier "1" .', "", {"MovingObject-identifier"}),
    ("ex:p1 bq:positionOf ex:mo .", "", {"Position-positionOf"}),
    ("ex:p1 bq:ord 1 .", "ex:p1 bq:ord 3 .", {"FirstLast"}),
    ("ex:p1 geo:hasGeometry ex:g2 .", "", {"Position-geometry"}),
    ("ex:p1 bq:ord 1 .", "", {"Position-ord"}),
    ('ex:p2 bq:begin "2014-06-12T15:00:00Z"^^xsd:dateTimeStamp .', "", {"Position-begin"}),
    ('ex:p1 bq:end "2014-06-12T12:00:00Z"^^xsd:dateTimeStamp .', "", {"Position-end"}),
    ("", "ex:p1 bq:heading 360 .", {"Position-heading"}),
    ("ex:a1 bq:target ex:s1 .", "", {"Annotation-target"}),
    ("ex:a2 bq:target ex:s1 .", "ex:a2 bq:target ex:s3 .", {"HasAnnotation"}),
    ("ex:a2 bq:hasValue 'rio' .", "ex:a2 bq:hasValue ex:rio .", {"FreeText-value"}),
    (
        "ex:a1 bq:hasValue ex:place . ex:s1 bq:visits ex:place .",
        "ex:a1 bq:hasValue 'place' . ex:s1 bq:visits 'place' .",
        {"SemanticAnnotation-value"},
    ),
    ("", "ex:a2 a bq:SemanticAnnotation .", {"AnnotationKind", "SemanticAnnotation-value", "ShortForm"}),
    ("", "ex:a2 bq:hasValue 'brasil' .", {"Annotation-value"}),
    ("ex:a1 bq:property bq:visits .", "", {"SemanticAnnotation-property"}),
    ("ex:s1 bq:visits ex:place .", "", {"ShortForm"}),
    ("ex:a1 bq:textSimilarity 0.9 .", "ex:a1 bq:textSimilarity 1.1 .", {"Score-textSimilarity"}),
    ("ex:a1 bq:geoDistance 4.0 .", "ex:a1 bq:geoDistance -4.0 .", {"Score-geoDistance"}),
    ("", "ex:a2 bq:property bq:text .", {"Annotation-property"}),
    ("", "ex:a2 <http://www.w3.org/ns/prov#wasGeneratedBy> ex:run1 , ex:run2 .", {"Annotation-run"}),
    ("", "ex:a1 bq:confidence 2.0 .", {"Annotation-confidence"}),
    ("ex:c1 bq:segmentType bq:Stop .", "ex:c1 bq:segmentType bq:Place .", {"MSC-segmentType"}),
    ("ex:c1 bq:minDuration 10.0 .", "ex:c1 bq:minDuration 61.0 .", {"MSC"}),
    ("", f"ex:c1 bq:begin {day('09:00:00')} .", {"MSC-begin"}),
    ("", "ex:c1 geo:hasGeometry ex:g2 .", {"MSC-geometry"}),
    ("ex:c2 bq:focusCategory ex:c1 .", "", {"MPC-focusCategory"}),
    ("", "ex:pattern bq:relativeSupport 1.5 .", {"Pattern-relativeSupport"}),
    ("", "ex:candidate a bq:LinkCandidate .", {"LinkCandidate-resource"}),
    ("", "ex:event a bq:Event .", {"Event-label"}),
]
RELEASE = [
    ("ex:t bq:inRelease ex:r .", "", {"AnonymizedTrajectory-inRelease", "Known"}),
    ("", 'ex:t bq:begin "2014-06-12T09:00:00Z"^^xsd:dateTimeStamp .', {"ReleasedNothing-self"}),
    ("", "ex:v1 bq:hasAnnotation ex:a .", {"ReleasedNothing-visit", "Annotation-target", "Annotation-value"}),
    ("", "ex:v1 bq:identifier 'alice' .", {"ReleasedNothing-visit"}),
    ("ex:v2 bq:ord 2 .", "ex:v2 bq:ord 3 .", {"ReleasedOrder"}),
    ("ex:v2 bq:ord 2 .", "ex:v2 bq:ord 1 .", {"ReleasedOrder", "OneFirst"}),
    ("ex:unknown bq:oneOf ex:g .", "", {"UnknownPlace-oneOf"}),
    ("ex:v1 bq:visits ex:bar .", "ex:v1 bq:visits ex:unknown .", {"UnknownPlace-visit"}),
    ("ex:g bq:size 2 .", "ex:g bq:size 3 .", {"Size"}),
    ("ex:g bq:size 2 .", "", {"GeneralizedPlace-size"}),
    ("ex:g bq:candidate ex:y ; bq:size 2 .", "ex:g bq:size 1 .", {"GeneralizedPlace-candidate"}),
    ("ex:r bq:underPolicy ex:policy .", "", {"Release-policy"}),
    ("ex:r bq:hasVerdict ex:verdict .", "", {"Release-verdict"}),
    ("ex:verdict bq:holds true .", "ex:verdict bq:holds false .", {"Release-verdict"}),
    ("ex:verdict bq:minSupport 6 .", "ex:verdict bq:minSupport 4 .", {"VerdictPolicy"}),
    ("ex:verdict bq:underPolicy ex:policy .", "", {"VerdictPolicy"}),
    ("", "ex:verdict bq:hasFinding ex:finding .", {"VerdictPolicy"}),
    ("ex:policy bq:k 5 .", "ex:policy bq:k 1 .", {"Policy-k"}),
    ("ex:policy bq:m 2 .", "", {"PolicyNeeds"}),
    ("ex:policy bq:model bq:KmAnonymity .", "ex:policy bq:model bq:LKCPrivacy .", {"PolicyNeeds"}),
    ("ex:policy bq:model bq:KmAnonymity .", "ex:policy bq:model bq:KDeltaAnonymity .", {"PolicyNeeds"}),
    ("ex:policy bq:model bq:KmAnonymity .", "ex:policy bq:model bq:KmLDiversity .", {"PolicyNeeds"}),
    ("ex:policy bq:model bq:KmAnonymity .", "", {"Policy-model"}),
    ("ex:policy bq:unit bq:MovingObject .", "ex:policy bq:unit bq:Stop .", {"Policy-unit"}),
    ("", "ex:policy bq:l 1 .", {"Policy-l"}),
    ("", "ex:policy bq:c 1.5 .", {"Policy-c"}),
    ("", "ex:policy bq:delta -1.0 .", {"Policy-delta"}),
    ("ex:policy bq:m 2 .", "ex:policy bq:m 0 .", {"Policy-m"}),
    ("ex:file bq:fileName 'a.csv' .", "", {"ReleaseFile-fileName"}),
    ("", "ex:file2 a bq:ReleaseFile ; bq:fileName 'b' ; bq:sha256 'abc' .", {"ReleaseFile-sha256"}),
]


def changed(file: str, remove: str, add: str) -> Graph:
    graph, gone = Graph().parse(HERE / file), turtle(remove)
    assert all(triple in graph for triple in gone), "the test removes what is not there"
    return graph - gone + turtle(add)


@pytest.mark.parametrize("file", ["hierarchy.ttl", "release.ttl"])
def test_a_good_graph_conforms(file: str) -> None:
    assert broken(Graph().parse(HERE / file)) == set()


@pytest.mark.parametrize(("remove", "add", "shapes"), HIERARCHY)
def test_a_broken_hierarchy_violates_exactly_its_shape(remove: str, add: str, shapes: set[str]) -> None:
    assert broken(changed("hierarchy.ttl", remove, add)) == shapes


@pytest.mark.parametrize(("remove", "add", "shapes"), RELEASE)
def test_a_broken_release_violates_exactly_its_shape(remove: str, add: str, shapes: set[str]) -> None:
    assert broken(changed("release.ttl", remove, add)) == shapes


FINE = [
    (f"ex:s1 bq:begin {day('09:00:00')} .", 'ex:s1 bq:begin "2014-06-12T09:00:00-03:00"^^xsd:dateTime .'),
    ("ex:s1 bq:hasDuration 60.0 .", "ex:s1 bq:hasDuration 60.0009 ."),
    (
        f"ex:s1 bq:end {day('10:00:00')} .",
        'ex:s1 bq:end "2014-06-12T13:00:00Z"^^xsd:dateTimeStamp .',
    ),  # touching, another zone
]


@pytest.mark.parametrize(("remove", "add"), FINE)
def test_what_the_rules_allow_conforms(remove: str, add: str) -> None:
    assert broken(changed("hierarchy.ttl", remove, add)) == set()


def test_every_modelling_case_conforms(words: Graph, cases: dict[str, Graph]) -> None:
    assert len(cases) >= 12
    for name, graph in cases.items():
        assert breaches(graph + words) == [], name


def test_the_parsed_once_way_finds_what_pyshacl_finds() -> None:
    graph = changed(
        "hierarchy.ttl", "ex:s1 bq:level 1 . ex:a1 bq:target ex:s1 .", "ex:s1 bq:level 3 ; bq:hasDuration 1.0 ."
    )
    _, report, _ = validate(graph, shacl_graph=SHAPES)
    theirs = {str(source).partition("#")[2] for source in report.objects(None, SH.result / SH.sourceShape)}
    assert broken(graph) == theirs != set()


@pytest.mark.parametrize("node", ["s1", "p1"])
def test_a_time_without_zone_is_refused(node: str) -> None:
    graph = Graph().parse(HERE / "hierarchy.ttl")
    graph.set((URIRef(f"https://example.org/{node}"), BEGIN, Literal("2014-06-12T09:00:00", datatype=XSD.dateTime)))
    assert broken(graph) >= {"Segment-begin" if node == "s1" else "Position-begin"}


def test_checking_leaves_the_graph_as_it_is() -> None:
    graph = Graph().parse(HERE / "hierarchy.ttl")
    before = set(graph)
    breaches(graph)
    assert set(graph) == before


def test_every_shape_has_a_broken_graph() -> None:
    tested = set().union(*(shapes for *_, shapes in HIERARCHY + RELEASE))
    kinds = (SH.NodeShape, SH.PropertyShape)
    named = {s for kind in kinds for s in SHAPES.subjects(RDF.type, kind)} - set(SHAPES.objects(None, SH.node))
    leaves = {s for s in named if (s, SH.property, None) not in SHAPES or (s, SH.sparql, None) in SHAPES}
    assert sorted(str(s).partition("#")[2] for s in leaves if str(s).partition("#")[2] not in tested) == []
