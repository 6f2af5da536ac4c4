"""Sequences: columns trajectory, moving_object, ord, place."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from anonymize.files.table import first_line, read_table
from baquara.errors import BadInput
from baquara.sequences import Sequences

__all__ = ["read_sequences"]

_COLUMNS = ("trajectory", "moving_object", "ord", "place")


def read_sequences(path: Path) -> Sequences:
    """The sequences of a file. Rows may come in any order; trajectories and places are numbered by first appearance."""
    table = read_table(path, _COLUMNS)
    order_of = _ords(table["ord"], path)
    trajectory = table["trajectory"].combine_chunks().dictionary_encode()
    code = trajectory.indices.to_numpy(zero_copy_only=False)
    order = np.lexsort([order_of, code])
    code, order_of = code[order], order_of[order]
    _check_unique(code, order_of, order, table, path)
    place = _without_bar(table["place"], path).take(pa.array(order)).dictionary_encode()
    mover = table["moving_object"].combine_chunks().take(pa.array(order)).dictionary_encode()
    starts = np.flatnonzero(np.diff(code, prepend=-1))
    movers = mover.indices.to_numpy(zero_copy_only=False)
    _check_one_mover(code, movers, starts, order, table, path)
    return Sequences(
        places=tuple(place.dictionary.to_pylist()),
        offsets=np.append(starts, len(code)).astype(np.int64),
        place=place.indices.to_numpy(zero_copy_only=False).astype(np.int64),
        trajectories=tuple(trajectory.dictionary.to_pylist()),
        moving_objects=tuple(mover.dictionary.to_pylist()),
        moving_object=movers[starts].astype(np.int64),
    )


def _ords(column: pa.ChunkedArray, path: Path) -> Any:  # noqa: ANN401
    good = pc.match_substring_regex(column, r"^\s*-?[0-9]{1,18}\s*$")
    if not pc.all(good).as_py():
        line = first_line(pc.invert(good))
        raise BadInput(f"{path}, line {line}: ord must be a whole number, got {column[line - 2].as_py()!r}")
    return pc.cast(pc.utf8_trim_whitespace(column), pa.int64()).to_numpy()


def _without_bar(column: pa.ChunkedArray, path: Path) -> pa.Array:
    bar = pc.match_substring(column, "|")
    if pc.any(bar).as_py():
        raise BadInput(
            f"{path}, line {first_line(bar)}: a place may not have '|' in its name; released candidates are joined by it"
        )
    return column.combine_chunks()


def _check_unique(code: Any, order_of: Any, order: Any, table: pa.Table, path: Path) -> None:  # noqa: ANN401
    again = np.flatnonzero((np.diff(code) == 0) & (np.diff(order_of) == 0)) + 1
    if len(again):
        row = int(order[again[0]])
        raise BadInput(
            f"{path}, line {row + 2}: trajectory {table['trajectory'][row].as_py()!r} has ord {order_of[again[0]]} twice ({len(again)} such rows)"
        )


def _check_one_mover(code: Any, movers: Any, starts: Any, order: Any, table: pa.Table, path: Path) -> None:  # noqa: ANN401
    other = (
        np.flatnonzero(movers != movers[starts][np.searchsorted(starts, np.arange(len(code)), side="right") - 1])
        if len(code)
        else code
    )
    if len(other):
        row = int(order[other[0]])
        raise BadInput(
            f"{path}, line {row + 2}: trajectory {table['trajectory'][row].as_py()!r} has two moving objects; one trajectory belongs to one"
        )
