"""U-SeqAnon: merge only inside utility constraints, and suppress a location that has no partner left.

Poulis, Skiadopoulos, Loukides, Gkoulalas-Divanis (2014), "Apriori-based algorithms for k^m-anonymizing trajectory data",
Transactions on Data Privacy 7 (2), section 4.3, Algorithm U-SeqAnon; Definitions 9 and 10.

| paper | here | unit |
|---|---|---|
| T' | ``T1`` | |
| k, m | ``policy.k``, ``policy.m`` | owners, visits |
| U, u | ``constraints``, ``constraints.of[place]`` | |
| delta | ``policy.delta`` | percent of the places |
| sup(s, T') | ``support(s, T1, owners)`` | owners |
| d(l1, l2) | ``centroids.d(l1, l2)`` | metres |

Differs from the paper:

* Line 5 prints "or"; it means "and": the loop ends at support 0 too, as the text says.
* Owners, centroids and ties as in :mod:`anonymize.reference.seqanon`. Nothing is cut before line 1: line 10 always ends the loop.
* Line 10: a suppressed location leaves T' and stays in s, whose support is then 0. (What is left of s is of a smaller size
  and has been seen to, because suppressing a location everywhere lowers the support of nothing else.)
* Line 12 waits for the end, so that the error can name the delta that would do; what is released never exceeds delta.
* Figure 5c merges e as well; the steps do not, and lose less.

Complexity: that of SeqAnon.

Guarantee: every subtrajectory of at most m visits of the release is supported by at least k owners, no generalized location
spans two constraints, and at most delta percent of the places are suppressed.
"""

from functools import partial
from itertools import pairwise
from typing import NamedTuple

from anonymize.reference.trajectories import (
    Centroids,
    Location,
    Trajectory,
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
from baquara.errors import BadInput, CannotMeet
from baquara.progress import Progress, Silent
from baquara.sequences import Constraints, Places, Policy, Released, Sequences, Taxonomy

__all__ = ["Gone", "check", "notes", "run"]


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
    """A k^m-anonymous release that satisfies the constraints; the taxonomy is not used.

    >>> import numpy as np
    >>> s = Sequences.of([("1", "a"), ("2", "b"), ("3", "c"), ("4", "c")])
    >>> where, U = Places(x=np.arange(3.0), y=np.zeros(3)), Constraints(names=("u1", "u2"), of=np.array([0, 0, 1]))
    >>> run(s, where, Policy(k=2, m=1), constraints=U).groups
    ((0, 1), (2,))
    >>> run(s, where, Policy(k=3, m=1, delta=50.0), constraints=U)
    Traceback (most recent call last):
    baquara.errors.CannotMeet: constraint u1 cannot be satisfied: (a and 1 more) has 2 supporters of 3 when all of u1 is merged, and to suppress it makes 2 of 3 places, more than 50 percent. What would do: delta = 100
    """
    if constraints is None:
        raise BadInput("u-seqanon needs utility constraints")
    owners, k, of = sequences.owners(policy.unit).tolist(), policy.k, constraints.of.tolist()
    centroids, gone, progress = Centroids(places), [], progress or Silent()
    rows = [list(range(a, b)) for a, b in pairwise(sequences.offsets.tolist())]
    T1 = dataset(sequences, rows)  # 1
    for i in sizes(T1, policy.m):  # 2
        S = low_support(T1, owners, i, k)  # 3
        progress.start(f"subtrajectories of size {i}", len(S))
        for entry in S:  # 4
            s = read(entry, T1)
            while 0 < support(s, T1, owners) < k:  # 5
                l1 = least_supported(s, T1, owners)  # 6
                u = of[l1[0]]  # 7
                l2 = min(
                    (l2 for l2 in others(T1, l1) if of[l2[0]] == u), key=partial(centroids.d, l1), default=None
                )  # 8
                if l2 is None:  # 9
                    gone.append(Gone(l1, u, i, s, support(s, T1, owners)))
                    T1 = [tuple(x for x in t if x != l1) for t in T1]  # 10
                else:  # 13
                    T1 = replace(T1, l1, l2, centroids.merge(l1, l2))  # 14
                s = read(s, T1)
            progress.advance(1)
    check(sequences, policy, constraints, gone, suppress=suppress)  # 11, 12
    return release(sequences, policy, rows, T1, notes(sequences, constraints, gone))  # 15


class Gone(NamedTuple):
    """A suppressed location: when, and for which subtrajectory."""

    location: Location
    constraint: int
    size: int
    s: Trajectory
    support: int


def check(sequences: Sequences, policy: Policy, constraints: Constraints, gone: list[Gone], *, suppress: bool) -> None:
    """Lines 11 and 12: not more than delta percent suppressed, or nothing at all without ``suppress``."""
    total, L, many = 0, len(sequences.places), sum(len(g.location) for g in gone)
    for g in gone:
        total += len(g.location)
        if 100 * total > policy.delta * L or not suppress:
            name, s = constraints.names[g.constraint], ", ".join(_text(sequences, x) for x in g.s)
            limit = f"more than {policy.delta:g} percent" if suppress else "and suppression is off"
            ways = [f"m = {g.size - 1}"] * (g.size > 1) + [f"delta = {100 * many / L:g}" if suppress else "suppression"]
            raise CannotMeet(
                f"constraint {name} cannot be satisfied: ({s}) has {g.support} supporters of {policy.k} when all of {name} "
                f"is merged, and to suppress it makes {total} of {L} places, {limit}. What would do: {', or '.join(ways)}"
            )


def notes(sequences: Sequences, constraints: Constraints, gone: list[Gone]) -> list[str]:
    """One note for each suppressed location."""
    place = sequences.place.tolist()
    return [
        f"suppressed constraint {constraints.names[g.constraint]}: {len(g.location)} places, "
        f"{sum(p in g.location for p in place)} visits"
        for g in gone
    ]


def _text(sequences: Sequences, location: Location) -> str:
    more = f" and {len(location) - 1} more" if len(location) > 1 else ""
    return sequences.places[location[0]] + more
