import lzma
from pathlib import Path

import pytest
from rdflib import OWL, RDF, RDFS, Graph, URIRef
from rdflib.namespace import SKOS

import ontology

FILES = {
    "http://www.opengis.net/ont/geosparql#": "geosparql11_geo.ttl",
    "http://www.w3.org/2006/time#": "owl-time.ttl",
    "http://www.w3.org/ns/sosa/": "sosa.ttl",
    "http://www.w3.org/ns/prov#": "prov_2015-01-11.n3",
    "http://schema.org/": "schemaorg-30.0-current-https.ttl.xz",
    "http://purl.org/net/step#": "step_v2.rdf",
    "https://w3id.org/dpv#": "dpv-2.2.ttl.xz",
    "http://www.w3.org/ns/dcat#": "dcat3.ttl",
}
FORMATS = {".ttl": "turtle", ".n3": "turtle", ".rdf": "xml"}
CLASSES = {OWL.Class, RDFS.Class}
PROPERTIES = {RDF.Property, OWL.ObjectProperty, OWL.DatatypeProperty}


def bq(name: str) -> URIRef:
    return URIRef(ontology.NAMESPACE + name)


def read(file: Path) -> Graph:
    data = lzma.decompress(file.read_bytes()) if file.suffix == ".xz" else file.read_bytes()
    return Graph().parse(data=data, format=FORMATS[Path(file.name.removesuffix(".xz")).suffix])


def foreign(words: Graph) -> set[URIRef]:
    kinds = (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty, RDFS.Datatype)
    terms = {t for kind in kinds for t in words.subjects(RDF.type, kind) if isinstance(t, URIRef)}
    return {t for t in terms if not t.startswith(ontology.NAMESPACE)}


@pytest.mark.shared_data
@pytest.mark.parametrize("namespace", FILES)
def test_every_foreign_term_exists_with_its_kind(words: Graph, shared_ontologies: Path, namespace: str) -> None:
    theirs = read(shared_ontologies / FILES[namespace])
    terms = {t for t in foreign(words) if t.startswith(namespace)}
    assert terms
    for term in terms:
        wanted = CLASSES | {RDFS.Datatype} if term.rpartition("/")[2].rpartition("#")[2][0].isupper() else PROPERTIES
        wanted |= {RDFS.Datatype} if term.endswith("Literal") else set()
        there = URIRef(term.replace("http://schema.org/", "https://schema.org/"))
        assert wanted & set(theirs.objects(there, RDF.type)), f"{term} is not in {FILES[namespace]}"


@pytest.mark.shared_data
def test_a_misspelt_term_would_be_found(shared_ontologies: Path) -> None:
    theirs = read(shared_ontologies / FILES["http://purl.org/net/step#"])
    assert not list(theirs.objects(URIRef("http://purl.org/net/step#coarserthan"), RDF.type))


@pytest.mark.shared_data
def test_the_father_is_coarser_in_step(words: Graph, shared_ontologies: Path) -> None:
    step = "http://purl.org/net/step#"
    theirs = read(shared_ontologies / FILES[step])
    assert (URIRef(step + "coarserThan"), OWL.inverseOf, URIRef(step + "finerThan")) in theirs
    assert (bq("father"), RDFS.subPropertyOf, URIRef(step + "finerThan")) in words
    assert (bq("hasChild"), RDFS.subPropertyOf, URIRef(step + "coarserThan")) in words


def test_trajectories_and_segments_are_those_of_step(words: Graph) -> None:
    step = "http://purl.org/net/step#"
    assert (bq("Trajectory"), RDFS.subClassOf, URIRef(step + "Trajectory")) in words
    assert (bq("MovementSegment"), RDFS.subClassOf, URIRef(step + "Episode")) in words


def test_every_foreign_namespace_is_checked(words: Graph) -> None:
    known = (*FILES, str(SKOS))
    assert [t for t in foreign(words) if not str(t).startswith(known)] == []
    assert all(t in SKOS for t in foreign(words) if t.startswith(str(SKOS)))


def test_nothing_foreign_is_imported(words: Graph) -> None:
    assert all(str(i).startswith(ontology.IRI) for i in words.objects(None, OWL.imports))
