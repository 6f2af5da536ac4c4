"""Stops inside trails, stops inside stops: one step after the other, all ranges of a step at once."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baquara.model import NONE

__all__ = ["Find", "Found", "Stops", "descend", "pieces"]

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Found:
    """Stops that one step found, in time order: in which of its ranges, from which row to which, in which area."""

    of: Ints
    first: Ints
    last: Ints
    area: Ints


Find = Callable[[Ints, Ints], Found]
"""A step: closed ranges of rows (lo, hi) in, stops out."""


@dataclass(slots=True)
class Stops:
    """Trails and then stops, as rows of one table that grows; ``father`` is a row of it."""

    trails: int
    father: Ints
    first: Ints
    last: Ints
    area: Ints

    @classmethod
    def of_trails(cls, lo: Ints, hi: Ints) -> "Stops":
        """The trails alone."""
        none = np.full(len(lo), NONE, dtype=np.int64)
        return cls(len(lo), none, lo, hi, none.copy())

    def take(self, node: Ints, found: Found) -> Ints:
        """Add what was found under ``node``; a stop that is all of its father is not added. Gives the row of each."""
        same = (node >= self.trails) & (self.first[node] == found.first) & (self.last[node] == found.last)
        known = same & (found.area != NONE)
        self.area[node[known]] = found.area[known]
        rows = np.where(same, node, len(self.father) + np.cumsum(~same) - 1)
        self.father = np.concatenate([self.father, node[~same]])
        self.first = np.concatenate([self.first, found.first[~same]])
        self.last = np.concatenate([self.last, found.last[~same]])
        self.area = np.concatenate([self.area, found.area[~same]])
        return rows

    def leaves(self) -> Ints:
        """The stops without stops inside."""
        leaf = np.ones(len(self.father), dtype=np.bool_)
        leaf[: self.trails] = False
        leaf[self.father[self.trails :]] = False
        return np.flatnonzero(leaf)


def descend(lo: Ints, hi: Ints, areas: list[Find], scales: list[Find]) -> Stops:
    """All stops of the trails ``lo..hi``: by areas from coarse to fine, then by scales from coarse to fine.

    A finer level of areas is searched inside the stops of the coarser one and in what these leave over, so that
    a small area outside of all large ones is found too. A scale is searched in the trails when it is the first
    step of all, otherwise inside the stops that hold no finer ones yet.
    """
    stops = Stops.of_trails(lo, hi)
    node = np.arange(len(lo), dtype=np.int64)
    for find in areas:
        found = find(lo, hi)
        of, rest_lo, rest_hi = pieces(lo, hi, found)
        node = np.concatenate([stops.take(node[found.of], found), node[of]])
        lo, hi = np.concatenate([found.first, rest_lo]), np.concatenate([found.last, rest_hi])
    for number, find in enumerate(scales):
        node = stops.leaves() if number or areas else node
        found = find(stops.first[node], stops.last[node])
        stops.take(node[found.of], found)
    return stops


def pieces(lo: Ints, hi: Ints, found: Found) -> tuple[Ints, Ints, Ints]:
    """What stops leave over of their ranges: (range, from row, to row).

    >>> a = np.array
    >>> [x.tolist() for x in pieces(a([0, 10]), a([9, 19]), Found(a([0, 0]), a([2, 5]), a([4, 9]), a([-1, -1])))]
    [[0, 1], [0, 10], [1, 19]]
    """
    of = np.concatenate([np.arange(len(lo)), found.of])
    start, stop = np.concatenate([lo, found.last + 1]), np.concatenate([hi, found.first - 1])
    by_start, by_stop = np.lexsort([start, of]), np.lexsort([stop, of])
    of, start, stop = of[by_start], start[by_start], stop[by_stop]
    keep = start <= stop
    return of[keep], start[keep], stop[keep]
