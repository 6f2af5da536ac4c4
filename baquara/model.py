"""Frozen values that the stages exchange: fixes and movement segments, each one ragged table.

Definitions 1 to 3 of Baquara² (Fileto et al., 2015):

=====================  ==========================================================  ===================
paper                  here                                                        unit
=====================  ==========================================================  ===================
MOPS, ``PS``           the rows of one moving object in :class:`Fixes`
``p_i = (i, geom, t)`` one row: ``lon``, ``lat``, ``begin``, ``end``               degrees, µs UTC
``ms``                 one row of :class:`Segments`
``type``               ``kind`` (:class:`Kind`)
``p_i, p_j``           ``first``, ``last`` (both inclusive)                        row of ``Fixes``
``ts = [b, e]``        ``begin``, ``end``                                          µs UTC
``father, prev, next`` row of ``Segments``, or -1
``level, ord``         the same; ``ord`` starts at 1
=====================  ==========================================================  ===================
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

__all__ = ["NONE", "Fixes", "Kind", "Segments"]

NONE = -1
"""No father, no previous or no next segment."""


class Kind(IntEnum):
    """The type of a movement segment. The name is the local name of its class in the ontology."""

    Trail = 0
    Stop = 1
    Move = 2


@dataclass(frozen=True, slots=True)
class Fixes:
    """Positions of many moving objects, sorted by moving object and time: columns plus offsets.

    The positions of ``moving_objects[m]`` are the rows ``offsets[m]:offsets[m + 1]``. Within one
    moving object ``begin`` rises strictly and no two positions overlap in time.

    >>> f = Fixes.of([("ana", 0, 0, -43.2, -22.9), ("ana", 60, 60, -43.2, -22.9), ("rui", 5, 9, -43.1, -22.8)])
    >>> f.moving_objects, f.offsets.tolist(), len(f)
    (('ana', 'rui'), [0, 2, 3], 3)
    """

    moving_objects: tuple[str, ...]
    offsets: NDArray[np.int64]
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    utc_offset_min: NDArray[np.int16]
    lon: NDArray[np.float64]
    lat: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.begin)

    @classmethod
    def of(cls, rows: list[tuple[str, int, int, float, float]]) -> "Fixes":
        """Fixes from ``(moving object, begin s, end s, lon, lat)`` in any order, at UTC. For examples and tests."""
        rows = sorted(rows)
        names = sorted({row[0] for row in rows})
        counts = [sum(row[0] == name for row in rows) for name in names]
        return cls(
            moving_objects=tuple(names),
            offsets=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            begin=np.array([row[1] * 1_000_000 for row in rows], dtype=np.int64),
            end=np.array([row[2] * 1_000_000 for row in rows], dtype=np.int64),
            utc_offset_min=np.zeros(len(rows), dtype=np.int16),
            lon=np.array([row[3] for row in rows], dtype=np.float64),
            lat=np.array([row[4] for row in rows], dtype=np.float64),
        )


@dataclass(frozen=True, slots=True)
class Segments:
    """Movement segments hierarchies of many moving objects, one row a segment.

    Rows are in preorder: by moving object, by trail, a father before its children, siblings in time
    order. So ``father[i] < i``. The roots are trails (level 0); their ``ord``, ``prev`` and ``next``
    run over the trails of the same moving object.
    """

    kind: NDArray[np.int8]
    level: NDArray[np.int16]
    ord: NDArray[np.int64]
    father: NDArray[np.int64]
    prev: NDArray[np.int64]
    next: NDArray[np.int64]
    moving_object: NDArray[np.int64]
    """Index into ``Fixes.moving_objects``."""
    first: NDArray[np.int64]
    last: NDArray[np.int64]
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    lon: NDArray[np.float64]
    """Centroid of a stop; NaN for trails and moves."""
    lat: NDArray[np.float64]
    area: NDArray[np.int64]
    """Index of the given polygon that a stop lies in, or -1."""

    def __len__(self) -> int:
        return len(self.kind)
