"""The rules of movement segments hierarchies, checked row by row without a line of the code under test."""

from baquara.model import Fixes, Kind, Segments


def broken_rules(fixes: Fixes, s: Segments) -> list[str]:
    """What a hierarchy does wrong: an empty list when it keeps every rule."""
    wrong: list[str] = []
    children: dict[int, list[int]] = {}
    for i in range(len(s)):
        wrong += _row(fixes, s, i) if 0 <= s.first[i] <= s.last[i] < len(fixes) else [f"row {i}: no such positions"]
        children.setdefault(int(s.father[i]) if s.father[i] >= 0 else -1 - int(s.moving_object[i]), []).append(i)
    for father, rows in children.items():
        wrong += _family(s, rows)
        if father >= 0:
            wrong += _tiling(s, father, rows)
    return wrong + _preorder(s) + _cover(fixes, s)


def _row(fixes: Fixes, s: Segments, i: int) -> list[str]:
    m, first, last, father = (int(column[i]) for column in (s.moving_object, s.first, s.last, s.father))
    checks = {
        "rows of one moving object": fixes.offsets[m] <= first <= last < fixes.offsets[m + 1],
        "begin before end": s.begin[i] < s.end[i] if s.kind[i] == Kind.Move else s.begin[i] <= s.end[i],
        "a root is a trail": (father == -1) == (s.kind[i] == Kind.Trail),
        "level": s.level[i] == (0 if father == -1 else s.level[father] + 1),
        "father before child": father < i,
        "centroid of stops only": (s.lon[i] == s.lon[i]) == (s.kind[i] == Kind.Stop) == (s.lat[i] == s.lat[i]),
        "area of stops only": s.area[i] == -1 or s.kind[i] == Kind.Stop,
    }
    if s.kind[i] == Kind.Move:
        checks["a move has two rows"] = first < last
        checks["a move starts at its first position"] = s.begin[i] in (fixes.begin[first], fixes.end[first])
        checks["a move ends at its last position"] = s.end[i] in (fixes.begin[last], fixes.end[last])
    else:
        checks["span of the positions"] = (s.begin[i], s.end[i]) == (fixes.begin[first], fixes.end[last])
    if father != -1:
        checks["same moving object"] = s.moving_object[father] == m
        checks["rows of the father"] = s.first[father] <= first and last <= s.last[father]
        checks["time of the father"] = s.begin[father] <= s.begin[i] and s.end[i] <= s.end[father]
        checks["no child in a move"] = s.kind[father] != Kind.Move
        same = s.kind[i] == Kind.Stop and (s.first[father], s.last[father]) == (first, last)
        checks["a stop in a stop is smaller"] = s.kind[father] != Kind.Stop or not same
    return [f"row {i}: {rule}" for rule, kept in checks.items() if not kept]


def _family(s: Segments, rows: list[int]) -> list[str]:
    wrong = []
    for n, i in enumerate(rows):
        prev, following = rows[n - 1] if n else -1, rows[n + 1] if n + 1 < len(rows) else -1
        if (s.ord[i], s.prev[i], s.next[i]) != (n + 1, prev, following):
            wrong.append(f"row {i}: ord, prev, next are {s.ord[i], s.prev[i], s.next[i]}")
        if following != -1 and s.end[i] > s.begin[following]:
            wrong.append(f"rows {i} and {following} overlap")
        if following != -1 and s.kind[i] == s.kind[following] == Kind.Move:
            wrong.append(f"rows {i} and {following}: two moves in a row")
    return wrong


def _tiling(s: Segments, father: int, rows: list[int]) -> list[str]:
    bounds = [s.begin[father], *(time for i in rows for time in (s.begin[i], s.end[i])), s.end[father]]
    touching = all(a == b for a, b in zip(bounds[::2], bounds[1::2], strict=True))
    return [] if touching else [f"the children of {father} do not tile its time"]


def _preorder(s: Segments) -> list[str]:
    wrong, path = [], []
    for i in range(len(s)):
        while path and path[-1] != s.father[i]:
            path.pop()
        if s.father[i] != -1 and not path:
            wrong.append(f"row {i} is not in preorder")
        path.append(i)
    return wrong


def _cover(fixes: Fixes, s: Segments) -> list[str]:
    rows = [n for i in range(len(s)) if s.kind[i] == Kind.Trail for n in range(s.first[i], s.last[i] + 1)]
    return [] if rows == list(range(len(fixes))) else ["the trails do not hold each position once"]
