"""Which object properties are simple, and can their chains be ordered? (OWL 2 Structural Specification, section 11.)

A property is *non-simple* when it, its inverse or a property below it is transitive or made by a chain. OWL 2 DL lets a reasoner
count and compare simple properties only, and asks for an order of all properties in which a chain is made of smaller ones.
"""

from collections import defaultdict

from rdflib import OWL, RDF, RDFS, Graph
from rdflib.collection import Collection
from rdflib.term import Node

__all__ = ["irregular", "non_simple"]

_Edges = dict[Node, set[Node]]


def non_simple(graph: Graph) -> set[Node]:
    """The properties that are not simple.

    >>> text = "@prefix : <https://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . "
    >>> text += "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . "
    >>> text += ":ancestor a owl:TransitiveProperty . :father rdfs:subPropertyOf :ancestor . :ancestor rdfs:subPropertyOf :kin ."
    >>> sorted(str(p)[20:] for p in non_simple(Graph().parse(data=text, format="turtle")))
    ['ancestor', 'kin']
    """
    seeds = {*graph.subjects(RDF.type, OWL.TransitiveProperty), *graph.subjects(OWL.propertyChainAxiom)}
    return _reachable(seeds, _upwards(graph))


def irregular(graph: Graph) -> set[Node]:
    """The heads of property chains that stand in the way of an order: a part of the chain lies above its head."""
    up = _upwards(graph)
    above: _Edges = defaultdict(set, {term: set(over) for term, over in up.items()})
    parts = {(part, head) for head, chain in _chains(graph) for part in _smaller(head, chain)}
    for part, head in parts:
        above[part].add(head)
    return {head for part, head in parts if part in _reachable({head}, above)}


def _upwards(graph: Graph) -> _Edges:
    """From each property to those that are at least as large: its super-properties, equivalents and inverses."""
    edges: _Edges = defaultdict(set)
    for lower, upper in graph.subject_objects(RDFS.subPropertyOf):
        edges[lower].add(upper)
    for predicate in (OWL.inverseOf, OWL.equivalentProperty):
        for one, other in graph.subject_objects(predicate):
            edges[one].add(other)
            edges[other].add(one)
    return edges


def _reachable(seeds: set[Node], edges: _Edges) -> set[Node]:
    found, todo = set(seeds), list(seeds)
    while todo:
        fresh = edges.get(todo.pop(), set()) - found
        found |= fresh
        todo.extend(fresh)
    return found


def _chains(graph: Graph) -> list[tuple[Node, list[Node]]]:
    return [(head, list(Collection(graph, chain))) for head, chain in graph.subject_objects(OWL.propertyChainAxiom)]


def _smaller(head: Node, chain: list[Node]) -> list[Node]:
    """The parts that must be smaller than the head: all but the head itself at one end, or twice (transitivity)."""
    if chain == [head, head]:
        return []
    if chain[0] == head:
        return chain[1:]
    return chain[:-1] if chain[-1] == head else chain
