"""How far the candidates are from the truth: Definitions 6 and 8, and the distances of Figures 7 and 15.

Poulis, Skiadopoulos, Loukides, Gkoulalas-Divanis (2014), *Apriori-based algorithms for k^m-anonymizing trajectory
data*, Transactions on Data Privacy 7(2), sections 3.1, 3.2 and 5.1.

=========================  ====================================================  ======================
paper                      here                                                  unit
=========================  ====================================================  ======================
``D_loc(l, l')``           :func:`location_distance_m`                           metres
``D(T, T')``, ``C(T, T')`` :func:`dataset_distance_m` of the location distances  metres
maximum distance           :func:`diameter_m`                                    metres
average percent distance   :func:`average_distance_percent`                      percent of the diameter
=========================  ====================================================  ======================

The paper leaves open what a suppressed visit costs. :func:`dataset_distance_m` takes the cost as an argument: None
leaves such visits out, a number charges it. All figures are exact up to rounding; time is quadratic in the size of
a group.
"""

import numpy as np

from anonymize.utility.view import Floats, Ints, View, mean_or_none
from baquara.sequences import Places, Released, Sequences

__all__ = ["average_distance_percent", "dataset_distance_m", "diameter_m", "distance_sums_m", "location_distance_m"]

_CHUNK = 1 << 20


def diameter_m(places: Places) -> float:
    """The largest distance between two places, in metres: what the paper normalizes with (end of section 3.1).

    Only corners of the convex hull can be that far apart, so only those are compared.

    >>> diameter_m(Places(np.array([0.0, 3.0, 1.0]), np.array([0.0, 4.0, 1.0])))
    5.0
    """
    import shapely

    if len(places.x) < 2:
        return 0.0
    hull = shapely.convex_hull(shapely.multipoints(np.column_stack([places.x, places.y])))
    corners = shapely.get_coordinates(hull)
    return max(
        float(np.hypot(*(corners[i : i + 256, None] - corners[None]).transpose(2, 0, 1)).max())
        for i in range(0, len(corners), 256)
    )


def distance_sums_m(view: View, places: Places) -> Floats:
    """For each place, the sum of its distances to the places of its group, in metres; 0 for a suppressed place."""
    sums = np.zeros(len(view.recoding))
    for g in np.flatnonzero(view.size > 1):
        members = view.members[view.starts[g] : view.starts[g + 1]]
        sums[members] = _row_sums(places.x[members], places.y[members])
    return sums


def _row_sums(x: Floats, y: Floats) -> Floats:
    """The sum of each row of the distance matrix, a block of rows at a time."""
    step = max(1, _CHUNK // len(x))
    blocks = [
        np.hypot(x[i : i + step, None] - x, y[i : i + step, None] - y).sum(axis=1) for i in range(0, len(x), step)
    ]
    return np.concatenate(blocks)


def location_distance_m(view: View, sums_m: Floats) -> Floats:
    """``D_loc`` (Definition 6): for each place, the mean distance to all places of its group, itself included."""
    size = np.ones(len(view.recoding))
    kept = view.recoding >= 0
    size[kept] = view.size[view.recoding[kept]]
    return sums_m / size


def dataset_distance_m(
    sequences: Sequences, released: Released, per_place_m: Floats, *, suppressed_m: float | None
) -> float | None:
    """``D(T, T')``: the mean over trajectories of the mean over their visits of ``per_place_m``, in metres.

    With the distances of :func:`location_distance_m` this is D of Definition 6; with these times the semantic
    dissimilarity of each place's group, it is C of Definition 8. A suppressed visit costs ``suppressed_m``; with
    None it is left out, and so is a trajectory of which nothing is left. None when there is nothing to average.
    """
    cost = np.full(len(sequences.place), np.nan if suppressed_m is None else suppressed_m)
    cost[released.source] = per_place_m[sequences.place[released.source]]
    counted = ~np.isnan(cost)
    trajectory = np.repeat(np.arange(len(sequences), dtype=np.int64), np.diff(sequences.offsets))
    return mean_or_none(_means(trajectory[counted], cost[counted], len(sequences)))


def _means(trajectory: Ints, cost: Floats, n: int) -> Floats:
    """The mean cost of each trajectory that has any visit."""
    count = np.bincount(trajectory, minlength=n)
    total = np.bincount(trajectory, weights=cost, minlength=n)
    return total[count > 0] / count[count > 0]


def average_distance_percent(view: View, sums_m: Floats, *, diameter_m: float) -> float | None:
    """How spread out generalized locations are (section 5.1, Figures 7, 8, 9, 15): the mean distance of two different
    places of a generalized location, averaged over the published generalized locations, in percent of the diameter.

    None when no generalized location was published.
    """
    chosen = (view.size > 1) & view.published()
    if not chosen.any() or diameter_m == 0:
        return 0.0 if chosen.any() else None
    total = np.bincount(view.group_of_member(), weights=sums_m[view.members], minlength=view.n_groups)
    size = view.size[chosen]
    return float((total[chosen] / (size * (size - 1))).mean() / diameter_m * 100)
