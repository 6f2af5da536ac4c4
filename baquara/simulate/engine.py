"""The simulation: options in, rows with their truth out, in batches of bounded size.

Everything depends on the seed, the number of the person and the number of the day; batch sizes change nothing.

>>> options = Options(kind="checkins", people=3, days=2)
>>> made = simulate(options, np.random.default_rng(1))
>>> made.rows.column_names
['moving_object', 'time', 'end', 'lon', 'lat', 'venue', 'mo_class']
>>> made.rows.equals(simulate(options, np.random.default_rng(1)).rows)
True
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count
from typing import Final, Literal, get_args

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from baquara.errors import BadInput
from baquara.simulate.days import day_of
from baquara.simulate.emit import Device
from baquara.simulate.kinds import Piece, checkins_piece, gps_piece, posts_piece
from baquara.simulate.people import Person, World, person, person_rng, world
from baquara.simulate.plan import Day

__all__ = ["MAX_PEOPLE", "Kind", "Options", "Simulated", "batches", "simulate"]

Kind = Literal["gps", "checkins", "posts"]
MAX_PEOPLE: Final = 1_000_000
Simulated = Piece
_Drawn = tuple[Person, Day, np.random.Generator]
_MAKERS: Final[dict[str, Callable[[Sequence[_Drawn], World, Device], Piece]]] = {
    "gps": gps_piece,
    "checkins": checkins_piece,
    "posts": posts_piece,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What to simulate. Give ``rows`` (as many people as that takes), or ``people``, or both (whichever ends first)."""

    kind: Kind = "gps"
    rows: int | None = None
    people: int | None = None
    days: int = 4
    start: date = date(2014, 6, 27)
    tourist_share: float = 0.3
    batch_rows: int = 200_000
    device: Device = field(default_factory=Device)

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise BadInput(f"kind must be one of {', '.join(get_args(Kind))}, got {self.kind!r}")
        if self.rows is None and self.people is None:
            raise BadInput("how much to simulate is not said: give rows or people")
        for name in ("rows", "people", "days", "batch_rows"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise BadInput(f"{name} must be at least 1, got {value}")
        if (self.people or 0) > MAX_PEOPLE:
            raise BadInput(f"people must be at most {MAX_PEOPLE}, got {self.people}; give more days instead")
        if not 0 <= self.tourist_share <= 1:
            raise BadInput(f"tourist_share must be between 0 and 1, got {self.tourist_share}")


def _drawn(options: Options, root: int, here: World) -> Iterator[_Drawn]:
    """Every person with every day, in order, with the chance of that day."""
    for number in range(options.people) if options.people is not None else count():
        who = person(root, number, here, tourist_share=options.tourist_share)
        for n in range(options.days):
            rng = person_rng(root, number, n)
            yield who, day_of(who, n, options.start + timedelta(days=n), here, rng), rng


def _groups(drawn: Iterator[_Drawn], size: int) -> Iterator[list[_Drawn]]:
    group: list[_Drawn] = []
    for item in drawn:
        group.append(item)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group


_ROWS_A_DAY: Final = {"gps": 400, "checkins": 3, "posts": 3}
_DAYS_AT_ONCE: Final = 4_000


def _cut(piece: Piece, rows: int) -> Piece:
    """The first rows of a piece, and only the truth that these rows can show."""
    if rows >= len(piece.rows):
        return piece
    kept = piece.rows.slice(0, rows)
    if not rows:
        return Piece(kept, piece.truth.slice(0, 0), piece.outliers.slice(0, 0))
    who, until = kept["moving_object"][-1].as_py(), kept["time"][-1].as_py()
    return Piece(kept, _until(piece.truth, who, until), _until(piece.outliers, who, until))


def _until(table: pa.Table, who: str, until: str) -> pa.Table:
    """Rows of people before ``who`` and those of ``who`` that begin no later than ``until``."""
    time = table["begin" if "begin" in table.column_names else "time"]
    number, last = _number(table["moving_object"]), _number(pa.array([who]))[0]
    in_time = pc.less_equal(_instant(time), _instant(pa.array([until]))[0])
    return table.filter(pc.or_(pc.less(number, last), pc.and_(pc.equal(number, last), in_time)))


def _number(ids: pa.Array) -> pa.Array:
    return pc.cast(pc.utf8_slice_codeunits(ids, len("sim-")), pa.int64())


def _instant(texts: pa.Array) -> pa.Array:
    return pc.cast(texts, pa.timestamp("s", "UTC"))


def batches(options: Options, rng: np.random.Generator) -> Iterator[Simulated]:
    """Rows with their truth, about ``batch_rows`` at a time; whole days, but for the last batch when ``rows`` is given."""
    root, here = int(rng.integers(2**62)), world()
    wanted = min(options.batch_rows, options.rows or options.batch_rows)
    left, size = options.rows, min(max(1, wanted // _ROWS_A_DAY[options.kind]), _DAYS_AT_ONCE)
    for group in _groups(_drawn(options, root, here), size):
        piece = _MAKERS[options.kind](group, here, options.device)
        if left is not None:
            piece = _cut(piece, left)
            left -= len(piece.rows)
        yield piece
        if left == 0:
            return


def simulate(options: Options, rng: np.random.Generator) -> Simulated:
    """Everything at once, for what fits in memory."""
    pieces = list(batches(options, rng))
    return Simulated(
        pa.concat_tables([p.rows for p in pieces]),
        pa.concat_tables([p.truth for p in pieces]),
        pa.concat_tables([p.outliers for p in pieces]),
    )
