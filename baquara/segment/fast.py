"""The fast engine: blocks of whole trails, compiled searches inside, one assembly at the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from baquara.model import NONE, Fixes, Segments
from baquara.segment.areas import levels, members
from baquara.segment.centroid import centroids
from baquara.segment.plan import Plan, Scale, microseconds
from baquara.segment.search import Find, Found, Stops, descend
from baquara.segment.trails import trail_starts
from baquara.segment.tree import hierarchy

if TYPE_CHECKING:
    from baquara.segment.plan import Areas

__all__ = ["segment"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

BLOCK_ROWS = 1 << 18


def segment(fixes: Fixes, plan: Plan) -> Segments:
    """Movement segments hierarchies of all moving objects. docs/segment.md defines every word.

    Guarantees: the result equals that of :func:`baquara.segment.segment_reference`, bit by bit; children tile the
    time of a trail, and of a stop that has some, without hole or overlap; stops are maximal to the right; each
    threshold is inclusive. Time grows linearly with the number of positions.

    >>> check_ins = Fixes.of([("rui", 0, 0, 0.0, 0.0), ("rui", 60, 90, 0.1, 0.0)])
    >>> s = segment(check_ins, Plan(checkins=True))
    >>> s.kind.tolist(), s.begin.tolist(), s.end.tolist()
    ([0, 1, 2, 1], [0, 0, 0, 60000000], [90000000, 0, 60000000, 90000000])
    """
    starts = trail_starts(fixes, plan)
    ends = np.append(starts[1:], len(fixes))[: len(starts)] - 1
    if plan.checkins:
        stops = _checkins(starts, ends)
        chosen = stops.first[stops.trails :]
        return hierarchy(fixes, stops, fixes.lon[chosen], fixes.lat[chosen])
    level = None if plan.areas is None else levels(plan.areas)
    found = [_block(fixes, plan, level, starts[trails], ends[trails]) for trails in _blocks(starts)]
    stops, sums = _join(starts, ends, found)
    return hierarchy(fixes, stops, *centroids(fixes, stops.first[len(starts) :], stops.last[len(starts) :], sums))


def _checkins(starts: Ints, ends: Ints) -> Stops:
    stops = Stops.of_trails(starts, ends)
    counts = ends - starts + 1
    rows = np.arange(int(counts.sum()), dtype=np.int64)
    stops.take(np.repeat(np.arange(len(starts)), counts), Found(rows, rows, rows, np.full(len(rows), NONE)))
    return stops


def _blocks(starts: Ints) -> Iterator[slice]:
    """Slices of trails that hold about BLOCK_ROWS positions each."""
    cuts = np.flatnonzero(np.diff(starts // BLOCK_ROWS)) + 1
    bounds = [0, *cuts.tolist(), len(starts)]
    return (slice(a, b) for a, b in pairwise(bounds) if a < b)


def _block(fixes: Fixes, plan: Plan, level: Ints | None, lo: Ints, hi: Ints) -> tuple[Stops, Floats]:
    """The stops of some trails, and for each the sum of (position - first position)."""
    from baquara.segment.kernels import positions, stop_sums

    base, rows = lo[0], slice(lo[0], hi[-1] + 1)
    xyz = positions(fixes.lon[rows], fixes.lat[rows])
    begin, end = fixes.begin[rows], fixes.end[rows]
    areas: list[Find] = []
    if plan.areas is not None and level is not None:
        inside = members(plan.areas, fixes.lon[rows], fixes.lat[rows])
        areas = [
            _Inside.of(begin, end, plan.areas, inside[level[inside[:, 1]] == n], plan) for n in range(max(level) + 1)
        ]
    scales: list[Find] = [_Within(begin, end, xyz, scale, plan.max_gap_us) for scale in plan.scales]
    stops = descend(lo - base, hi - base, areas, scales)
    sums = stop_sums(xyz, stops.first[stops.trails :], stops.last[stops.trails :])
    stops.first, stops.last = stops.first + base, stops.last + base
    return stops, sums


@dataclass(frozen=True, slots=True)
class _Within:
    """The step of one scale."""

    begin: Ints
    end: Ints
    xyz: Floats
    scale: Scale
    max_gap_us: int

    def __call__(self, lo: Ints, hi: Ints) -> Found:
        from baquara.segment.kernels import stops

        of, first, last = np.empty((3, int((hi - lo + 1).sum())), dtype=np.int64)
        scale = (self.scale.min_duration_us, self.scale.squared_chord, self.max_gap_us)
        n = stops(self.begin, self.end, self.xyz, lo, hi, *scale, of, first, last)
        return Found(of[:n].copy(), first[:n].copy(), last[:n].copy(), np.full(n, NONE, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class _Inside:
    """The step of one level of areas: for each row the areas that hold it, and how far its run goes in each."""

    begin: Ints
    end: Ints
    offsets: Ints
    area: Ints
    reach: Ints
    min_us: Ints

    @classmethod
    def of(cls, begin: Ints, end: Ints, areas: "Areas", pairs: Ints, plan: Plan) -> "_Inside":
        from baquara.segment.kernels import reaches

        offsets = np.searchsorted(pairs[:, 0], np.arange(len(begin) + 1)).astype(np.int64)
        area = np.ascontiguousarray(pairs[:, 1])
        min_us = np.array([microseconds(s) for s in areas.min_duration_s], dtype=np.int64)
        return cls(begin, end, offsets, area, reaches(begin, end, offsets, area, plan.max_gap_us), min_us)

    def __call__(self, lo: Ints, hi: Ints) -> Found:
        from baquara.segment.kernels import area_stops

        of, first, last, inside = np.empty((4, int((hi - lo + 1).sum())), dtype=np.int64)
        held = (self.offsets, self.area, self.reach, self.min_us)
        n = area_stops(self.begin, self.end, *held, lo, hi, of, first, last, inside)
        return Found(of[:n].copy(), first[:n].copy(), last[:n].copy(), inside[:n].copy())


def _join(starts: Ints, ends: Ints, found: list[tuple[Stops, Floats]]) -> tuple[Stops, Floats]:
    """One table of all trails and then all stops, from those of the blocks."""
    whole = Stops.of_trails(starts, ends)
    parts: list[list[Ints]] = [[whole.father], [whole.first], [whole.last], [whole.area]]
    trails, rows = 0, len(starts)
    for stops, _ in found:
        father = stops.father[stops.trails :]
        parts[0].append(np.where(father < stops.trails, father + trails, father - stops.trails + rows))
        for part, values in zip(parts[1:], (stops.first, stops.last, stops.area), strict=True):
            part.append(values[stops.trails :])
        trails, rows = trails + stops.trails, rows + len(father)
    sums = np.concatenate([np.empty((0, 3)), *(sums for _, sums in found)])
    return Stops(len(starts), *(np.concatenate(part) for part in parts)), sums
