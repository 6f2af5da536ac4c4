"""How the times of a file are to be read, decided from its first rows; what is unclear is refused as a whole."""

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from baquara.errors import BadInput
from baquara.ingest.batch import Opened
from baquara.ingest.convert import joined
from baquara.ingest.instants import TimeReading
from baquara.ingest.options import ReadOptions, parse_instant
from baquara.ingest.patterns import DAY_FIRST, compile_format
from baquara.ingest.times import NAIVE, ZONED
from baquara.ingest.values import read_numbers, strings
from baquara.ingest.zones import Zone

__all__ = ["check_decimals", "decide_times", "tell"]

_UNITS: Final = (
    (1e11, 1_000_000.0, "seconds"),
    (1e14, 1000.0, "milliseconds"),
    (1e17, 1.0, "microseconds"),
    (np.inf, 1e-3, "nanoseconds"),
)
_EARLIEST_UNIX: Final = 1e8
"""1973: a smaller number is rather a count from some start of its own."""


def decide_times(column: str, opened: Opened, options: ReadOptions, *, zoned: bool, name: str) -> TimeReading:
    """How a column of times is read. ``zoned``: the file has a column of zones."""
    sample = joined(opened.sample, column)
    shown = f"{name}: column {column.replace(chr(0), '+')}"
    if pa.types.is_timestamp(sample.type):
        reading = _of_timestamps(sample, options, opened)
    elif _is_numeric(sample) and options.time_format is None:
        reading = _of_numbers(sample, options, opened, shown)
    else:
        reading = _of_text(sample, options, opened, shown)
    if options.epoch is not None and reading.kind != "number":
        raise BadInput(f"{shown}: --epoch is for times that are numbers; these are not ({_first(sample)})")
    _check_zone(sample, reading, zoned=zoned, shown=shown)
    return reading


def _zones(options: ReadOptions, opened: Opened) -> tuple[Zone | None, Zone | None]:
    naive = options.timezone or opened.timezone
    local = options.local_timezone
    return Zone.named(naive) if naive else None, Zone.named(local) if local else None


def _of_timestamps(sample: pa.ChunkedArray, options: ReadOptions, opened: Opened) -> TimeReading:
    zone, local = _zones(options, opened)
    written = Zone.named(sample.type.tz) if sample.type.tz else None
    return TimeReading(kind="timestamp", written=written, zone=zone, local=local, ambiguous=options.ambiguous)


def _is_numeric(sample: pa.ChunkedArray) -> bool:
    kind = sample.type
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return True
    text = pc.drop_null(strings(sample))
    return len(text) > 0 and bool(np.mean(read_numbers(pa.chunked_array([text])).reason == 0) > 0.5)


def _of_numbers(sample: pa.ChunkedArray, options: ReadOptions, opened: Opened, shown: str) -> TimeReading:
    zone, local = _zones(options, opened)
    if options.epoch is not None:
        start, offset = parse_instant(options.epoch, option="--epoch")
        written = Zone.fixed("epoch", offset)
        return TimeReading(kind="number", epoch_us=start, written=written, zone=zone, local=local)
    value, reason = read_numbers(sample)
    typical = float(np.median(np.abs(value[reason == 0]))) if np.any(reason == 0) else _EARLIEST_UNIX
    if typical < _EARLIEST_UNIX:
        raise BadInput(
            f"{shown}: numbers such as {_first(sample)} are no Unix times; give their start, --epoch 2002-08-27T00:00:00+03:00"
        )
    if 19e12 <= typical < 21e12:
        raise BadInput(f"{shown}: {_first(sample)} looks like a date; say so with --time-format %Y%m%d%H%M%S")
    unit = next(us for limit, us, _ in _UNITS if typical < limit)
    return TimeReading(kind="number", unit_us=unit, zone=zone, local=local)


def _of_text(sample: pa.ChunkedArray, options: ReadOptions, opened: Opened, shown: str) -> TimeReading:
    zone, local = _zones(options, opened)
    if options.time_format is not None:
        pattern = (compile_format(options.time_format),)
        return TimeReading(kind="text", patterns=pattern, zone=zone, local=local, ambiguous=options.ambiguous)
    texts = pc.drop_null(strings(sample)).to_pylist()
    if texts and sum(bool(DAY_FIRST.fullmatch(text)) for text in texts) * 2 > len(texts):
        raise BadInput(
            f"{shown}: in {texts[0]!r} day and month could be confused; say which with --time-format '%d/%m/%Y %H:%M' or '%m/%d/%Y %H:%M'"
        )
    return TimeReading(kind="text", zone=zone, local=local, ambiguous=options.ambiguous)


def check_decimals(columns: Sequence[str], opened: Opened, *, name: str) -> None:
    """Refuse a file whose positions are written with a decimal comma."""
    for column in columns:
        texts = pc.drop_null(strings(opened.sample.column(column))).to_pylist()
        if texts and sum(bool(re.fullmatch(r"[+-]?\d+,\d+", text)) for text in texts) * 2 > len(texts):
            raise BadInput(f"{name}: column {column} has decimal commas ({texts[0]!r}); write numbers with a point")


def _first(sample: pa.ChunkedArray) -> str:
    return next((repr(str(value)) for value in sample.to_pylist() if value is not None), "no value")


def _check_zone(sample: pa.ChunkedArray, reading: TimeReading, *, zoned: bool, shown: str) -> None:
    """A file whose times have no zone is refused whole, unless it is said what their zone is."""
    if reading.zone is not None or zoned:
        return
    states = reading.clock(sample)[0].state
    naive = int(np.sum(states == NAIVE))
    if naive > np.sum(states == ZONED):
        raise BadInput(
            f"{shown}: {naive} of the first {len(states)} times have no zone ({_first(sample)}); say which with "
            "--timezone America/New_York (or UTC), or name the column of zones with --map zone=…"
        )


def tell(reading: TimeReading) -> str:
    """One line on how times are read.

    >>> tell(TimeReading(kind="text", zone=Zone.named("UTC")))
    'text; without zone: read as UTC'
    """
    what = reading.kind
    parts: list[str] = [what]
    if reading.kind == "number":
        unit = next(word for _, us, word in _UNITS if us == reading.unit_us)
        parts = [f"{unit} after the epoch given" if reading.epoch_us else f"Unix {unit}"]
    elif reading.kind == "timestamp" and reading.written is not None:
        parts = [f"timestamp in {reading.written.name}"]
    if reading.zone is not None and reading.kind != "number":
        parts.append(f"without zone: read as {reading.zone.name}")
    if reading.local is not None:
        parts.append(f"local day of {reading.local.name}")
    return "; ".join(parts)
