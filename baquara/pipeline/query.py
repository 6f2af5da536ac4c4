"""Ask the workspace's store."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import queries
from baquara.errors import BadInput
from baquara.store import Answer, open_for_reading, select
from baquara.workspace import Workspace

__all__ = ["run_query"]

T = TypeVar("T")


def run_query(workspace: Workspace, query: queries.Query, values: Mapping[str, str], use: Callable[[Answer], T]) -> T:
    """Bind the values, run the query, and hand the rows to ``use`` while the store is open."""
    with workspace.reading() as state:
        if state.store is None:
            raise BadInput("the store is empty; run `baquara ingest` and `baquara segment` first")
        text = queries.bind(query, values)
        return use(select(open_for_reading(workspace.root / state.store), text, name=query.name))
