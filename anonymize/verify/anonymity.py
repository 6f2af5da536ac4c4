"""Rule *anonymity*: Definition 4 on what was released. A candidate set is a label; equal sets are equal labels."""

from collections.abc import Iterator

import numpy as np

from anonymize.verify.case import Case
from anonymize.verify.findings import Rule, Violation, Witness
from anonymize.verify.holders import Index
from anonymize.verify.ragged import Ints
from anonymize.verify.support import Walks, rare

__all__ = ["anonymity", "rare_selections"]


def anonymity(case: Case) -> tuple[list[Violation], int]:
    """Witnesses for the smallest size at which Definition 4 fails, and how many selections of that size fail."""
    for size in range(1, case.policy.m + 1):
        named, number = np.empty((0, size), dtype=np.int64), 0
        for selections, _ in rare_selections(case, size):
            named = np.concatenate([named, selections[: case.limit - len(named)]])
            number += len(selections)
        if number:
            return _violations(case, named), number
    return [], 0


def rare_selections(case: Case, size: int) -> Iterator[tuple[Ints, Ints]]:
    """Blocks of selections of ``size`` candidate sets that occur and have fewer than k owners, with their support."""
    p = case.published
    if size > int(np.diff(p.offsets).max(initial=0)):
        return
    yield from rare(Walks.of(p.offsets, p.visit, case.owner, size=size), size=size, k=case.policy.k)


def _violations(case: Case, selections: Ints) -> list[Violation]:
    p = case.published
    index = Index.of(p.offsets, np.arange(len(p.visit), dtype=np.int64), p.visit)
    rows, trajectories = (np.concatenate(part) for part in zip(*index.holders(selections), strict=True))
    return [_violation(case, selection, trajectories[rows == i]) for i, selection in enumerate(selections)]


def _violation(case: Case, selection: Ints, holders: Ints) -> Violation:
    places = tuple(case.published.candidates(int(c)) for c in selection)
    owners = case.owner_names(holders)
    said = ", ".join("{" + ", ".join(c) + "}" if len(c) > 1 else c[0] for c in places)
    text = f"({said}) is released for {len(owners)} by {case.policy.unit.value}; the policy asks for {case.policy.k}"
    return Violation(Rule.anonymity, Witness(places, case.names(holders), (), owners), text)
