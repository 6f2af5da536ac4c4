"""What SD-SeqAnon and U-SeqAnon know of the places: a taxonomy, and the constraint sets of Figure 18.

The paper says of its taxonomies only that they were made as Terrovitis et al. made theirs, and that each inner node has 5
(Oldenburg) or 6 (Gowalla) descendants. Our reading: a balanced tree over the places in some order, 5 (or 6) neighbours in that order
being siblings. The order decides the results, and the paper does not tell it. So there are two: ``rows`` (by position: bands from
south to north, each from west to east; for the grid, the order of the cells' numbers) and ``shuffled`` (what a place is says nothing of where it is).
"""

import numpy as np
from numpy.typing import NDArray

from baquara.sequences import Constraints, Places, Taxonomy

__all__ = ["CONSTRAINT_SIZES", "ORDERS", "constraints", "order", "taxonomy"]

Ints = NDArray[np.int64]
ORDERS = ("rows", "shuffled")
CONSTRAINT_SIZES = {"U1": (50, 50), "U2": (25, 25, 25, 25), "U3": (20, 14, 16, 14, 18, 18)}
"""Figure 18: how many of 100 places each constraint has."""


def order(places: Places, *, how: str, seed: int) -> Ints:
    """The places in the order of the leaves."""
    if how == "shuffled":
        return np.random.default_rng(seed).permutation(len(places.x))
    bands = max(1, round(len(places.x) ** 0.5))
    band = np.argsort(np.argsort(places.y, kind="stable"), kind="stable") * bands // max(len(places.y), 1)
    levels = np.unique(places.y)
    if len(levels) <= 2 * bands:
        band = np.searchsorted(levels, places.y)
    return np.lexsort((places.x, band)).astype(np.int64)


def taxonomy(leaves: Ints, *, fan_out: int) -> Taxonomy:
    """A balanced tree: each inner node has that many children, the last of a level perhaps fewer.

    >>> t = taxonomy(np.array([2, 0, 1]), fan_out=2)
    >>> t.nodes, t.parent.tolist(), t.leaf.tolist()
    (('leaf:0', 'leaf:1', 'leaf:2', 'level1:0', 'level1:1', 'level2:0'), [3, 4, 3, 5, 5, -1], [0, 1, 2])
    """
    names = [f"leaf:{i}" for i in range(len(leaves))]
    parent: dict[int, int] = {}
    level, depth = leaves.tolist(), 0
    while len(level) > 1 or depth == 0:
        depth += 1
        above = []
        for i in range(0, len(level), fan_out):
            above.append(len(names))
            names.append(f"level{depth}:{i // fan_out}")
            parent |= dict.fromkeys(level[i : i + fan_out], above[-1])
        level = above
    return Taxonomy(tuple(names), np.array([parent.get(i, -1) for i in range(len(names))]), np.arange(len(leaves)))


def constraints(leaves: Ints, *, name: str) -> Constraints:
    """Runs of neighbours in the order of the leaves, as large as Figure 18 says; in proportion where there are not 100 places.

    >>> np.bincount(constraints(np.arange(100), name="U3").of).tolist()
    [20, 14, 16, 14, 18, 18]
    """
    sizes = CONSTRAINT_SIZES[name]
    ends = np.cumsum(sizes) * len(leaves) // 100
    of = np.empty(len(leaves), dtype=np.int64)
    of[leaves] = np.searchsorted(ends, np.arange(len(leaves)), side="right")
    return Constraints(tuple(f"{name}-{i + 1}" for i in range(len(sizes))), of)
