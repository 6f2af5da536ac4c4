"""Does time go back? Asked of many sequences whose rows come mixed, chunk after chunk.

>>> order = Order()
>>> names = pa.array(["a", "b", "a", "a"])
>>> order.goes_back(names, np.array([5, 1, 4, 6]), np.ones(4, bool)).tolist()
[False, False, True, False]
>>> order.goes_back(pa.array(["b", "a"]), np.array([1, 5]), np.ones(2, bool)).tolist()     # a was seen at 6
[False, True]
"""

from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

__all__ = ["Order"]


@dataclass(slots=True)
class Order:
    """The latest time seen of each sequence."""

    latest: dict[str, int] = field(default_factory=dict)

    def goes_back(self, names: pa.Array, time: NDArray[np.int64], good: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which rows are earlier than an earlier good row of their sequence. Rows that are not good count for nothing."""
        back = np.zeros(len(time), bool)
        rows = np.flatnonzero(good)
        if len(rows):
            coded = names.take(pa.array(rows)).dictionary_encode()
            which = coded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
            back[rows] = self._compare(coded.dictionary.to_pylist(), which, time[rows])
        return back

    def _compare(self, names: list[str], which: NDArray[np.int64], time: NDArray[np.int64]) -> NDArray[np.bool_]:
        low = int(time.min()) - 1
        known = np.array([self.latest.get(name, low) for name in names], np.int64)
        order = np.argsort(which, kind="stable")
        top = _running_max(which[order], time[order], known)
        back = np.empty(len(time), bool)
        back[order] = time[order] < top
        last = np.flatnonzero(np.append(np.diff(which[order]) != 0, True))
        for i in last:
            self.latest[names[which[order[i]]]] = int(max(top[i], time[order[i]]))
        return back


def _running_max(group: NDArray[np.int64], time: NDArray[np.int64], known: NDArray[np.int64]) -> NDArray[np.int64]:
    """The latest time before each row within its group, whose rows lie side by side.

    Times are replaced by their ranks, and each group is lifted above the one before it, so that one running
    maximum over all rows never looks past its group.
    """
    pool = np.unique(np.concatenate([time, known]))
    lift = len(pool)
    lifted = np.searchsorted(pool, time) + group * lift
    floor = np.searchsorted(pool, known)[group] + group * lift
    before = np.empty_like(lifted)
    before[:1], before[1:] = -1, np.maximum.accumulate(lifted)[:-1]
    top: NDArray[np.int64] = pool[np.maximum(before, floor) - group * lift]
    return top
