"""Formats that give one item after the other, each with its own fields: collected into chunks of equal columns."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa

from baquara.ingest.batch import Raw, Reject

__all__ = ["Item", "item_chunks", "item_names", "item_sample"]

_ROWS: Final = 50_000
_SAMPLE_ROWS: Final = 1000


class Item(NamedTuple):
    """One row as a format gives it."""

    values: dict[str, str | None]
    line: int
    sequence: int | None


def item_names(items: Iterable[Item | Reject], *, first: Sequence[str]) -> tuple[str, ...]:
    """All fields of all items, in the order of their first appearance; ``first`` come first in any case."""
    names = dict.fromkeys(first)
    for item in items:
        if isinstance(item, Item):
            names.update(dict.fromkeys(item.values))
    return tuple(names)


def item_sample(items: Iterable[Item | Reject], names: Sequence[str]) -> pa.Table:
    """The first items as a table."""
    first = list(islice((item for item in items if isinstance(item, Item)), _SAMPLE_ROWS))
    return _raw(first, names).table


def item_chunks(items: Iterable[Item | Reject], names: Sequence[str], columns: frozenset[str] | None) -> Iterator[Raw]:
    """All items in chunks, with the columns asked for."""
    wanted = [name for name in names if columns is None or name in columns]
    walk = iter(items)
    while some := list(islice(walk, _ROWS)):
        yield _raw(some, wanted)


def _raw(some: Sequence[Item | Reject], names: Sequence[str]) -> Raw:
    rows = [item for item in some if isinstance(item, Item)]
    table = pa.table({name: pa.array([row.values.get(name) for row in rows], pa.string()) for name in names})
    lines = np.array([row.line for row in rows], np.int64)
    parts = np.array([-1 if row.sequence is None else row.sequence for row in rows], np.int64)
    return Raw(table, lines, [r for r in some if isinstance(r, Reject)], None if np.any(parts < 0) else parts)
