"""Does a graph keep the rules of the shapes? SHACL by pySHACL, with each rule's query parsed once instead of once per node."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pyshacl import validate
from rdflib import SH, Graph
from rdflib.plugins.sparql import prepareQuery
from rdflib.plugins.sparql.sparql import Query
from rdflib.query import Result
from rdflib.term import Node

from ontology import shapes

__all__ = ["Breach", "breaches"]


@dataclass(frozen=True, order=True, slots=True)
class Breach:
    """A rule that a node breaks: the local name of the shape, the node and what the shape says.

    >>> str(Breach("Level", "https://example.org/stop-1", "The level is one more than that of the father."))
    'Level: https://example.org/stop-1: The level is one more than that of the father.'
    """

    shape: str
    node: str
    message: str

    def __str__(self) -> str:
        return f"{self.shape}: {self.node}: {self.message}"


class _Prepared(Graph):
    """A graph that parses a query text once, however often it is asked; parsing is most of the time of pySHACL."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(store=graph.store, identifier=graph.identifier)

    def query(  # type: ignore[override]
        self,
        query_object: str | Query,
        *args: Any,  # noqa: ANN401
        initBindings: Mapping[str, Any] | None = None,
    ) -> Result:
        prepared = _prepared(query_object) if isinstance(query_object, str) else query_object
        bindings = initBindings if initBindings is not None else (args[3] if len(args) > 3 else None)
        return super().query(prepared, initBindings=bindings)


@cache
def _prepared(text: str) -> Query:
    return prepareQuery(text)


@cache
def _shapes() -> Graph:
    return shapes()


def breaches(graph: Graph) -> list[Breach]:
    """Every breach of the shapes in ``graph``, sorted; none if it conforms. The graph is not changed.

    Types must be written out, as the program does: no inference is made.

    >>> text = '@prefix bq: <https://w3id.org/baquara#> . <https://example.org/1> a bq:MovingObject .'
    >>> [str(b) for b in breaches(Graph().parse(data=text, format="turtle"))]
    ['MovingObject-identifier: https://example.org/1: A moving object has exactly one identifier.']
    """
    _, report, _ = validate(_Prepared(graph), shacl_graph=_shapes(), inference="none", inplace=True)
    return sorted({_breach(report, result) for result in report.objects(None, SH.result)})


def _breach(report: Graph, result: Node) -> Breach:
    shape = str(report.value(result, SH.sourceShape)).partition("#")[2]
    return Breach(shape, str(report.value(result, SH.focusNode)), str(report.value(result, SH.resultMessage)))
