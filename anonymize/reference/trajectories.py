"""The words of the papers' pseudocode as Python: location, trajectory, contained in, support, release.

A location is the ascending tuple of its places: ``(3,)`` is place 3 intact, ``(1, 4)`` is the generalized location {1, 4}.
Definitions 1 to 5 of Poulis et al. (2014), "Apriori-based algorithms for k^m-anonymizing trajectory data", section 3.1.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from math import sqrt

import numpy as np

from baquara.errors import BaquaraError, CannotMeet
from baquara.sequences import SUPPRESSED, Places, Policy, Released, Sequences, Unit

__all__ = [
    "Centroids",
    "Dataset",
    "Location",
    "Trajectory",
    "contained",
    "cut",
    "dataset",
    "least_supported",
    "locations",
    "low_support",
    "others",
    "read",
    "release",
    "replace",
    "sizes",
    "support",
]

Location = tuple[int, ...]
Trajectory = tuple[Location, ...]
Dataset = Sequence[Trajectory]


def contained(s: Trajectory, t: Trajectory) -> bool:
    """Definition 2: the locations of s are in t, in order, perhaps with others between them.

    >>> d, a, c, e = (0,), (1,), (2,), (3,)
    >>> contained((a, e), (d, a, c, e)), contained((e, a), (d, a, c, e))
    (True, False)
    """
    rest = iter(t)
    return all(location in rest for location in s)


def support(s: Trajectory, T: Dataset, owners: list[int]) -> int:
    """Definition 3: how many owners have a trajectory that contains s."""
    return len({owner for t, owner in zip(T, owners, strict=True) if contained(s, t)})


def low_support(T: Dataset, owners: list[int], size: int, k: int) -> list[Trajectory]:
    """Line 3: the subtrajectories of that size with support below k; least support first, ties by first appearance.

    First appearance: by trajectory, then by position of the first location, of the second, and so on.
    """
    found = dict.fromkeys(s for t in T for s in combinations(t, size))
    supports = {s: support(s, T, owners) for s in found}
    return sorted((s for s in found if supports[s] < k), key=supports.__getitem__)


def least_supported(s: Trajectory, T: Dataset, owners: list[int]) -> Location:
    """Line 6: the location of s with the least support; of equals, the first in s."""
    return min(s, key=lambda location: support((location,), T, owners))


def dataset(sequences: Sequences, rows: list[list[int]]) -> Dataset:
    """Line 1: the trajectories, every location intact."""
    return [tuple((int(sequences.place[row]),) for row in r) for r in rows]


def locations(T: Dataset) -> list[Location]:
    """The locations of T by first appearance, which is the order of their least places."""
    return sorted({location for t in T for location in t})


def others(T: Dataset, l1: Location) -> list[Location]:
    """Line 7: the locations of T but l1, by first appearance."""
    return [location for location in locations(T) if location != l1]


def replace(T: Dataset, l1: Location, l2: Location, merged: Location) -> Dataset:
    """Line 8: T with every occurrence of l1 and of l2 replaced."""
    return [tuple(merged if location in (l1, l2) else location for location in t) for t in T]


def read(s: Trajectory, T: Dataset) -> Trajectory:
    """s as it reads in T now: merges have replaced its locations; a suppressed one reads (), which nothing contains."""
    now = {place: location for location in locations(T) for place in location}
    return tuple(now.get(location[0], ()) for location in s)


class Centroids:
    """d(l1, l2): the Euclidean distance, in metres, of the means of the members' coordinates.

    Sums of coordinates are added as locations are merged, so that every engine rounds alike.
    """

    def __init__(self, places: Places) -> None:
        self._sum: dict[Location, tuple[float, float]] = {
            (p,): (float(x), float(y)) for p, (x, y) in enumerate(zip(places.x, places.y, strict=True))
        }

    def merge(self, l1: Location, l2: Location) -> Location:
        """The generalized location {l1, l2}."""
        merged = tuple(sorted(l1 + l2))
        (x1, y1), (x2, y2) = self._sum[l1], self._sum[l2]
        self._sum[merged] = (x1 + x2, y1 + y2)
        return merged

    def d(self, l1: Location, l2: Location) -> float:
        """The distance of two locations."""
        (x1, y1), (x2, y2) = self._sum[l1], self._sum[l2]
        dx, dy = x1 / len(l1) - x2 / len(l2), y1 / len(l1) - y2 / len(l2)
        return sqrt(dx * dx + dy * dy)


def cut(sequences: Sequences, policy: Policy, *, suppress: bool) -> tuple[list[list[int]], list[str]]:
    """The rows of each trajectory that any merging can protect, and a note on the others.

    With everything merged into one location, a subtrajectory of i visits is supported by the owners that have a
    trajectory of i visits or more. Where these are fewer than k, for some i <= m, no release may have i visits in one
    trajectory: a longer one keeps i - 1 of them, at the places with the most support, ties by position. No
    release can keep more, and every release that follows needs generalization only.
    """
    starts, place = sequences.offsets.tolist(), sequences.place.tolist()
    rows = [list(range(start, end)) for start, end in pairwise(starts)]
    owners = sequences.owners(policy.unit).tolist()
    longest = max(map(len, rows), default=0)
    crowd = [len({o for r, o in zip(rows, owners, strict=True) if len(r) >= i}) for i in range(1, longest + 1)]
    i = next((i for i in range(1, min(policy.m, longest) + 1) if crowd[i - 1] < policy.k), None)
    if i is None:
        return rows, []
    who = "moving objects" if policy.unit is Unit.moving_object else "trajectories"
    if not suppress:
        first = next(r for r in rows if len(r) >= i)
        s = ", ".join(sequences.places[place[row]] for row in first[:i])
        raise CannotMeet(_hopeless(s, crowd, i, who, policy))
    T = [tuple((place[row],) for row in r) for r in rows]
    rank = {p: -support(((p,),), T, owners) for p in set(place)}
    kept = [sorted(sorted(r, key=lambda row: (rank[place[row]], row))[: i - 1]) if len(r) >= i else r for r in rows]
    visits, long = sum(map(len, rows)) - sum(map(len, kept)), sum(len(r) >= i for r in rows)
    note = f"suppressed {visits} visits of {long} trajectories: {crowd[i - 1]} {who} have {i} visits or more, k is {policy.k}"
    return kept, [note]


def _hopeless(s: str, crowd: list[int], i: int, who: str, policy: Policy) -> str:
    k = crowd[min(policy.m, len(crowd)) - 1]
    ways = [f"k = {k}"] * (k >= 2) + [f"m = {i - 1}"] * (i > 1) + ["suppression"]
    return (
        f"merging cannot protect the subtrajectory ({s}): {crowd[i - 1]} {who} have {i} visits or more, "
        f"so it has at most {crowd[i - 1]} supporters, and k is {policy.k}. What would do: " + ", or ".join(ways)
    )


def sizes(T: Dataset, m: int) -> range:
    """Line 2: 1 to m; sizes that no trajectory has need no turn."""
    return range(1, min(m, max(map(len, T), default=0)) + 1)


def release(sequences: Sequences, policy: Policy, rows: list[list[int]], T: Dataset, notes: Iterable[str]) -> Released:
    """The recoded dataset T as a value, once Definition 4 holds. A place that lost all its visits is suppressed."""
    owners = sequences.owners(policy.unit).tolist()
    if any(low_support(T, owners, i, policy.k) for i in sizes(T, policy.m)):
        raise BaquaraError(f"the recoded dataset is not {policy.k}^{policy.m}-anonymous; please report this")
    released = _released(sequences, rows, T, notes)
    gone, of = int((released.recoding == SUPPRESSED).sum()), len(sequences.places)
    if 100 * gone > policy.delta * of:
        raise CannotMeet(
            f"{gone} of {of} places must be suppressed, and delta is {policy.delta:g} percent. "
            f"What would do: delta = {100 * gone / of:g}, or a smaller k or m"
        )
    return released


def _released(sequences: Sequences, rows: list[list[int]], T: Dataset, notes: Iterable[str]) -> Released:
    place = sequences.place.tolist()
    groups = sorted({*locations(T), *((p,) for p in set(range(len(sequences.places))) - set(place))})
    number = {p: g for g, location in enumerate(groups) for p in location}
    recoding = [number.get(p, SUPPRESSED) for p in range(len(sequences.places))]
    source = [[row for row in r if recoding[place[row]] != SUPPRESSED] for r in rows]
    return Released(
        groups=tuple(groups),
        recoding=np.array(recoding, dtype=np.int64),
        offsets=np.cumsum([0, *map(len, source)], dtype=np.int64),
        group=np.array([recoding[place[row]] for r in source for row in r], dtype=np.int64),
        source=np.array([row for r in source for row in r], dtype=np.int64),
        notes=tuple(notes),
    )
