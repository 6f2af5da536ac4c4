"""SeqAnon_F, fast: the release of :mod:`anonymize.reference.seqanon_f`, whose header has the paper and the differences."""

from anonymize.algorithms.engine import generalize, require
from anonymize.algorithms.release import cut, release, turns
from anonymize.algorithms.state import State
from baquara.progress import Progress, Silent
from baquara.sequences import Constraints, Places, Policy, Released, Sequences, Taxonomy

__all__ = ["run"]


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
    """A k^m-anonymous release; taxonomy and constraints are not used."""
    keep, notes = cut(sequences, policy, suppress=suppress)
    state, sizes = State.of(sequences, places, policy, keep, None, None), turns(sequences, policy, keep)
    generalize(state, policy.k, [*sizes[-1:], *sizes[:-1]], progress or Silent())
    require(state, policy.k, sizes)
    return release(sequences, policy, state.group, keep, notes)
