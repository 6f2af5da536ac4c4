"""What an attacker searches: traces of owners, each visit a set of kinds of places, with lists of who has which kind."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anonymize.verify import Published
from anonymize.verify.kinds import Kinds
from anonymize.verify.ragged import changes, spread
from baquara.errors import BadInput
from baquara.sequences import Sequences, Unit

__all__ = ["Ints", "Traces"]

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Traces:
    """Traces sorted by owner. Visit i is of set ``visit[i]``, whose kinds are ``kind[set_offsets[c]:set_offsets[c + 1]]``.

    ``kind_of_place`` is -1 for a place that nothing in the data can be. ``having[having_offsets[x]:having_offsets[x + 1]]``
    are the traces in which kind x occurs, ascending, so the traces of an owner follow one another.
    """

    owner: Ints
    offsets: Ints
    visit: Ints
    set_offsets: Ints
    kind: Ints
    kind_of_place: Ints
    having_offsets: Ints
    having: Ints

    @classmethod
    def before(cls, original: Sequences, unit: Unit) -> "Traces":
        """The original: each trajectory a trace, each place a kind of its own."""
        return cls.singles(original.owners(unit), original.offsets, original.place, len(original.places))

    @classmethod
    def singles(cls, owner: Ints, offsets: Ints, place: Ints, places: int) -> "Traces":
        """Traces of places as they are."""
        itself = np.arange(places + 1, dtype=np.int64)
        return cls._of(owner, offsets, place, itself, itself[:-1], itself[:-1])

    @classmethod
    def after(cls, original: Sequences, published: Published, unit: Unit) -> "Traces":
        """The release: each released trajectory a trace. The audit says whose it is; without one nothing can be measured."""
        kinds = Kinds.of(published)
        owner = original.owners(unit)[audited(published)]
        return cls._of(owner, published.offsets, published.visit, kinds.offsets, kinds.kind, kinds.of_place)

    def recut(self, owner: Ints, offsets: Ints, visit: Ints) -> "Traces":
        """Other traces of the same sets."""
        return self._of(owner, offsets, visit, self.set_offsets, self.kind, self.kind_of_place)

    @classmethod
    def _of(
        cls, owner: Ints, offsets: Ints, visit: Ints, set_offsets: Ints, kind: Ints, kind_of_place: Ints
    ) -> "Traces":
        order = np.argsort(owner, kind="stable")
        _, at = spread(offsets[order], offsets[order + 1])
        offsets = np.concatenate([[0], np.cumsum(np.diff(offsets)[order])]).astype(np.int64)
        visit = visit[at]
        having = _having(offsets, visit, set_offsets, kind)
        return cls(owner[order], offsets, visit, set_offsets, kind, kind_of_place, *having)


def audited(published: Published) -> Ints:
    """The source of each released trajectory."""
    if published.source is None:
        raise BadInput("an attack is measured against the truth: the release needs its audit")
    return published.source


def _having(offsets: Ints, visit: Ints, set_offsets: Ints, kind: Ints) -> tuple[Ints, Ints]:
    trace, _ = spread(offsets[:-1], offsets[1:])
    row, at = spread(set_offsets[visit], set_offsets[visit + 1])
    held, trace = kind[at], trace[row]
    order = np.argsort(held, kind="stable")
    held, trace = held[order], trace[order]
    new = changes(held) | changes(trace)
    kinds = int(kind.max(initial=-1)) + 1
    return np.searchsorted(held[new], np.arange(kinds + 1)), trace[new]
