"""SD-SeqAnon, fast: the release of :mod:`anonymize.reference.sd_seqanon`, whose header has the paper and the differences."""

from anonymize.algorithms.engine import generalize, require
from anonymize.algorithms.release import cut, release, turns
from anonymize.algorithms.state import State
from baquara.errors import BadInput
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
    """A k^m-anonymous release; constraints are not used."""
    if taxonomy is None:
        raise BadInput("sd-seqanon needs a taxonomy of the places")
    keep, notes = cut(sequences, policy, suppress=suppress)
    state, sizes = State.of(sequences, places, policy, keep, taxonomy, None), turns(sequences, policy, keep)
    generalize(state, policy.k, sizes, progress or Silent())
    require(state, policy.k, sizes)
    return release(sequences, policy, state.group, keep, notes)
