"""Is a graph an OWL 2 DL ontology? A structural check, without a reasoner and without the network.

It reads the RDF of an import closure and looks for what OWL 2 DL forbids (OWL 2 Structural Specification, sections 2.4, 3,
5.8, 5.9 and 11; OWL 2 Mapping to RDF Graphs, section 3):

=============  ===================================================================================
rule           what it finds
=============  ===================================================================================
reserved       a term of the rdf, rdfs, owl or xsd namespace that OWL 2 does not know
undeclared     a class, property or datatype that is used and not declared
punning        a name that is both class and datatype, or two kinds of property
kind           an axiom whose parts are of the wrong kind, as a data property with an inverse
literal        a literal where an individual must stand, or the other way round
non-simple     a transitive or chained property that is functional, asymmetric, … or counted
irregular      property chains that cannot be ordered
shared-node    a blank node of a class expression or list that is used twice
=============  ===================================================================================

Where the standard allows an order of properties that this check does not find, it refuses: no violation means OWL 2 DL as
far as these rules go, a violation of ``irregular`` may be too strict.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from rdflib import OWL, RDF, RDFS, BNode, Graph, Literal, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from ontology.owl2 import BUILT_IN_ANNOTATIONS, BUILT_IN_CLASSES, DATATYPES, RESERVED, SYNTAX
from ontology.simple import irregular, non_simple

__all__ = ["Violation", "violations"]

_OBJECT, _DATA, _ANNOTATION = OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty
_KINDS: Final = (_OBJECT, _DATA, _ANNOTATION)
_OBJECT_ONLY: Final = (
    OWL.TransitiveProperty,
    OWL.SymmetricProperty,
    OWL.AsymmetricProperty,
    OWL.ReflexiveProperty,
    OWL.IrreflexiveProperty,
    OWL.InverseFunctionalProperty,
)
_SIMPLE_ONLY: Final = (
    OWL.FunctionalProperty,
    OWL.InverseFunctionalProperty,
    OWL.AsymmetricProperty,
    OWL.IrreflexiveProperty,
)
_COUNTS: Final = (
    OWL.cardinality,
    OWL.minCardinality,
    OWL.maxCardinality,
    OWL.qualifiedCardinality,
    OWL.minQualifiedCardinality,
    OWL.maxQualifiedCardinality,
)


@dataclass(frozen=True, order=True, slots=True)
class Violation:
    """One thing that OWL 2 DL forbids: the rule and the term concerned.

    >>> str(Violation("punning", "https://example.org/p"))
    'punning: https://example.org/p'
    """

    rule: str
    term: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.term}"


@dataclass(slots=True)
class _Closure:
    """The graph with its declarations looked up once."""

    graph: Graph
    classes: set[Node] = field(init=False)
    datatypes: set[Node] = field(init=False)
    properties: dict[Node, set[Node]] = field(init=False)

    def __post_init__(self) -> None:
        typed = self.graph.subjects
        self.classes = {*typed(RDF.type, OWL.Class), *typed(RDF.type, OWL.Restriction), *BUILT_IN_CLASSES}
        self.datatypes = {*typed(RDF.type, RDFS.Datatype), *DATATYPES}
        self.properties = {kind: set(typed(RDF.type, kind)) for kind in _KINDS}
        self.properties[_ANNOTATION] |= BUILT_IN_ANNOTATIONS

    def kind(self, term: Node) -> Node | None:
        if isinstance(term, BNode):
            return _OBJECT if (term, OWL.inverseOf, None) in self.graph else None
        return next((kind for kind in _KINDS if term in self.properties[kind]), None)


def violations(graph: Graph) -> list[Violation]:
    """All violations in the import closure that ``graph`` holds, sorted; an empty list means none of the rules is broken.

    >>> text = "@prefix : <https://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . "
    >>> bad = text + ":near a owl:ObjectProperty , owl:TransitiveProperty , owl:FunctionalProperty ."
    >>> [str(v) for v in violations(Graph().parse(data=bad, format="turtle"))]
    ['non-simple: https://example.org/near']
    """
    closure = _Closure(graph)
    checks = (_reserved, _undeclared, _punning, _kinds, _assertions, _non_simple, _irregular, _shared_nodes)
    return sorted({Violation(rule, str(term)) for check in checks for rule, term in check(closure)})


_Found = Iterator[tuple[str, Node]]


def _reserved(closure: _Closure) -> _Found:
    for triple in closure.graph:
        for term in triple:
            if isinstance(term, URIRef) and str(term).startswith(RESERVED) and term not in SYNTAX:
                yield "reserved", term
            elif isinstance(term, Literal) and term.datatype is not None and term.datatype not in closure.datatypes:
                yield "undeclared", term.datatype


def _class_positions(graph: Graph) -> Iterator[Node]:
    for predicate in (RDFS.subClassOf, OWL.equivalentClass, OWL.disjointWith, OWL.complementOf):
        for subject, object_ in graph.subject_objects(predicate):
            yield from (subject, object_)
    for predicate in (RDFS.domain, OWL.onClass):
        yield from graph.objects(None, predicate)
    for predicate in (OWL.unionOf, OWL.intersectionOf):
        for subject, head in graph.subject_objects(predicate):
            if (subject, RDF.type, RDFS.Datatype) not in graph:
                yield from Collection(graph, head)
    for axiom in graph.subjects(RDF.type, OWL.AllDisjointClasses):
        for head in graph.objects(axiom, OWL.members):
            yield from Collection(graph, head)


def _undeclared(closure: _Closure) -> _Found:
    graph = closure.graph
    for term in _class_positions(graph):
        if term not in closure.classes:
            yield "undeclared", term
    for subject, object_ in graph.subject_objects(RDF.type):
        reserved = str(object_).startswith(RESERVED)
        if not reserved and object_ not in closure.classes:
            yield "undeclared", object_
        elif not isinstance(subject, BNode) and object_ == OWL.Restriction:
            yield "kind", subject
    for predicate in set(graph.predicates()):
        if not str(predicate).startswith(RESERVED) and closure.kind(predicate) is None:
            yield "undeclared", predicate
    for _, object_ in graph.subject_objects(OWL.onProperty):
        if closure.kind(object_) not in (_OBJECT, _DATA):
            yield "undeclared", object_


def _punning(closure: _Closure) -> _Found:
    yield from (("punning", term) for term in closure.classes & closure.datatypes)
    for first, second in ((_OBJECT, _DATA), (_OBJECT, _ANNOTATION), (_DATA, _ANNOTATION)):
        both = closure.properties[first] & closure.properties[second]
        yield from (("punning", term) for term in both)


def _kinds(closure: _Closure) -> _Found:
    graph, kind = closure.graph, closure.kind
    for predicate in (RDFS.subPropertyOf, OWL.equivalentProperty, OWL.propertyDisjointWith):
        for subject, object_ in graph.subject_objects(predicate):
            if kind(subject) is None or kind(subject) != kind(object_):
                yield "kind", subject
    for subject, object_ in graph.subject_objects(OWL.inverseOf):
        named = [term for term in (subject, object_) if not isinstance(term, BNode)]
        yield from (("kind", term) for term in named if kind(term) != _OBJECT)
    for characteristic in _OBJECT_ONLY:
        for subject in graph.subjects(RDF.type, characteristic):
            if kind(subject) != _OBJECT:
                yield "kind", subject
    for subject, head in graph.subject_objects(OWL.propertyChainAxiom):
        if any(kind(term) != _OBJECT for term in (subject, *Collection(graph, head))):
            yield "kind", subject
    yield from _ranges(closure)


def _ranges(closure: _Closure) -> _Found:
    for subject, object_ in closure.graph.subject_objects(RDFS.range):
        allowed = {_OBJECT: closure.classes, _DATA: closure.datatypes}.get(URIRef(str(closure.kind(subject))))
        if closure.kind(subject) is None or (allowed is not None and object_ not in allowed):
            yield "kind", subject


def _assertions(closure: _Closure) -> _Found:
    for predicate in closure.properties[_OBJECT]:
        if any(isinstance(object_, Literal) for object_ in closure.graph.objects(None, predicate)):
            yield "literal", predicate
    for predicate in closure.properties[_DATA]:
        if any(not isinstance(object_, Literal) for object_ in closure.graph.objects(None, predicate)):
            yield "literal", predicate


def _non_simple(closure: _Closure) -> _Found:
    graph = closure.graph
    complex_ = non_simple(graph)
    restricted: set[Node] = set()
    for characteristic in _SIMPLE_ONLY:
        restricted |= set(graph.subjects(RDF.type, characteristic))
    for predicate in (*_COUNTS, OWL.hasSelf):
        for node in graph.subjects(predicate):
            restricted |= set(graph.objects(node, OWL.onProperty))
    for pair in graph.subject_objects(OWL.propertyDisjointWith):
        restricted |= set(pair)
    yield from (("non-simple", term) for term in restricted & complex_)


def _irregular(closure: _Closure) -> _Found:
    yield from (("irregular", term) for term in irregular(closure.graph))


def _shared_nodes(closure: _Closure) -> _Found:
    graph = closure.graph
    nodes: Iterable[Node] = {s for s in graph.subjects() if isinstance(s, BNode)}
    for node in nodes:
        structural = (node, RDF.first, None) in graph or (node, RDF.type, OWL.Restriction) in graph
        if structural and len(list(graph.subject_predicates(node))) > 1:
            yield "shared-node", next(iter(graph.subjects(None, node)))
