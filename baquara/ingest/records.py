"""Lines to columns: the fast way for blocks that are plain, the exact way for those with hard quotes.

The fast way is Arrow's CSV parser on a whole block. It is believed only when it found as many rows as
there are lines, so that every row has one line and every line number is exact. Otherwise (a quoted text
with a line end in it, a quote that is never closed) the block is read record by record.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv
from numpy.typing import NDArray

from baquara.ingest.batch import Raw, Reject
from baquara.ingest.lines import MAX_LINE_BYTES, Block

__all__ = ["Grid", "cut", "parse_lines"]

_MAX_RECORD_LINES = 100
_EMPTY = Block(b"", np.empty(0, np.int64), [])


@dataclass(frozen=True, slots=True)
class Grid:
    """How lines fall into columns."""

    names: tuple[str, ...]
    delimiter: str
    wanted: tuple[str, ...]


def cut(blocks: Iterable[Block], grid: Grid) -> Iterator[Raw]:
    """Raw chunks of a text. A row with too few or too many columns is refused alone."""
    rest = _EMPTY
    for block in blocks:
        block = Block(rest.data + block.data, np.concatenate([rest.lines, block.lines]), block.rejects)
        raw, rest = _cut_one(block, grid)
        yield raw
    if rest.data:
        yield _exact(rest, grid, last=True)[0]


def _cut_one(block: Block, grid: Grid) -> tuple[Raw, Block]:
    quotes = block.data.count(b'"')
    if block.data and quotes % 2 == 0:
        raw = _fast(block, grid, quoted=quotes > 0)
        if raw is not None:
            return raw, _EMPTY
    return _exact(block, grid, last=False)


def _fast(block: Block, grid: Grid, *, quoted: bool) -> Raw | None:
    """The block through Arrow, or ``None`` when rows and lines do not agree."""
    bad: list[tuple[int, str]] = []

    def refuse(row: pacsv.InvalidRow) -> str:
        bad.append((row.number - 1, row.text))
        return "skip"

    try:
        table = _arrow(block.data, grid, pacsv.ParseOptions(delimiter=grid.delimiter, invalid_row_handler=refuse))
    except pa.ArrowInvalid:
        return None
    if table.num_rows + len(bad) != len(block.lines) or (quoted and _ends_open(table)):
        return None
    rejects = [Reject(int(block.lines[i]), "wrong-number-of-columns", text) for i, text in bad]
    lines = np.delete(block.lines, [i for i, _ in bad]) if bad else block.lines
    return Raw(table, lines, block.rejects + rejects)


def _arrow(data: bytes, grid: Grid, parse: pacsv.ParseOptions) -> pa.Table:
    return pacsv.read_csv(
        pa.BufferReader(data),
        read_options=pacsv.ReadOptions(column_names=list(grid.names), block_size=len(data) + 1, use_threads=False),
        parse_options=parse,
        convert_options=pacsv.ConvertOptions(
            column_types=dict.fromkeys(grid.names, pa.string()),
            include_columns=list(grid.wanted),
            strings_can_be_null=False,
            check_utf8=False,
        ),
    )


def _ends_open(table: pa.Table) -> bool:
    """Whether the last row swallowed its line end: its quote goes on in the next block."""
    return table.num_rows > 0 and any("\n" in str(v) for v in table.slice(table.num_rows - 1).to_pylist()[0].values())


def _exact(block: Block, grid: Grid, *, last: bool) -> tuple[Raw, Block]:
    """The block record by record; a record whose quote is still open at the end is left for the next block."""
    texts = block.data.decode("utf-8").split("\n")[:-1]
    rows, lines, rejects, used = parse_lines(texts, block.lines, grid.delimiter, columns=len(grid.names), last=last)
    rest = Block("".join(text + "\n" for text in texts[used:]).encode(), block.lines[used:], [])
    if len(rest.data) > MAX_LINE_BYTES:
        return _exact(block, grid, last=True)
    columns = [[row[grid.names.index(name)] for row in rows] for name in grid.wanted]
    table = pa.table([pa.array(c, pa.string()) for c in columns], names=list(grid.wanted))
    return Raw(table, lines, block.rejects + rejects), rest


def parse_lines(
    texts: Sequence[str], numbers: NDArray[np.int64], delimiter: str, *, columns: int, last: bool
) -> tuple[list[list[str]], NDArray[np.int64], list[Reject], int]:
    """Rows, the line each begins at, rejects, and how many lines were used (all, if ``last``)."""
    rows: list[list[str]] = []
    starts: list[int] = []
    rejects: list[Reject] = []
    i = 0
    while i < len(texts):
        cells, count, reason = _record(texts, i, delimiter)
        if reason == "unclosed-quote" and i + count >= len(texts) and not last:
            break
        if not reason and len(cells) != columns and texts[i]:
            reason = "wrong-number-of-columns"
        if reason:
            rejects.append(Reject(int(numbers[i]), reason, texts[i]))
            count = 1 if reason == "unclosed-quote" else count
        elif texts[i]:
            rows.append(cells)
            starts.append(int(numbers[i]))
        i += count
    return rows, np.array(starts, np.int64), rejects, i


def _record(texts: Sequence[str], i: int, delimiter: str) -> tuple[list[str], int, str]:
    """The cells of the record that begins at line i, the lines it takes, and why it is refused, if it is.

    A quote is still open when the reader asks for a line more.
    """
    if '"' not in texts[i]:
        return texts[i].split(delimiter), 1, ""
    lines = [texts[i] + "\n"]
    while True:
        reader = csv.reader([*lines, "\n"], delimiter=delimiter)
        try:
            cells = next(reader)
        except csv.Error:
            return [], len(lines), "line-too-long"
        if reader.line_num == len(lines):
            return cells, len(lines), ""
        if i + len(lines) >= len(texts) or len(lines) >= _MAX_RECORD_LINES:
            return [], len(lines), "unclosed-quote"
        lines.append(texts[i + len(lines)] + "\n")
