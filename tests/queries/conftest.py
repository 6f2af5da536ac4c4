"""A store with the small world, and rows in a form that a person can write down."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, RdfFormat, Store

from baquara.vocab import PREFIXES, XSD
from queries import bind, get

HERE = Path(__file__).parent
NUMBERS = {XSD + name for name in ("integer", "decimal", "double")}
SHORT = {"https://example.org/": "", **{iri: f"{prefix}:" for prefix, iri in PREFIXES.items()}}

Run = Callable[..., list[tuple[Any, ...]]]


def plain(term: NamedNode | BlankNode | Literal | None) -> str | int | float | None:
    """ex:ana -> 'ana'; bq:Stop -> 'bq:Stop'; numbers; times of June 2014 without zone -> '12 09:00'; text as it is."""
    if isinstance(term, NamedNode):
        start = next((iri for iri in SHORT if term.value.startswith(iri)), "")
        return SHORT.get(start, "") + term.value[len(start) :]
    if isinstance(term, Literal) and term.datatype.value in NUMBERS:
        number = Decimal(term.value)
        return int(number) if number == int(number) else float(number)
    if isinstance(term, Literal) and term.datatype.value == XSD + "dateTime":
        return term.value.removeprefix("2014-06-").removesuffix(":00-03:00").replace("T", " ")
    return None if term is None else term.value


def load(text: str) -> Store:
    store = Store()
    store.load(text, format=RdfFormat.TURTLE, to_graph=NamedNode("https://example.org/graph"))
    return store


def ask(store: Store, name: str, values: Mapping[str, str]) -> list[tuple[Any, ...]]:
    rows: Any = store.query(bind(get(name), values), use_default_graph_as_union=True)
    return [tuple(plain(term) for term in row) for row in rows]


@pytest.fixture(scope="session")
def world() -> Store:
    return load((HERE / "world.ttl").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def twice(world: Store) -> Store:
    """The same triples in two named graphs: the union then holds every triple two times."""
    store = Store()
    for quad in world:
        store.add(quad)
        if quad.graph_name != DefaultGraph():
            store.add(type(quad)(quad.subject, quad.predicate, quad.object, NamedNode("https://example.org/again")))
    return store


@pytest.fixture
def run(world: Store) -> Run:
    """``run("timeline", object="…")`` gives the rows on the small world."""
    return lambda name, **values: ask(world, name, values)


@pytest.fixture
def ask_twice(twice: Store) -> Run:
    """The same on a store in which every triple stands in two named graphs."""
    return lambda name, **values: ask(twice, name, values)


@pytest.fixture
def run_on() -> Callable[[str, str], list[tuple[Any, ...]]]:
    """``run_on(turtle, name)`` gives the rows on a graph of one's own."""
    return lambda text, name: ask(load(text), name, {})


@pytest.fixture
def ask_on() -> Run:
    """``ask_on(store, name, values)`` gives the rows on any store."""
    return ask
