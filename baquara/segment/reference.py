"""The obvious engine: plain Python, one trail after the other, one stop after the other.

A stop by radius follows the stay points of Li et al. (2008), "Mining user similarity based on location history",
section 3 (https://doi.org/10.1145/1463434.1463477). Differs from the paper, each with a test: thresholds are
inclusive; the stay that lasts until the last position is found; the duration runs to the end of the last
position inside, not to the first one outside; a silence longer than ``max_gap_s`` ends a run.
"""

from collections.abc import Iterator

from baquara.model import NONE, Fixes, Kind, Segments
from baquara.segment.areas import levels
from baquara.segment.earth import point
from baquara.segment.plan import Areas, Plan, Scale, microseconds
from baquara.segment.writer import Node, Writer

__all__ = ["segment_reference"]


def segment_reference(fixes: Fixes, plan: Plan) -> Segments:
    """What :func:`baquara.segment.segment` gives, computed in the most obvious way."""
    search = _Search(fixes, plan)
    writer = Writer(search.begin, search.end)
    for m in range(len(fixes.moving_objects)):
        trails = search.trails(int(fixes.offsets[m]), int(fixes.offsets[m + 1]))
        writer.link([writer.node(trail, NONE, m) for trail in trails])
    return writer.table(fixes, search.xyz)


class _Search:
    """Finds trails and the stops inside them."""

    def __init__(self, fixes: Fixes, plan: Plan) -> None:
        self.plan = plan
        self.begin: list[int] = fixes.begin.tolist()
        self.end: list[int] = fixes.end.tolist()
        self.offset_us: list[int] = [60_000_000 * minutes for minutes in fixes.utc_offset_min.tolist()]
        self.xyz = [point(lon, lat) for lon, lat in zip(fixes.lon.tolist(), fixes.lat.tolist(), strict=True)]
        self.inside = [] if plan.areas is None else _inside(plan.areas, fixes)

    def trails(self, start: int, stop: int) -> list[Node]:
        """The trails of the rows start..stop-1, which belong to one moving object."""
        cuts = [n for n in range(start, stop) if n == start or self.begins_trail(n)]
        return [self.trail(a, b - 1) for a, b in zip(cuts, [*cuts[1:], stop], strict=bool(cuts))]

    def begins_trail(self, n: int) -> bool:
        """Whether row n begins a new trail of the same moving object."""
        if self.plan.trails == "object":
            return False
        if self.plan.gap_s is not None:
            return self.begin[n] - self.end[n - 1] > microseconds(self.plan.gap_s)
        window = microseconds(86400 if self.plan.window_s is None else self.plan.window_s)
        here, before = self.begin[n] + self.offset_us[n], self.begin[n - 1] + self.offset_us[n - 1]
        return here // window != before // window

    def trail(self, first: int, last: int) -> Node:
        """The trail of these rows, with all its stops."""
        trail = Node(Kind.Trail, first, last, NONE, [])
        if self.plan.checkins:
            trail.inner = [Node(Kind.Stop, n, n, NONE, []) for n in range(first, last + 1)]
        elif self.plan.areas is None:
            self.by_scales(trail, 0)
        else:
            self.by_areas(trail, first, last, 0)
            for stop in [node for node in _leaves(trail) if node is not trail]:
                self.by_scales(stop, 0)
        return trail

    def by_areas(self, father: Node, lo: int, hi: int, level: int) -> None:
        """Put the stops in areas of this level and finer ones that lie in lo..hi under father."""
        if level == len(self.inside):
            return
        n = rest = lo
        while n <= hi:
            last, area = self.area_stop(n, hi, level)
            if last == NONE:
                n += 1
                continue
            self.by_areas(father, rest, n - 1, level + 1)
            self.by_areas(_put(father, n, last, area), n, last, level + 1)
            n = rest = last + 1
        if rest <= hi:
            self.by_areas(father, rest, hi, level + 1)

    def area_stop(self, i: int, hi: int, level: int) -> tuple[int, int]:
        """Last row and area of the stop in an area that begins at row i, or -1 and -1. The longest, then the first."""
        best = (NONE, NONE)
        for area, rows in sorted(self.inside[level].items()):
            j = i
            while j < hi and j + 1 in rows and self.begin[j + 1] - self.end[j] <= self.plan.max_gap_us:
                j += 1
            enough = self.end[j] - self.begin[i] >= microseconds(_given(self.plan.areas).min_duration_s[area])
            if i in rows and enough and j > best[0]:
                best = (j, area)
        return best

    def by_scales(self, father: Node, number: int) -> None:
        """Put the stops of this scale and finer ones inside father."""
        if number == len(self.plan.scales):
            return
        found = [Node(Kind.Stop, a, b, NONE, []) for a, b in self.radius_stops(father, self.plan.scales[number])]
        whole = len(found) == 1 and (found[0].first, found[0].last) == (father.first, father.last)
        if father.kind == Kind.Stop and (whole or not found):
            self.by_scales(father, number + 1)
            return
        father.inner = found
        for stop in found:
            self.by_scales(stop, number + 1)

    def radius_stops(self, father: Node, scale: Scale) -> Iterator[tuple[int, int]]:
        """The stops of one scale inside father."""
        i = father.first
        while i <= father.last:
            j = self.run(i, father.last, scale.squared_chord)
            long = self.end[j] - self.begin[i] >= scale.min_duration_us
            if long:
                yield i, j
            i = j + 1 if long else i + 1

    def run(self, i: int, hi: int, squared_chord: float) -> int:
        """The last row of the longest run from row i, up to row hi, that stays near row i and is never silent too long."""
        j = i
        while j < hi and self.begin[j + 1] - self.end[j] <= self.plan.max_gap_us:
            x, y, z = (a - b for a, b in zip(self.xyz[j + 1], self.xyz[i], strict=True))
            if x * x + y * y + z * z > squared_chord:
                break
            j += 1
        return j


def _inside(areas: Areas, fixes: Fixes) -> list[dict[int, set[int]]]:
    """For each level, coarse to fine, the rows inside each of its areas."""
    from shapely import Point

    points = [Point(x, y) for x, y in zip(fixes.lon.tolist(), fixes.lat.tolist(), strict=True)]
    level = levels(areas).tolist()
    rows = [{n for n, point in enumerate(points) if polygon.covers(point)} for polygon in areas.polygons]
    return [{a: rows[a] for a in range(len(rows)) if level[a] == n} for n in range(max(level) + 1)]


def _given(areas: Areas | None) -> Areas:
    if areas is None:
        raise LookupError("a plan without areas has no stop in an area")
    return areas


def _put(father: Node, first: int, last: int, area: int) -> Node:
    """A new stop under father; or father itself, if it is a stop of the same rows: then it takes the finer area."""
    if father.kind == Kind.Stop and (first, last) == (father.first, father.last):
        father.area = area
        return father
    father.inner.append(Node(Kind.Stop, first, last, area, []))
    father.inner.sort(key=lambda node: node.first)
    return next(node for node in father.inner if node.first == first)


def _leaves(node: Node) -> list[Node]:
    return [leaf for inner in node.inner for leaf in _leaves(inner)] if node.inner else [node]
