"""Two reasoners look for contradictions: HermiT (complete, needs Java) and OWL RL rules (everywhere)."""

import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from rdflib import OWL, RDF, RDFS, XSD, Graph, URIRef

import ontology

GEO = "http://www.opengis.net/ont/geosparql#"
PROV = "http://www.w3.org/ns/prov#"
PREFIXES = """@prefix bq: <https://w3id.org/baquara#> . @prefix ex: <https://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""


def bq(name: str) -> URIRef:
    return URIRef(ontology.NAMESPACE + name)


def ex(name: str) -> URIRef:
    return URIRef("https://example.org/" + name)


def with_facts(words: Graph, *facts: Graph) -> Graph:
    """The ontology and facts as one OWL 2 DL ontology: foreign classes declared, geometries (not an OWL datatype) left out."""
    graph = Graph() + words
    for fact in facts:
        graph += fact
    graph.remove((None, OWL.imports, None))
    graph.remove((None, URIRef(GEO + "asWKT"), None))
    graph.add((URIRef(PROV + "wasGeneratedBy"), RDF.type, OWL.ObjectProperty))
    for kind in set(graph.objects(None, RDF.type)):
        if not str(kind).startswith((str(RDF), str(RDFS), str(OWL))):
            graph.add((kind, RDF.type, OWL.Class))
    return graph


def turtle(text: str) -> Graph:
    return Graph().parse(data=PREFIXES + text, format="turtle")


@pytest.fixture(scope="session")
def java() -> str:
    found = shutil.which("java")
    if found is None:
        pytest.skip("no java: HermiT cannot run")
    return found


def hermit(java: str, graph: Graph, folder: Path) -> str:
    """What HermiT says of the unsatisfiable classes, or its complaint."""
    graph.serialize(folder / "all.owl", format="xml")
    home = str(files("owlready2") / "hermit")
    command = [java, "-Xmx1000M", "-cp", f"{home}:{home}/HermiT.jar", "org.semanticweb.HermiT.cli.CommandLine"]
    done = subprocess.run(
        [*command, "-U", (folder / "all.owl").as_uri()], capture_output=True, encoding="utf-8", check=False
    )
    return done.stdout + done.stderr


SATISFIABLE = "Classes equivalent to 'owl:Nothing':\n\towl:Nothing\n"
IMPOSSIBLE = """
ex:Hover a owl:Class ; rdfs:subClassOf bq:Stop , bq:Move .
ex:NestedTrail a owl:Class ; rdfs:subClassOf bq:Trail , [ a owl:Restriction ; owl:onProperty bq:father ; owl:someValuesFrom bq:Trail ] .
ex:OwnFather a owl:Class ; rdfs:subClassOf bq:Stop , [ a owl:Restriction ; owl:onProperty bq:father ; owl:hasSelf true ] .
ex:TwoLevels a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty bq:level ; owl:hasValue 1 ] ,
    [ a owl:Restriction ; owl:onProperty bq:level ; owl:hasValue 2 ] .
ex:DoubleDuration a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty bq:hasDuration ; owl:hasValue 6.0e1 ] .
ex:SemanticTag a owl:Class ; rdfs:subClassOf bq:SemanticAnnotation , bq:TagAnnotation .
ex:EventVisit a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty bq:visits ; owl:someValuesFrom bq:Event ] .
ex:Centaur a owl:Class ; rdfs:subClassOf bq:Person , bq:Animal .
ex:UnknownSet a owl:Class ; rdfs:subClassOf bq:UnknownPlace , bq:GeneralizedPlace .
ex:EitherWay a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty bq:holds ; owl:hasValue true ] ,
    [ a owl:Restriction ; owl:onProperty bq:holds ; owl:hasValue false ] .
"""


@pytest.mark.java
def test_hermit_finds_no_unsatisfiable_class(words: Graph, java: str, tmp_path: Path) -> None:
    assert hermit(java, with_facts(words), tmp_path) == SATISFIABLE


@pytest.mark.java
def test_hermit_finds_the_modelling_cases_consistent(
    words: Graph, cases: dict[str, Graph], java: str, tmp_path: Path
) -> None:
    apart = [renamed(graph, name) for name, graph in cases.items()]
    assert hermit(java, with_facts(words, *apart), tmp_path) == SATISFIABLE


def renamed(graph: Graph, name: str) -> Graph:
    """The graph with example names of its own, so that cases do not contradict one another."""
    old, new = "https://example.org/", f"https://example.org/{name}/"
    result = Graph()
    for triple in graph:
        result.add(tuple(URIRef(t.replace(old, new)) if isinstance(t, URIRef) else t for t in triple))  # type: ignore[arg-type]
    return result


@pytest.mark.java
def test_hermit_catches_every_impossible_class(words: Graph, java: str, tmp_path: Path) -> None:
    more = turtle(IMPOSSIBLE)
    said = hermit(java, with_facts(words, more), tmp_path)
    found = set(re.findall(r"https://example.org/\w+", said))
    assert found == {str(term) for term in more.subjects(RDF.type, OWL.Class) if isinstance(term, URIRef)}


@pytest.mark.java
def test_hermit_catches_a_contradiction(words: Graph, java: str, tmp_path: Path) -> None:
    said = hermit(java, with_facts(words, turtle("ex:s a bq:Stop , bq:Move .")), tmp_path)
    assert "https://w3id.org/baquara#Stop" in said or "nconsistent" in said


CLOSE = """
import sys, owlrl, rdflib
graph = rdflib.Graph().parse(data=sys.stdin.buffer.read(), format="nt")
owlrl.DeductiveClosure(owlrl.OWLRL_Semantics).expand(graph)
for triple in graph:
    if not isinstance(triple[0], rdflib.Literal):
        sys.stdout.buffer.write(" ".join(term.n3() for term in triple).encode() + b" .\\n")
"""


def rl(graph: Graph) -> Graph:
    """The OWL RL closure, made in another process: owlrl changes how rdflib reads literals, for good."""
    data = graph.serialize(format="nt", encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", CLOSE], input=data, capture_output=True, check=True)
    return Graph().parse(data=done.stdout, format="nt")


def complaints(graph: Graph) -> list[object]:
    nothing: list[object] = list(graph.subjects(RDF.type, OWL.Nothing))
    return nothing + [m for p in graph.predicates() if "error" in str(p).lower() for m in graph.objects(None, p)]


@pytest.fixture(scope="session")
def inferred(words: Graph) -> Graph:
    """The OWL RL closure of the ontology with facts that its rules apply to."""
    facts = """
    ex:trail a bq:Trail , bq:SemanticTrajectory ; bq:hasEpisode ex:s1 . ex:s1 a bq:Stop ; bq:next ex:s2 ; bq:visits ex:stall .
    ex:s2 a bq:Stop ; bq:father ex:trail ; bq:next ex:s3 . ex:s3 bq:father ex:trail . ex:fine a bq:Stop ; bq:father ex:s1 .
    ex:s1 bq:occursAt ex:market . ex:market bq:locatedIn ex:rio . ex:rio bq:isPartOf ex:brazil .
    ex:s2 bq:attends ex:final . ex:final bq:subEventOf ex:cup .
    ex:mo bq:memberOfGroup ex:g . ex:g bq:isOfMOclass bq:European . ex:s3 bq:matchesCategory ex:c . ex:c bq:specializes ex:d .
    """
    return rl(with_facts(words, turtle(facts)))


def test_owl_rl_finds_no_contradiction(inferred: Graph) -> None:
    assert complaints(inferred) == []


EXPECTED = [
    ("s1", "father", "trail"),
    ("fine", "ancestor", "trail"),
    ("trail", "descendant", "fine"),
    ("trail", "hasPart", "fine"),
    ("trail", "lineage", "fine"),
    ("s3", "predecessor", "s1"),
    ("s1", "successor", "s3"),
    ("s1", "sibling", "s3"),
    ("trail", "visits", "stall"),
    ("stall", "isVisitedBy", "trail"),
    ("s1", "isAt", "market"),
    ("s1", "occursIn", "brazil"),
    ("fine", "occursIn", "rio"),
    ("trail", "attends", "cup"),
    ("s3", "matchesCategory", "d"),
    ("s1", "relatedToPlace", "stall"),
]


@pytest.mark.parametrize("fact", EXPECTED)
def test_the_rules_derive(inferred: Graph, fact: tuple[str, str, str]) -> None:
    subject, predicate, value = fact
    assert (ex(subject), bq(predicate), ex(value)) in inferred


def test_a_member_of_a_group_is_of_its_class_but_nobody_becomes_an_instance(inferred: Graph) -> None:
    assert (ex("mo"), bq("isOfMOclass"), bq("European")) in inferred
    assert (ex("mo"), RDF.type, bq("European")) not in inferred


def test_the_rules_do_not_run_the_other_way(inferred: Graph) -> None:
    assert (ex("trail"), bq("occursIn"), ex("rio")) not in inferred  # only a part of the trail was there
    assert (ex("fine"), bq("visits"), ex("stall")) not in inferred  # the coarse stop's visit is not each finer one's
    assert (ex("s1"), bq("predecessor"), ex("s2")) not in inferred


def test_foreign_queries_see_our_data(inferred: Graph) -> None:
    step = "http://purl.org/net/step#"
    assert (ex("trail"), URIRef(step + "coarserThan"), ex("s1")) in inferred
    assert (ex("s1"), RDF.type, URIRef(step + "Episode")) in inferred
    assert (ex("market"), RDF.type, URIRef("http://schema.org/Place")) in inferred


def test_owl_rl_catches_a_contradiction() -> None:
    small = ontology.module("core") + turtle("ex:s a bq:Stop , bq:Move .")
    assert complaints(rl(small))


def test_a_measure_is_decimal_and_a_time_has_its_zone(words: Graph) -> None:
    assert (bq("hasDuration"), RDFS.range, XSD.decimal) in words
    assert (bq("begin"), RDFS.range, XSD.dateTimeStamp) in words
