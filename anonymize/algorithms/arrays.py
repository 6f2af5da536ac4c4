"""What the kernels work on: flat arrays under names.

Trajectories are sorted by owner, so that the visits of an owner are one block and "another owner than the last one" counts
distinct owners. Groups are numbered by first appearance when a size begins; merging links them to a root.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Data", "Flags", "Floats", "Groups", "Ints"]

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Data(NamedTuple):
    """The dataset T' as it is when a size begins; it stays as it is while groups merge."""

    start: Ints
    """The visits of trajectory t are ``start[t]:start[t + 1]``."""
    lab: Ints
    """The group of each visit."""
    owner: Ints
    """Of each trajectory; ascending."""
    number: Ints
    """Of each trajectory in the dataset: the order of first appearance."""
    block: Ints
    """The visits of owner o are ``block[o]:block[o + 1]``."""
    at: Ints
    """The trajectories that visit group g are ``traj[at[g]:at[g + 1]]``."""
    traj: Ints
    after: Ints
    """The row after the first visit to the group, for each of ``traj``."""


class Groups(NamedTuple):
    """What merges. Entry r describes the merged location if r is a root."""

    root: Ints
    next: Ints
    """The chain of merged groups, from the root; -1 ends it."""
    tail: Ints
    links: Ints
    first: Ints
    """The least group of the chain: its first appearance."""
    support: Ints
    visitors: Ints
    """Entries of ``Data.traj`` in the chain."""
    changed: Flags
    gone: Flags
    x: Floats
    """The sum of the places' coordinates."""
    y: Floats
    places: Ints
    mid_x: Floats
    """The centroid, at the chain's least group; infinite elsewhere, which is never near."""
    mid_y: Floats
    node: Ints
    """The closest common ancestor in the taxonomy."""
    constraint: Ints
    parent: Ints
    """Of each node of the taxonomy."""
    share: Floats
    """Of the leaves that lie below each node."""
    line: Ints
    """Scratch: which nodes are above the node in question."""
    met: Ints
    """Scratch: which owners have been counted."""
    tick: Ints
