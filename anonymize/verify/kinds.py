"""Places that no release can tell apart: those which are candidates of exactly the same sets."""

from dataclasses import dataclass

import numpy as np

from anonymize.verify.published import Published
from anonymize.verify.ragged import Ints, runs, spread

__all__ = ["Kinds"]


@dataclass(frozen=True, slots=True)
class Kinds:
    """The kind of each place (-1: in no set), and the kinds that each candidate set is made of.

    Where sets are disjoint, kinds and sets are the same thing. A place fits a visit if and only if its kind is one of
    the visit's set.

    >>> from baquara.sequences import Sequences
    >>> original = Sequences.of([("ana", "abcd"), ("rui", "xc")])
    >>> kinds = Kinds.of(Published.of([("r1", ["abc"]), ("r2", ["cx"])], original))
    >>> kinds.of_place.tolist(), kinds.offsets.tolist(), kinds.kind.tolist()
    ([0, 0, 1, -1, 2], [0, 2, 4], [0, 1, 1, 2])
    """

    of_place: Ints
    offsets: Ints
    kind: Ints

    @classmethod
    def of(cls, published: Published) -> "Kinds":
        """Work and memory are the sum of the sizes of the distinct sets."""
        sets, at = spread(published.set_offsets[:-1], published.set_offsets[1:])
        place = published.set_place[at]
        of_place = _numbered(place, sets, len(published.places))
        pairs = np.unique(np.stack([sets, of_place[place]]), axis=1)
        return cls(of_place, np.searchsorted(pairs[0], np.arange(published.set_count + 1)), pairs[1])

    def overlap(self) -> bool:
        """Whether any two sets share a place."""
        return len(np.unique(self.kind)) < len(self.kind)


def _numbered(place: Ints, sets: Ints, places: int) -> Ints:
    """Places with the same sets get the same number, in order of the places."""
    order = np.argsort(place, kind="stable")
    place, sets = place[order], sets[order]
    number: dict[bytes, int] = {}
    of_place = np.full(places, -1, dtype=np.int64)
    for a, b in runs(place):
        of_place[place[a]] = number.setdefault(sets[a:b].tobytes(), len(number))
    return of_place
