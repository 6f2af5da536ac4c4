"""Reading a store: questions in, rows out. The default graph is the union of all named graphs."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from baquara.errors import BadInput
from baquara.geosparql import FUNCTIONS

__all__ = ["Answer", "Row", "open_for_reading", "select"]

Row = tuple["ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple | None", ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Column names and rows of a SELECT, the rows still to come."""

    columns: tuple[str, ...]
    rows: Iterator[Row]


def open_for_reading(path: Path) -> ox.Store:
    """The store as it is now; a writer beside it does not disturb."""
    return ox.Store.read_only(str(path))


def select(store: ox.Store, text: str, *, name: str = "query") -> Answer:
    """Run a SELECT."""
    try:
        result = store.query(text, use_default_graph_as_union=True, custom_functions=FUNCTIONS)
    except SyntaxError as error:
        raise BadInput(f"{name}: {error.msg or error}") from error
    if not isinstance(result, ox.QuerySolutions):
        raise BadInput(f"{name}: only SELECT gives rows")
    columns = tuple(v.value for v in result.variables)
    return Answer(columns, (tuple(solution[c] for c in columns) for solution in result))
