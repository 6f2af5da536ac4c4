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
    from anonymize.attacks.kernels import match

    kinds = traces.kind_of_place[known.place]
    lists = (traces.offsets, traces.visit, traces.set_offsets, traces.kind, traces.having_offsets, traces.having)
    return match(
        known.offsets, kinds, known.target, consecutive, max(cap, 2), traces.owner, *map(np.ascontiguousarray, lists)
    )


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
