"""NGRAMS: synthetic sequences with differential privacy, from noisy counts of variable-length n-grams.

Chen, Ács, Castelluccia (2012), *Differentially private sequential data publication via variable-length n-grams*, CCS 2012,
as section 2.3 and section 5 of Poulis et al. (2014) describe it; it is what those authors compare with.

**The output is not truthful.** No synthetic trajectory stands for a person's: it cannot be verified against a source and is no
``Released``. What holds instead: with or without the data of one unit (a moving object, or a trajectory), every output
is equally likely up to a factor e^epsilon. The set of places is taken as public.

===================  ==========================================  =======================
paper                here                                        unit
===================  ==========================================  =======================
``l_max``            ``l_max``: visits kept of a trajectory      visits
``n_max``            ``n_max``: longest gram, markers included   symbols
``epsilon``          ``epsilon``
``&`` (end)          symbol P, where P is the number of places
===================  ==========================================  =======================

How: every trajectory is cut after ``l_max`` visits and gets an end mark. A tree of grams is grown: the noisy counts of all one-symbol
extensions of a gram are taken when its own noisy count reaches a threshold, at which about one of the extensions
that never occur is expected to pass. Then trajectories are drawn from the tree: the next symbol depends on the longest suffix of
what was drawn so far that the tree knows; extensions below the threshold share what is left as the next shorter suffix says.

Why it is private: each symbol of a trajectory begins one path of the tree, on which the budgets add up to epsilon at most, and
each count gets discrete Laplace noise of scale sensitivity / budget, where the sensitivity is the number of such paths
(``l_max + 1`` for one trajectory). All else is computed from noisy counts.

Differs from the paper: a start mark, so that first visits are drawn from first visits (a path of its own, which uses the
part of the budget that the path of the end mark, one symbol long, leaves over); a moving object with many trajectories is
protected as a whole, by keeping its first ``trips_max`` ones. Time: linear in the visits, plus places times expanded grams.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from math import ceil, log

import numpy as np
from numpy.typing import NDArray

from baquara.errors import BadInput
from baquara.sequences import Sequences, Unit

__all__ = ["Gram", "Noise", "Synthetic", "ngrams", "opendp_noise", "seeded_noise"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Gram = tuple[int, ...]
"""Symbols: places, the end mark P, and as the first symbol perhaps the start mark P + 1."""
Noise = Callable[[Ints, float], Ints]
"""From counts and a scale to noisy counts."""


@dataclass(frozen=True, slots=True)
class Synthetic:
    """Synthetic sequences, and the noisy grams they were drawn from. Not truthful: nobody made these movements."""

    sequences: Sequences
    """Numbers its places as the original does; trajectories are s1, s2, …, each of a moving object of its own."""
    grams: dict[Gram, int]
    """The published grams with their noisy counts, without the start mark."""
    epsilon: float
    l_max: int
    n_max: int
    unit: Unit

    @property
    def truthful(self) -> bool:
        """Always False."""
        return False


def opendp_noise() -> Noise:
    """Discrete Laplace noise from OpenDP (the extra ``baquara[dp]``): exact arithmetic, randomness of the operating
    system. For releases: it cannot be predicted, and so cannot be repeated.
    """
    try:
        dp = import_module("opendp.prelude")
    except ModuleNotFoundError as missing:
        raise BadInput(
            "OpenDP is not installed: pip install 'baquara[dp]', or choose seeded noise for a study"
        ) from missing
    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T="i64")), dp.l1_distance(T="i64")

    def add(counts: Ints, scale: float) -> Ints:
        noisy = dp.m.make_laplace(*space, scale=scale)(counts.ravel().tolist())
        return np.array(noisy, dtype=np.int64).reshape(counts.shape)

    return add


def seeded_noise(rng: np.random.Generator) -> Noise:
    """Discrete Laplace noise from a seeded generator. For studies that must repeat, **not for releases**: who guesses the seed
    subtracts the noise.

    The difference of two geometric variables: P(z) is proportional to exp(-abs(z) / scale).
    """

    def add(counts: Ints, scale: float) -> Ints:
        p = -np.expm1(-1 / scale)
        noisy: Ints = counts + rng.geometric(p, counts.shape) - rng.geometric(p, counts.shape)
        return noisy

    return add


def ngrams(
    sequences: Sequences,
    *,
    epsilon: float = 0.1,
    l_max: int = 20,
    n_max: int = 5,
    unit: Unit = Unit.moving_object,
    trips_max: int = 1,
    noise: Noise,
    rng: np.random.Generator,
) -> Synthetic:
    """Synthetic sequences that are epsilon-differentially private for each unit. The defaults are those of section 5.

    ``rng`` draws the synthetic trajectories; it need not be secret. ``trips_max`` counts only where the unit is a moving object.

    >>> s = Sequences.of([(str(i), "ab") for i in range(500)])
    >>> rng = np.random.default_rng(7)
    >>> made = ngrams(s, epsilon=5.0, l_max=2, n_max=3, noise=seeded_noise(rng), rng=rng)
    >>> made.truthful, made.sequences.places, 480 < len(made.sequences) < 520
    (False, ('a', 'b'), True)
    """
    _check(epsilon=epsilon, l_max=l_max, n_max=n_max, trips_max=trips_max)
    trips = trips_max if unit is Unit.moving_object else 1
    chosen = _first_trips(sequences.moving_object, trips) if unit is Unit.moving_object else np.arange(len(sequences))
    tree = _Tree(len(sequences.places), epsilon=epsilon, n_max=n_max, sensitivity=(l_max + 1) * trips, noise=noise)
    tree.grow(*_marked(sequences, chosen, l_max))
    return Synthetic(_draw(tree, sequences.places, l_max, rng), tree.published(), epsilon, l_max, n_max, unit)


def _check(*, epsilon: float, l_max: int, n_max: int, trips_max: int) -> None:
    if not 0 < epsilon < float("inf"):
        raise BadInput(f"epsilon must be a positive number, got {epsilon}")
    for name, value in (("l_max", l_max), ("n_max", n_max), ("trips_max", trips_max)):
        if value < 1:
            raise BadInput(f"{name} must be at least 1, got {value}")


def _first_trips(moving_object: Ints, trips: int) -> Ints:
    """The first trajectories of each moving object."""
    order = np.argsort(moving_object, kind="stable")
    first = np.flatnonzero(np.diff(moving_object[order], prepend=-1))
    rank = np.arange(len(order)) - np.repeat(first, np.diff(np.append(first, len(order))))
    return np.sort(order[rank < trips])


def _marked(sequences: Sequences, chosen: Ints, l_max: int) -> tuple[Ints, Ints]:
    """All chosen trajectories one after the other, each cut and between marks; and the positions where they start."""
    end, start = len(sequences.places), len(sequences.places) + 1
    length = np.minimum(np.diff(sequences.offsets)[chosen], l_max) + 2
    at = np.cumsum(length) - length
    flat = np.full(int(length.sum()), end, dtype=np.int64)
    inside = np.arange(len(flat)) - np.repeat(at, length)
    visit = (inside > 0) & (inside < np.repeat(length, length) - 1)
    flat[visit] = sequences.place[(np.repeat(sequences.offsets[chosen], length) + inside - 1)[visit]]
    flat[at] = start
    return flat, at


@dataclass(frozen=True, slots=True)
class _Tips:
    """Grams to expand, what is left of the budget below each, and where they occur: ``node`` ends at ``row``."""

    grams: list[Gram]
    count: list[int]
    left: list[float]
    node: Ints
    row: Ints


def _tips(noisy: Ints, parents: list[Gram], left: Floats, key: Ints, row: Ints, threshold: float) -> _Tips:
    """The extensions that reach the threshold and have budget left; ``key`` numbers extensions as ``noisy`` does."""
    width = len(noisy) // max(len(parents), 1)
    chosen = [k for k in np.flatnonzero(noisy >= threshold).tolist() if left[k // width] > 1e-12]
    number = np.full(len(noisy), -1, dtype=np.int64)
    number[chosen] = np.arange(len(chosen))
    going = number[key] >= 0
    grams = [(*parents[k // width], k % width) for k in chosen]
    rest = [float(left[k // width]) for k in chosen]
    return _Tips(grams, noisy[chosen].tolist(), rest, number[key[going]], row[going])


class _Tree:
    """Grams with noisy counts. ``counts[gram]`` are those of all its extensions, for each gram that was expanded."""

    def __init__(self, n_places: int, *, epsilon: float, n_max: int, sensitivity: int, noise: Noise) -> None:
        self.end, self.start = n_places, n_places + 1
        self.epsilon, self.n_max, self.sensitivity, self.noise = epsilon, n_max, sensitivity, noise
        self.threshold = max(1.0, sensitivity * n_max / epsilon * log(max(n_places + 1, 3) / 2))
        self.counts: dict[Gram, Ints] = {}
        self._chances: dict[Gram, Floats] = {}

    def grow(self, flat: Ints, at: Ints) -> None:
        """Take the noisy counts, one length of grams after the other, until nothing can be expanded."""
        spent = self.epsilon / self.n_max
        true = np.bincount(np.delete(flat, at), minlength=self.end + 1)
        self.counts[()] = self.noise(true, self.sensitivity / spent)
        every = np.append(self.counts[()], self.size())
        every[self.end] = 0
        symbol = np.where(flat == self.start, self.end + 1, flat)
        tips = _tips(every, [()], np.array([self.epsilon - spent]), symbol, np.arange(len(flat)), self.threshold)
        for _ in range(2, self.n_max + 1):
            tips = self._expand(flat, tips)

    def size(self) -> int:
        """The noisy number of trajectories: that of the end marks."""
        return max(0, int(self.counts[()][self.end]))

    def _expand(self, flat: Ints, tips: "_Tips") -> "_Tips":
        """Take the noisy counts of all one-symbol extensions of the tips."""
        width, row = self.end + 1, tips.row + 1
        key = tips.node * width + flat[row]
        true = np.bincount(key, minlength=len(tips.grams) * width).reshape(len(tips.grams), width)
        budget = np.array([b / self._height(g, c) for g, c, b in zip(tips.grams, tips.count, tips.left, strict=True)])
        for g, counts, b in zip(tips.grams, true, budget.tolist(), strict=True):
            self.counts[g] = self.noise(counts, self.sensitivity / b)
        noisy = np.array([self.counts[g] for g in tips.grams], dtype=np.int64).reshape(len(tips.grams), width)
        noisy[:, self.end] = 0
        return _tips(noisy.ravel(), tips.grams, np.array(tips.left) - budget, key, row, self.threshold)

    def _height(self, gram: Gram, count: int) -> int:
        """Among how many levels to share what is left: until the likeliest path falls below the threshold."""
        most = self.n_max - len(gram)
        likeliest = float(self.chances(gram[1:]).max())
        if likeliest >= 1:
            return most
        return min(most, max(1, ceil(log(self.threshold / count) / log(likeliest)))) if likeliest > 0 else 1

    def chances(self, gram: Gram) -> Floats:
        """How likely each symbol follows the gram, as far as the noisy counts tell."""
        gram = self.known(gram)
        if gram not in self._chances:
            self._chances[gram] = self._estimate(gram)
        return self._chances[gram]

    def _estimate(self, gram: Gram) -> Floats:
        """Counts that pass the threshold speak for themselves; the others share the rest as the shorter gram says."""
        counts = np.maximum(self.counts[gram], 0).astype(np.float64)
        if not gram:
            counts /= max(counts.sum(), 1.0)
            return counts
        passed = np.where(counts >= self.threshold, counts, 0.0)
        shorter = np.where(passed > 0, 0.0, self.chances(gram[1:]))
        whole = max(passed.sum(), float(self._own_count(gram)))
        rest = 1 - passed.sum() / whole
        mixed: Floats = passed / whole + (shorter * (rest / shorter.sum()) if shorter.sum() > 0 else 0.0)
        mixed /= max(mixed.sum(), 1e-300)
        return mixed

    def _own_count(self, gram: Gram) -> int:
        return self.size() if gram == (self.start,) else int(self.counts[gram[:-1]][gram[-1]])

    def published(self) -> dict[Gram, int]:
        """Single symbols with a positive count, and longer grams that reach the threshold."""
        least = {gram: 1.0 if not gram else self.threshold for gram in self.counts if gram[:1] != (self.start,)}
        return {
            (*g, int(s)): int(self.counts[g][s])
            for g, low in least.items()
            for s in np.flatnonzero(self.counts[g] >= low)
        }

    def known(self, gram: Gram) -> Gram:
        """The longest suffix that was expanded."""
        while gram not in self.counts:
            gram = gram[1:]
        return gram


def _draw(tree: _Tree, places: tuple[str, ...], l_max: int, rng: np.random.Generator) -> Sequences:
    """As many trajectories as there are noisy end marks, all at once, one visit a step, up to ``l_max`` visits."""
    n = tree.size() if tree.chances(())[: tree.end].any() else 0
    contexts: dict[Gram, int] = {tree.known((tree.start,)): 0}
    state, alive = np.zeros(n, dtype=np.int64), np.arange(n, dtype=np.int64)
    visits = np.full((n, l_max), tree.end, dtype=np.int64)
    for step in range(l_max):
        symbol = _next(tree, list(contexts), state, rng, first=step == 0)
        visits[alive, step] = symbol
        going = symbol != tree.end
        alive, state = alive[going], _follow(tree, contexts, state[going], symbol[going])
    names = tuple(f"s{i + 1}" for i in range(n))
    offsets = np.concatenate([[0], np.cumsum((visits != tree.end).sum(axis=1))]).astype(np.int64)
    return Sequences(places, offsets, visits[visits != tree.end], names, names, np.arange(n, dtype=np.int64))


def _next(tree: _Tree, contexts: list[Gram], state: Ints, rng: np.random.Generator, *, first: bool) -> Ints:
    """One symbol for each trajectory, given its context; the first is no end mark."""
    symbol = np.full(len(state), tree.end, dtype=np.int64)
    for context in np.unique(state).tolist():
        chances = tree.chances(contexts[context]).copy()
        if first:
            chances[tree.end] = 0.0
            chances = chances if chances.any() else np.append(tree.chances(())[: tree.end], 0.0)
        here = np.flatnonzero(state == context)
        if chances.any():
            symbol[here] = rng.choice(len(chances), size=len(here), p=chances / chances.sum())
    return symbol


def _follow(tree: _Tree, contexts: dict[Gram, int], state: Ints, symbol: Ints) -> Ints:
    """The context after each symbol: the longest suffix that the tree knows. New contexts are numbered."""
    grams = list(contexts)
    key, which = np.unique(state * (tree.end + 1) + symbol, return_inverse=True)
    after = [tree.known((*grams[k // (tree.end + 1)], k % (tree.end + 1))) for k in key.tolist()]
    return np.array([contexts.setdefault(g, len(contexts)) for g in after], dtype=np.int64)[which]
