"""Reading a table of text: CSV or Parquet, checked for its columns and for empty cells."""

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet

from baquara.errors import BadInput

__all__ = ["first_line", "read_table"]

_MOST_COLUMNS = 1000
_HEADER_BYTES = 1 << 20


def read_table(path: Path, columns: Sequence[str], *, others: Sequence[Sequence[str]] = ()) -> pa.Table:
    """The wanted columns as text, no cell empty. ``others`` are other sets of columns that would do as well."""
    try:
        table = _parquet(path) if path.suffix.lower() in (".parquet", ".pq") else _csv(path)
    except (pa.ArrowInvalid, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: {str(error).splitlines()[0]}") from None
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None
    for wanted in (columns, *others):
        if set(wanted) <= set(table.column_names):
            return _filled(table.select(list(wanted)), path)
    ways = " or ".join(", ".join(wanted) for wanted in (columns, *others))
    raise BadInput(f"{path}: needs the columns {ways}; it has {', '.join(table.column_names[:20])}")


def _parquet(path: Path) -> pa.Table:
    table = pyarrow.parquet.read_table(path)
    return table.cast(pa.schema([pa.field(name, pa.string()) for name in table.column_names]))


def _csv(path: Path) -> pa.Table:
    with path.open("rb") as handle:
        head = handle.readline(_HEADER_BYTES)
    names = head.decode("utf-8-sig").rstrip("\r\n").split(",")
    if len(names) > _MOST_COLUMNS or len(head) == _HEADER_BYTES:
        raise BadInput(f"{path}: the first line has more than {_MOST_COLUMNS} columns; is this the right file?")
    if not head.strip():
        raise BadInput(f"{path}: is empty; the first line must name the columns")
    types = {name.strip('"'): pa.string() for name in names}
    convert = pyarrow.csv.ConvertOptions(column_types=types, strings_can_be_null=False)
    return pyarrow.csv.read_csv(
        path, parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True), convert_options=convert
    )


def _filled(table: pa.Table, path: Path) -> pa.Table:
    for name in table.column_names:
        empty = pc.or_kleene(pc.is_null(table[name]), pc.equal(pc.utf8_trim_whitespace(table[name]), ""))
        if pc.any(empty).as_py():
            raise BadInput(f"{path}, line {first_line(empty)}: {name} is empty")
    return table.combine_chunks()


def first_line(mask: pa.ChunkedArray | pa.Array) -> int:
    """The line of the first row that is marked (the header is line 1)."""
    return int(pc.index(mask, pa.scalar(True)).as_py()) + 2
