"""The vocabulary that OWL 2 reserves (OWL 2 Structural Specification, sections 2.4, 4 and 5.5).

>>> from rdflib import XSD
>>> XSD.dateTimeStamp in DATATYPES, XSD.date in DATATYPES, OWL.Klass in SYNTAX
(True, False, False)
"""

from typing import Final

from rdflib import RDF, RDFS, XSD, Namespace

__all__ = ["BUILT_IN_ANNOTATIONS", "BUILT_IN_CLASSES", "DATATYPES", "RESERVED", "SYNTAX"]

OWL = Namespace("http://www.w3.org/2002/07/owl#")
_XSD_NAMES: Final = (
    "decimal integer nonNegativeInteger nonPositiveInteger positiveInteger negativeInteger long int short byte "
    "unsignedLong unsignedInt unsignedShort unsignedByte double float string normalizedString token language "
    "Name NCName NMTOKEN boolean hexBinary base64Binary anyURI dateTime dateTimeStamp"
)
_OWL_NAMES: Final = (
    "Class ObjectProperty DatatypeProperty AnnotationProperty NamedIndividual Ontology Restriction Axiom "
    "AllDisjointClasses AllDisjointProperties AllDifferent FunctionalProperty InverseFunctionalProperty "
    "TransitiveProperty SymmetricProperty AsymmetricProperty ReflexiveProperty IrreflexiveProperty "
    "equivalentClass disjointWith disjointUnionOf unionOf intersectionOf complementOf oneOf members "
    "distinctMembers onProperty onClass onDataRange someValuesFrom allValuesFrom hasValue hasSelf cardinality "
    "minCardinality maxCardinality qualifiedCardinality minQualifiedCardinality maxQualifiedCardinality "
    "inverseOf equivalentProperty propertyDisjointWith propertyChainAxiom hasKey sameAs differentFrom imports "
    "versionIRI annotatedSource annotatedProperty annotatedTarget topObjectProperty bottomObjectProperty "
    "topDataProperty bottomDataProperty"
)

BUILT_IN_CLASSES: Final = {OWL.Thing, OWL.Nothing}
BUILT_IN_ANNOTATIONS: Final = {
    RDFS.label,
    RDFS.comment,
    RDFS.seeAlso,
    RDFS.isDefinedBy,
    OWL.versionInfo,
    OWL.deprecated,
    OWL.backwardCompatibleWith,
    OWL.incompatibleWith,
    OWL.priorVersion,
}
DATATYPES: Final = {
    RDFS.Literal,
    RDF.langString,
    RDF.PlainLiteral,
    RDF.XMLLiteral,
    OWL.real,
    OWL.rational,
    *(XSD[name] for name in _XSD_NAMES.split()),
}
RESERVED: Final = (str(RDF), str(RDFS), str(OWL), str(XSD))
SYNTAX: Final = {
    *(OWL[name] for name in _OWL_NAMES.split()),
    *(RDF.type, RDF.first, RDF.rest, RDF.nil, RDF.List),
    *(RDFS.subClassOf, RDFS.subPropertyOf, RDFS.domain, RDFS.range, RDFS.Datatype),
    *BUILT_IN_CLASSES,
    *BUILT_IN_ANNOTATIONS,
    *DATATYPES,
}
