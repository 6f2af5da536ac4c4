"""A simulation as a folder: the rows, the truth beside them, and a line that says nobody in it exists."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Literal, get_args

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from baquara.errors import BadInput
from baquara.simulate.engine import Options, batches

__all__ = ["HONEST", "Format", "Written", "write", "write_table"]

HONEST: Final = "simulated: nobody in this file exists"
Format = Literal["csv", "parquet"]
_CSV = pyarrow.csv.WriteOptions(include_header=False, quoting_style="needed")


@dataclass(frozen=True, slots=True)
class Written:
    """The files of a simulation and how much is in them."""

    rows_file: Path
    truth_file: Path
    outliers_file: Path
    readme_file: Path
    rows: int
    people: int
    truths: int
    outliers: int


class _Sink:
    """A growing CSV or Parquet file. It appears under its name only when it is complete."""

    def __init__(self, path: Path, form: Format) -> None:
        self.path, self.form, self.rows = path, form, 0
        self._draft = path.with_name(path.name + ".part")
        self._writer: Any = None
        self._stream: BinaryIO | None = None

    def _open(self, schema: pa.Schema) -> Any:  # noqa: ANN401
        if self.form == "parquet":
            return pyarrow.parquet.ParquetWriter(self._draft, schema.with_metadata({"note": HONEST}))
        self._stream = self._draft.open("wb")
        self._stream.write((",".join(schema.names) + "\n").encode())
        return pyarrow.csv.CSVWriter(self._stream, schema, write_options=_CSV)

    def add(self, table: pa.Table) -> None:
        if self._writer is None:
            self._writer = self._open(table.schema)
        self._writer.write_table(table)
        self.rows += len(table)

    def __enter__(self) -> "_Sink":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is not None:
            self._writer.close()
        if self._stream is not None:
            self._stream.close()
        if kind is None and self._writer is not None:
            self._draft.replace(self.path)
        else:
            self._draft.unlink(missing_ok=True)


def write_table(table: pa.Table, path: Path, form: Format = "csv") -> None:
    """One table as one file, whole or not at all."""
    with _Sink(path, form) as sink:
        sink.add(table)


def _readme(options: Options, seed: int, rows: int) -> str:
    return (
        f"{HONEST}\n\n"
        f"{rows} rows of kind {options.kind}, seed {seed}, {options.days} days from {options.start}, "
        "Rio de Janeiro (America/Sao_Paulo).\n"
        "truth.csv: where each stay was (level 1) and the finer stays in it (level 2), or what each post is about.\n"
        "outliers.csv: the rows whose position is wrong on purpose.\n"
    )


def write(
    options: Options,
    *,
    seed: int,
    to: Path,
    form: Format = "csv",
    progress: Callable[[int], None] | None = None,
) -> Written:
    """Simulate into a folder, batch by batch: memory does not grow with the rows. Existing files are replaced.

    ``progress`` is told the number of rows written so far after each batch.
    """
    if form not in get_args(Format):
        raise BadInput(f"format must be one of {', '.join(get_args(Format))}, got {form!r}")
    to.mkdir(parents=True, exist_ok=True)
    readme = to / "README.txt"
    people, last = 0, ""
    with (
        _Sink(to / f"{options.kind}.{form}", form) as rows,
        _Sink(to / f"truth.{form}", form) as truth,
        _Sink(to / f"outliers.{form}", form) as outliers,
    ):
        for piece in batches(options, np.random.default_rng(seed)):
            rows.add(piece.rows)
            truth.add(piece.truth)
            outliers.add(piece.outliers)
            ids = piece.rows["moving_object"].unique().to_pylist()
            people, last = people + len(ids) - (last in ids[:1]), ids[-1] if ids else last
            if progress is not None:
                progress(rows.rows)
    readme.write_text(_readme(options, seed, rows.rows), encoding="utf-8")
    return Written(rows.path, truth.path, outliers.path, readme, rows.rows, people, truth.rows, outliers.rows)
