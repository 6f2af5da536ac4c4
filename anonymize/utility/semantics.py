"""What kind of place was visited: Definition 7, the penalty P of section 5, and counts per class.

Poulis et al. (2014), Transactions on Data Privacy 7(2). All figures are exact up to rounding.
"""

from itertools import pairwise

import numpy as np

from anonymize.utility.view import Floats, Ints, View, mean_or_none, ragged
from baquara.sequences import Taxonomy

__all__ = ["class_count_error", "class_supports", "dissimilarity", "leaves_below", "semantic_penalty"]


def leaves_below(taxonomy: Taxonomy) -> Ints:
    """For each node, how many leaves its subtree has; 1 for a leaf.

    >>> leaves_below(Taxonomy(("any", "a", "b"), np.array([-1, 0, 0]), np.array([1, 2]))).tolist()
    [2, 1, 1]
    """
    inner = np.isin(np.arange(len(taxonomy.nodes)), taxonomy.parent)
    count = np.where(inner, 0, 1)
    node = np.flatnonzero(~inner)
    while len(node := taxonomy.parent[node][taxonomy.parent[node] >= 0]):
        count += np.bincount(node, minlength=len(count))
    return count.astype(np.int64)


def _path(taxonomy: Taxonomy, node: int) -> list[int]:
    """From the root down to the node."""
    path = [node]
    while (node := int(taxonomy.parent[node])) >= 0:
        path.append(node)
    return path[::-1]


def _common_ancestor(taxonomy: Taxonomy, leaves: Ints) -> int:
    """The deepest node above (or equal to) all the leaves."""
    common = _path(taxonomy, int(leaves[0]))
    for leaf in leaves[1:].tolist():
        path = _path(taxonomy, leaf)
        while path[: len(common)] != common:
            common = common[:-1]
        if len(common) == 1:
            break
    return common[-1]


def dissimilarity(view: View, taxonomy: Taxonomy) -> Floats:
    """``SD`` (Definition 7): for each group, the leaves below the closest common ancestor of its places, as a share of all.

    An intact place is its own ancestor: 1 / |H|, the smallest value.
    """
    below = leaves_below(taxonomy)
    total = int(below.max())
    leaf = taxonomy.leaf[view.members]
    common = [_common_ancestor(taxonomy, leaf[a:b]) for a, b in pairwise(view.starts.tolist())]
    return below[np.array(common, dtype=np.int64)] / total


def semantic_penalty(view: View, dissimilarity: Floats) -> float | None:
    """``P(T')`` (section 5, Measures): the mean over trajectories of the mean SD of their visits; from 1 / |H| to 1.

    Trajectories of which nothing was published are left out; None when nothing was.
    """
    count = np.diff(view.offsets)
    total = np.bincount(view.trajectory, weights=dissimilarity[view.group], minlength=len(view))
    return mean_or_none(total[count > 0] / count[count > 0])


def class_supports(view: View, taxonomy: Taxonomy, nodes: Ints) -> Floats:
    """For each of the nodes, the expected number of trajectories with a visit to a place below it.

    Each visit is one of its candidates with equal chance, independently: a visit of group g misses the class with
    probability 1 - (share of g that lies in the class), a trajectory misses it when all its visits do.
    """
    shares, visits = _shares(view, taxonomy), _visits_by_group(view)
    return np.array([_expected(len(view), shares[node], visits) for node in nodes.tolist()])


def _shares(view: View, taxonomy: Taxonomy) -> list[tuple[Ints, Floats]]:
    """For each node, the groups that touch it and the share of each that lies below it."""
    n, g = len(taxonomy.nodes), view.group_of_member()
    node = taxonomy.leaf[view.members]
    keys = np.empty(0, dtype=np.int64)
    while len(node):
        keys = np.concatenate([keys, node * view.n_groups + g])
        up = taxonomy.parent[node]
        node, g = up[up >= 0], g[up >= 0]
    key, count = np.unique(keys, return_counts=True)
    cut = np.searchsorted(key, np.arange(n + 1) * view.n_groups)
    group = key % view.n_groups if view.n_groups else key
    return [(group[a:b], count[a:b] / view.size[group[a:b]]) for a, b in pairwise(cut.tolist())]


def _visits_by_group(view: View) -> tuple[Ints, Ints, Ints]:
    """Where the visits of each group begin, and for each (group, trajectory) pair the trajectory and the number of visits."""
    key, times = np.unique(view.group * max(len(view), 1) + view.trajectory, return_counts=True)
    begin = np.searchsorted(key, np.arange(view.n_groups + 1) * max(len(view), 1))
    return begin, key % max(len(view), 1), times


def _expected(n: int, touched: tuple[Ints, Floats], visits: tuple[Ints, Ints, Ints]) -> float:
    """The expected number of the n trajectories that visit a class which has some share of each touched group."""
    (groups, share), (begin, trajectory, times) = touched, visits
    length = begin[groups + 1] - begin[groups]
    rows = ragged(begin[groups], length)
    with np.errstate(divide="ignore"):
        log_miss = times[rows] * np.repeat(np.log1p(-share), length)
    return float(-np.expm1(_sums(trajectory[rows], log_miss, n)).sum())


def _sums(label: Ints, value: Floats, n: int) -> Floats:
    """The sum of the values of each label that occurs, and perhaps zeros for others; labels are below n."""
    if len(label) > n // 16:
        return np.bincount(label, weights=value, minlength=n).astype(np.float64)
    order = np.argsort(label, kind="stable")
    first = np.flatnonzero(np.diff(label[order], prepend=-1))
    return np.asarray(np.add.reduceat(value[order], first)) if len(first) else np.zeros(0)


def class_count_error(original: View, release: View, taxonomy: Taxonomy) -> float | None:
    """Mean relative error of "how many trajectories visit a place of this class", over the inner nodes of the taxonomy.

    The root is a class too (its error comes from suppression alone); classes that nobody visits are left out. The
    release is read with equal chances for the candidates of a visit (:func:`class_supports`). Section 3.2 of the paper
    motivates the question: an error of 0 for each class is what utility constraints buy.
    """
    inner = np.flatnonzero(np.isin(np.arange(len(taxonomy.nodes)), taxonomy.parent))
    truth, guess = class_supports(original, taxonomy, inner), class_supports(release, taxonomy, inner)
    asked = truth > 0
    return mean_or_none(np.abs(guess[asked] - truth[asked]) / truth[asked])
