"""Attackers who know where somebody was: some places of a trip, or some that follow one another.

Unicity is the share of people whom a few known points single out: de Montjoye, Hidalgo, Verleysen, Blondel: Unique in
the Crowd, Scientific Reports 3 (2013), 1376; here with places in order
instead of places with times. An attacker with more than m places, or who knows that nothing came in between, is beyond what
k^m-anonymity promises; these figures say how far beyond.
"""

from collections.abc import Iterable

import numpy as np

from anonymize.attacks.figures import CAP, Figure, measured
from anonymize.attacks.selections import at_random, in_a_row
from anonymize.attacks.traces import Traces
from anonymize.verify import Published
from baquara.sequences import Sequences, Unit

__all__ = ["consecutive", "unicity"]


def unicity(
    original: Sequences,
    published: Published | None = None,
    *,
    rng: np.random.Generator,
    known: Iterable[int] = range(1, 7),
    unit: Unit = Unit.moving_object,
    draws: int = 5,
    cap: int = CAP,
) -> list[Figure]:
    """For each number of known places, the figure before and, with a release, after; both for the same knowledge.

    >>> original = Sequences.of([("ana", "ab"), ("rui", "ac"), ("zoe", "ba")])
    >>> [(f.known, round(f.singled_out, 3)) for f in unicity(original, rng=np.random.default_rng(1), known=(1, 2))]
    [(1, 0.167), (2, 1.0)]
    """
    data = _data(original, published, unit)
    figures = []
    for size in known:
        selections = at_random(original, size, unit=unit, draws=draws, rng=rng)
        figures += [measured("places", name, size, traces, selections, cap=cap) for name, traces in data]
    return figures


def consecutive(
    original: Sequences,
    published: Published | None = None,
    *,
    known: Iterable[int] = range(1, 7),
    unit: Unit = Unit.moving_object,
    cap: int = CAP,
) -> list[Figure]:
    """The same for places that follow one another without anything in between; exact: every such selection is tried.

    >>> original = Sequences.of([("ana", "axb"), ("rui", "ab"), ("zoe", "axb")])
    >>> [(f.known, f.singled_out) for f in consecutive(original, known=(2,))]
    [(2, 0.3333333333333333)]
    """
    data = _data(original, published, unit)
    figures = []
    for size in known:
        selections = in_a_row(original, size, unit=unit)
        figures += [measured("consecutive", n, size, t, selections, consecutive=True, cap=cap) for n, t in data]
    return figures


def _data(original: Sequences, published: Published | None, unit: Unit) -> list[tuple[str, Traces]]:
    before = [("before", Traces.before(original, unit))]
    return before if published is None else [*before, ("after", Traces.after(original, published, unit))]
