"""Where people are and between where they go: divergence of density and of origin-destination flows on a grid.

Both compare two distributions with the Jensen-Shannon divergence in bits (Lin, 1991, *Divergence measures based on
the Shannon entropy*, IEEE Trans. Inf. Theory 37(1), section III): 0 when they are equal, 1 when they share no cell. The grid has
``side`` times ``side`` equal rectangles over the bounding box of all places. A generalized visit counts in the cells
of its candidates in equal parts, so the figures are exact expectations, not samples.
"""

import numpy as np

from anonymize.utility.view import Floats, Ints, View
from baquara.errors import BadInput
from baquara.sequences import Places

__all__ = ["cells", "density", "flows", "jensen_shannon_bits"]

_BLOCK = 1 << 14


def cells(places: Places, *, side: int) -> Ints:
    """The cell of each place: row times ``side`` plus column. A place on the upper border belongs to the last cell.

    >>> cells(Places(np.array([0.0, 4.0, 9.0]), np.array([0.0, 0.0, 9.0])), side=2).tolist()
    [0, 0, 3]
    """
    if side < 1:
        raise BadInput(f"a grid needs at least 1 cell a side, got {side}")
    cell: Ints = _bins(places.y, side) * side + _bins(places.x, side)
    return cell


def _bins(v: Floats, side: int) -> Ints:
    if not len(v) or (width := float(v.max() - v.min())) == 0:
        return np.zeros(len(v), dtype=np.int64)
    found: Ints = np.minimum(((v - v.min()) / width * side).astype(np.int64), side - 1)
    return found


def _spread(view: View, cell: Ints, n_cells: int) -> Floats:
    """One row a group: how a visit to it is spread over the cells; each row sums to 1."""
    key = view.group_of_member() * n_cells + cell[view.members]
    weight = 1 / view.size[view.group_of_member()]
    flat: Floats = np.bincount(key, weights=weight, minlength=view.n_groups * n_cells).astype(np.float64)
    return flat.reshape(view.n_groups, n_cells)


def density(view: View, cell: Ints, *, n_cells: int) -> Floats:
    """The expected number of published visits in each cell."""
    visits = np.bincount(view.group, minlength=view.n_groups)
    places = np.repeat(visits / np.maximum(view.size, 1), view.size)
    return np.bincount(cell[view.members], weights=places, minlength=n_cells).astype(np.float64)


def flows(view: View, cell: Ints, *, n_cells: int) -> Floats:
    """The expected number of trajectories from each cell (row) to each cell (column): first and last published visit.

    Trajectories of fewer than two visits go nowhere and are left out.
    """
    moving = np.diff(view.offsets) >= 2
    origin, destination = view.group[view.offsets[:-1][moving]], view.group[view.offsets[1:][moving] - 1]
    spread = _spread(view, cell, n_cells)
    arrive = np.zeros((view.n_groups, n_cells))
    pair, count = np.unique(origin * view.n_groups + destination, return_counts=True)
    for i in range(0, len(pair), _BLOCK):
        _add(arrive, pair[i : i + _BLOCK], count[i : i + _BLOCK], spread)
    return np.asarray(spread.T @ arrive)


def _add(arrive: Floats, pair: Ints, count: Ints, spread: Floats) -> None:
    """Add to each origin group (the pairs are sorted by it) the cells where its trajectories arrive."""
    origin, destination = np.divmod(pair, len(spread))
    first = np.flatnonzero(np.diff(origin, prepend=-1))
    arrive[origin[first]] += np.add.reduceat(spread[destination] * count[:, None], first, axis=0)


def jensen_shannon_bits(a: Floats, b: Floats) -> float | None:
    """The divergence of two tables of non-negative weights, each divided by its sum; None when one of them is empty.

    >>> jensen_shannon_bits(np.array([2.0, 0.0]), np.array([0.0, 5.0]))
    1.0
    """
    if not (a.sum() > 0 and b.sum() > 0):
        return None
    p, q = a.ravel() / a.sum(), b.ravel() / b.sum()
    middle = (p + q) / 2
    return max(0.0, (_kl_bits(p, middle) + _kl_bits(q, middle)) / 2)


def _kl_bits(p: Floats, q: Floats) -> float:
    some = p > 0
    return float(np.sum(p[some] * np.log2(p[some] / q[some])))
