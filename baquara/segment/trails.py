"""Where one trail ends and the next begins."""

import numpy as np
from numpy.typing import NDArray

from baquara.model import Fixes
from baquara.segment.plan import Plan, microseconds

__all__ = ["DAY_US", "trail_starts"]

DAY_US = 86_400_000_000
_MINUTE_US = 60_000_000


def trail_starts(fixes: Fixes, plan: Plan) -> NDArray[np.int64]:
    """The first row of every trail. A trail never holds positions of two moving objects.

    ==========  =============================================================================================
    ``day``     a new trail where the local day of ``begin`` changes
    ``window``  the same, with windows of ``window_s`` counted from 1970-01-01T00:00 local time, so that a
                window that divides the day is aligned to local midnight
    ``gap``     a new trail where more than ``gap_s`` pass from the end of a position to the begin of the next
    ``object``  one trail a moving object
    ==========  =============================================================================================

    >>> late, early = 23 * 3600, 25 * 3600
    >>> f = Fixes.of([("ana", late, late, 0.0, 0.0), ("ana", early, early, 0.0, 0.0), ("rui", late, late, 0.0, 0.0)])
    >>> trail_starts(f, Plan()).tolist(), trail_starts(f, Plan(trails="object")).tolist()
    ([0, 1, 2], [0, 2])
    """
    new = _breaks(fixes, plan)
    objects = fixes.offsets[:-1]
    new[objects[objects < len(fixes)]] = True
    return np.flatnonzero(new)


def _breaks(fixes: Fixes, plan: Plan) -> NDArray[np.bool_]:
    """True where a row differs from the one before in what keeps a trail together."""
    new = np.zeros(len(fixes), dtype=np.bool_)
    if plan.trails == "gap" and plan.gap_s is not None:
        new[1:] = fixes.begin[1:] - fixes.end[:-1] > microseconds(plan.gap_s)
    elif plan.trails != "object":
        window = DAY_US if plan.window_s is None else microseconds(plan.window_s)
        number = (fixes.begin + fixes.utc_offset_min.astype(np.int64) * _MINUTE_US) // window
        new[1:] = number[1:] != number[:-1]
    return new
