import pytest
from rdflib import Graph

from ontology.profile import violations

PREFIXES = """@prefix bq: <https://w3id.org/baquara#> . @prefix ex: <https://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
BREAKS = [
    ("bq:Stop rdfs:subClassOf ex:Halt .", "undeclared", "ex:Halt"),
    ("ex:s a ex:Halt .", "undeclared", "ex:Halt"),
    ("ex:s ex:near ex:t .", "undeclared", "ex:near"),
    ("bq:level rdfs:domain ex:Halt .", "undeclared", "ex:Halt"),
    (
        "bq:Stop rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ex:near ; owl:someValuesFrom bq:Place ] .",
        "undeclared",
        "ex:near",
    ),
    ("[] a owl:AllDisjointClasses ; owl:members ( bq:Stop ex:Halt ) .", "undeclared", "ex:Halt"),
    ('bq:Stop rdfs:comment "x"^^ex:markup .', "undeclared", "ex:markup"),
    ('bq:Stop rdfs:comment "2014-01-01"^^xsd:date .', "undeclared", "xsd:date"),
    ("bq:father a owl:DatatypeProperty .", "punning", "bq:father"),
    ("bq:hasValue a owl:ObjectProperty .", "punning", "bq:hasValue"),
    ("bq:Stop a rdfs:Datatype .", "punning", "bq:Stop"),
    ("bq:Stop a owl:Klass .", "reserved", "owl:Klass"),
    ("bq:Stop a rdfs:Class .", "reserved", "rdfs:Class"),
    ("bq:level a owl:TransitiveProperty .", "kind", "bq:level"),
    ("bq:level rdfs:subPropertyOf bq:father .", "kind", "bq:level"),
    ("bq:level owl:inverseOf bq:ord .", "kind", "bq:level"),
    ("bq:father rdfs:range xsd:string .", "kind", "bq:father"),
    ("bq:level rdfs:range bq:Stop .", "kind", "bq:level"),
    ("bq:visits owl:propertyChainAxiom ( bq:father bq:level ) .", "kind", "bq:visits"),
    ('ex:s a bq:Stop ; bq:father "trail" .', "literal", "bq:father"),
    ("ex:s a bq:Stop ; bq:level ex:t .", "literal", "bq:level"),
    ("bq:ancestor a owl:FunctionalProperty .", "non-simple", "bq:ancestor"),
    ("bq:lineage a owl:IrreflexiveProperty .", "non-simple", "bq:lineage"),
    ("bq:descendant a owl:AsymmetricProperty .", "non-simple", "bq:descendant"),
    ("bq:isVisitedBy a owl:InverseFunctionalProperty .", "non-simple", "bq:isVisitedBy"),
    (
        'bq:Stop rdfs:subClassOf [ a owl:Restriction ; owl:onProperty bq:visits ; owl:maxCardinality "1"^^xsd:nonNegativeInteger ] .',
        "non-simple",
        "bq:visits",
    ),
    ("bq:sibling owl:propertyDisjointWith bq:father .", "non-simple", "bq:sibling"),
    ("bq:father owl:propertyChainAxiom ( bq:occursIn bq:isPlaceOf ) .", "irregular", "bq:father"),
    ("bq:attends owl:propertyChainAxiom ( bq:relatedToEvent bq:subEventOf ) .", "irregular", "bq:attends"),
    (
        "bq:Stop rdfs:subClassOf _:u . bq:Move rdfs:subClassOf _:u . _:u a owl:Restriction ; owl:onProperty bq:father ; owl:someValuesFrom bq:Trail .",
        "shared-node",
        "",
    ),
]


def full(name: str) -> str:
    graph = Graph().parse(data=PREFIXES, format="turtle")
    return str(graph.namespace_manager.expand_curie(name))


def test_the_ontology_is_owl_2_dl(words: Graph) -> None:
    assert violations(words) == []


@pytest.mark.parametrize(("break_", "rule", "term"), BREAKS)
def test_a_broken_ontology_is_caught(words: Graph, break_: str, rule: str, term: str) -> None:
    found = violations(Graph() + words + Graph().parse(data=PREFIXES + break_, format="turtle"))
    assert rule in {v.rule for v in found}
    assert not term or full(term) in {v.term for v in found if v.rule == rule}


ALLOWED = [
    "bq:European a bq:DescriptiveProperty .",  # a class as an individual
    "bq:father a bq:DescriptiveProperty .",  # a property as an individual
    "bq:father a owl:FunctionalProperty .",
    "ex:Halt a owl:Class ; rdfs:subClassOf bq:Stop .",
    "bq:occursIn owl:propertyChainAxiom ( bq:inSegment bq:occursIn ) .",
    "bq:hasPart owl:propertyChainAxiom ( bq:hasPart bq:hasPart ) .",
]


@pytest.mark.parametrize("addition", ALLOWED)
def test_what_owl_2_dl_allows_is_let_through(words: Graph, addition: str) -> None:
    assert violations(Graph() + words + Graph().parse(data=PREFIXES + addition, format="turtle")) == []
