"""Read any source: :func:`describe` tells what would be understood, :func:`read` gives the batches.

Both decide in the same way, so what is shown is what happens. A file that is damaged or unclear raises
:class:`~baquara.errors.BadInput` before its end: the caller takes nothing from it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from baquara.ingest.batch import Batch, Opened
from baquara.ingest.convert import Converter
from baquara.ingest.features import open_features
from baquara.ingest.gpx import open_gpx
from baquara.ingest.layout import Layout, columns_of, decide
from baquara.ingest.options import ReadOptions
from baquara.ingest.parquet import open_parquet
from baquara.ingest.plt import open_plt
from baquara.ingest.reading import check_decimals, decide_times, tell
from baquara.ingest.sources import Source
from baquara.ingest.text import open_text
from baquara.ingest.values import as_text

__all__ = ["Column", "Description", "describe", "read"]

_READERS: Final[Mapping[str, Callable[[Source, ReadOptions], Opened]]] = {
    "csv": open_text,
    "parquet": open_parquet,
    "gpx": open_gpx,
    "geojson": open_features,
    "mfjson": open_features,
    "plt": open_plt,
}


class Column(NamedTuple):
    """A column of a file, what it is taken for, and two of its values."""

    name: str
    role: str
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What a source is understood to be, before it is read."""

    name: str
    format: str
    empty: bool
    """No rows in sight; then nothing else is decided."""
    header: bool = True
    delimiter: str | None = None
    columns: tuple[Column, ...] = ()
    moving_object: str | None = None
    """The moving object of all rows, where no column names it."""
    times: str = ""
    """How times are read, in words."""
    crs: str | None = None

    @property
    def mapping(self) -> str:
        """The ``--map`` that says what was guessed."""
        roles: dict[str, list[str]] = {}
        for column in self.columns:
            if column.role != "attribute":
                roles.setdefault(column.role, []).append(column.name)
        return ",".join(f"{role}={'+'.join(names)}" for role, names in roles.items())

    def __str__(self) -> str:
        if self.empty:
            return f"{self.name}: {self.format}, empty"
        delimiter = f", delimiter {self.delimiter!r}, {'a' if self.header else 'no'} header" if self.delimiter else ""
        lines = [f"{self.name}: {self.format}{delimiter}"]
        lines += [f"  {c.role:14} {c.name}: {', '.join(c.samples)}" for c in self.columns]
        lines += [f"  {'moving_object':14} {self.moving_object} (all rows)"] if self.moving_object else []
        lines += [f"  {'times':14} {self.times}"] + ([f"  {'crs':14} {self.crs[:60]}"] if self.crs else [])
        return "\n".join(lines)


class _Plan(NamedTuple):
    opened: Opened
    layout: Layout
    converter: Converter


def _plan(source: Source, options: ReadOptions) -> _Plan | None:
    """How a source is read; ``None`` if it has no columns and no rows."""
    opened = _READERS[options.format or source.format](source, options)
    if not opened.sample.num_columns:
        return None
    layout = decide(opened, options, name=source.name)
    check_decimals([layout.roles[r] for r in ("lon", "lat", "x", "y") if r in layout.roles], opened, name=source.name)
    zoned = "zone" in layout.roles
    begin = layout.roles.get("time") or layout.roles["begin"]
    times = decide_times(begin, opened, options, zoned=zoned, name=source.name)
    end = layout.roles.get("end")
    ends = None if end is None else decide_times(end, opened, options, zoned=zoned, name=source.name)
    return _Plan(opened, layout, Converter(source.name, layout, times, ends, options.ordered))


def describe(source: Source, options: ReadOptions) -> Description:
    """What a source is understood to be: format, columns with two values each, zone reading."""
    plan = _plan(source, options)
    if plan is None:
        return Description(name=source.name, format=options.format or source.format, empty=True)
    opened, layout = plan.opened, plan.layout
    return Description(
        name=source.name,
        format=opened.format,
        empty=not opened.sample.num_rows,
        header=opened.header,
        delimiter=opened.delimiter,
        columns=tuple(_columns(opened, layout)),
        moving_object=layout.moving_object,
        times=tell(plan.converter.times),
        crs=layout.crs,
    )


def _columns(opened: Opened, layout: Layout) -> Iterator[Column]:
    role_of = {part: role for role, value in layout.roles.items() for part in columns_of(value)}
    for name in opened.sample.column_names:
        role = role_of.get(name, "attribute")
        if role != "attribute" or name in layout.attributes.values():
            values = as_text(opened.sample.column(name)[:2]).to_pylist()
            yield Column(name, role, tuple("" if value is None else value[:40] for value in values))


def read(source: Source, options: ReadOptions) -> Iterator[Batch]:
    """The rows of a source, understood, in batches of at most a few hundred thousand.

    In every batch ``len(rows) + len(rejects) == total``; all batches of a source have the same columns.
    :class:`~baquara.errors.BadInput` may come at any point: then the source is damaged and nothing of it counts.
    """
    plan = _plan(source, options)
    if plan is None:
        return
    for raw in plan.opened.chunks(plan.layout.columns):
        if raw.table.num_rows or raw.rejects:
            yield plan.converter(raw)
