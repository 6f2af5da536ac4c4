"""Before and after the loop: the visits that merging can protect, and the release as a value."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from baquara.errors import CannotMeet
from baquara.sequences import SUPPRESSED, Policy, Released, Sequences, Unit

__all__ = ["cut", "release", "turns"]

Ints = NDArray[np.int64]
Rows = NDArray[np.bool_]


def cut(sequences: Sequences, policy: Policy, *, suppress: bool) -> tuple[Rows, list[str]]:
    """Which visits merging can protect, and a note on the others; as ``cut`` of the reference, which says why.

    >>> s = Sequences.of([("1", "ab"), ("2", "b"), ("3", "a"), ("4", "b")])
    >>> cut(s, Policy(k=2, m=2), suppress=True)[0].tolist()
    [False, True, True, True, True]
    """
    lengths, owners = np.diff(sequences.offsets), sequences.owners(policy.unit)
    crowd = _crowd(lengths, owners)
    short = np.flatnonzero(crowd[: policy.m] < policy.k)
    keep = np.ones(len(sequences.place), dtype=np.bool_)
    if not len(short):
        return keep, []
    i = int(short[0]) + 1
    long = np.flatnonzero(lengths >= i)
    if not suppress:
        start = sequences.offsets[long[0]]
        raise CannotMeet(_hopeless(sequences, sequences.place[start : start + i], crowd, policy))
    support = _support(sequences, owners)
    for t in long:
        rows = np.arange(sequences.offsets[t], sequences.offsets[t + 1])
        keep[rows[np.argsort(-support[sequences.place[rows]], kind="stable")[i - 1 :]]] = False
    return keep, [
        f"suppressed {int((~keep).sum())} visits of {len(long)} trajectories: "
        f"{crowd[i - 1]} {_who(policy)} have {i} visits or more, k is {policy.k}"
    ]


def turns(sequences: Sequences, policy: Policy, keep: Rows) -> range:
    """Line 2: 1 to m; sizes that no trajectory has need no turn."""
    lengths = np.diff(np.append(0, np.cumsum(keep))[sequences.offsets])
    return range(1, min(policy.m, int(lengths.max(initial=0))) + 1)


def release(sequences: Sequences, policy: Policy, group: Ints, keep: Rows, notes: list[str]) -> Released:
    """The recoded dataset as a value: ``group`` of each place, -1 for a place that has no visit in it."""
    recoding, groups = _numbered(sequences, group)
    gone, of = int((recoding == SUPPRESSED).sum()), len(sequences.places)
    if 100 * gone > policy.delta * of:
        raise CannotMeet(
            f"{gone} of {of} places must be suppressed, and delta is {policy.delta:g} percent. "
            f"What would do: delta = {100 * gone / of:g}, or a smaller k or m"
        )
    keep = keep & (recoding[sequences.place] != SUPPRESSED)
    source = np.flatnonzero(keep)
    return Released(
        groups=groups,
        recoding=recoding,
        offsets=np.append(0, np.cumsum(keep))[sequences.offsets],
        group=recoding[sequences.place[source]],
        source=source,
        notes=tuple(notes),
    )


def _numbered(sequences: Sequences, group: Ints) -> tuple[Ints, tuple[tuple[int, ...], ...]]:
    """Groups by their least place; a place that nobody ever visits is a group of its own."""
    unseen = np.bincount(sequences.place, minlength=len(group)) == 0
    label = np.where(unseen, len(group) + np.arange(len(group)), group)
    known, first, inverse = np.unique(label, return_index=True, return_inverse=True)
    live = known != SUPPRESSED
    rank = np.full(len(known), SUPPRESSED, dtype=np.int64)
    rank[np.flatnonzero(live)[np.argsort(first[live])]] = np.arange(live.sum())
    recoding = rank[inverse]
    order = np.argsort(recoding, kind="stable")[int((recoding == SUPPRESSED).sum()) :]
    bounds = np.append(0, np.cumsum(np.bincount(recoding[order]))).tolist() if len(order) else [0]
    members = order.tolist()
    return recoding, tuple(tuple(members[a:b]) for a, b in pairwise(bounds))


def _crowd(lengths: Ints, owners: Ints) -> Ints:
    """For i = 1, 2, …: how many owners have a trajectory of i visits or more."""
    longest = np.zeros(int(owners.max(initial=-1)) + 1, dtype=np.int64)
    np.maximum.at(longest, owners, lengths)
    return np.cumsum(np.bincount(longest)[::-1])[::-1][1:] if len(longest) else np.empty(0, dtype=np.int64)


def _support(sequences: Sequences, owners: Ints) -> Ints:
    """Of each place."""
    who = np.repeat(owners, np.diff(sequences.offsets))
    pairs = np.unique(who * len(sequences.places) + sequences.place)
    return np.bincount(pairs % len(sequences.places), minlength=len(sequences.places))


def _who(policy: Policy) -> str:
    return "moving objects" if policy.unit is Unit.moving_object else "trajectories"


def _hopeless(sequences: Sequences, s: Ints, crowd: Ints, policy: Policy) -> str:
    i, k = len(s), int(crowd[min(policy.m, len(crowd)) - 1])
    ways = [f"k = {k}"] * (k >= 2) + [f"m = {i - 1}"] * (i > 1) + ["suppression"]
    return (
        f"merging cannot protect the subtrajectory ({', '.join(sequences.places[p] for p in s)}): "
        f"{crowd[i - 1]} {_who(policy)} have {i} visits or more, so it has at most {crowd[i - 1]} supporters, "
        f"and k is {policy.k}. What would do: " + ", or ".join(ways)
    )
