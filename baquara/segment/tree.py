"""From trails and stops to whole hierarchies: moves, preorder, levels, siblings."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baquara.model import NONE, Fixes, Kind, Segments
from baquara.segment.search import Stops

__all__ = ["hierarchy"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Moves:
    father: Ints
    first: Ints
    last: Ints
    begin: Ints
    end: Ints


def hierarchy(fixes: Fixes, stops: Stops, lon: Floats, lat: Floats) -> Segments:
    """The rows of :class:`Segments`, moves included; ``lon`` and ``lat`` are the centroids of the stops."""
    moves = _moves(fixes, stops)
    father = np.concatenate([stops.father, moves.father])
    first = np.concatenate([stops.first, moves.first])
    last = np.concatenate([stops.last, moves.last])
    begin = np.concatenate([fixes.begin[stops.first], moves.begin])
    end = np.concatenate([fixes.end[stops.last], moves.end])
    kind = np.full(len(father), Kind.Stop, dtype=np.int8)
    kind[: stops.trails], kind[len(stops.father) :] = Kind.Trail, Kind.Move
    level = _levels(father)
    order = np.lexsort([level, first * 2 + (kind == Kind.Move)])
    father = _renumber(father, order)
    moving_object = np.searchsorted(fixes.offsets[1:], first[order], side="right").astype(np.int64)
    ord_, prev, next_ = _siblings(np.where(father == NONE, -1 - moving_object, father))
    return Segments(
        kind=kind[order],
        level=level[order],
        ord=ord_,
        father=father,
        prev=prev,
        next=next_,
        moving_object=moving_object,
        first=first[order],
        last=last[order],
        begin=begin[order],
        end=end[order],
        lon=_at_stops(lon, stops.trails, order),
        lat=_at_stops(lat, stops.trails, order),
        area=_widen(stops.area, len(order))[order],
    )


def _moves(fixes: Fixes, stops: Stops) -> _Moves:
    """What lies between the stops of a trail or of a stop that has some; from its begin, to its end."""
    child = np.arange(stops.trails, len(stops.father))
    parents = np.union1d(np.arange(stops.trails), stops.father[child])
    father = np.concatenate([parents, stops.father[child]])
    first = np.concatenate([stops.first[parents], stops.last[child]])
    last = np.concatenate([stops.last[parents], stops.first[child]])
    begin = np.concatenate([fixes.begin[stops.first[parents]], fixes.end[stops.last[child]]])
    end = np.concatenate([fixes.end[stops.last[parents]], fixes.begin[stops.first[child]]])
    by_begin, by_end = np.lexsort([begin, first, father]), np.lexsort([end, last, father])
    father, first, begin = father[by_begin], first[by_begin], begin[by_begin]
    last, end = last[by_end], end[by_end]
    keep = (first < last) & (begin < end)
    return _Moves(father[keep], first[keep], last[keep], begin[keep], end[keep])


def _levels(father: Ints) -> NDArray[np.int16]:
    """The distance to the root, one round per level."""
    level = np.zeros(len(father), dtype=np.int16)
    above = father
    while (has := above != NONE).any():
        level[has] += 1
        above = np.where(has, father[above], NONE)
    return level


def _renumber(father: Ints, order: Ints) -> Ints:
    place = np.empty(len(order) + 1, dtype=np.int64)
    place[order] = np.arange(len(order))
    place[NONE] = NONE
    return place[father[order]]


def _siblings(family: Ints) -> tuple[Ints, Ints, Ints]:
    """``ord``, ``prev`` and ``next`` of rows in time order, given the family of each."""
    rows = np.argsort(family, kind="stable")
    count = np.arange(len(rows))
    same = family[rows[1:]] == family[rows[:-1]]
    start = np.concatenate([[True], ~same])[: len(rows)]
    ord_, prev, next_ = (np.full(len(rows), NONE, dtype=np.int64) for _ in range(3))
    ord_[rows] = count - np.maximum.accumulate(np.where(start, count, 0)) + 1
    prev[rows[1:][same]] = rows[:-1][same]
    next_[rows[:-1][same]] = rows[1:][same]
    return ord_, prev, next_


def _widen(values: Ints, length: int) -> Ints:
    wide = np.full(length, NONE, dtype=np.int64)
    wide[: len(values)] = values
    return wide


def _at_stops(values: Floats, trails: int, order: Ints) -> Floats:
    wide = np.full(len(order), np.nan)
    wide[trails : trails + len(values)] = values
    return wide[order]
