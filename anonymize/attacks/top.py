"""An attacker who knows the two places where somebody goes most: often home and work.

Zang, Bolot: Anonymization of location data does not work, MobiCom 2011 (the top N locations as
quasi-identifier). Ties go to the place that comes first in the data.
"""

import numpy as np

from anonymize.attacks.figures import CAP, Figure, measured
from anonymize.attacks.selections import Selections
from anonymize.attacks.traces import Ints, Traces
from anonymize.verify import Published
from anonymize.verify.ragged import changes, spread
from baquara.errors import BadInput
from baquara.sequences import Sequences, Unit

__all__ = ["top_places"]


def top_places(
    original: Sequences, published: Published | None = None, *, unit: Unit = Unit.moving_object, cap: int = CAP
) -> list[Figure]:
    """The figure before and, with a release, after; exact.

    Before, all trips of a person are linked: those fit whose own top two are the known ones. After, nothing links
    the trips: a released trajectory fits if each known place is a candidate of one of its two most frequent sets.

    >>> original = Sequences.of([("ana", "habw"), ("ana", "hw"), ("rui", "hwhx"), ("zoe", "qqr")])
    >>> [(f.data, f.known, round(f.singled_out, 3)) for f in top_places(original)]
    [('before', 2, 0.333)]
    """
    if not len(original.place):
        raise BadInput("nobody went anywhere: there is no most visited place")
    trip, _ = spread(original.offsets[:-1], original.offsets[1:])
    owner, place = _top_two(original.owners(unit)[trip], original.place)
    before = _around(Traces.before(original, unit), owner, place, owner)
    known = _known(owner, place)
    figures = [measured("top", "before", 2, before, known, cap=cap)]
    if published is not None:
        after = Traces.after(original, published, unit)
        trace, _ = spread(after.offsets[:-1], after.offsets[1:])
        trace, visit = _top_two(trace, after.visit)
        figures.append(measured("top", "after", 2, _around(after, trace, visit, after.owner[trace]), known, cap=cap))
    return figures


def _top_two(group: Ints, value: Ints) -> tuple[Ints, Ints]:
    """The two most frequent values of each group (or the only one), rows sorted by group; ties by first row.

    >>> group, value = _top_two(np.array([0, 0, 0, 1, 1, 1]), np.array([5, 6, 6, 7, 8, 9]))
    >>> group.tolist(), value.tolist()
    ([0, 0, 1, 1], [6, 5, 7, 8])
    """
    width = int(value.max(initial=0)) + 1
    code, first, times = np.unique(group * width + value, return_index=True, return_counts=True)
    order = np.lexsort((first, -times, code // width))
    group, value = code[order] // width, code[order] % width
    start = changes(group)
    top = start | np.roll(start, 1)
    return group[top], value[top]


def _known(owner: Ints, place: Ints) -> Selections:
    start = np.flatnonzero(changes(owner))
    people = len(start)
    offsets = np.append(start, len(owner)).astype(np.int64)
    return Selections(offsets, place, owner[start], np.full(people, 1.0 / people), people, 0.0)


def _around(traces: Traces, group: Ints, visit: Ints, owner: Ints) -> Traces:
    """Each group's top sets twice over (A, B, A, B): then any two places of A or B are found in either order."""
    start = np.flatnonzero(changes(group))
    length = np.diff(start, append=len(group))
    _, at = spread(np.repeat(start, 2), np.repeat(start + length, 2))
    offsets = np.concatenate([[0], np.cumsum(2 * length)]).astype(np.int64)
    return traces.recut(owner[start], offsets, visit[at])
