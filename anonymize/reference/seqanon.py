"""SeqAnon: merge the location of a rare subtrajectory with the nearest one, until nothing is rare.

Poulis, Skiadopoulos, Loukides, Gkoulalas-Divanis (2014), "Apriori-based algorithms for k^m-anonymizing trajectory data",
Transactions on Data Privacy 7 (2), section 4.1, Algorithm SeqAnon (first printed in 2013, section IV).

| paper | here | unit |
|---|---|---|
| T | the sequences, after :func:`cut` | |
| T' | ``T1`` | |
| k, m | ``policy.k``, ``policy.m`` | owners, visits |
| sup(s, T') | ``support(s, T1, owners)`` | owners |
| d(l1, l2) | ``centroids.d(l1, l2)`` | metres |

How line 3 is read: S has the subtrajectories of T as they read in T' when size i begins, each once, by support, ties by
first appearance (Figure 4a is ordered so). Two subtrajectories of T that read alike in T' stay alike, and what is done for
the first serves the second, so it does not matter whether S is listed from T or from T'. Line 4 reads each s anew.

Differs from the paper:

* Support counts the owners of trajectories: moving objects, or trajectories as the paper does (``policy.unit``).
* d of generalized locations, which the paper leaves open, is that of their centroids. Ties: the first in s (line 6), the
  first to appear in the dataset (line 7).
* Where fewer than k owners have i visits, for an i <= m, the paper's loop does not end. Visits that no merging can protect
  are suppressed before line 1 (:func:`cut`), the fewest possible; from there the loop ends, because with everything merged
  each subtrajectory has its k supporters.

Complexity: O(C |V|) for each size, C the number of distinct subtrajectories of that size and |V| the number of visits.

Guarantee: every subtrajectory of at most m visits of the release is supported by at least k owners.
"""

from collections.abc import Sequence
from functools import partial

from anonymize.reference.trajectories import (
    Centroids,
    Dataset,
    cut,
    dataset,
    least_supported,
    low_support,
    others,
    read,
    release,
    replace,
    sizes,
    support,
)
from baquara.progress import Progress, Silent
from baquara.sequences import Constraints, Places, Policy, Released, Sequences, Taxonomy

__all__ = ["generalize", "run"]


def run(
    sequences: Sequences,
    places: Places,
    policy: Policy,
    *,
    taxonomy: Taxonomy | None = None,
    constraints: Constraints | None = None,
    suppress: bool = True,
    progress: Progress | None = None,
) -> Released:
    """A k^m-anonymous release; taxonomy and constraints are not used.

    >>> import numpy as np
    >>> s = Sequences.of([("1", "dace"), ("2", "baec"), ("3", "ade"), ("4", "bdec"), ("5", "dc"), ("6", "de")])
    >>> where = Places(x=np.array([4.0, 1, 2, 6, 0]), y=np.array([3.0, 0, 1, 0, 0]))     # of d, a, c, e, b
    >>> r = run(s, where, Policy(k=2, m=2))
    >>> ["".join(s.places[p] for p in group) for group in r.groups]
    ['d', 'acb', 'e']
    """
    rows, notes = cut(sequences, policy, suppress=suppress)
    T1 = dataset(sequences, rows)  # 1
    T1 = generalize(sequences, places, policy, T1, sizes(T1, policy.m), progress or Silent())
    return release(sequences, policy, rows, T1, notes)  # 9


def generalize(
    sequences: Sequences, places: Places, policy: Policy, T1: Dataset, turns: Sequence[int], progress: Progress
) -> Dataset:
    """Lines 2 to 8."""
    owners, k, centroids = sequences.owners(policy.unit).tolist(), policy.k, Centroids(places)
    for i in turns:  # 2
        S = low_support(T1, owners, i, k)  # 3
        progress.start(f"subtrajectories of size {i}", len(S))
        for entry in S:  # 4
            s = read(entry, T1)
            while support(s, T1, owners) < k:  # 5
                l1 = least_supported(s, T1, owners)  # 6
                l2 = min(others(T1, l1), key=partial(centroids.d, l1))  # 7
                merged = centroids.merge(l1, l2)
                T1 = replace(T1, l1, l2, merged)  # 8
                s = read(s, T1)
            progress.advance(1)
    return T1
