"""What an attacker searches: traces of owners, each visit a set of kinds of places."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anonymize.verify import Published
from anonymize.verify.kinds import Kinds
from anonymize.verify.ragged import changes, spread
from baquara.errors import BadInput
from baquara.sequences import Sequences, Unit

__all__ = ["Ints", "Traces", "audited"]

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Traces:
    """Traces sorted by owner. Visit i is of set ``visit[i]``, whose kinds are ``kind[set_offsets[c]:set_offsets[c + 1]]``.

    Where every set has one kind, it has the number of that kind. ``kind_of_place`` is -1 for a place that nothing in the data can be.
    """

    owner: Ints
    offsets: Ints
    visit: Ints
    set_offsets: Ints
    kind: Ints
    kind_of_place: Ints

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

    @property
    def kinds(self) -> int:
        """Kinds are numbered below this."""
        return int(self.kind.max(initial=-1)) + 1

    def by_kind(self) -> tuple[Ints, Ints]:
        """Traces by kind: kind x occurs in rows ``lists[x]`` to ``lists[x + 1]`` of the second column, ascending."""
        visit, at = spread(self.set_offsets[self.visit], self.set_offsets[self.visit + 1])
        held, trace = self.kind[at], self._trace()[visit]
        order = np.argsort(held, kind="stable")
        held, trace = held[order], trace[order]
        once = changes(held) | changes(trace)
        return np.searchsorted(held[once], np.arange(self.kinds + 1)), trace[once]

    def by_pair(self) -> tuple[int, Ints, Ints, Ints, Ints]:
        """Visits by their own kind and that of the next: number of kinds, pairs, lists, visits and their traces."""
        trace = self._trace()
        first = np.flatnonzero(~changes(trace)) - 1
        row, at = spread(self.set_offsets[self.visit[first]], self.set_offsets[self.visit[first] + 1])
        following = self.visit[first[row] + 1]
        both, next_at = spread(self.set_offsets[following], self.set_offsets[following + 1])
        key, spot = self.kind[at[both]] * self.kinds + self.kind[next_at], first[row[both]]
        order = np.argsort(key, kind="stable")
        key, spot = key[order], spot[order]
        start = np.flatnonzero(changes(key))
        return self.kinds, key[start], np.append(start, len(key)), spot, trace[spot]

    def _trace(self) -> Ints:
        return spread(self.offsets[:-1], self.offsets[1:])[0]

    @classmethod
    def _of(
        cls, owner: Ints, offsets: Ints, visit: Ints, set_offsets: Ints, kind: Ints, kind_of_place: Ints
    ) -> "Traces":
        order = np.argsort(owner, kind="stable")
        _, at = spread(offsets[order], offsets[order + 1])
        offsets = np.concatenate([[0], np.cumsum(np.diff(offsets)[order])]).astype(np.int64)
        visit, kind = visit[at], np.array(kind)
        if len(kind) == len(set_offsets) - 1:
            visit, set_offsets, kind = kind[visit], np.arange(len(kind) + 1), np.arange(len(kind))
        return cls(owner[order], offsets, visit, set_offsets, kind, kind_of_place)


def audited(published: Published) -> Ints:
    """The source of each released trajectory."""
    if published.source is None:
        raise BadInput("an attack is measured against the truth: the release needs its audit")
    return published.source
