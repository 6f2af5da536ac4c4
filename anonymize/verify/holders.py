"""Who holds a given ordered selection of labels: an index of visits by label."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from anonymize.verify.ragged import Ints, distinct, runs, spread

__all__ = ["Index"]

_JOIN_ROWS = 4_000_000


@dataclass(frozen=True, slots=True)
class Index:
    """Visits sorted by label, then by number; a visit may carry several labels, so candidate sets may overlap.

    ``code`` is ``label * (visits + 1) + visit``; ``heads`` are the codes of the first visit of each trajectory for
    each label.
    """

    offsets: Ints
    visits: int
    code: Ints
    heads: Ints

    @classmethod
    def of(cls, offsets: Ints, visit: Ints, label: Ints) -> "Index":
        """From pairs of a visit and a label that it carries; ``offsets`` cut visits into trajectories."""
        visits = int(offsets[-1])
        code = distinct(label * (visits + 1) + visit)
        label, visit = code // (visits + 1), code % (visits + 1)
        trajectory = np.searchsorted(offsets, visit, side="right")
        again = (np.diff(label, prepend=-1) == 0) & (np.diff(trajectory, prepend=-1) == 0)
        return cls(offsets, visits, code, code[~again])

    def holders(self, selections: Ints) -> Iterator[tuple[Ints, Ints]]:
        """In chunks, (row of ``selections``, trajectory that holds it in order), each pair once; rows ascend.

        >>> index = Index.of(np.array([0, 2, 4]), np.arange(4), np.array([5, 6, 6, 5]))
        >>> [(r.tolist(), t.tolist()) for r, t in index.holders(np.array([[5, 6], [6, 7], [6, 5], [5, 5]]))]
        [([0, 2], [0, 1])]
        """
        width = self.visits + 1
        start = np.searchsorted(self.heads, selections[:, 0] * width)
        stop = np.searchsorted(self.heads, (selections[:, 0] + 1) * width)
        for a, b in runs(np.cumsum(stop - start) // _JOIN_ROWS):
            row, at = spread(start[a:b], stop[a:b])
            yield self._follow(selections, row + a, self.heads[at] % width)

    def _follow(self, selections: Ints, row: Ints, visit: Ints) -> tuple[Ints, Ints]:
        """Go on from the first label to the others, always to the next visit that carries it."""
        width = self.visits + 1
        trajectory = np.searchsorted(self.offsets, visit, side="right") - 1
        codes = np.append(self.code, np.iinfo(np.int64).max)
        for column in range(1, selections.shape[1]):
            label = selections[row, column]
            found = codes[np.searchsorted(self.code, label * width + visit + 1)]
            good = (found // width == label) & (found % width < self.offsets[trajectory + 1])
            row, trajectory, visit = row[good], trajectory[good], found[good] % width
        return row, trajectory
