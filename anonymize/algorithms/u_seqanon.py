"""U-SeqAnon, fast: the release of :mod:`anonymize.reference.u_seqanon`, whose header has the paper and the differences."""

import numpy as np

from anonymize.algorithms.engine import Gone, generalize, require
from anonymize.algorithms.release import release, turns
from anonymize.algorithms.state import State
from baquara.errors import BadInput, CannotMeet
from baquara.progress import Progress, Silent
from baquara.sequences import Constraints, Places, Policy, Released, Sequences, Taxonomy

__all__ = ["check", "notes", "run"]


def run(
    sequences: Sequences,
    places: Places,
    policy: Policy,
    *,
    taxonomy: Taxonomy | None = None,
    constraints: Constraints | None = None,
    suppress: bool = True,
    progress: Progress | None = None,
) -> Released:
    """A k^m-anonymous release that satisfies the constraints; the taxonomy is not used."""
    if constraints is None:
        raise BadInput("u-seqanon needs utility constraints")
    keep = np.ones(len(sequences.place), dtype=np.bool_)
    state, sizes = State.of(sequences, places, policy, keep, None, constraints), turns(sequences, policy, keep)
    gone = generalize(state, policy.k, sizes, progress or Silent())
    check(sequences, policy, constraints, gone, suppress=suppress)
    require(state, policy.k, sizes)
    return release(sequences, policy, state.group, keep, notes(sequences, constraints, gone))


def check(sequences: Sequences, policy: Policy, constraints: Constraints, gone: list[Gone], *, suppress: bool) -> None:
    """Lines 11 and 12: not more than delta percent suppressed, or nothing at all without ``suppress``."""
    total, L, many = 0, len(sequences.places), sum(len(g.places) for g in gone)
    for g in gone:
        total += len(g.places)
        if 100 * total > policy.delta * L or not suppress:
            raise CannotMeet(
                _exceeded(sequences, policy, constraints.names[g.constraint], g, total, many, suppress=suppress)
            )


def notes(sequences: Sequences, constraints: Constraints, gone: list[Gone]) -> list[str]:
    """One note for each suppressed location."""
    visits = np.bincount(sequences.place, minlength=len(sequences.places))
    return [
        f"suppressed constraint {constraints.names[g.constraint]}: {len(g.places)} places, {visits[g.places].sum()} visits"
        for g in gone
    ]


def _exceeded(
    sequences: Sequences, policy: Policy, name: str, g: Gone, total: int, many: int, *, suppress: bool
) -> str:
    L = len(sequences.places)
    s = ", ".join(sequences.places[p] + (f" and {n - 1} more" if n > 1 else "") for p, n in g.s)
    limit = f"more than {policy.delta:g} percent" if suppress else "and suppression is off"
    ways = [f"m = {g.size - 1}"] * (g.size > 1) + [f"delta = {100 * many / L:g}" if suppress else "suppression"]
    return (
        f"constraint {name} cannot be satisfied: ({s}) has {g.support} supporters of {policy.k} when all of {name} "
        f"is merged, and to suppress it makes {total} of {L} places, {limit}. What would do: {', or '.join(ways)}"
    )
