"""Compiled loops of lines 4 to 8: merge until every subtrajectory that was rare has k owners. Each names its line.

The reference is the body of the loop in :mod:`anonymize.reference.seqanon` and its sisters.
"""

from math import sqrt

import numpy as np
from numba import njit
from numpy.typing import NDArray

from anonymize.algorithms.arrays import Data, Flags, Groups, Ints

__all__ = ["heal"]


@njit(cache=True)
def _supporters(d: Data, g: Groups, s: Ints, k: int) -> int:
    """Line 5: the support of s, at most k, looking only where its least visited location is."""
    rarest = s[0]
    for r in s:
        if g.visitors[r] < g.visitors[rarest]:
            rarest = r
    g.tick[0] += 1
    n, x = 0, rarest
    while x >= 0:
        for t in d.traj[d.at[x] : d.at[x + 1]]:
            c = 0
            for v in range(d.start[t], d.start[t + 1]):
                c += g.root[d.lab[v]] == s[c]
                if c == len(s):
                    n += g.met[d.owner[t]] != g.tick[0]
                    g.met[d.owner[t]] = g.tick[0]
                    break
            if n == k:
                return n
        x = g.next[x]
    return n


@njit(cache=True)
def _mark(g: Groups, node: int) -> int:
    """Marks the nodes from this one up to the taxonomy's root."""
    g.tick[0] += 1
    while node >= 0:
        g.line[node] = g.tick[0]
        node = g.parent[node]
    return int(g.tick[0])


@njit(cache=True)
def _nearest(g: Groups, l1: int) -> int:
    """Line 7 (8 of U-SeqAnon): the location of l1's constraint with the least d * SD, ties by first appearance; or -1."""
    mark, flat = _mark(g, g.node[l1]), len(g.parent) == 1
    own, x, y = g.first[l1], g.mid_x[g.first[l1]], g.mid_y[g.first[l1]]
    best, least, square = -1, np.inf, np.inf
    for f in range(len(g.root)):
        dx, dy = x - g.mid_x[f], y - g.mid_y[f]
        d2 = dx * dx + dy * dy
        if (flat and best >= 0 and not d2 < square) or f == own or g.mid_x[f] == np.inf:
            continue
        r = g.root[f]
        if g.constraint[r] != g.constraint[l1]:
            continue
        node = g.node[r]
        while g.line[node] != mark:
            node = g.parent[node]
        cost = sqrt(d2) * g.share[node]
        if best < 0 or cost < least:
            best, least, square = r, cost, d2
    return best


@njit(cache=True)
def _newcomers(d: Data, g: Groups, few: int, many: int) -> int:
    """How many owners visit the first location and not the second."""
    g.tick[0] += 1
    n, x = 0, few
    while x >= 0:
        for t in d.traj[d.at[x] : d.at[x + 1]]:
            o = d.owner[t]
            if g.met[o] == g.tick[0]:
                continue
            g.met[o] = g.tick[0]
            n += 1
            for v in range(d.block[o], d.block[o + 1]):
                if g.root[d.lab[v]] == many:
                    n -= 1
                    break
        x = g.next[x]
    return n


@njit(cache=True)
def _merge(d: Data, g: Groups, l1: int, l2: int) -> None:
    """Line 8: l1 and l2 become one location."""
    few, many = (l1, l2) if g.visitors[l1] < g.visitors[l2] else (l2, l1)
    support = g.support[many] + _newcomers(d, g, few, many)
    r, x = (l1, l2) if g.links[l1] > g.links[l2] else (l2, l1)
    node, mark = g.node[x], _mark(g, g.node[r])
    while g.line[node] != mark:
        node = g.parent[node]
    g.node[r], g.support[r], g.changed[r] = node, support, True
    g.x[r], g.y[r], g.places[r] = g.x[l1] + g.x[l2], g.y[l1] + g.y[l2], g.places[l1] + g.places[l2]
    g.visitors[r] += g.visitors[x]
    g.links[r] += g.links[x]
    g.mid_x[max(g.first[r], g.first[x])] = np.inf
    g.first[r] = min(g.first[r], g.first[x])
    g.mid_x[g.first[r]], g.mid_y[g.first[r]] = g.x[r] / g.places[r], g.y[r] / g.places[r]
    g.next[g.tail[r]], g.tail[r] = x, g.tail[x]
    while x >= 0:
        g.root[x] = r
        x = g.next[x]


@njit(cache=True)
def _share_safety(safe: Flags, groups: int, size: int, into: int, x: int) -> None:
    """What had k supporters with x has them with the location that x is now part of."""
    stride = np.int64(1)
    for _ in range(size if len(safe) else 0):
        for block in range(0, len(safe), stride * groups):
            for low in range(stride):
                safe[block + into * stride + low] |= safe[block + x * stride + low]
        stride *= groups


@njit(cache=True)
def _slot(key: int, known: NDArray[np.int64]) -> int:
    return int((key * np.int64(-7046029254386353131) >> 40) & (len(known) - 1))


@njit(cache=True)
def heal(
    d: Data, g: Groups, S: Ints, support: Ints, k: int, safe: Flags, known: NDArray[np.int64]
) -> tuple[Ints, Ints]:
    """Lines 4 to 8 (4 to 14 of U-SeqAnon). Returns the suppressed roots in order, and for each its s.

    ``support`` is that of line 3, which holds as long as nothing in s has merged. ``safe`` flags subtrajectories that
    have k supporters, and ``known`` remembers some where there are too many to flag; merging never takes supporters
    away, so what is noted once is true for good.
    """
    groups, size = len(g.root), S.shape[1]
    gone, why, n = np.empty(groups, np.int32), np.empty((groups, 2 * size + 1), np.int32), 0
    s = np.empty(size, np.int32)
    for j in range(len(S)):
        key, fresh, alive = np.int64(0), True, True
        for c in range(size):
            s[c] = g.root[S[j, c]]
            key = key * groups + s[c]
            fresh, alive = fresh and not g.changed[s[c]], alive and not g.gone[s[c]]
        if not alive or (len(safe) and safe[key]) or (len(known) and known[_slot(int(key), known)] == key):
            continue
        have = support[j] if fresh else _supporters(d, g, s, k)
        if have >= k:
            if len(safe):
                safe[key] = True
            if len(known):
                known[_slot(int(key), known)] = key
        while have < k:
            l1 = s[0]
            for r in s:
                if g.support[r] < g.support[l1]:
                    l1 = r
            l2 = _nearest(g, l1)
            if l2 < 0:
                gone[n], g.gone[l1], g.mid_x[g.first[l1]] = l1, True, np.inf
                why[n, :size], why[n, size : 2 * size], why[n, 2 * size] = g.first[s], g.places[s], have
                n += 1
                break
            _merge(d, g, l1, l2)
            kept = g.root[l1]
            _share_safety(safe, groups, size, kept, l1 if kept == l2 else l2)
            for c in range(size):
                s[c] = g.root[s[c]]
            have = _supporters(d, g, s, k)
    return gone[:n], why[:n]
