"""The page of all terms, docs/ontology.md, made from the Turtle files."""

from collections.abc import Iterable
from typing import Final

from rdflib import OWL, RDF, RDFS, BNode, Graph, Literal, URIRef
from rdflib.collection import Collection
from rdflib.namespace import SKOS
from rdflib.term import Node

from ontology import IRI, MODULES, NAMESPACE, load, version

__all__ = ["page"]

_CHARACTERISTICS: Final = {
    OWL.FunctionalProperty: "functional",
    OWL.InverseFunctionalProperty: "inverse functional",
    OWL.TransitiveProperty: "transitive",
    OWL.SymmetricProperty: "symmetric",
    OWL.AsymmetricProperty: "asymmetric",
    OWL.IrreflexiveProperty: "irreflexive",
}
_SECTIONS: Final = (
    ("Classes", OWL.Class),
    ("Object properties", OWL.ObjectProperty),
    ("Data properties", OWL.DatatypeProperty),
    ("Annotation properties", OWL.AnnotationProperty),
    ("Individuals", OWL.NamedIndividual),
)
_PREFIXES: Final = {
    NAMESPACE: "",
    "http://www.opengis.net/ont/geosparql#": "geo:",
    "http://www.w3.org/2001/XMLSchema#": "xsd:",
    "http://www.w3.org/2000/01/rdf-schema#": "rdfs:",
    "http://www.w3.org/2006/time#": "time:",
    "http://www.w3.org/ns/sosa/": "sosa:",
    "http://www.w3.org/ns/prov#": "prov:",
    "http://www.w3.org/ns/dcat#": "dcat:",
    "http://schema.org/": "schema:",
    "http://purl.org/net/step#": "step:",
    "https://w3id.org/dpv#": "dpv:",
    str(SKOS): "skos:",
}
_HEAD: Final = """# The ontology

`{namespace}` (prefix `bq:`), version {version}: {classes} classes, {properties} properties, {individuals} individuals, in six modules and a file of
SHACL shapes. This page is made by `python -m ontology`; how to use the words is shown in the [modelling cases](modelling/README.md).

```mermaid
flowchart LR
    MovingObject -- hasMovingEntity --> MovingEntity
    MovingObject -- monitoredBy --> MovementMonitoringMeans
    MovingObjectPosition -- positionOf --> MovingObject
    MovementSegment -- ofMovingObject --> MovingObject
    MovementSegment -- father / prev / next --> MovementSegment
    MovementSegment -- firstPosition, lastPosition --> MovingObjectPosition
    MovementSegment -- geo:hasGeometry --> Geometry
    Trail --> MovementSegment
    Episode --> MovementSegment
    Stop --> Episode
    Move --> Episode
    Annotation -- target --> MovementSegment
    Annotation -- hasValue --> MovementAnalysisFacet
    MovementSegment -- visits, occursIn --> Place
    MovementSegment -- attends --> Event
    Place --> MovementAnalysisFacet
    Event --> MovementAnalysisFacet
    MovementPattern -- hasPatternMember --> MovementSegment
    MovementSegment -- matchesCategory --> MSC
    MPC -- focusCategory --> MSC
    AnonymizedTrajectory -- inRelease --> Release
    UnknownPlace -- oneOf --> GeneralizedPlace
    GeneralizedPlace -- candidate --> Place
    Release -- underPolicy --> PrivacyPolicy
    Release -- hasVerdict --> Verdict
```

An arrow without a word is "is a".

## How it stays in OWL 2 DL

* `bq:hasValue` is an annotation property in the sense of OWL: its value is a literal in one annotation and a resource in another, and an OWL property
  cannot be both an object and a data property. Queries do not notice; a reasoner draws no conclusion from it.
* `bq:property`, `bq:isOfMOclass`, `bq:possiblyA`, `bq:unit`, `bq:segmentType`, `bq:requiresPattern` and `bq:describedByFacet` are object properties whose value
  is a class or a property. OWL 2 allows one name to be a class (or property) and an individual (punning); the two have nothing to do with each other
  for a reasoner. So `bq:isOfMOclass bq:European` does not make anybody a member of `bq:European`.
* Foreign ontologies are not imported, so nothing must be fetched; each foreign term in use is declared.
* Transitive properties and heads of property chains are never functional, asymmetric, irreflexive or counted.
* Measures are `xsd:decimal` (`bq:length` may be a double as well), counts `xsd:integer`, times `xsd:dateTimeStamp`. Decimals and doubles are different values in
  OWL, so a double elsewhere would contradict.
"""


def page() -> str:
    """The whole page as Markdown; the same files always give the same page.

    >>> page().splitlines()[0]
    '# The ontology'
    """
    graph = load()
    parts = [_head(graph)]
    for name in MODULES[:-1]:
        parts.append(f"## Module {name}\n\n`{IRI}/{name}`\n")
        parts.extend(_section(graph, name, title, kind) for title, kind in _SECTIONS)
    parts.append(_rules(graph))
    return "\n".join(part for part in parts if part).rstrip() + "\n"


def _head(graph: Graph) -> str:
    count = {kind: len(_terms(graph, kind)) for _, kind in _SECTIONS}
    return _HEAD.format(
        namespace=NAMESPACE,
        version=version(),
        classes=count[OWL.Class],
        properties=count[OWL.ObjectProperty] + count[OWL.DatatypeProperty] + count[OWL.AnnotationProperty],
        individuals=count[OWL.NamedIndividual],
    )


def _terms(graph: Graph, kind: URIRef, defined_by: str | None = None) -> list[URIRef]:
    found = {s for s in graph.subjects(RDF.type, kind) if isinstance(s, URIRef) and s.startswith(NAMESPACE)}
    home = URIRef(f"{IRI}/{defined_by}") if defined_by else None
    return sorted(s for s in found if home is None or (s, RDFS.isDefinedBy, home) in graph)


def _section(graph: Graph, name: str, title: str, kind: URIRef) -> str:
    terms = _terms(graph, kind, name)
    if not terms:
        return ""
    properties = kind not in (OWL.Class, OWL.NamedIndividual)
    columns = ["term", "label (en / pt)", "meaning", "below"] + (["domain → range", "traits"] if properties else [])
    columns.append("elsewhere")
    head = f"### {title} of {name}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n"
    return head + "".join(_row(graph, term, properties) for term in terms)


def _row(graph: Graph, term: URIRef, properties: bool) -> str:
    above = {*graph.objects(term, RDFS.subClassOf), *graph.objects(term, RDFS.subPropertyOf)}
    above |= {kind for kind in graph.objects(term, RDF.type) if str(kind).startswith(NAMESPACE)}
    own = _names(graph, (node for node in above if str(node).startswith(NAMESPACE)))
    cells = [f"`bq:{term[len(NAMESPACE) :]}`", _labels(graph, term), _meaning(graph, term), own]
    if properties:
        cells += [_domain_range(graph, term), _traits(graph, term)]
    cells.append(_elsewhere(graph, term))
    return f"| {' | '.join(cells)} |\n"


def _labels(graph: Graph, term: URIRef) -> str:
    labels = {label.language: str(label) for label in graph.objects(term, RDFS.label) if isinstance(label, Literal)}
    return f"{labels.get('en', '')} / {labels.get('pt', '')}"


def _meaning(graph: Graph, term: URIRef) -> str:
    texts = [graph.value(term, RDFS.comment), graph.value(term, SKOS.scopeNote)]
    return " ".join(str(text) for text in texts if text is not None).replace("|", "\\|")


def _domain_range(graph: Graph, term: URIRef) -> str:
    domain, range_ = graph.value(term, RDFS.domain), graph.value(term, RDFS.range)
    return f"{_name(graph, domain)} → {_name(graph, range_)}"


def _traits(graph: Graph, term: URIRef) -> str:
    traits = [word for kind, word in _CHARACTERISTICS.items() if (term, RDF.type, kind) in graph]
    inverses = {*graph.objects(term, OWL.inverseOf), *graph.subjects(OWL.inverseOf, term)}
    if inverses:
        traits.append(f"inverse of {_names(graph, inverses)}")
    return ", ".join(traits)


def _elsewhere(graph: Graph, term: URIRef) -> str:
    signs = {RDFS.subClassOf: "⊑", RDFS.subPropertyOf: "⊑", OWL.equivalentClass: "≡", OWL.equivalentProperty: "≡"}
    pairs = ((sign, node) for predicate, sign in signs.items() for node in graph.objects(term, predicate))
    return ", ".join(sorted(f"{sign} {_name(graph, node)}" for sign, node in pairs if _is_foreign(node)))


def _is_foreign(node: Node) -> bool:
    return isinstance(node, URIRef) and not node.startswith(NAMESPACE)


def _names(graph: Graph, nodes: Iterable[Node]) -> str:
    return ", ".join(sorted(_name(graph, node) for node in nodes))


def _name(graph: Graph, node: Node | None) -> str:
    if node is None:
        return "any"
    if isinstance(node, BNode):
        head = graph.value(node, OWL.unionOf)
        return " or ".join(_name(graph, item) for item in Collection(graph, head)) if head else "…"
    start = max((prefix for prefix in _PREFIXES if str(node).startswith(prefix)), key=len, default="")
    return _PREFIXES.get(start, "") + str(node)[len(start) :]


def _rules(graph: Graph) -> str:
    chains = [
        (_name(graph, head), Collection(graph, chain)) for head, chain in graph.subject_objects(OWL.propertyChainAxiom)
    ]
    lines = sorted(f"* {' ∘ '.join(_name(graph, part) for part in chain)} ⊑ {head}" for head, chain in chains)
    return "## Rules (property chains)\n\n" + "\n".join(lines) + "\n"
