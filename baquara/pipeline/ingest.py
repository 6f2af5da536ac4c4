"""Stage 1: files to one sorted, cleaned table of fixes.

All files of one call are taken, or none is. A file that the dataset has already (same bytes) is passed over. What was
removed for its speed is kept aside and considered again when more files come, so that the order in which files are taken
does not matter.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from baquara.errors import BadInput
from baquara.ingest.clean import clean
from baquara.ingest.compress import parse_compression
from baquara.ingest.options import ReadOptions
from baquara.ingest.readers import read
from baquara.ingest.sort import Runs
from baquara.ingest.sources import Source, expand
from baquara.progress import Progress
from baquara.settings import check_name
from baquara.tables.fixes import CORE, FixesReader, FixesWriter, attributes_of
from baquara.workspace import Transaction, Workspace

__all__ = ["Cleaning", "IngestReport", "ingest"]

_BAD: Final = ("duplicate", "same-time", "overlap")
"""Reasons of the cleaning that count as bad rows, like those of the readers."""


@dataclass(frozen=True, slots=True)
class Cleaning:
    """What is refused and removed."""

    max_rejects: float = 0.01
    """The largest share of bad rows in a file; above it nothing is taken."""
    max_speed_kmh: float | None = 500.0
    compress: str | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.max_rejects <= 1:
            raise BadInput(f"--max-rejects must be from 0 to 100 %, got {self.max_rejects:.2%}")
        if self.compress is not None:
            parse_compression(self.compress)


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What a call of :func:`ingest` did."""

    dataset: str
    files: int
    known_files: tuple[str, ...]
    rows: int
    fixes: int
    moving_objects: int
    removed: dict[str, int]
    attributes: list[str]
    first: str | None
    last: str | None
    rejects: str | None


@dataclass(slots=True)
class _Taken:
    """One file on its way in."""

    name: str
    sha256: str
    rows: int = 0
    removed: Counter[str] = field(default_factory=Counter)

    def bad(self, readers: set[str]) -> int:
        return sum(n for reason, n in self.removed.items() if reason in _BAD or reason in readers)


def ingest(
    workspace: Workspace,
    dataset: str,
    paths: Sequence[Path | Literal["-"]],
    *,
    options: ReadOptions,
    cleaning: Cleaning,
    progress: Progress,
) -> IngestReport:
    """Take the files into the dataset, all or none."""
    check_name(dataset)
    with workspace.writing() as tx:
        before = tx.state.datasets.get(dataset, {})
        spill = tx.new("private", "sorting")
        spill.mkdir()
        taking = _Taking(tx, dataset, before, cleaning, Runs(spill))
        with taking.rejects_file():
            new, known = taking.unknown(expand(paths), progress)
            if new:
                taking.read(new, options, progress)
                taking.write(progress)
        return _report(dataset, tx.state.datasets.get(dataset, {}), taking.files, known, taking.rejects_name)


class _Taking:
    """One call's work: read, sort, clean, write, commit."""

    def __init__(self, tx: Transaction, dataset: str, before: dict[str, Any], cleaning: Cleaning, runs: Runs) -> None:
        self._tx, self._dataset, self._before, self._cleaning, self._runs = tx, dataset, before, cleaning, runs
        self.files: list[_Taken] = []
        self.rejects_name: str | None = None
        self._reader_reasons: set[str] = set()
        self._refused = False
        self._rejects: Any = None
        self._first_source = len(before.get("sources", []))

    @contextmanager
    def rejects_file(self) -> Iterator[None]:
        """The list of refused and removed rows; it stays also when the call fails, because it says why."""
        path = self._tx.workspace.root / "rejects" / f"{self._dataset}-{self._tx.state.generation + 1}.csv"
        with path.open("w", newline="", encoding="utf-8") as handle:
            self._rejects = csv.writer(handle)
            self._rejects.writerow(["file", "line", "reason", "content"])
            try:
                yield
            finally:
                handle.flush()
                if self._refused or any(f.removed for f in self.files):
                    self.rejects_name = str(path.relative_to(self._tx.workspace.root))
        if self.rejects_name is None:
            path.unlink()

    def unknown(self, sources: list[Source], progress: Progress) -> tuple[list[tuple[Source, str]], tuple[str, ...]]:
        """The sources whose bytes the dataset has not seen, each once; and the names of the others."""
        known = {source["sha256"] for source in self._before.get("sources", [])}
        new: list[tuple[Source, str]] = []
        passed_over = []
        progress.start("look at files", len(sources))
        for source in sources:
            with self._listed(source.name):
                digest = source.sha256()
            if digest in known:
                passed_over.append(source.name)
            else:
                new.append((source, digest))
                known.add(digest)
            progress.advance(1)
        return new, tuple(passed_over)

    @contextmanager
    def _listed(self, name: str) -> Iterator[None]:
        """A file that is refused as a whole is listed too, with the line reached where the reader tells."""
        try:
            yield
        except BadInput as error:
            line = re.search(r"line (\d+)", str(error))
            self._rejects.writerow([name, line[1] if line else "", "file-refused", str(error)[:200]])
            self._refused = True
            raise

    def read(self, sources: list[tuple[Source, str]], options: ReadOptions, progress: Progress) -> None:
        """Every file to the sorter; stop at the first with too many bad rows."""
        self._again()
        for number, (source, digest) in enumerate(sources):
            taken = _Taken(source.name, digest)
            self.files.append(taken)
            progress.start(f"read {source.name}")
            self._read_one(taken, source, options, self._first_source + number, progress)
            self._enough(taken)

    def _read_one(self, taken: _Taken, source: Source, options: ReadOptions, number: int, progress: Progress) -> None:
        with self._listed(taken.name):
            for batch in read(source, options):
                taken.rows += batch.total
                self._refuse(taken, batch.rejects)
                rows = batch.rows
                self._runs.add(rows.append_column("source", pa.array(np.full(len(rows), number, np.int32))))
                progress.advance(batch.total)

    def _again(self) -> None:
        """What the dataset has already joins the sort, removed rows included."""
        for key in ("fixes", "removed"):
            if self._before.get(key):
                with FixesReader(self._tx.workspace.root / self._before[key]) as reader:
                    for table in reader.tables():
                        self._runs.add(_in_memory(table))

    def _refuse(self, taken: _Taken, rejects: pa.Table) -> None:
        rows = zip(*(rejects[c].to_pylist() for c in ("file", "line", "reason", "content")), strict=True)
        self._rejects.writerows(rows)
        taken.removed.update(rejects["reason"].to_pylist())
        self._reader_reasons.update(taken.removed)

    def _enough(self, taken: _Taken) -> None:
        bad = taken.bad(self._reader_reasons)
        if bad <= self._cleaning.max_rejects * taken.rows:
            return
        reasons = ", ".join(
            f"{reason} {n:,}"
            for reason, n in taken.removed.most_common()
            if reason in _BAD or reason in self._reader_reasons
        )
        raise BadInput(
            f"{taken.name}: {bad:,} of {taken.rows:,} rows are bad ({bad / taken.rows:.2%}: {reasons}), more than --max-rejects {self._cleaning.max_rejects:.2%}; "
            f"nothing was taken. They are listed in {self._rejects_path()}; mend the file, correct --map, or raise --max-rejects"
        )

    def _rejects_path(self) -> str:
        return f"rejects/{self._dataset}-{self._tx.state.generation + 1}.csv"

    def write(self, progress: Progress) -> None:
        """Sort, clean, write the new table of fixes, and make it count."""
        tx = self._tx
        path, aside = (
            tx.new("fixes", self._dataset, ".parquet"),
            tx.new("fixes", f"{self._dataset}-removed", ".parquet"),
        )
        attributes = attributes_of(list(self._runs.column_names))
        summary = _Summary()
        progress.start("sort and clean", self._runs.rows)
        with FixesWriter(path, attributes) as fixes, FixesWriter(aside, attributes) as removed:
            for table in self._runs.groups():
                result = clean(table, max_speed_kmh=self._cleaning.max_speed_kmh, compress=self._cleaning.compress)
                fixes.write(result.kept)
                summary.add(result.kept)
                later = result.removed.filter(pc.is_in(result.removed["reason"], pa.array(["speed", "compressed"])))
                removed.write(later.drop_columns(["reason"]))
                self._removed(result.removed)
                progress.advance(len(table))
        for taken in self.files:
            self._enough(taken)
        self._commit(path, aside if removed.rows else None, attributes, summary)

    def _removed(self, table: pa.Table) -> None:
        """List and count what the cleaning took away from this call's files."""
        mine = table.filter(pc.greater_equal(table["source"], self._first_source))
        for row in mine.select(["source", "line", "reason", "moving_object", "begin", "lon", "lat"]).to_pylist():
            taken = self.files[row["source"] - self._first_source]
            taken.removed[row["reason"]] += 1
            self._rejects.writerow(
                [
                    taken.name,
                    row["line"],
                    row["reason"],
                    f"{row['moving_object']},{row['begin']},{row['lon']},{row['lat']}"[:200],
                ]
            )

    def _commit(self, path: Path, aside: Path | None, attributes: list[str], summary: "_Summary") -> None:
        sources = [
            *self._before.get("sources", []),
            *(
                {"name": f.name, "sha256": f.sha256, "rows": f.rows, "removed": dict(sorted(f.removed.items()))}
                for f in self.files
            ),
        ]
        self._tx.state.datasets[self._dataset] = {
            "sources": sources,
            "fixes": self._tx.name(path),
            "removed": self._tx.name(aside) if aside else None,
            "attributes": attributes,
            "rows": summary.rows,
            "moving_objects": summary.moving_objects,
            "first": summary.text(summary.first),
            "last": summary.text(summary.last),
        }
        self._tx.state.outdate(self._dataset)
        self._tx.commit()


@dataclass(slots=True)
class _Summary:
    rows: int = 0
    moving_objects: int = 0
    first: int | None = None
    last: int | None = None

    def add(self, table: pa.Table) -> None:
        if not len(table):
            return
        begin, end = pc.min(table["begin"]).as_py(), pc.max(table["end"]).as_py()
        self.rows += len(table)
        self.moving_objects += pc.count_distinct(table["moving_object"]).as_py()
        self.first = begin if self.first is None else min(self.first, begin)
        self.last = end if self.last is None else max(self.last, end)

    @staticmethod
    def text(us: int | None) -> str | None:
        return None if us is None else f"{np.datetime64(us, 'us').astype('datetime64[s]')}Z"


def _in_memory(table: pa.Table) -> pa.Table:
    """Fixes from disk as the sorter takes them."""
    columns = {name: table[name] for name in (*CORE, *attributes_of(table.column_names))}
    columns["moving_object"] = columns["moving_object"].cast(pa.string())
    for name in ("begin", "end"):
        columns[name] = columns[name].cast(pa.int64())
    return pa.table(columns)


def _report(
    dataset: str, now: dict[str, Any], files: list[_Taken], known: tuple[str, ...], rejects: str | None
) -> IngestReport:
    removed: Counter[str] = Counter()
    for taken in files:
        removed.update(taken.removed)
    return IngestReport(
        dataset=dataset,
        files=len(files),
        known_files=known,
        rows=sum(f.rows for f in files),
        fixes=now.get("rows", 0),
        moving_objects=now.get("moving_objects", 0),
        removed=dict(removed.most_common()),
        attributes=now.get("attributes", []),
        first=now.get("first"),
        last=now.get("last"),
        rejects=rejects,
    )
