"""The words: an OWL 2 DL ontology of movement in Turtle, and the SHACL shapes of what may be stored and released.

============  =====================================================================================
file          what it holds
============  =====================================================================================
baquara       the whole: imports the modules below
core          moving objects, positions, segments, hierarchy
facets        places, events, goals, behaviour, means, conditions, activities, entities
annotations   what is said about movement, with scores and sources
patterns      movement patterns, categories of segments (MSC) and of patterns (MPC)
release       anonymized trajectories, generalized places, policies, verdicts
alignments    GeoSPARQL, OWL-Time, SOSA, PROV-O, schema.org, STEP, DPV, DCAT, SKOS
shapes        SHACL; not part of the OWL ontology
============  =====================================================================================

>>> len(load()) > 3000, len(shapes()) > 300
(True, True)
"""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Final

from baquara.errors import BadInput

if TYPE_CHECKING:
    from rdflib import Graph

__all__ = ["IRI", "MODULES", "NAMESPACE", "SHAPES", "load", "module", "path", "shapes", "version"]

IRI: Final = "https://w3id.org/baquara"
"""The IRI of the ontology; a module's IRI is this, a slash and the module's name."""
NAMESPACE: Final = "https://w3id.org/baquara#"
"""The namespace of every term."""
MODULES: Final = ("core", "facets", "annotations", "patterns", "release", "alignments")
"""The modules of the OWL ontology, each importing only earlier ones."""
SHAPES: Final = "shapes"
"""The name of the file of SHACL shapes."""
_ROOT: Final = "baquara"


def path(name: str) -> Traversable:
    """The Turtle file of a module, of the whole (``baquara``) or of the ``shapes``.

    >>> path("core").name
    'core.ttl'
    >>> path("cor")
    Traceback (most recent call last):
    baquara.errors.BadInput: there is no ontology file 'cor'; choose one of baquara, core, facets, annotations, patterns, release, alignments, shapes
    """
    if name not in (_ROOT, *MODULES, SHAPES):
        known = ", ".join((_ROOT, *MODULES, SHAPES))
        raise BadInput(f"there is no ontology file {name!r}; choose one of {known}")
    return files("ontology") / f"{name}.ttl"


def module(name: str) -> "Graph":
    """A new graph of one file, without what it imports."""
    from rdflib import Graph

    return Graph().parse(data=path(name).read_text(encoding="utf-8"), format="turtle")


def load() -> "Graph":
    """A new graph of the OWL ontology with all its modules; nothing is fetched.

    >>> from rdflib import OWL, RDF, URIRef
    >>> (URIRef(NAMESPACE + "Stop"), RDF.type, OWL.Class) in load()
    True
    """
    from rdflib import Graph

    graph = Graph()
    for name in (_ROOT, *MODULES):
        graph.parse(data=path(name).read_text(encoding="utf-8"), format="turtle")
    return graph


def shapes() -> "Graph":
    """A new graph of the SHACL shapes."""
    return module(SHAPES)


@cache
def version() -> str:
    """The version of the ontology, the same in every file.

    >>> version()
    '0.1.0'
    """
    from rdflib import OWL, URIRef

    return str(module(_ROOT).value(URIRef(IRI), OWL.versionInfo))
