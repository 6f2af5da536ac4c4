import pytest
from rdflib import OWL, RDF, Graph, URIRef

import ontology
from ontology.profile import violations

FILES = ("baquara", *ontology.MODULES, ontology.SHAPES)


def iri(name: str) -> URIRef:
    return URIRef(ontology.IRI if name == "baquara" else f"{ontology.IRI}/{name}")


def closure(name: str) -> set[str]:
    imported = {str(i).rpartition("/")[2] for i in ontology.module(name).objects(iri(name), OWL.imports)}
    return {name}.union(*(closure(other) for other in imported))


@pytest.mark.parametrize("name", FILES)
def test_each_file_is_one_ontology_of_the_same_version(name: str) -> None:
    graph = ontology.module(name)
    assert list(graph.subjects(RDF.type, OWL.Ontology)) == [iri(name)]
    assert str(graph.value(iri(name), OWL.versionInfo)) == ontology.version()
    assert graph.value(iri(name), OWL.versionIRI) == URIRef(f"{iri(name)}/{ontology.version()}")


def test_the_whole_imports_every_module_and_not_the_shapes() -> None:
    assert closure("baquara") == {"baquara", *ontology.MODULES}


@pytest.mark.parametrize("name", ontology.MODULES)
def test_a_module_imports_only_earlier_ones(name: str) -> None:
    assert closure(name) <= set(ontology.MODULES[: ontology.MODULES.index(name) + 1])


@pytest.mark.parametrize("name", ontology.MODULES)
def test_each_module_with_its_imports_is_owl_2_dl(name: str) -> None:
    graph = Graph()
    for part in closure(name):
        graph += ontology.module(part)
    assert violations(graph) == []


def test_every_ttl_file_of_the_package_is_known(root) -> None:  # noqa: ANN001
    assert {file.stem for file in (root / "ontology").glob("*.ttl")} == set(FILES)
