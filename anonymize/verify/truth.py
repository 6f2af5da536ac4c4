"""Rule *truth*: released visits stand for visits of the source, each for another, in order, at one of the candidates."""

from dataclasses import dataclass

import numpy as np

from anonymize.verify.case import Case
from anonymize.verify.findings import Rule, Violation, Witness
from anonymize.verify.published import Published
from anonymize.verify.ragged import Ints, spread

__all__ = ["audit", "truth"]


def audit(case: Case) -> tuple[list[Violation], int]:
    """An original trajectory that is released twice would count for two; without an audit, only their number is known."""
    source, s = case.published.source, case.original
    if source is None:
        surplus = len(case.published) - len(s)
        text = f"{len(case.published)} trajectories are released, but there are only {len(s)}"
        return ([Violation(Rule.audit, Witness(), text)] if surplus > 0 else []), max(0, surplus)
    there, times = np.unique(source, return_counts=True)
    twice = there[times > 1]
    return [_released_twice(case, source, int(t)) for t in twice[: case.limit]], len(twice)


def _released_twice(case: Case, source: Ints, t: int) -> Violation:
    names, name = case.names(np.flatnonzero(source == t)), case.original.trajectories[t]
    return Violation(Rule.audit, Witness(released=names, source=(name,)), f"{name} is released {len(names)} times")


@dataclass(slots=True)
class _Pairs:
    """Released trajectories that are still being laid over their sources: the next visit of each."""

    trajectory: Ints
    released: Ints
    released_end: Ints
    visited: Ints
    visited_end: Ints

    def keep(self, which: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> None:
        self.trajectory, self.released, self.released_end = (
            self.trajectory[which],
            self.released[which],
            self.released_end[which],
        )
        self.visited, self.visited_end = self.visited[which], self.visited_end[which]


def truth(case: Case) -> tuple[list[Violation], int]:
    """Lay every released trajectory over its source, each visit as early as possible: exact, and linear in the visits."""
    source, p, s = case.published.source, case.published, case.original
    if source is None:
        return [], 0
    everything = np.arange(len(p), dtype=np.int64)
    ends = p.offsets[1:].copy(), s.offsets[source + 1]
    pairs = _Pairs(everything, p.offsets[:-1].copy(), ends[0], s.offsets[source], ends[1])
    stuck = _lay(case, pairs)
    order = np.argsort(stuck[:, 0], kind="stable")
    return [_untrue(case, int(t), int(visit)) for t, visit in stuck[order][: case.limit]], len(stuck)


def _lay(case: Case, pairs: _Pairs) -> Ints:
    """Rows (released trajectory, its first visit for which no visit of the source is left)."""
    members, places = _members(case.published), len(case.published.places)
    stuck = [np.empty((0, 2), dtype=np.int64)]
    while True:
        pairs.keep(pairs.released < pairs.released_end)
        over = pairs.visited >= pairs.visited_end
        stuck.append(np.stack([pairs.trajectory[over], pairs.released[over]], axis=1))
        pairs.keep(~over)
        if not len(pairs.trajectory):
            return np.concatenate(stuck)
        code = case.published.visit[pairs.released] * places + case.original.place[pairs.visited]
        at = np.searchsorted(members, code)
        pairs.released += members[np.minimum(at, len(members) - 1)] == code
        pairs.visited += 1


def _members(published: Published) -> Ints:
    """Sorted codes of (set, place of it)."""
    sets, at = spread(published.set_offsets[:-1], published.set_offsets[1:])
    return sets * len(published.places) + published.set_place[at]


def _untrue(case: Case, t: int, visit: int) -> Violation:
    p, source = case.published, case.published.source
    name = case.original.trajectories[int(source[t])] if source is not None else ""
    candidates, ordinal = p.candidates(int(p.visit[visit])), visit - int(p.offsets[t]) + 1
    text = f"visit {ordinal} of {p.names[t]} stands for no visit of {name}: none of its candidates comes next there"
    return Violation(Rule.truth, Witness((candidates,), (p.names[t],), (name,)), text)
