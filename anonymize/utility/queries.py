"""COUNT queries on a release: average relative error and the Kullback-Leibler divergence of supports.

Poulis et al. (2014), Transactions on Data Privacy 7(2), section 5, "Measures". A query is a subtrajectory (Definition 2);
its answer is the number of trajectories that contain it (Definition 3). Trajectories are counted, whatever the
unit of the policy, because a reader of the release can count nothing else.
"""

from dataclasses import dataclass

import numpy as np

from anonymize.utility.patterns import count_patterns
from anonymize.utility.view import Floats, Ints, View, ragged
from baquara.errors import BadInput
from baquara.sequences import Sequences

__all__ = ["Index", "Query", "average_relative_error", "expected_supports", "kl_divergence", "kl_supports", "workload"]

Query = tuple[int, ...]
"""A subtrajectory, as places."""

FLOOR = 0.5
"""A support of 0 in the release counts as this many trajectories in the KL divergence, which would be infinite."""


def workload(sequences: Sequences, *, n: int, sizes: tuple[int, ...], rng: np.random.Generator) -> tuple[Query, ...]:
    """``n`` different subtrajectories of the original, or fewer when so many are not found; sorted.

    Each is drawn in three steps: a size from ``sizes``, a trajectory that is long enough, and that many of its
    visits, each time with equal chances. So every query has at least one true answer, and frequent subtrajectories are asked
    for more often.

    >>> workload(Sequences.of([("ana", "ab")]), n=9, sizes=(1, 2), rng=np.random.default_rng(1))
    ((0,), (0, 1), (1,))
    """
    if not sizes or min(sizes) < 1:
        raise BadInput(f"sizes of queries must be at least 1, got {sizes}")
    length = np.diff(sequences.offsets)
    long_enough = {size: np.flatnonzero(length >= size) for size in sizes}
    usable = [size for size in sizes if len(long_enough[size])]
    found: set[Query] = set()
    for _ in range(50 * n if usable else 0):
        if len(found) == n:
            break
        size = int(rng.choice(usable))
        t = int(rng.choice(long_enough[size]))
        at = sequences.offsets[t] + np.sort(rng.choice(length[t], size, replace=False))
        found.add(tuple(sequences.place[at].tolist()))
    return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Index:
    """The visits of each group: rows ``row[begin[g]:begin[g + 1]]`` of the view, ascending."""

    view: View
    row: Ints
    begin: Ints

    @classmethod
    def of(cls, view: View) -> "Index":
        """Sort the visits by group."""
        begin = np.concatenate([[0], np.cumsum(np.bincount(view.group, minlength=view.n_groups))])
        return cls(view, np.argsort(view.group, kind="stable"), begin.astype(np.int64))

    def rows(self, groups: Ints) -> Ints:
        """The visits of these (different) groups, ascending."""
        found = self.row[ragged(self.begin[groups], self.begin[groups + 1] - self.begin[groups])]
        return found if len(groups) == 1 else np.sort(found)


def expected_supports(view: View, queries: tuple[Query, ...]) -> Floats:
    """For each query, the expected number of trajectories that contain it: exact, no sampling.

    The candidates of a visit are equally likely, and visits are independent: the uniformity assumption that goes
    with ARE (LeFevre, DeWitt, Ramakrishnan, *Mondrian*, ICDE 2006). A trajectory then contains the query with the
    probability that a walk from left to right, which waits for the query's places in order, arrives at the end. On the
    original this is the support. A query with a suppressed place has the answer 0.

    >>> s = Sequences.of([("ana", "ab"), ("rui", "ba")])
    >>> expected_supports(View.original(s), ((0, 1), (0,), (0, 0))).tolist()
    [1.0, 2.0, 0.0]
    """
    index = Index.of(view)
    return np.array([_expected(index, view.recoding[list(query)]) for query in queries], dtype=np.float64)


def _expected(index: Index, wanted: Ints) -> float:
    """Sum, over the trajectories, of the probability of arriving at the last of the ``wanted`` groups."""
    if wanted.min() < 0:
        return 0.0
    view, rows = index.view, index.rows(np.unique(wanted))
    if not len(rows):
        return 0.0
    trajectory = view.trajectory[rows]
    first = np.flatnonzero(np.diff(trajectory, prepend=-1))
    length = np.diff(np.append(first, len(rows)))
    longest_first = np.argsort(-length, kind="stable")
    return _walk(view.group[rows], first[longest_first], length[longest_first], wanted, 1 / view.size[wanted])


def _walk(group: Ints, first: Ints, length: Ints, wanted: Ints, chance: Floats) -> float:
    """All trajectories walk at once, one visit a step; ``at[j]`` is the chance to have found the first j of the wanted."""
    at = np.zeros((len(wanted) + 1, len(first)))
    at[0] = 1.0
    for step in range(int(length[0])):
        alive = int(np.searchsorted(-length, -step))
        here = group[first[:alive] + step]
        for j in range(len(wanted) - 1, -1, -1):
            moved = np.where(here == wanted[j], at[j, :alive] * chance[j], 0.0)
            at[j, :alive] -= moved
            at[j + 1, :alive] += moved
    return float(at[-1].sum())


def average_relative_error(truth: Floats, answer: Floats) -> tuple[float | None, float | None]:
    """ARE, the mean of |answer - truth| / truth over the workload (section 5), and its standard error.

    The first figure is exact for this workload; the second says how much another random workload may differ.
    Queries whose true answer is 0 are left out.

    >>> average_relative_error(np.array([2.0, 4.0]), np.array([1.0, 5.0]))
    (0.375, 0.125)
    """
    error = np.abs(answer - truth)[truth > 0] / truth[truth > 0]
    if len(error) < 2:
        return (float(error[0]), None) if len(error) else (None, None)
    return float(error.mean()), float(error.std(ddof=1) / np.sqrt(len(error)))


def kl_divergence(truth: Floats, answer: Floats) -> tuple[float | None, int]:
    """``D_KL(P_S || Q_S)`` in nats (section 5), and for how many of S the release has no support at all.

    P and Q are the supports in the original and in the release, each divided by its sum over S. Where the release has no support the
    divergence would be infinite; such a support counts as half a trajectory, which the second figure discloses.

    >>> kl_divergence(np.array([1.0, 3.0]), np.array([2.0, 6.0]))
    (0.0, 0)
    """
    asked = truth > 0
    if not asked.any():
        return None, 0
    raised = np.maximum(answer[asked], FLOOR)
    p, q = truth[asked] / truth[asked].sum(), raised / raised.sum()
    return max(0.0, float(np.sum(p * np.log(p / q)))), int(np.sum(answer[asked] <= 0))


def kl_supports(view: View, queries: tuple[Query, ...]) -> Floats:
    """For each query, the support of its generalized counterpart, as footnote 2 of section 5 has it.

    Each place is replaced by its group, and the trajectories that contain the groups in this order are counted.
    """
    recoded = [tuple(view.recoding[list(query)].tolist()) for query in queries]
    support = count_patterns(view.offsets, view.group, {q for q in recoded if min(q) >= 0})
    return np.array([support.get(q, 0) for q in recoded], dtype=np.float64)
