"""SD-SeqAnon: SeqAnon that also prefers places of like meaning.

Poulis, Skiadopoulos, Loukides, Gkoulalas-Divanis (2014), "Apriori-based algorithms for k^m-anonymizing trajectory data",
Transactions on Data Privacy 7 (2), section 4.2, Algorithm SD-SeqAnon; Definition 7.

| paper | here | unit |
|---|---|---|
| T' | ``T1`` | |
| k, m | ``policy.k``, ``policy.m`` | owners, visits |
| sup(s, T') | ``support(s, T1, owners)`` | owners |
| d(l1, l2) | ``centroids.d(l1, l2)`` | metres |
| SD({l1, l2}) | ``dissimilarity(l1 + l2)`` | share of the leaves, (0, 1] |
| CCA, \\|H\\| | leaves below the closest common ancestor, leaves of the taxonomy | leaves |

Differs from the paper as :mod:`anonymize.reference.seqanon` does: owners, centroids, ties, and visits cut before line 1. A tie of
line 7 is a tie of the product, and again the location that appears first is taken.

Complexity: that of SeqAnon, times the depth of the taxonomy in line 7.

Guarantee: every subtrajectory of at most m visits of the release is supported by at least k owners.
"""

from collections.abc import Callable

from anonymize.reference.trajectories import (
    Centroids,
    Location,
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
from baquara.errors import BadInput
from baquara.progress import Progress, Silent
from baquara.sequences import Constraints, Places, Policy, Released, Sequences, Taxonomy

__all__ = ["dissimilarity", "run"]


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
    """A k^m-anonymous release; constraints are not used.

    >>> import numpy as np
    >>> s = Sequences.of([("1", "a"), ("2", "b"), ("3", "b"), ("4", "c")])
    >>> tree = Taxonomy(nodes=("root", "r", "a", "c", "b"), parent=np.array([-1, 0, 1, 1, 0]), leaf=np.array([2, 4, 3]))
    >>> where = Places(x=np.array([0.0, 5, 7]), y=np.zeros(3))
    >>> run(s, where, Policy(k=2, m=1), taxonomy=tree).groups     # c is farther from a than b, but of the same kind
    ((0, 2), (1,))
    """
    if taxonomy is None:
        raise BadInput("sd-seqanon needs a taxonomy of the places")
    owners, k = sequences.owners(policy.unit).tolist(), policy.k
    centroids, SD, progress = Centroids(places), dissimilarity(taxonomy), progress or Silent()
    rows, notes = cut(sequences, policy, suppress=suppress)
    T1 = dataset(sequences, rows)  # 1
    for i in sizes(T1, policy.m):  # 2
        S = low_support(T1, owners, i, k)  # 3
        progress.start(f"subtrajectories of size {i}", len(S))
        for entry in S:  # 4
            s = read(entry, T1)
            while support(s, T1, owners) < k:  # 5
                l1 = least_supported(s, T1, owners)  # 6
                cost = {l2: centroids.d(l1, l2) * SD(l1 + l2) for l2 in others(T1, l1)}  # 7
                l2 = min(cost, key=cost.__getitem__)
                T1 = replace(T1, l1, l2, centroids.merge(l1, l2))  # 8
                s = read(s, T1)
            progress.advance(1)
    return release(sequences, policy, rows, T1, notes)  # 9


def dissimilarity(taxonomy: Taxonomy) -> Callable[[Location], float]:
    """SD of Definition 7: the share of all leaves that lie below the closest common ancestor of the places.

    >>> import numpy as np
    >>> tree = Taxonomy(nodes=("root", "r", "a", "c", "b"), parent=np.array([-1, 0, 1, 1, 0]), leaf=np.array([2, 4, 3]))
    >>> SD = dissimilarity(tree)                                           # Example 2 has a figure like this
    >>> round(SD((0, 2)), 3), SD((0, 1))
    (0.667, 1.0)
    """
    parent = taxonomy.parent.tolist()

    def up(node: int) -> list[int]:
        return [node, *up(parent[node])] if parent[node] >= 0 else [node]

    leaves = [node for node in range(len(parent)) if node not in set(parent)]
    below = [sum(node in up(leaf) for leaf in leaves) for node in range(len(parent))]

    def sd(location: Location) -> float:
        first, *rest = (up(int(taxonomy.leaf[place])) for place in location)
        ancestor = next(node for node in first if all(node in line for line in rest))
        return below[ancestor] / len(leaves)

    return sd
