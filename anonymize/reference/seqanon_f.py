"""SeqAnon_F: SeqAnon without the apriori principle, for comparison.

Poulis, Skiadopoulos, Loukides, Gkoulalas-Divanis (2014), "Apriori-based algorithms for k^m-anonymizing trajectory data",
Transactions on Data Privacy 7 (2), section 5.2: the loop of SeqAnon's line 2 is taken away and i is m.

The table and the differences are those of :mod:`anonymize.reference.seqanon`, and one more: size m alone does not protect a
trajectory that is shorter than m, so sizes 1 to m - 1 follow. They find nothing but what such trajectories have.

Complexity: that of SeqAnon's last turn on the original locations, O(C |V|), C the subtrajectories of size m.

Guarantee: every subtrajectory of at most m visits of the release is supported by at least k owners.
"""

from anonymize.reference.seqanon import generalize
from anonymize.reference.trajectories import cut, dataset, release, sizes
from baquara.progress import Progress, Silent
from baquara.sequences import Constraints, Places, Policy, Released, Sequences, Taxonomy

__all__ = ["run"]


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
    >>> s = Sequences.of([("1", "ab"), ("2", "ab"), ("3", "c"), ("4", "a")])
    >>> run(s, Places(x=np.arange(3.0), y=np.zeros(3)), Policy(k=2, m=2)).groups     # c is in no pair
    ((0,), (1, 2))
    """
    rows, notes = cut(sequences, policy, suppress=suppress)
    T1 = dataset(sequences, rows)  # 1
    turns = sizes(T1, policy.m)
    T1 = generalize(sequences, places, policy, T1, [*turns[-1:], *turns[:-1]], progress or Silent())  # 3 to 8, i = m
    return release(sequences, policy, rows, T1, notes)  # 9
