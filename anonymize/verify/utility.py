"""Rules *constraints* and *suppression*: Definition 10, and how much is missing."""

import numpy as np

from anonymize.verify.case import Case
from anonymize.verify.findings import ConstraintCount, Counts, Rule, Violation, Witness
from anonymize.verify.kinds import Kinds
from anonymize.verify.ragged import Ints, distinct, spread
from baquara.errors import BadInput
from baquara.sequences import Constraints

__all__ = ["constraints", "counts", "suppression"]

_NONE = -1


def constraints(case: Case, given: Constraints | None) -> tuple[list[Violation], int, tuple[ConstraintCount, ...]]:
    """Sets that span two constraints; and, where none does, constraints whose visitors changed without suppression."""
    if given is None:
        return [], 0, ()
    if len(given.of) != len(case.original.places):
        raise BadInput(f"the constraints speak of {len(given.of)} places, the original has {len(case.original.places)}")
    of_place = np.full(len(case.published.places), _NONE, dtype=np.int64)
    of_place[: len(given.of)] = given.of
    spanning = _spanning(case, of_place)
    if len(spanning):
        return [_spans(case, given, of_place, int(c)) for c in spanning[: case.limit]], len(spanning), ()
    rows = _visitors(case, given, of_place[case.published.set_place[case.published.set_offsets[:-1]]])
    wrong = [
        r for r in rows if r.visits_suppressed < 0 or (not r.visits_suppressed and r.owners_before != r.owners_after)
    ]
    return [_changed(r) for r in wrong[: case.limit]], len(wrong), rows


def _spanning(case: Case, of_place: Ints) -> Ints:
    """Candidate sets with places of several constraints, or with a place of none."""
    p = case.published
    of = of_place[p.set_place]
    sets, _ = spread(p.set_offsets[:-1], p.set_offsets[1:])
    return np.unique(sets[(of != of[p.set_offsets[sets]]) | (of == _NONE)])


def _spans(case: Case, given: Constraints, of_place: Ints, c: int) -> Violation:
    p = case.published
    places = p.set_place[p.set_offsets[c] : p.set_offsets[c + 1]]
    held = [given.names[u] if u != _NONE else "no constraint" for u in np.unique(of_place[places])]
    example = case.names(np.searchsorted(p.offsets, np.flatnonzero(p.visit == c)[:1], side="right") - 1)
    text = f"candidates of {example[0]} belong to {' and '.join(held)}: {', '.join(p.candidates(c))}"
    return Violation(Rule.constraints, Witness((p.candidates(c),), example), text)


def _visitors(case: Case, given: Constraints, of_set: Ints) -> tuple[ConstraintCount, ...]:
    s, p, n = case.original, case.published, len(given.names)
    before, after = given.of[s.place], of_set[p.visit]
    owners_before = _owners(before, s.offsets, s.owners(case.policy.unit), n)
    owners_after = _owners(after, p.offsets, case.owner, n)
    missing = np.bincount(before, minlength=n) - np.bincount(after, minlength=n)
    columns = zip(given.names, owners_before.tolist(), owners_after.tolist(), missing.tolist(), strict=True)
    return tuple(ConstraintCount(*row) for row in columns)


def _owners(label: Ints, offsets: Ints, owner: Ints, labels: int) -> Ints:
    """For each label, how many distinct owners have a visit with it."""
    trajectory, _ = spread(offsets[:-1], offsets[1:])
    width = int(owner.max(initial=0)) + 1
    return np.bincount(distinct(label * width + owner[trajectory]) // width, minlength=labels)


def _changed(row: ConstraintCount) -> Violation:
    text = f"{row.constraint}: visited by {row.owners_before} before and {row.owners_after} after"
    if row.visits_suppressed < 0:
        text += f", with {-row.visits_suppressed} visits that nobody made"
    return Violation(Rule.constraints, Witness(places=((row.constraint,),)), text)


def counts(case: Case, rows: tuple[ConstraintCount, ...]) -> Counts:
    """How much was there, and how much is left."""
    s, p = case.original, case.published
    return Counts(
        trajectories=len(s),
        trajectories_released=len(p),
        owners_released=len(distinct(case.owner)),
        visits=len(s.place),
        visits_released=len(p.visit),
        places=len(distinct(s.place)),
        places_suppressed=len(_suppressed(case)),
        sets=p.set_count,
        sets_overlap=Kinds.of(p).overlap(),
        constraints=rows,
    )


def suppression(case: Case) -> tuple[list[Violation], int]:
    """More than delta percent of the visited places are in no candidate set."""
    gone, visited = _suppressed(case), len(distinct(case.original.place))
    if 100.0 * len(gone) <= case.policy.delta * visited:
        return [], 0
    names = tuple((case.original.places[int(p)],) for p in gone)
    text = f"{len(gone)} of {visited} places are suppressed, {100 * len(gone) / visited:.4g} percent; "
    text += f"the policy allows {case.policy.delta:g}"
    return [Violation(Rule.suppression, Witness(places=names[: case.limit]), text)], 1


def _suppressed(case: Case) -> Ints:
    return np.setdiff1d(distinct(case.original.place), case.published.set_place)
