"""Stage 2: fixes become movement segments hierarchies (Definitions 1 to 3 of Baquara², Fileto et al., 2015).

:func:`segment` is the fast one, :func:`segment_reference` the obvious one; both give the same rows, bit by bit.
docs/segment.md says what a trail, a stop and a move are.

>>> from baquara.model import Fixes, Kind
>>> home = [("ana", 60 * minute, 60 * minute, -43.20, -22.90) for minute in range(0, 40, 5)]
>>> away = [("ana", 60 * minute, 60 * minute, -43.10, -22.90) for minute in range(60, 100, 5)]
>>> s = segment(Fixes.of(home + away), Plan())
>>> [Kind(k).name for k in s.kind], s.father.tolist(), s.ord.tolist()
(['Trail', 'Stop', 'Move', 'Stop'], [-1, 0, 0, 0], [1, 1, 2, 3])
"""

from baquara.segment.fast import segment
from baquara.segment.geometry import hull, hull_wkt, line_wkt, path_length_m
from baquara.segment.plan import Areas, Plan, Scale
from baquara.segment.reference import segment_reference

__all__ = [
    "Areas",
    "Plan",
    "Scale",
    "hull",
    "hull_wkt",
    "line_wkt",
    "path_length_m",
    "segment",
    "segment_reference",
]
