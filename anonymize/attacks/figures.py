"""How far an attack gets, as shares of people."""

from dataclasses import dataclass

import numpy as np

from anonymize.attacks.selections import Selections
from anonymize.attacks.traces import Ints, Traces

__all__ = ["CAP", "Figure", "measured", "search"]

CAP = 100
"""Owners that fit are counted up to this; more of them make a guess right in 1 of 100 cases at most."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The result of one attack with one amount of knowledge, before or after anonymization. Shares are from 0 to 1.

    ``singled_out``: exactly one owner fits, the right one. ``misled``: exactly one fits, the wrong one. ``nobody``: none
    fits. ``success``: the chance that a guess among those that fit is right; it may be too high by 1 / cap.
    ``error``: half the width of a 95 percent interval for each share on its own; 0 means exact.
    """

    attack: str
    data: str
    known: int
    people: int
    singled_out: float
    misled: float
    nobody: float
    success: float
    error: float


def search(traces: Traces, known: Selections, *, consecutive: bool, cap: int) -> tuple[Ints, Ints]:
    """For each selection the number of owners it fits, up to cap, and whether the target is among them."""
    from anonymize.attacks import kernels

    kinds = traces.kind_of_place[known.place]
    data = (traces.owner, traces.offsets, traces.visit, traces.set_offsets, traces.kind)
    offsets, distinct, which = _distinct(known.offsets, kinds)
    cap, ordered = max(cap, 2), (*traces.by_kind(), kernels.marked(*data[1:]))
    if not consecutive:
        fitting = kernels.match_in_order(offsets, distinct, cap, *data, *ordered)
    else:
        fitting = kernels.match_in_a_row(offsets, distinct, cap, *data, *traces.by_pair())
        alone = np.diff(offsets) == 1  # with a single place nothing can be in between
        single = distinct[offsets[:-1][alone]]
        fitting[alone] = kernels.match_in_order(np.arange(len(single) + 1), single, cap, *data, *ordered)
    return fitting[which], kernels.fits_target(known.offsets, kinds, known.target, consecutive, *data)


def _distinct(offsets: Ints, kinds: Ints) -> tuple[Ints, Ints, Ints]:
    """Different selections once each, and which of them each selection is."""
    length = np.diff(offsets)
    table = np.full((len(length), int(length.max())), -2, dtype=np.int64)
    table[np.arange(table.shape[1]) < length[:, None]] = kinds
    rows, which = np.unique(table, axis=0, return_inverse=True)
    there = rows > -2
    return np.concatenate([[0], np.cumsum(there.sum(axis=1))]).astype(np.int64), rows[there], which.ravel()


def measured(
    attack: str, data: str, size: int, traces: Traces, known: Selections, *, consecutive: bool = False, cap: int = CAP
) -> Figure:
    """Run one attack."""
    fitting, right = search(traces, known, consecutive=consecutive, cap=cap)
    alone, w = fitting == 1, known.weight
    return Figure(
        attack=attack,
        data=data,
        known=size,
        people=known.people,
        singled_out=float(w[alone & (right == 1)].sum()),
        misled=float(w[alone & (right == 0)].sum()),
        nobody=float(w[fitting == 0].sum()),
        success=float((w * right / np.maximum(fitting, 1)).sum()),
        error=known.error,
    )
