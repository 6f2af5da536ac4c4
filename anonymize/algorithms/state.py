"""The fast engine between two sizes: which group each place is in, and what the kernels need to go on."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anonymize.algorithms.arrays import Data, Groups
from baquara.sequences import SUPPRESSED, Constraints, Places, Policy, Sequences, Taxonomy

__all__ = ["State", "below", "in_turn"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def below(parent: Ints) -> Ints:
    """For each node of a tree, the number of leaves below it; a leaf has itself.

    >>> below(np.array([-1, 0, 1, 1, 0])).tolist()
    [3, 2, 1, 1, 1]
    """
    leaf = np.ones(len(parent), dtype=np.int64)
    leaf[parent[parent >= 0]] = 0
    count, up = np.zeros(len(parent), dtype=np.int64), np.flatnonzero(leaf)
    while len(up):
        count += np.bincount(up, minlength=len(parent))
        up = parent[up]
        up = up[up >= 0]
    return count


def in_turn(support: NDArray[np.int32], first: NDArray[np.int32], positions: NDArray[np.int32]) -> NDArray[np.intp]:
    """The order of line 3: by support, then by trajectory, then by position of the first location, the second, …

    Columns are packed into as few 64-bit words as they fit.

    >>> two = np.array([[0, 3], [0, 1], [0, 2]], dtype=np.int32)
    >>> in_turn(np.array([2, 1, 1], dtype=np.int32), np.array([0, 7, 7], dtype=np.int32), two).tolist()
    [1, 2, 0]
    """
    words, room = [np.zeros(len(support), dtype=np.int64)], 1 << 62
    for column in (support, first, *positions.T):
        radix = int(column.max(initial=0)) + 1
        if radix > room:
            words, room = [np.zeros(len(support), dtype=np.int64), *words], 1 << 62
        words[0] = words[0] * radix + column
        room //= radix
    return np.argsort(words[0]) if len(words) == 1 else np.lexsort(words)


@dataclass(slots=True)
class State:
    """Places in groups. Group g is what ``group == g``; groups are numbered by first appearance; -1 is in no group."""

    place: NDArray[np.int32]
    """Of each visit; trajectories sorted by owner."""
    start: Ints
    owner: NDArray[np.int32]
    number: NDArray[np.int32]
    group: Ints
    """Of each place."""
    x: Floats
    """Of each group, the sum of its places' coordinates, added as they merged."""
    y: Floats
    places: NDArray[np.int32]
    node: NDArray[np.int32]
    constraint: NDArray[np.int32]
    parent: NDArray[np.int32]
    share: Floats
    _current: tuple[Data, Groups] | None = None

    @classmethod
    def of(
        cls,
        sequences: Sequences,
        places: Places,
        policy: Policy,
        rows: NDArray[np.bool_],
        taxonomy: Taxonomy | None,
        constraints: Constraints | None,
    ) -> "State":
        """Every place with a visit among ``rows`` is a group of its own."""
        owner = sequences.owners(policy.unit)
        order = np.argsort(owner, kind="stable")
        lengths = np.add.reduceat(np.append(rows, False), sequences.offsets[:-1], dtype=np.int64)
        lengths[np.diff(sequences.offsets) == 0] = 0
        seen = np.flatnonzero(np.bincount(sequences.place[rows], minlength=len(sequences.places)))
        group = np.full(len(sequences.places), SUPPRESSED, dtype=np.int64)
        group[seen] = np.arange(len(seen))
        zero = np.zeros(len(seen), dtype=np.int32)
        parent = np.array([-1]) if taxonomy is None else taxonomy.parent
        leaves = below(parent)
        return cls(
            place=_reorder(sequences.place, rows, sequences.offsets, order),
            start=np.append(0, np.cumsum(lengths[order])),
            owner=owner[order].astype(np.int32),
            number=order.astype(np.int32),
            group=group,
            x=places.x[seen].astype(np.float64),
            y=places.y[seen].astype(np.float64),
            places=zero + np.int32(1),
            node=zero if taxonomy is None else taxonomy.leaf[seen].astype(np.int32),
            constraint=zero if constraints is None else constraints.of[seen].astype(np.int32),
            parent=parent.astype(np.int32),
            share=leaves / leaves.max(initial=1),
        )

    def begin(self) -> tuple[Data, Groups]:
        """The dataset as the groups stand, for kernels; made anew only if they have changed."""
        self._current = self._current or self._made()
        return self._current

    def _made(self) -> tuple[Data, Groups]:
        from anonymize.algorithms.search import postings

        n = len(self.x)
        lab = self.group[self.place].astype(np.int32)
        if (lab < 0).any():
            self._drop(lab >= 0)
            lab = lab[lab >= 0]
        start = self.start.astype(np.int32)
        at, traj, after, support = postings(start, lab, self.owner, n)
        owners = int(self.owner.max(initial=-1)) + 1
        block = start[np.searchsorted(self.owner, np.arange(owners + 1))]
        own = np.arange(n, dtype=np.int32)
        groups = Groups(
            root=own.copy(),
            next=np.full(n, -1, dtype=np.int32),
            tail=own.copy(),
            links=np.ones(n, dtype=np.int32),
            first=own.copy(),
            support=support,
            visitors=np.diff(at),
            changed=np.zeros(n, dtype=np.bool_),
            gone=np.zeros(n, dtype=np.bool_),
            x=self.x,
            y=self.y,
            places=self.places,
            mid_x=self.x / self.places,
            mid_y=self.y / self.places,
            node=self.node,
            constraint=self.constraint,
            parent=self.parent,
            share=self.share,
            line=np.zeros(len(self.parent), dtype=np.int32),
            met=np.zeros(owners, dtype=np.int32),
            tick=np.zeros(1, dtype=np.int32),
        )
        return Data(start, lab, self.owner, self.number, block, at, traj, after), groups

    def end(self, g: Groups) -> None:
        """The groups as the kernels left them, numbered anew by first appearance."""
        if not (g.changed.any() or g.gone.any()):
            return
        self._current = None
        live = np.flatnonzero((g.root == np.arange(len(g.root))) & ~g.gone)
        live = live[np.argsort(g.first[live])]
        new = np.full(len(g.root) + 1, SUPPRESSED, dtype=np.int64)
        new[live] = np.arange(len(live))
        self.group = new[np.append(g.root, -1)[self.group]]
        self.x, self.y, self.places = g.x[live], g.y[live], g.places[live]
        self.node, self.constraint = g.node[live], g.constraint[live]

    def _drop(self, keep: NDArray[np.bool_]) -> None:
        """Forget visits; trajectories stay, perhaps empty."""
        self.place = self.place[keep]
        self.start = np.append(0, np.cumsum(keep))[self.start]


def _reorder(place: Ints, rows: NDArray[np.bool_], offsets: Ints, order: Ints) -> NDArray[np.int32]:
    """The kept visits, trajectory by trajectory in the given order."""
    lengths = np.diff(offsets)[order]
    ends = np.cumsum(lengths)
    row = np.arange(len(place)) + np.repeat(offsets[order] - (ends - lengths), lengths)
    kept: NDArray[np.int32] = place[row][rows[row]].astype(np.int32)
    return kept
