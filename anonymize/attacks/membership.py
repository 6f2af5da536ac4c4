"""Attackers and membership: what it helps to know that somebody is in the data, and how often strangers seem to be.

A share of the people is held out before anonymization: the control group. An attack that finds them as often as those who are
in the data learns from the population, not from the release: Giomi, Boenisch, Wehmeyer, Tasnádi: A Unified Framework
for Quantifying Privacy Risk in Synthetic Data, PoPETs 2023 (2) (the control attack).
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anonymize.attacks.figures import CAP, search
from anonymize.attacks.selections import Selections, at_random
from anonymize.attacks.traces import Traces
from anonymize.verify import Published
from anonymize.verify.ragged import spread
from baquara.errors import BadInput
from baquara.sequences import Sequences, Unit

__all__ = ["Membership", "membership", "split"]


@dataclass(frozen=True, slots=True)
class Membership:
    """Shares of the people inside the data and of the control group outside, for attackers with ``known`` places.

    ``fits``: somebody in the release fits. ``single``: exactly one does. ``guess_right``: the chance that an attacker who
    knows that the person is inside picks the right one among those that fit (too high by 1 / cap at most).
    Errors are half the width of a 95 percent interval over the choice of places; 0 means exact.
    """

    known: int
    people_inside: int
    people_outside: int
    fits_inside: float
    fits_outside: float
    single_inside: float
    single_outside: float
    guess_right: float
    error_inside: float
    error_outside: float

    @property
    def advantage(self) -> float:
        """How much more often somebody inside fits than a stranger: 0 tells nothing about membership, 1 everything."""
        return self.fits_inside - self.fits_outside

    @property
    def risk(self) -> float:
        """The part of being singled out that is due to being in the data: (inside - outside) / (1 - outside), from 0."""
        room = 1.0 - self.single_outside
        return max(0.0, (self.single_inside - self.single_outside) / room) if room > 0 else 0.0


def split(original: Sequences, *, outside: float, rng: np.random.Generator) -> tuple[Sequences, Sequences]:
    """People inside and people outside, about ``outside`` of all; places keep their numbers in both.

    >>> inside, outside = split(Sequences.of([("ana", "ab"), ("rui", "cb")]), outside=0.5, rng=np.random.default_rng(3))
    >>> sorted([inside.moving_objects, outside.moving_objects]), inside.places == outside.places
    ([('ana',), ('rui',)], True)
    """
    if not 0 < outside < 1:
        raise BadInput(f"the share outside lies between 0 and 1, got {outside}")
    people = len(original.moving_objects)
    held = np.zeros(people, dtype=np.bool_)
    held[rng.permutation(people)[: round(outside * people)]] = True
    return _only(original, ~held), _only(original, held)


def _only(s: Sequences, people: NDArray[np.bool_]) -> Sequences:
    trips = np.flatnonzero(people[s.moving_object])
    _, at = spread(s.offsets[trips], s.offsets[trips + 1])
    number = np.cumsum(people) - 1
    return Sequences(
        places=s.places,
        offsets=np.concatenate([[0], np.cumsum(np.diff(s.offsets)[trips])]).astype(np.int64),
        place=s.place[at],
        trajectories=tuple(s.trajectories[t] for t in trips),
        moving_objects=tuple(s.moving_objects[i] for i in np.flatnonzero(people)),
        moving_object=number[s.moving_object[trips]],
    )


def membership(
    inside: Sequences,
    published: Published,
    outside: Sequences,
    *,
    rng: np.random.Generator,
    known: Iterable[int] = range(1, 7),
    unit: Unit = Unit.moving_object,
    draws: int = 5,
    cap: int = CAP,
) -> list[Membership]:
    """``published`` is a release of ``inside`` alone; ``outside`` are people of whom it knows nothing."""
    if inside.places != outside.places:
        raise BadInput("inside and outside must number the same places alike: make them with split")
    traces = Traces.after(inside, published, unit)
    figures = []
    for size in known:
        groups = [at_random(s, size, unit=unit, draws=draws, rng=rng) for s in (inside, outside)]
        figures.append(_figure(size, traces, groups[0], groups[1], cap))
    return figures


def _figure(size: int, traces: Traces, inside: Selections, outside: Selections, cap: int) -> Membership:
    fitting, right = search(traces, inside, consecutive=False, cap=cap)
    strangers, _ = search(traces, outside, consecutive=False, cap=cap)
    return Membership(
        known=size,
        people_inside=inside.people,
        people_outside=outside.people,
        fits_inside=float(inside.weight[fitting > 0].sum()),
        fits_outside=float(outside.weight[strangers > 0].sum()),
        single_inside=float(inside.weight[fitting == 1].sum()),
        single_outside=float(outside.weight[strangers == 1].sum()),
        guess_right=float((inside.weight * right / np.maximum(fitting, 1)).sum()),
        error_inside=inside.error,
        error_outside=outside.error,
    )
