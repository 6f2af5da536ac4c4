"""A column of times to instants: what the zone is, and what numbers count.

A time's zone is, in this order: the one written in the time, that of the zone column, ``--timezone``. The
offset that is kept beside an instant is that of ``--local-timezone``, else of the zone column, else the
one the time came with, in whole minutes (a few zones had odd seconds until 1972: they are rounded; the instant is exact).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from baquara.errors import BadInput
from baquara.ingest.patterns import ISO
from baquara.ingest.times import BAD, NAIVE, RANGE, ZONED, Clock, parse_clock
from baquara.ingest.values import code, read_numbers, strings
from baquara.ingest.zones import FIRST_YEAR, GAP, LAST_YEAR, OVERLAP, Ambiguous, Zone, civil_us

__all__ = ["TimeReading", "Times", "zone_of_text"]

Ints = NDArray[np.int64]
_FIRST_US = civil_us(FIRST_YEAR, 1, 1)
_LAST_US = civil_us(LAST_YEAR + 1, 1, 1)


class Times(NamedTuple):
    """Instants in µs UTC, offsets in seconds, and why a row has none (0: it has one)."""

    utc: Ints
    offset_s: Ints
    reason: NDArray[np.int8]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeReading:
    """How the times of one column are to be understood."""

    kind: Literal["text", "number", "timestamp"]
    patterns: Sequence[re.Pattern[str]] = ISO
    unit_us: float = 1_000_000
    """What 1 means, for numbers."""
    epoch_us: int = 0
    """What 0 means, for numbers."""
    written: Zone | None = None
    """The zone that numbers and zoned timestamps come with."""
    zone: Zone | None = None
    """The zone of times that carry none."""
    local: Zone | None = None
    """The zone whose local day counts."""
    ambiguous: Ambiguous = "earliest"

    def read(self, column: pa.ChunkedArray, zones: pa.ChunkedArray | None) -> Times:
        """The instants of a column, with the zone of each row where there is a column of zones."""
        clock, missing = self.clock(column)
        if zones is None:
            times = self._with_zone(clock, self.zone)
        else:
            times = self._with_zones(clock, strings(zones).dictionary_encode())
        times.reason[missing] = code("missing")
        offset = times.offset_s if self.local is None else self.local.offset_s(times.utc)
        return Times(times.utc, offset, times.reason)

    def clock(self, column: pa.ChunkedArray) -> tuple[Clock, NDArray[np.bool_]]:
        """What the clock showed, and which rows have no time at all."""
        if self.kind == "text":
            return self._clock_of_text(column)
        missing = np.asarray(pc.is_null(column).to_numpy(), bool)
        return (self._clock_of_numbers if self.kind == "number" else self._clock_of_timestamps)(column), missing

    def _clock_of_text(self, column: pa.ChunkedArray) -> tuple[Clock, NDArray[np.bool_]]:
        if pa.types.is_string(column.type):
            clock = parse_clock(_one(column), self.patterns)
            if clock.state.all():
                return clock, np.zeros(len(column), bool)
        text = strings(column)
        return parse_clock(text, self.patterns), np.asarray(pc.is_null(text).to_numpy(zero_copy_only=False), bool)

    def _clock_of_numbers(self, column: pa.ChunkedArray) -> Clock:
        value, reason = read_numbers(column)
        us = value * self.unit_us + self.epoch_us
        state = np.where(reason > 0, BAD, np.where((us >= _FIRST_US) & (us < _LAST_US), ZONED, RANGE)).astype(np.int8)
        utc = np.rint(np.where(state == ZONED, us, 0)).astype(np.int64)
        return self._shown(utc, state)

    def _clock_of_timestamps(self, column: pa.ChunkedArray) -> Clock:
        plain = _one(column.cast(pa.timestamp("us", column.type.tz), safe=False)).cast(pa.int64())
        us = pc.fill_null(plain, 0).to_numpy(zero_copy_only=False).astype(np.int64)
        in_range = (us >= _FIRST_US) & (us < _LAST_US)
        state = np.where(in_range, NAIVE if self.written is None else ZONED, RANGE).astype(np.int8)
        return Clock(us, np.zeros_like(us), state) if self.written is None else self._shown(us, state)

    def _shown(self, utc: Ints, state: NDArray[np.int8]) -> Clock:
        """The clock of the zone that instants came with."""
        offset = np.zeros_like(utc) if self.written is None else self.written.offset_s(utc)
        return Clock(utc + offset * 1_000_000, offset, state)

    def _with_zone(self, clock: Clock, zone: Zone | None) -> Times:
        naive = clock.state == NAIVE
        reason = np.select([clock.state == BAD, clock.state == RANGE], [code("bad-time"), code("time-out-of-range")], 0)
        utc, offset = clock.local - clock.offset_s * 1_000_000, clock.offset_s
        if zone is None:
            reason[naive] = code("no-zone")
        elif naive.any():
            found = zone.to_utc(clock.local, ambiguous=self.ambiguous)
            utc, offset = np.where(naive, found.utc, utc), np.where(naive, found.offset_s, offset)
            reason[naive & (found.problem == GAP)] = code("nonexistent-local-time")
            if self.ambiguous == "reject":
                reason[naive & (found.problem == OVERLAP)] = code("ambiguous-local-time")
        return Times(utc, offset, reason.astype(np.int8))

    def _with_zones(self, clock: Clock, zones: pa.DictionaryArray) -> Times:
        """Each row by the zone of its own; a row without one as if there were no column."""
        times = self._with_zone(clock, self.zone)
        which = pc.fill_null(zones.indices, -1).to_numpy(zero_copy_only=False)
        for i, text in enumerate(zones.dictionary.to_pylist()):
            rows = np.flatnonzero(which == i)
            self._apply(
                times, rows, Clock(clock.local[rows], clock.offset_s[rows], clock.state[rows]), zone_of_text(text)
            )
        return times

    def _apply(self, times: Times, rows: Ints, clock: Clock, zone: Zone | None) -> None:
        if zone is None:
            times.reason[rows] = code("bad-zone")
            return
        some = self._with_zone(clock, zone)
        times.utc[rows], times.reason[rows] = some.utc, some.reason
        times.offset_s[rows] = np.where(clock.state == ZONED, zone.offset_s(some.utc), some.offset_s)


def _one(column: pa.ChunkedArray) -> pa.Array:
    flat = column.combine_chunks()
    return pa.concat_arrays(flat.chunks) if isinstance(flat, pa.ChunkedArray) else flat


def zone_of_text(text: str) -> Zone | None:
    """The zone that a cell names: an IANA name, ``±HH:MM``, ``±HHMM``, or minutes (a multiple of 15), else ``None``.

    >>> [zone.offset.tolist() for zone in map(zone_of_text, ("-0330", "-240", "Z")) if zone]
    [[-12600], [-14400], [0]]
    >>> zone_of_text("-3") is None        # hours or minutes? not guessed
    True
    """
    minutes = re.fullmatch(r"([+-]?)(\d{1,3})", text)
    if minutes and int(minutes[2]) % 15 == 0 and int(minutes[2]) <= 14 * 60:
        return Zone.fixed(text, int(text) * 60)
    try:
        return None if minutes else Zone.named(text)
    except BadInput:
        return None
