"""How the reference writes its trails and stops down: rows in preorder, with the moves between stops."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baquara.model import NONE, Fixes, Kind, Segments
from baquara.segment.centroid import centroids

__all__ = ["Node", "Writer"]


@dataclass(slots=True)
class Node:
    """A trail or a stop, from row to row, with the stops inside it."""

    kind: Kind
    first: int
    last: int
    area: int
    inner: list["Node"]


@dataclass(slots=True)
class _Row:
    """A row of :class:`Segments` without its centroid."""

    kind: int
    level: int
    ord: int
    father: int
    prev: int
    next: int
    moving_object: int
    first: int
    last: int
    begin: int
    end: int
    area: int


class Writer:
    """Writes nodes and the moves between them as rows, in preorder."""

    def __init__(self, begin: list[int], end: list[int]) -> None:
        self.begin, self.end = begin, end
        self.rows: list[_Row] = []

    def node(self, node: Node, father: int, m: int) -> int:
        """Write a trail or a stop with all that is inside; the number of its row."""
        span = (self.begin[node.first], self.end[node.last])
        number = self.row(node.kind, father, m, node.first, node.last, span, node.area)
        if node.kind == Kind.Trail or node.inner:
            self.link(self.children(node, number, m))
        return number

    def children(self, node: Node, father: int, m: int) -> list[int]:
        """Write stops and the moves before, between and after them; the numbers of the rows."""
        numbers: list[int | None] = []
        at, since = node.first, self.begin[node.first]
        for stop in node.inner:
            numbers.append(self.move(father, m, at, stop.first, since, self.begin[stop.first]))
            numbers.append(self.node(stop, father, m))
            at, since = stop.last, self.end[stop.last]
        numbers.append(self.move(father, m, at, node.last, since, self.end[node.last]))
        return [number for number in numbers if number is not None]

    def move(self, father: int, m: int, first: int, last: int, begin: int, end: int) -> int | None:
        """Write a move, if there is one."""
        return self.row(Kind.Move, father, m, first, last, (begin, end), NONE) if first < last and begin < end else None

    def row(self, kind: Kind, father: int, m: int, first: int, last: int, span: tuple[int, int], area: int) -> int:
        """Write one row; its number."""
        level = 0 if father == NONE else self.rows[father].level + 1
        self.rows.append(_Row(kind, level, 0, father, NONE, NONE, m, first, last, *span, area))
        return len(self.rows) - 1

    def link(self, siblings: list[int]) -> None:
        """Set ord, prev and next of siblings."""
        for n, number in enumerate(siblings):
            self.rows[number].ord = n + 1
            self.rows[number].prev = siblings[n - 1] if n > 0 else NONE
            self.rows[number].next = siblings[n + 1] if n + 1 < len(siblings) else NONE

    def table(self, fixes: Fixes, xyz: list[tuple[float, float, float]]) -> Segments:
        """All rows as columns."""
        kind, first, last = self.column("kind"), self.column("first"), self.column("last")
        stop = kind == Kind.Stop
        sums = [_sum(xyz, row.first, row.last) for row in self.rows if row.kind == Kind.Stop]
        lon, lat = np.full(len(kind), np.nan), np.full(len(kind), np.nan)
        lon[stop], lat[stop] = centroids(fixes, first[stop], last[stop], np.array(sums).reshape(-1, 3))
        return Segments(
            kind=kind.astype(np.int8),
            level=self.column("level").astype(np.int16),
            ord=self.column("ord"),
            father=self.column("father"),
            prev=self.column("prev"),
            next=self.column("next"),
            moving_object=self.column("moving_object"),
            first=first,
            last=last,
            begin=self.column("begin"),
            end=self.column("end"),
            lon=lon,
            lat=lat,
            area=self.column("area"),
        )

    def column(self, name: str) -> NDArray[np.int64]:
        """One field of all rows."""
        return np.array([getattr(row, name) for row in self.rows], dtype=np.int64)


def _sum(xyz: list[tuple[float, float, float]], first: int, last: int) -> list[float]:
    """The sum of (position - first position), in time order."""
    total = [0.0, 0.0, 0.0]
    for k in range(first + 1, last + 1):
        total = [t + (a - b) for t, a, b in zip(total, xyz[k], xyz[first], strict=True)]
    return total
