"""Rule *knowledge*: whatever up to m places somebody in the release visited, in order, they fit k or more, or nobody.

A selection of places fits a released trajectory if there are visits, in order, each of which has the place among its
candidates. **Definition 4 implies this rule**, for candidate sets that overlap as for those that do not: if places fit a
trajectory, the candidate sets of the visits that they fit are a subtrajectory of it, which k owners hold, and
the places fit each of them. So only selections of sets that break Definition 4 can lead to places that break this rule, and
only those are followed here; a release that obeys Definition 4 costs nothing. The converse is false: where sets
overlap, a release may break Definition 4 and yet give this attacker nothing.
"""

from collections.abc import Iterator

import numpy as np

from anonymize.verify.anonymity import rare_selections
from anonymize.verify.case import Case
from anonymize.verify.findings import Rule, Violation, Witness
from anonymize.verify.holders import Index
from anonymize.verify.kinds import Kinds
from anonymize.verify.ragged import Ints, spread

__all__ = ["knowledge"]

_PRODUCT_ROWS = 500
_EMPTY: Ints = np.empty(0, dtype=np.int64)


def knowledge(case: Case) -> list[Violation]:
    """Up to ``case.limit`` witnesses; none if and only if the rule holds."""
    kinds = Kinds.of(case.published)
    release, known = _release_index(case, kinds), _known_index(case, kinds)
    found: dict[tuple[int, ...], Violation] = {}
    for suspects in _suspects(case, kinds):
        selections, knowers = _known(known, suspects)
        for i, holders in _exposed(case, release, selections):
            violation = _violation(case, kinds, selections[i], holders, int(knowers[i]))
            found.setdefault(tuple(selections[i].tolist()), violation)
            if len(found) >= case.limit:
                return list(found.values())
    return list(found.values())


def _release_index(case: Case, kinds: Kinds) -> Index:
    p = case.published
    visit, at = spread(kinds.offsets[p.visit], kinds.offsets[p.visit + 1])
    return Index.of(p.offsets, visit, kinds.kind[at])


def _known_index(case: Case, kinds: Kinds) -> Index:
    """The visits, by kind, of everybody who is in the release; of everybody, where no audit says who is."""
    s = case.original
    owners = s.owners(case.policy.unit)
    inside = np.ones(len(s), dtype=np.bool_) if case.published.source is None else np.isin(owners, case.owner)
    trajectory, visit = spread(s.offsets[:-1], s.offsets[1:])
    kind = kinds.of_place[s.place]
    there = inside[trajectory] & (kind >= 0)
    return Index.of(s.offsets, visit[there], kind[there])


def _suspects(case: Case, kinds: Kinds) -> Iterator[Ints]:
    """Selections of kinds that fit through some selection of sets that too few hold; small chunks, sizes ascending."""
    for size in range(1, case.policy.m + 1):
        for sets, _ in rare_selections(case, size):
            yield from _products(kinds, sets)


def _products(kinds: Kinds, sets: Ints) -> Iterator[Ints]:
    """For each row of sets all rows of kinds, one kind out of each set."""
    width = kinds.offsets[sets + 1] - kinds.offsets[sets]
    total = np.cumsum(np.prod(width, axis=1))
    for start in range(0, int(total[-1]), _PRODUCT_ROWS):
        number = np.arange(start, min(start + _PRODUCT_ROWS, int(total[-1])), dtype=np.int64)
        row = np.searchsorted(total, number, side="right")
        rest = number - np.where(row > 0, total[row - 1], 0)
        columns = []
        for column in range(sets.shape[1]):
            rest, digit = np.divmod(rest, width[row, column])
            columns.append(kinds.kind[kinds.offsets[sets[row, column]] + digit])
        yield np.unique(np.stack(columns, axis=1), axis=0)


def _known(known: Index, selections: Ints) -> tuple[Ints, Ints]:
    """Those selections that somebody really made, and the first trajectory that did."""
    firsts = [(rows[at], t[at]) for rows, t in known.holders(selections) for at in (_first_of_each(rows),)]
    rows, knowers = (np.concatenate(part) for part in zip((_EMPTY, _EMPTY), *firsts, strict=True))
    return selections[rows], knowers


def _first_of_each(rows: Ints) -> Ints:
    return np.unique(rows, return_index=True)[1].astype(np.int64)


def _exposed(case: Case, release: Index, selections: Ints) -> Iterator[tuple[int, Ints]]:
    """Rows of those selections that fit somebody, but fewer than k owners; with the released trajectories that they fit."""
    for row, trajectory in release.holders(selections):
        pairs = np.unique(np.stack([row, case.owner[trajectory]]), axis=1)
        rows, owners = np.unique(pairs[0], return_counts=True)
        for i in rows[owners < case.policy.k]:
            yield int(i), trajectory[row == i]


def _violation(case: Case, kinds: Kinds, selection: Ints, holders: Ints, knower: int) -> Violation:
    s = case.original
    places = _really_visited(kinds.of_place, selection, s.place[s.offsets[knower] : s.offsets[knower + 1]])
    names, owners = tuple((s.places[p],) for p in places), case.owner_names(holders)
    said = ", ".join(name for (name,) in names)
    text = f"who knows that {s.trajectories[knower]} went to ({said}) is left with {len(owners)} of {case.policy.k}"
    return Violation(Rule.knowledge, Witness(names, case.names(holders), (s.trajectories[knower],), owners), text)


def _really_visited(of_place: Ints, selection: Ints, visits: Ints) -> list[int]:
    places: list[int] = []
    for p in visits:
        if len(places) < len(selection) and of_place[p] == selection[len(places)]:
            places.append(int(p))
    return places
