"""The loop that the fast algorithms share: line 2 of each, and lines 3 to 8 by kernels.

What differs between them is data, not code: SeqAnon is SD-SeqAnon with a taxonomy of one node (SD is 1) and U-SeqAnon with one
constraint (a partner is always left, because what no merging can protect has been cut before).

Why the output is that of the reference: line 3 finds the same subtrajectories and sorts them by the same unique keys; a
support that was counted in line 3 holds until something in s merges; a support test that stops at k answers the same question;
a subtrajectory that had k supporters once has them for good.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from anonymize.algorithms.arrays import Data, Flags, Groups, Ints
from anonymize.algorithms.state import State, in_turn
from baquara.errors import BaquaraError
from baquara.progress import Progress

__all__ = ["Gone", "generalize", "low_support", "require"]

_CHUNK = 1 << 18
_FLAGS, _KNOWN = 1 << 28, 1 << 18
Found = tuple[Ints, Ints, Flags]


class Gone(NamedTuple):
    """A suppressed location of U-SeqAnon: its places, the size in turn, and s as its first places and their numbers."""

    places: NDArray[np.int64]
    constraint: int
    size: int
    s: tuple[tuple[int, int], ...]
    support: int


def generalize(state: State, k: int, sizes: Iterable[int], progress: Progress) -> list[Gone]:
    """Lines 2 to 8 (2 to 14 of U-SeqAnon): the state changes; what was suppressed is returned, in order."""
    gone: list[Gone] = []
    for size in sizes:
        data, groups = state.begin()
        found = low_support(data, groups.support, size, k)
        progress.start(f"subtrajectories of size {size}", len(found[0]))
        gone += _heal(state, data, groups, found, k, progress)
        state.end(groups)
    return gone


def low_support(data: Data, support: Ints, size: int, k: int) -> Found:
    """Line 3: the subtrajectories of that size with support below k, in order, their supports, and flags of the others."""
    from anonymize.algorithms.search import embed, rare

    many = len(support) ** size
    safe = np.zeros(many if many <= _FLAGS else 0, dtype=np.bool_)
    if size == 1:
        low = np.flatnonzero(support < k).astype(np.int32)
        first = np.minimum.reduceat(data.number[data.traj], data.at[:-1])[low] if len(low) else low
        s, count = low[:, None], support[low]
    else:
        s, count, first = rare(data, size, k, safe)
    where = np.empty(len(data.number), dtype=np.int32)
    where[data.number] = np.arange(len(where), dtype=np.int32)
    turn = in_turn(count, first, embed(data, s, where[first]))
    return np.ascontiguousarray(s[turn]), count[turn], safe


def require(state: State, k: int, sizes: Iterable[int]) -> None:
    """Definition 4 holds for the groups as they stand."""
    from anonymize.algorithms.search import rare

    data, groups = state.begin()
    none = np.zeros(0, dtype=np.bool_)
    if any((groups.support < k).any() if size == 1 else len(rare(data, size, k, none)[0]) for size in sizes):
        raise BaquaraError(
            f"the recoded dataset has subtrajectories with fewer than {k} supporters; please report this"
        )


def _heal(
    state: State,
    data: Data,
    groups: Groups,
    found: Found,
    k: int,
    progress: Progress,
) -> list[Gone]:
    from anonymize.algorithms.heal import heal

    S, support, safe = found
    exact = not len(safe) and len(groups.root) ** S.shape[1] < 1 << 62
    known, gone = np.full(_KNOWN if exact else 0, -1, dtype=np.int64), list[Gone]()
    for at in range(0, len(S), _CHUNK):
        part = slice(at, at + _CHUNK)
        roots, why = heal(data, groups, S[part], support[part], k, safe, known)
        for root, row in zip(roots.tolist(), why.tolist(), strict=True):
            gone.append(_gone(state, groups, root, row))
        progress.advance(len(S[part]))
    return gone


def _gone(state: State, groups: Groups, root: int, why: list[int]) -> Gone:
    size = len(why) // 2
    least = [int(np.flatnonzero(state.group == first)[0]) for first in why[:size]]
    return Gone(
        places=np.flatnonzero((state.group >= 0) & (np.append(groups.root, -1)[state.group] == root)),
        constraint=int(groups.constraint[root]),
        size=size,
        s=tuple(zip(least, why[size : 2 * size], strict=True)),
        support=why[-1],
    )
