"""What an attacker knows: some visits of one trajectory of somebody, all such choices or a seeded sample of them."""

from dataclasses import dataclass
from itertools import combinations
from math import comb, log, sqrt

import numpy as np
from numpy.typing import NDArray

from anonymize.attacks.traces import Ints
from anonymize.verify.ragged import spread
from baquara.errors import BadInput
from baquara.sequences import Sequences, Unit

__all__ = ["Selections", "at_random", "in_a_row"]

_CELLS = 4_000_000
_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Selections:
    """Places known of somebody, one selection a row; weights add up to 1, the same for each person.

    A person's weight is shared evenly by their trajectories that have any visit, a trajectory's by its selections.
    """

    offsets: Ints
    place: Ints
    target: Ints
    weight: NDArray[np.float64]
    people: int
    error: float
    """Half the width of a 95 percent interval for any share that is computed from them (Hoeffding); 0 if exact."""


def at_random(original: Sequences, known: int, *, unit: Unit, draws: int, rng: np.random.Generator) -> Selections:
    """``known`` visits of a trajectory, in order; all of them where it is shorter.

    Every choice is taken where a trajectory has no more than ``draws`` of them; elsewhere ``draws`` independent ones.
    """
    _check(known, draws)
    parts = []
    for n, trips in _by_length(original):
        size = min(known, n)
        sampled = comb(n, size) > draws
        if sampled:
            positions = _sampled(n, size, len(trips) * draws, rng)
        else:
            positions = np.tile(np.array(list(combinations(range(n), size)), dtype=np.int64), (len(trips), 1))
        parts.append((np.repeat(trips, len(positions) // len(trips)), positions, sampled))
    return _selections(original, parts, unit)


def in_a_row(original: Sequences, known: int, *, unit: Unit) -> Selections:
    """Every ``known`` consecutive visits of every trajectory; the whole of it where it is shorter."""
    _check(known, 1)
    parts = []
    for n, trips in _by_length(original):
        size = min(known, n)
        windows = np.arange(n - size + 1, dtype=np.int64)[:, None] + np.arange(size, dtype=np.int64)
        parts.append((np.repeat(trips, len(windows)), np.tile(windows, (len(trips), 1)), False))
    return _selections(original, parts, unit)


def _check(known: int, draws: int) -> None:
    if known < 1 or draws < 1:
        raise BadInput(f"an attacker knows at least 1 place and draws at least once, got {known} and {draws}")


def _by_length(original: Sequences) -> list[tuple[int, Ints]]:
    length = np.diff(original.offsets)
    return [(int(n), np.flatnonzero(length == n)) for n in np.unique(length) if n > 0]


def _sampled(n: int, size: int, rows: int, rng: np.random.Generator) -> Ints:
    """Rows of ``size`` different positions below n, ascending, each choice as likely as any other."""
    step = max(1, _CELLS // n)
    parts = []
    for start in range(0, rows, step):
        lot = rng.random((min(step, rows - start), n))
        parts.append(np.sort(np.argpartition(lot, size - 1, axis=1)[:, :size], axis=1))
    return np.concatenate(parts)


def _selections(original: Sequences, parts: list[tuple[Ints, Ints, bool]], unit: Unit) -> Selections:
    if not parts:
        raise BadInput("nobody went anywhere: there is nothing that an attacker could know")
    trip = np.concatenate([trips for trips, _, _ in parts])
    size = np.concatenate([np.full(len(rows), rows.shape[1], dtype=np.int64) for _, rows, _ in parts])
    position = np.concatenate([rows.ravel() for _, rows, _ in parts])
    sampled = np.repeat([s for _, _, s in parts], [len(rows) for _, rows, _ in parts])
    offsets = np.concatenate([[0], np.cumsum(size)]).astype(np.int64)
    row, _ = spread(offsets[:-1], offsets[1:])
    owner = original.owners(unit)
    weight, people = _weights(owner, trip)
    error = sqrt(log(2 / (1 - _CONFIDENCE)) / 2 * float((weight[sampled] ** 2).sum()))
    return Selections(
        offsets, original.place[original.offsets[trip[row]] + position], owner[trip], weight, people, error
    )


def _weights(owner: Ints, trip: Ints) -> tuple[NDArray[np.float64], int]:
    choices = np.bincount(trip, minlength=len(owner))
    trips = np.bincount(owner[choices > 0])
    people = int(np.count_nonzero(trips))
    return 1.0 / (people * trips[owner[trip]] * choices[trip]), people
