"""CSV, TSV and other delimited text: the delimiter and the header are guessed from the beginning of the file."""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

import pyarrow as pa

from baquara.errors import BadInput
from baquara.ingest.batch import Opened, Raw
from baquara.ingest.lines import BOM, blocks
from baquara.ingest.options import ReadOptions
from baquara.ingest.records import Grid, cut
from baquara.ingest.sources import Source
from baquara.ingest.values import looks_like_value
from baquara.ingest.words import NAMES, plain

__all__ = ["open_text", "text_chunks", "unique_names"]

_HEAD_BYTES: Final = 256 << 10
_SAMPLE_ROWS: Final = 1000
_DELIMITERS: Final = (",", "\t", ";", "|")


def open_text(source: Source, options: ReadOptions) -> Opened:
    """A delimited text whose columns are known: from its header, or ``column1``, ``column2``, …"""
    lines = _head(source)
    first = next((i for i, line in enumerate(lines) if line), 0)
    lines = lines[first:]
    delimiter = options.delimiter or _delimiter(lines)
    rows = _parse(lines, delimiter)
    header = options.header if options.header is not None else _has_header(rows)
    names = unique_names(rows[0] if header and rows else [""] * _width(rows))
    skip = first + 1 if header and rows else 0
    sample = [row for row in rows[1 if header else 0 :] if len(row) == len(names)]
    return Opened(
        format="csv",
        sample=_table(names, sample[:_SAMPLE_ROWS]),
        chunks=partial(text_chunks, source, names, delimiter, skip),
        header=header,
        delimiter=delimiter,
    )


def text_chunks(
    source: Source, names: tuple[str, ...], delimiter: str, skip_lines: int, columns: frozenset[str] | None
) -> Iterator[Raw]:
    """The rows of a text after its first lines, with the columns asked for."""
    wanted = tuple(name for name in names if columns is None or name in columns)
    with source.open() as stream:
        yield from cut(blocks(stream, skip_lines=skip_lines), Grid(names, delimiter, wanted))


def unique_names(header: Sequence[str]) -> tuple[str, ...]:
    """Names that are never empty and never equal.

    >>> unique_names(["id", "", "id"])
    ('id', 'column2', 'id_2')
    """
    names: list[str] = []
    for i, cell in enumerate(header, 1):
        name = base = cell.strip() or f"column{i}"
        copy = 2
        while name in names:
            name, copy = f"{base}_{copy}", copy + 1
        names.append(name)
    return tuple(names)


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> pa.Table:
    columns = [pa.array([row[i] for row in rows], pa.string()) for i in range(len(names))]
    return pa.table(columns, names=list(names))


def _head(source: Source) -> list[str]:
    """The first whole lines. What cannot be text at all is refused here."""
    with source.open() as stream:
        data = stream.read(_HEAD_BYTES)
        whole = not stream.read(1)
    _check_encoding(source.name, data)
    text = data.removeprefix(BOM).decode("utf-8", errors="replace").replace("\r\n", "\n")
    if "\n" not in text and "\r" in text.rstrip("\r"):
        raise BadInput(f"{source.name}: lines end in a lone carriage return; convert it to line feeds (tr '\\r' '\\n')")
    lines = text.split("\n")
    if len(lines) == 1 and not whole:
        raise BadInput(f"{source.name}: line 1 is longer than {_HEAD_BYTES >> 10} KiB; this is no table of fixes")
    return lines if whole else lines[:-1]


def _check_encoding(name: str, data: bytes) -> None:
    zeros = data.count(b"\0")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or zeros > len(data) // 4:
        raise BadInput(f"{name}: UTF-16 or binary, not UTF-8 text; convert it first (iconv -f UTF-16 -t UTF-8)")


def _parse(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    try:
        return [row for row in csv.reader((line + "\n" for line in lines), delimiter=delimiter) if row]
    except csv.Error:
        return [line.split(delimiter) for line in lines if line]


def _delimiter(lines: Sequence[str]) -> str:
    """The one that cuts the lines most evenly, and into more columns where that is equal."""
    return max(_DELIMITERS, key=lambda d: _evenness(_parse(lines[:200], d)))


def _evenness(rows: list[list[str]]) -> tuple[float, int]:
    width = _width(rows)
    if width < 2:
        return 0.0, 0
    return round(sum(len(row) == width for row in rows) / len(rows), 1), width


def _width(rows: list[list[str]]) -> int:
    return Counter(len(row) for row in rows[:_SAMPLE_ROWS]).most_common(1)[0][0] if rows else 0


def _has_header(rows: list[list[str]]) -> bool:
    """A first row without a number or a time in it, which the rows below have or whose words are known."""
    if not rows or any(looks_like_value(cell) for cell in rows[0]):
        return False
    words = {word for groups in NAMES.values() for group in groups for word in group.split()}
    return bool(words & {plain(cell) for cell in rows[0]}) or any(looks_like_value(c) for row in rows[1:5] for c in row)
