"""Does mining the release find what mining the original finds? Kept and invented patterns, SIM1 and SIM2.

Poulis et al. (2014), section 5, "Measures": every generalized location is replaced by one of its places at random
(a projection), the frequent sequential patterns are mined, and compared with those of the original; many projections give a distribution.

SIM1 and SIM2 compare two collections of frequent patterns: Pensa, Monreale, Pinelli, Pedreschi (2008), *Pattern-preserving
k-anonymization of sequences and its application to mobility data mining*, PiLBA 2008, "Results and discussion".
"""

from dataclasses import dataclass

import numpy as np

from anonymize.utility.patterns import Pattern, count_patterns, frequent_patterns
from anonymize.utility.view import Floats, Ints, View, mean_or_none

__all__ = ["Mined", "Sampled", "compare_patterns", "min_count", "mine", "project", "sim1", "sim2"]

Supports = dict[Pattern, int]


@dataclass(frozen=True, slots=True)
class Sampled:
    """A figure that was measured on random projections; all None when it is not defined on any of them."""

    mean: float | None
    median: float | None
    sd: float | None
    """Standard deviation of one projection."""
    se: float | None
    """Standard error of the mean; 0 when nothing was generalized, None with a single projection of a generalized release."""

    @classmethod
    def of(cls, values: list[float | None], *, exact: bool) -> "Sampled":
        """Summarize one value per projection, without those that are not defined."""
        known = np.array([value for value in values if value is not None])
        if not len(known):
            return cls(None, None, None, None)
        one = 0.0 if exact else None
        sd = float(known.std(ddof=1)) if len(known) > 1 else one
        return cls(mean_or_none(known), float(np.median(known)), sd, None if sd is None else sd / len(known) ** 0.5)


@dataclass(frozen=True, slots=True)
class Mined:
    """What mining finds in the release."""

    frequent: int
    """Frequent patterns of the original."""
    projections: int
    kept_percent: Sampled
    invented_percent: Sampled
    sim1: Sampled
    sim2: Sampled


def min_count(trajectories: int, min_support: float) -> int:
    """The least number of trajectories that makes a pattern frequent: at least this share of them (inclusive), and one.

    >>> min_count(1000, 0.0083), min_count(1000, 0.01)
    (9, 10)
    """
    return max(1, int(np.ceil(trajectories * min_support - 1e-9)))


def project(view: View, rng: np.random.Generator) -> Ints:
    """For each visit, one of its candidates, with equal chances and independently of the others."""
    pick = (rng.random(len(view.group)) * view.size[view.group]).astype(np.int64)
    chosen: Ints = view.members[view.starts[view.group] + pick]
    return chosen


def compare_patterns(before: Supports, after: Supports) -> tuple[float | None, float | None]:
    """Percentage of the frequent patterns of the original that are frequent in the release (kept), and percentage of the frequent
    patterns of the release that are not frequent in the original (invented). None where the divisor is 0.

    >>> compare_patterns({(0,): 5, (1,): 5}, {(0,): 4, (2,): 4, (3,): 4, (4,): 4})
    (50.0, 75.0)
    """
    common = len(before.keys() & after.keys())
    kept = 100 * common / len(before) if before else None
    invented = 100 * (len(after) - common) / len(after) if after else None
    return kept, invented


def sim1(before: Supports, after: Supports, *, n_before: int, n_after: int) -> float | None:
    """Frequent pattern support similarity: over the frequent patterns of the release (the keys of ``after``), the mean of
    the smaller relative frequency divided by the larger one. From 0 to 1; None when the release has no frequent pattern.

    ``before`` must hold the support in the original of every one of these patterns that occurs there, frequent or not.

    >>> sim1({(0,): 4, (1,): 1}, {(0,): 2, (1,): 2, (2,): 2}, n_before=8, n_after=8)
    0.3333333333333333
    """
    a = np.array([before.get(pattern, 0) for pattern in after]) / n_before
    b = np.array(list(after.values())) / n_after
    return mean_or_none(_ratio(a, b))


def _ratio(a: Floats, b: Floats) -> Floats:
    return np.minimum(a, b) / np.maximum(a, b)


def sim2(before: Supports, after: Supports) -> float | None:
    """Frequent pattern collection size similarity: the size of the smaller collection over that of the larger; None when both are empty.

    >>> sim2({(0,): 4, (1,): 4}, {(7,): 9})
    0.5
    """
    larger = max(len(before), len(after))
    return min(len(before), len(after)) / larger if larger else None


def mine(
    original: View, release: View, *, min_support: float, size_max: int, projections: int, rng: np.random.Generator
) -> Mined:
    """Mine the original once and each of the projections of the release; one is enough when nothing is generalized.

    The patterns of each dataset are exact; the figures of the release are means over projections, with standard errors.
    """
    exact = bool(np.all(release.size[release.group] == 1))
    least = [min_count(len(view), min_support) for view in (original, release)]
    before = frequent_patterns(original.offsets, original.group, min_count=least[0], size_max=size_max)
    known = dict(before)
    rows = []
    for _ in range(1 if exact else projections):
        after = frequent_patterns(release.offsets, project(release, rng), min_count=least[1], size_max=size_max)
        known |= count_patterns(original.offsets, original.group, after.keys() - known.keys())
        support = sim1(known, after, n_before=len(original), n_after=len(release))
        rows.append((*compare_patterns(before, after), support, sim2(before, after)))
    columns = [Sampled.of([row[i] for row in rows], exact=exact) for i in range(4)]
    return Mined(len(before), len(rows), *columns)
