"""Civil time to instants and back, many at once: a zone as a table of its transitions.

:mod:`zoneinfo` answers for one time at a time. Here a zone is asked once, day by day from 1900 to
2100, each change of offset is located to the second by bisection, and from then on ``searchsorted``
answers. No two changes of a real zone that cancel each other are closer than four days.

Two things happen when clocks are moved. Moved forward, some local times **do not exist**; moved back,
some happen **twice**. The first kind is always refused, the second is decided by an option.

>>> paulo = Zone.named("America/Sao_Paulo")
>>> local = np.array([civil_us(2018, 11, 4, 0, 30), civil_us(2018, 2, 17, 23, 30), civil_us(2018, 6, 1, 12, 0)])
>>> paulo.to_utc(local, ambiguous="earliest").problem.tolist()        # a gap, an overlap, an ordinary time
[1, 2, 0]
>>> paulo.offset_s(np.array([civil_us(2018, 6, 1, 15, 0)])).tolist()
[-10800]
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

import numpy as np
from numpy.typing import NDArray

from baquara.errors import BadInput
from baquara.ingest.words import suggest

__all__ = ["FIRST_YEAR", "GAP", "LAST_YEAR", "OVERLAP", "Ambiguous", "Instants", "Zone", "civil_us"]

Ints = NDArray[np.int64]
Ambiguous = Literal["earliest", "latest", "reject"]
FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2100
GAP: Final = 1
OVERLAP: Final = 2
_SECOND = 1_000_000
_DAY_S = 86_400
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def civil_us(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> int:
    """A date and clock time as µs since 1970-01-01 of the same clock.

    >>> civil_us(1970, 1, 2)
    86400000000
    """
    moment = datetime(year, month, day, hour, minute, tzinfo=UTC)
    return (moment - _EPOCH) // timedelta(microseconds=1)


class Instants(NamedTuple):
    """Instants in µs UTC, the offset that applied, and where a local time was a gap or an overlap."""

    utc: Ints
    offset_s: Ints
    problem: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone as its transitions: ``offset[i]`` holds before ``at[i]`` (seconds UTC), ``offset[i + 1]`` from it on."""

    name: str
    at: Ints
    offset: Ints

    @classmethod
    def named(cls, name: str) -> "Zone":
        """The zone of an IANA name (``America/Sao_Paulo``), of ``UTC``/``Z``, or of a fixed offset (``-03:00``).

        >>> Zone.named("-03:00").offset.tolist()
        [-10800]
        """
        return _named(name.strip())

    @classmethod
    def fixed(cls, name: str, offset_s: int) -> "Zone":
        """A zone whose clocks are never moved."""
        return cls(name, np.empty(0, np.int64), np.array([offset_s], np.int64))

    def offset_s(self, utc: Ints) -> Ints:
        """The offset from UTC in seconds that applies at instants in µs."""
        return self.offset[np.searchsorted(self.at, utc // _SECOND, side="right")]

    def to_utc(self, local: Ints, *, ambiguous: Ambiguous) -> Instants:
        """Instants of local times in µs. The instant of a problem row means nothing for a gap, and for an
        overlap is the earlier one, unless ``ambiguous`` is ``"latest"``.

        A transition at ``t`` from offset ``a`` to ``b`` makes the local times from ``t + a`` to ``t + b`` a gap
        where ``a < b``, and those from ``t + b`` to ``t + a`` an overlap where ``b < a``.
        """
        clock = local // _SECOND
        before = np.searchsorted(self.at + self.offset[:-1], clock, side="right")
        after = np.searchsorted(self.at + self.offset[1:], clock, side="right")
        offset = self.offset[after if ambiguous == "latest" else before]
        problem = np.where(before > after, GAP, np.where(before < after, OVERLAP, 0)).astype(np.int8)
        return Instants(local - offset * _SECOND, offset, problem)


@cache
def _named(name: str) -> Zone:
    fixed = _fixed_offset_s(name)
    if fixed is not None:
        return Zone.fixed(name, fixed)
    if name not in available_timezones():
        close = suggest(name, available_timezones())
        raise BadInput(f"unknown time zone {name!r}: use an IANA name such as America/Sao_Paulo or an offset{close}")
    return _tabulate(name)


def _fixed_offset_s(name: str) -> int | None:
    if name in {"Z", "z", "UTC", "GMT"}:
        return 0
    try:
        offset = datetime.strptime(name, "%z").utcoffset() if name[:1] in {"+", "-"} and len(name) in {5, 6} else None
    except ValueError:
        return None
    return None if offset is None else round(offset.total_seconds())


def _tabulate(name: str) -> Zone:
    info = ZoneInfo(name)
    days = (datetime(LAST_YEAR + 1, 1, 3, tzinfo=UTC) - _EPOCH).days
    first = (datetime(FIRST_YEAR, 1, 1, tzinfo=UTC) - _EPOCH).days - 2
    daily = [_ask(info, day * _DAY_S) for day in range(first, days)]
    at = [
        _bisect(info, (first + i - 1) * _DAY_S, (first + i) * _DAY_S)
        for i in range(1, len(daily))
        if daily[i] != daily[i - 1]
    ]
    offsets = [daily[0], *(_ask(info, second) for second in at)]
    return Zone(name, np.array(at, np.int64), np.array(offsets, np.int64))


def _ask(info: ZoneInfo, second: int) -> int:
    offset = (_EPOCH + timedelta(seconds=second)).astimezone(info).utcoffset()
    return 0 if offset is None else round(offset.total_seconds())


def _bisect(info: ZoneInfo, low: int, high: int) -> int:
    """The first second whose offset is no longer that of ``low``."""
    old = _ask(info, low)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _ask(info, middle) == old else (low, middle)
    return high
