"""Compiled loops of the fast engine. Each names the line of the papers' algorithms, and so of the reference, that it does.

Trajectories are sorted by owner, so that the visits of an owner are one block and "another owner than the last one" counts
distinct owners. Groups are numbered by first appearance when a size begins; merging links them to a root.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["Data", "Groups", "embed", "heal", "postings", "rare"]

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Data(NamedTuple):
    """The dataset T' as it is when a size begins; it stays as it is while groups merge."""

    start: Ints
    """The visits of trajectory t are ``start[t]:start[t + 1]``."""
    lab: Ints
    """The group of each visit."""
    owner: Ints
    """Of each trajectory; ascending."""
    number: Ints
    """Of each trajectory in the dataset: the order of first appearance."""
    block: Ints
    """The visits of owner o are ``block[o]:block[o + 1]``."""
    at: Ints
    """The trajectories that visit group g are ``traj[at[g]:at[g + 1]]``."""
    traj: Ints
    after: Ints
    """The row after the first visit to the group, for each of ``traj``."""


class Groups(NamedTuple):
    """What merges. Entry r describes the merged location if r is a root."""

    root: Ints
    next: Ints
    """The chain of merged groups, from the root; -1 ends it."""
    tail: Ints
    links: Ints
    first: Ints
    """The least group of the chain: its first appearance."""
    support: Ints
    visitors: Ints
    """Entries of ``Data.traj`` in the chain."""
    changed: Flags
    gone: Flags
    x: Floats
    """The sum of the places' coordinates."""
    y: Floats
    places: Ints
    mid_x: Floats
    """The centroid, at the chain's least group; infinite elsewhere, which is never near."""
    mid_y: Floats
    node: Ints
    """The closest common ancestor in the taxonomy."""
    constraint: Ints
    parent: Ints
    """Of each node of the taxonomy."""
    share: Floats
    """Of the leaves that lie below each node."""
    line: Ints
    """Scratch: which nodes are above the node in question."""
    met: Ints
    """Scratch: which owners have been counted."""
    tick: Ints


@njit(cache=True)
def postings(start: Ints, lab: Ints, owner: Ints, groups: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Which trajectories visit which group (``at``, ``traj``, ``after``), and the support of each group."""
    at, support = np.zeros(groups + 1, np.int32), np.zeros(groups, np.int32)
    last, who = np.full(groups, -1, np.int32), np.full(groups, -1, np.int32)
    for t in range(len(owner)):
        for v in range(start[t], start[t + 1]):
            g = lab[v]
            if last[g] != t:
                last[g] = t
                at[g + 1] += 1
                support[g] += who[g] != owner[t]
                who[g] = owner[t]
    for g in range(groups):
        at[g + 1] += at[g]
    traj, after, fill = np.empty(at[groups], np.int32), np.empty(at[groups], np.int32), at[:-1].copy()
    last[:] = -1
    for t in range(len(owner)):
        for v in range(start[t], start[t + 1]):
            g = lab[v]
            if last[g] != t:
                last[g] = t
                traj[fill[g]], after[fill[g]] = t, v + 1
                fill[g] += 1
    return at, traj, after, support


@njit(cache=True)
def _tally(d: Data, traj: Ints, after: Ints, last: Ints, count: Ints, first: Ints, touched: Ints) -> int:
    """Of a prefix, given as the trajectories that contain it and where it ends: owners and first trajectory of each next group."""
    n = 0
    for e in range(len(traj)):
        t = traj[e]
        o, number = d.owner[t], d.number[t]
        for v in range(after[e], d.start[t + 1]):
            g = d.lab[v]
            if last[g] == o:
                continue
            if last[g] < 0:
                touched[n], count[g], first[g] = g, 0, number
                n += 1
            last[g] = o
            count[g] += 1
            first[g] = min(first[g], number)
    for j in range(n):
        last[touched[j]] = -1
    return n


@njit(cache=True)
def _project(d: Data, traj: Ints, after: Ints, to: Ints, item: Ints, bound: Ints, last: Ints, count: Ints) -> int:
    """The same for each extension of that prefix by one group: ``to[:, bound[j]:bound[j + 1]]`` is that by ``item[j]``."""
    n = 0
    for e in range(len(traj)):
        t = traj[e]
        for v in range(after[e], d.start[t + 1]):
            g = d.lab[v]
            if last[g] < 0:
                item[n], count[g] = g, 0
                n += 1
            count[g] += last[g] != t
            last[g] = t
    for j in range(n):
        bound[j + 1] = bound[j] + count[item[j]]
        count[item[j]], last[item[j]] = bound[j], -1
    for e in range(len(traj)):
        t = traj[e]
        for v in range(after[e], d.start[t + 1]):
            g = d.lab[v]
            if last[g] != t:
                to[0, count[g]], to[1, count[g]] = t, v + 1
                count[g] += 1
                last[g] = t
    for j in range(n):
        last[item[j]] = -1
    return n


@njit(cache=True)
def rare(d: Data, size: int, k: int, safe: Flags) -> tuple[Ints, Ints, Ints]:
    """Line 3, unsorted, for sizes from 2: each subtrajectory with support below k, its support, its first trajectory.

    The others are flagged in ``safe``, one entry for each thinkable subtrajectory, or none at all. Depth first over
    prefixes, each with the trajectories that contain it. Memory: a few numbers per visit and size.
    """
    groups = len(d.at) - 1
    last, count, first = np.full(groups, -1, np.int32), np.empty(groups, np.int32), np.empty(groups, np.int32)
    item, bound = np.empty((size, groups), np.int32), np.zeros((size, groups + 1), np.int32)
    rows = np.empty((size - 1, 2, len(d.lab) if size > 2 else len(d.traj)), np.int32)
    children, turn, s = np.zeros(size, np.int32), np.zeros(size, np.int32), np.empty(size, np.int32)
    item[0], bound[0], children[0] = np.arange(groups), d.at, groups
    rows[0, 0, : len(d.traj)], rows[0, 1, : len(d.traj)] = d.traj, d.after
    found, n = np.empty((1024, size + 2), np.int32), 0
    depth = 0
    while depth >= 0:
        c = turn[depth]
        if c == children[depth]:
            depth -= 1
            continue
        turn[depth] += 1
        s[depth] = item[depth, c]
        traj = rows[depth, 0, bound[depth, c] : bound[depth, c + 1]]
        after = rows[depth, 1, bound[depth, c] : bound[depth, c + 1]]
        if depth < size - 2:
            depth += 1
            turn[depth] = 0
            children[depth] = _project(d, traj, after, rows[depth], item[depth], bound[depth], last, count)
            continue
        touched, base = item[size - 1], np.int64(0)
        for c in range(size - 1):
            base = (base + s[c]) * groups
        for j in range(_tally(d, traj, after, last, count, first, touched)):
            g = touched[j]
            if count[g] >= k and len(safe):
                safe[base + g] = True
            if count[g] < k:
                if n == len(found):
                    found = np.concatenate((found, np.empty_like(found)))
                found[n, : size - 1], found[n, size - 1] = s[: size - 1], g
                found[n, size], found[n, size + 1] = count[g], first[g]
                n += 1
    return found[:n, :size], found[:n, size].copy(), found[:n, size + 1].copy()


@njit(cache=True)
def embed(d: Data, s: Ints, t: Ints) -> Ints:
    """Where each s first appears in its trajectory t: the positions, counted from the trajectory's start."""
    at = np.empty(s.shape, np.int32)
    for j in range(len(s)):
        v = d.start[t[j]]
        for c in range(s.shape[1]):
            while d.lab[v] != s[j, c]:
                v += 1
            at[j, c] = v - d.start[t[j]]
            v += 1
    return at


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
            if g.met[d.owner[t]] == g.tick[0]:
                continue
            c = 0
            for v in range(d.start[t], d.start[t + 1]):
                c += g.root[d.lab[v]] == s[c]
                if c == len(s):
                    g.met[d.owner[t]] = g.tick[0]
                    n += 1
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
    return g.tick[0]


@njit(cache=True)
def _nearest(g: Groups, l1: int) -> int:
    """Line 7 (8 of U-SeqAnon): the location of l1's constraint with the least d * SD, ties by first appearance; or -1."""
    mark, flat = _mark(g, g.node[l1]), len(g.parent) == 1
    own, x, y = g.first[l1], g.mid_x[g.first[l1]], g.mid_y[g.first[l1]]
    best, least, square = -1, np.inf, np.inf
    for f in range(len(g.root)):
        dx, dy = x - g.mid_x[f], y - g.mid_y[f]
        d2 = dx * dx + dy * dy
        if (flat and not d2 < square) or f == own or g.mid_x[f] == np.inf:
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
