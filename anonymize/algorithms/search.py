"""Compiled loops of line 3: which subtrajectories have too few owners. The reference is ``low_support``."""

import numpy as np
from numba import njit

from anonymize.algorithms.arrays import Data, Flags, Ints

__all__ = ["embed", "postings", "rare"]


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
