"""An ordinary day: what a resident or a tourist wishes to do on a date, drawn from their habits."""

from datetime import date

import numpy as np

from baquara.simulate.people import Choices, Person, World, pick
from baquara.simulate.places import Place
from baquara.simulate.plan import Day, Visit, timetable

__all__ = ["day_of", "inside"]

_SATURDAY = 5


def _minutes(rng: np.random.Generator, low: int, high: int) -> int:
    return int(rng.integers(low, high))


def inside(place: Place, here: World, rng: np.random.Generator) -> tuple[tuple[str, int], ...]:
    """Finer stays in a market or a nature reserve: one or two of the stalls or shops in it, for 12 to 45 minutes."""
    stalls = here.stalls[place.iri]
    count = min(len(stalls), 1 + int(rng.integers(2)))
    chosen = rng.permutation(len(stalls))[:count]
    return tuple((stalls[int(n)].iri, _minutes(rng, 12, 45)) for n in chosen)


def _at_base(who: Person, minutes: int) -> Visit:
    return Visit(who.base.iri, minutes, at=who.at)


def _to(place: Place, rng: np.random.Generator, low: int, high: int, *, not_before_min: int = 0) -> Visit:
    return Visit(place.iri, _minutes(rng, low, high), not_before_min)


def _outing(place: Place, here: World, rng: np.random.Generator) -> Visit:
    """A visit with finer stays when there is something inside, else a plain one."""
    return Visit(place.iri, _minutes(rng, 45, 120), inner=inside(place, here, rng))


def _night(who: Person, can: Choices, rng: np.random.Generator, *, weekend: bool) -> list[Visit]:
    """Perhaps a bar, perhaps a nightclub until late."""
    found = []
    if rng.uniform() < 0.3 + who.nightlife / 2:
        found.append(_to(pick(rng, can.drinks + can.food), rng, 45, 110, not_before_min=19 * 60))
    if weekend and rng.uniform() < who.nightlife:
        found.append(_to(pick(rng, can.clubs), rng, 100, 240, not_before_min=22 * 60))
    return found


def _working_day(who: Person, can: Choices, rng: np.random.Generator) -> list[Visit]:
    found = [_to(who.work, rng, 200, 260)]
    if rng.uniform() < 0.6:
        found.append(_to(who.favourites[int(rng.integers(3))], rng, 30, 60, not_before_min=12 * 60))
    found.append(_to(who.work, rng, 180, 260))
    if rng.uniform() < 0.4:
        found.append(_to(who.gym, rng, 50, 90))
    return found


def _free_day(who: Person, can: Choices, here: World, rng: np.random.Generator) -> list[Visit]:
    found = []
    if rng.uniform() < 0.6:
        found.append(_to(who.beach, rng, 80, 200, not_before_min=9 * 60))
    if rng.uniform() < 0.4:
        found.append(_outing(pick(rng, can.markets), here, rng))
    if rng.uniform() < 0.5:
        found.append(_to(pick(rng, can.malls + can.sights), rng, 50, 120))
    return found or [_to(who.favourites[0], rng, 60, 120, not_before_min=12 * 60)]


def _resident(who: Person, day: date, here: World, rng: np.random.Generator) -> list[Visit]:
    can, weekend = here.can, day.weekday() >= _SATURDAY
    out = _free_day(who, can, here, rng) if weekend else _working_day(who, can, rng)
    out += _night(who, can, rng, weekend=day.weekday() in (4, 5))
    return [_at_base(who, _minutes(rng, 40, 90)), *out, _at_base(who, _minutes(rng, 60, 150))]


def _tourist(who: Person, number: int, here: World, rng: np.random.Generator) -> list[Visit]:
    """The first day begins at an airport; every day has sights, a meal, often a market or a reserve, and a night."""
    can = here.can
    start = [_to(pick(rng, can.airports), rng, 35, 60)] if number == 0 else []
    out = [_outing(pick(rng, can.sights), here, rng) for _ in range(1 + int(rng.integers(2)))]
    out.append(_to(pick(rng, can.food), rng, 40, 90, not_before_min=12 * 60))
    if rng.uniform() < 0.6:
        out.append(_outing(pick(rng, can.markets + can.reserves), here, rng))
    if rng.uniform() < 0.5:
        out.append(_to(pick(rng, can.beaches + can.stadiums), rng, 60, 180))
    out += _night(who, can, rng, weekend=True)
    return [*start, _at_base(who, _minutes(rng, 40, 80)), *out, _at_base(who, _minutes(rng, 60, 150))]


def _without_repeats(visits: list[Visit]) -> list[Visit]:
    """Nobody goes from a place to the same place."""
    return [v for n, v in enumerate(visits) if n == 0 or v.place != visits[n - 1].place]


def day_of(who: Person, number: int, day: date, here: World, rng: np.random.Generator) -> Day:
    """The plan of a person for the day with this number (0 = the first) and date.

    It lies between 05:30 and 04:30 of the next day, so that the days of a person never overlap.
    """
    visits = _resident(who, day, here, rng) if who.resident else _tourist(who, number, here, rng)
    start = _minutes(rng, 330, 480)
    return timetable(
        (who.id, who.mo_class), day, _without_repeats(visits), here.places, rng, start_min=start, until_min=28 * 60 + 30
    )
