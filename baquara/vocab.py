"""The IRIs that the program writes. A test compares every name with ontology/*.ttl."""

from typing import Final

__all__ = ["BQ", "GEO", "ONTOLOGY_GRAPH", "PREFIXES", "PROV", "RDFS", "RDF_TYPE", "XSD", "bq"]

BQ: Final = "https://w3id.org/baquara#"
GEO: Final = "http://www.opengis.net/ont/geosparql#"
PROV: Final = "http://www.w3.org/ns/prov#"
RDFS: Final = "http://www.w3.org/2000/01/rdf-schema#"
XSD: Final = "http://www.w3.org/2001/XMLSchema#"
RDF_TYPE: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
ONTOLOGY_GRAPH: Final = "https://w3id.org/baquara"

PREFIXES: Final = {
    "bq": BQ,
    "geo": GEO,
    "geof": "http://www.opengis.net/def/function/geosparql/",
    "uom": "http://www.opengis.net/def/uom/OGC/1.0/",
    "sf": "http://www.opengis.net/ont/sf#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": RDFS,
    "owl": "http://www.w3.org/2002/07/owl#",
    "xsd": XSD,
    "prov": PROV,
    "schema": "http://schema.org/",
    "dbo": "http://dbpedia.org/ontology/",
    "dbr": "http://dbpedia.org/resource/",
    "dbp": "http://dbpedia.org/property/",
    "lgdo": "http://linkedgeodata.org/ontology/",
}
"""Prefixes for people: in tables, and in the values of query parameters. Query files declare their own."""

CLASSES: Final = frozenset(
    {
        "Annotation",
        "Dataset",
        "Episode",
        "FreeTextAnnotation",
        "Move",
        "MovementSegment",
        "MovingObject",
        "MovingObjectPosition",
        "Place",
        "SemanticAnnotation",
        "SemanticTrajectory",
        "Stop",
        "TagAnnotation",
        "Trail",
    }
)
PROPERTIES: Final = frozenset(
    {
        "begin",
        "end",
        "father",
        "firstPosition",
        "fixCount",
        "hasAnnotation",
        "hasDuration",
        "hasEpisode",
        "hasHull",
        "hasPart",
        "hasValue",
        "identifier",
        "inDataset",
        "isOfMOclass",
        "lastPosition",
        "length",
        "level",
        "mentions",
        "next",
        "occursIn",
        "ofMovingObject",
        "ord",
        "positionOf",
        "prev",
        "property",
        "target",
        "visits",
    }
)


def bq(name: str) -> str:
    """The full IRI of one of our terms; a name that the ontology lacks is a programming error.

    >>> bq("Stop")
    'https://w3id.org/baquara#Stop'
    """
    if name not in CLASSES and name not in PROPERTIES:
        raise KeyError(f"{name} is not a term that the program writes")
    return BQ + name
