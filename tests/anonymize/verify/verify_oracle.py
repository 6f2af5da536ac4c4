"""The rules again, slow and obvious: every selection by itertools.combinations, every owner by scanning."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from baquara.sequences import Policy, Unit

Visits = tuple[frozenset[str], ...]


@dataclass(frozen=True)
class Plain:
    """An original and a release as plain Python: rows of (person, places), rows of (source row or None, candidate sets)."""

    original: list[tuple[str, list[str]]]
    released: list[tuple[int | None, Visits]]
    policy: Policy

    def owner(self, i: int) -> object:
        source = self.released[i][0]
        if source is None:
            return i
        return self.original[source][0] if self.policy.unit is Unit.moving_object else source

    def original_owner(self, t: int) -> object:
        return self.original[t][0] if self.policy.unit is Unit.moving_object else t

    def has_audit(self) -> bool:
        return all(source is not None for source, _ in self.released)


def selections(visits: Iterable[Any], m: int) -> set[tuple[Any, ...]]:
    return {s for size in range(1, m + 1) for s in combinations(visits, size)}


def embeds(needle: Sequence[Any], hay: Sequence[Any], fits: Callable[[Any, Any], bool]) -> bool:
    """Exactly by definition: some choice of positions, in order."""
    return any(all(fits(a, b) for a, b in zip(needle, c, strict=True)) for c in combinations(hay, len(needle)))


def anonymity(case: Plain) -> dict[Visits, set[object]]:
    """Definition 4: every selection of sets that is released for fewer than k, with its owners."""
    everything = {s for _, visits in case.released for s in selections(visits, case.policy.m)}
    owners = {
        s: {case.owner(i) for i, (_, v) in enumerate(case.released) if embeds(s, v, lambda a, b: a == b)}
        for s in everything
    }
    return {s: who for s, who in owners.items() if len(who) < case.policy.k}


def knowledge(case: Plain) -> dict[tuple[str, ...], set[object]]:
    """Every selection of places of somebody released that fits somebody, but fewer than k."""
    inside = {case.owner(i) for i in range(len(case.released))}
    people = [t for t in range(len(case.original)) if not case.has_audit() or case.original_owner(t) in inside]
    found = {}
    for s in {s for t in people for s in selections(case.original[t][1], case.policy.m)}:
        fitting = [i for i, (_, v) in enumerate(case.released) if embeds(s, v, lambda a, b: a in b)]
        who = {case.owner(i) for i in fitting}
        if 0 < len(who) < case.policy.k:
            found[s] = who
    return found


def untrue(case: Plain) -> set[int]:
    """Released trajectories that cannot be laid over their source."""
    return {
        i
        for i, (source, visits) in enumerate(case.released)
        if source is not None and not embeds(visits, case.original[source][1], lambda a, b: b in a)
    }


def released_twice(case: Plain) -> set[int]:
    sources = [source for source, _ in case.released if source is not None]
    return {s for s in sources if sources.count(s) > 1}


def spanning(case: Plain, constraint: dict[str, str]) -> set[frozenset[str]]:
    sets = {c for _, visits in case.released for c in visits}
    return {c for c in sets if len({constraint.get(p) for p in c}) > 1 or any(p not in constraint for p in c)}


def visitors(case: Plain, constraint: dict[str, str]) -> dict[str, tuple[int, int, int]]:
    """For each constraint the owners before and after, and the visits that are missing."""
    result = {}
    for u in sorted(set(constraint.values())):
        before = {
            case.original_owner(t) for t, (_, v) in enumerate(case.original) if any(constraint[p] == u for p in v)
        }
        after = {
            case.owner(i)
            for i, (_, visits) in enumerate(case.released)
            if any(constraint[p] == u for c in visits for p in c)
        }
        had = sum(constraint[p] == u for _, v in case.original for p in v)
        has = sum(all(constraint[p] == u for p in c) for _, visits in case.released for c in visits)
        result[u] = len(before), len(after), had - has
    return result


def suppressed(case: Plain) -> set[str]:
    there = {p for _, visits in case.released for c in visits for p in c}
    return {p for _, v in case.original for p in v} - there
