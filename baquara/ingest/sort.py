"""External sort of fixes by moving object and time, in bounded memory.

Rows come in any order and in any number. They are gathered into runs of about :data:`RUN_ROWS`, each sorted and
spilled to an Arrow file that is then memory-mapped; :meth:`Runs.groups` gives them back as tables of *whole*
moving objects, in order. What is in memory is one run, or one group (as large as the largest moving object).

The order within one moving object is by begin, end, lon, lat, source and line: it does not depend on the order of the
input rows.
"""

from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

__all__ = ["GROUP_ROWS", "RUN_ROWS", "Runs", "sorted_fixes"]

RUN_ROWS: Final = 1_000_000
GROUP_ROWS: Final = 500_000
_TIES = ("line", "source", "lat", "lon", "end", "begin")


class Runs:
    """Takes tables of fixes, gives them back sorted."""

    def __init__(self, folder: Path, *, run_rows: int = RUN_ROWS, group_rows: int = GROUP_ROWS) -> None:
        self._folder = folder
        self._run_rows = run_rows
        self._group_rows = group_rows
        self._pending: list[pa.Table] = []
        self._pending_rows = 0
        self._runs: list[pa.Table] = []
        self.rows = 0
        self.column_names: dict[str, None] = {}
        """Every column that any row came with, in order of appearance."""

    def add(self, table: pa.Table) -> None:
        """Take some rows."""
        self.column_names |= dict.fromkeys(table.column_names)
        self._pending.append(table)
        self._pending_rows += len(table)
        self.rows += len(table)
        if self._pending_rows >= self._run_rows:
            self._spill()

    def groups(self) -> Iterator[pa.Table]:
        """Sorted tables of whole moving objects; moving objects in byte order of their names."""
        if self._runs:
            self._spill()
        elif self._pending:
            self._runs.append(self._sorted_pending())
        self._pending = []
        names, counts = self._objects()
        if not len(names):
            return
        reached = np.cumsum(counts)
        group_of = (reached - counts) // self._group_rows
        cuts = [names[i] for i in np.flatnonzero(np.diff(group_of)) + 1]
        bounds = [_positions(run, cuts) for run in self._runs]
        for g in range(len(cuts) + 1):
            parts = [
                run.slice(b[g], b[g + 1] - b[g]) for run, b in zip(self._runs, bounds, strict=True) if b[g + 1] > b[g]
            ]
            merged = pa.concat_tables(parts, promote_options="default")
            yield sorted_fixes(merged) if len(parts) > 1 else merged

    def _sorted_pending(self) -> pa.Table:
        return sorted_fixes(pa.concat_tables(self._pending, promote_options="default"))

    def _spill(self) -> None:
        if not self._pending:
            return
        path = self._folder / f"run-{len(self._runs)}.arrow"
        table = self._sorted_pending()
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table, max_chunksize=len(table))
        self._pending, self._pending_rows = [], 0
        self._runs.append(pa.ipc.open_file(pa.memory_map(str(path))).read_all())

    def _objects(self) -> tuple[list[str], np.ndarray[Any, Any]]:
        """Every moving object in order, with its number of rows."""
        seen = [pc.value_counts(run["moving_object"]) for run in self._runs]
        if not seen:
            return [], np.empty(0, np.int64)
        both = pa.table(
            {"name": pa.concat_arrays([s.field(0) for s in seen]), "n": pa.concat_arrays([s.field(1) for s in seen])}
        )
        total = both.group_by("name").aggregate([("n", "sum")]).sort_by("name")
        return total["name"].to_pylist(), total["n_sum"].to_numpy()


def _positions(run: pa.Table, cuts: list[str]) -> list[int]:
    """Where in the run each cut begins: 0, …, the number of rows."""
    column = run["moving_object"]
    ends = pc.value_counts(column)  # in order of appearance, which is the order of the run
    names, reached = ends.field(0).to_pylist(), np.concatenate([[0], np.cumsum(ends.field(1).to_numpy())])
    keys = [name.encode() for name in names]
    return [0, *(int(reached[bisect_left(keys, cut.encode())]) for cut in cuts), len(column)]


def sorted_fixes(table: pa.Table) -> pa.Table:
    """The rows by moving object, begin, end, lon, lat, source, line.

    >>> t = pa.table({"moving_object": ["b", "a", "a"], "begin": [1, 2, 1], "end": [1, 2, 1], "lon": [0.0] * 3, "lat": [0.0] * 3, "source": [0] * 3, "line": [1, 2, 3]})
    >>> sorted_fixes(t)["line"].to_pylist()
    [3, 2, 1]
    """
    table = table.combine_chunks()
    code, begin = _rank(table["moving_object"]), table["begin"].to_numpy()
    if len(table) < 2 or _is_sorted(code, begin):
        return table
    order = np.argsort(begin, kind="stable")
    order = order[np.argsort(code[order], kind="stable")]
    code, begin = code[order], begin[order]
    if np.any((np.diff(code) == 0) & (np.diff(begin) == 0)):
        columns = [table[name].to_numpy() for name in _TIES]
        order = np.lexsort([*columns, _rank(table["moving_object"])])
    return table.take(pa.array(order))


def _is_sorted(code: np.ndarray[Any, Any], begin: np.ndarray[Any, Any]) -> bool:
    """Strictly rising, so that no tie is left to decide."""
    step = np.diff(code)
    return bool(np.all((step > 0) | ((step == 0) & (np.diff(begin) > 0))))


def _rank(column: pa.ChunkedArray) -> np.ndarray[Any, Any]:
    """Integers in the byte order of the strings."""
    encoded = column.combine_chunks().dictionary_encode()
    encoded = encoded.combine_chunks() if isinstance(encoded, pa.ChunkedArray) else encoded
    rank = np.empty(len(encoded.dictionary), np.int64)
    rank[pc.sort_indices(encoded.dictionary).to_numpy()] = np.arange(len(rank))
    return np.asarray(rank[encoded.indices.to_numpy(zero_copy_only=False)])
