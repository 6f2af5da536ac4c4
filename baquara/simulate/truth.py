"""What is true of a plan, as tables: the stays with their places, and what each post is about."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
import pyarrow as pa

from baquara.simulate.clock import iso_times
from baquara.simulate.plan import Day, Post

__all__ = ["OUTLIER_SCHEMA", "POST_TRUTH_SCHEMA", "STAY_TRUTH_SCHEMA", "outlier_table", "post_truth", "stay_truth"]


def _strings(*names: str) -> list[tuple[str, pa.DataType]]:
    return [(name, pa.string()) for name in names]


STAY_TRUTH_SCHEMA: Final = pa.schema(
    [*_strings("moving_object", "begin", "end"), ("level", pa.int8()), *_strings("place")]
)
POST_TRUTH_SCHEMA: Final = pa.schema(_strings("moving_object", "time", "place", "relation"))
OUTLIER_SCHEMA: Final = pa.schema(_strings("moving_object", "time"))


def _times(values: Iterable[int]) -> pa.Array:
    return iso_times(np.fromiter(values, np.int64))


def stay_truth(days: Iterable[Day]) -> pa.Table:
    """moving_object, begin, end, level, place: level 1 is a stay, level 2 a finer stay inside it."""
    rows: list[tuple[str, int, int, int, str]] = []
    for day in days:
        for stay in day.stays:
            rows.append((day.moving_object, stay.begin, stay.end, 1, stay.place))
            rows += [(day.moving_object, fine.begin, fine.end, 2, fine.place) for fine in stay.finer()]
    columns: list[Any] = [
        [r[0] for r in rows],
        _times(r[1] for r in rows),
        _times(r[2] for r in rows),
        [r[3] for r in rows],
        [r[4] for r in rows],
    ]
    return pa.table([pa.array(c, f.type) for c, f in zip(columns, STAY_TRUTH_SCHEMA, strict=True)], STAY_TRUTH_SCHEMA)


def post_truth(posts: Iterable[tuple[str, str, Post]]) -> pa.Table:
    """moving_object, time, place, relation of (moving object, place, post): where it was sent from, what it mentions."""
    rows: list[tuple[str, int, str, str]] = []
    for who, place, post in posts:
        rows.append((who, post.at, place, "visits"))
        if post.mentions:
            rows.append((who, post.at, post.mentions, "mentions"))
    columns = [[r[0] for r in rows], _times(r[1] for r in rows), [r[2] for r in rows], [r[3] for r in rows]]
    return pa.table([pa.array(c, pa.string()) for c in columns], POST_TRUTH_SCHEMA)


def outlier_table(rows: Iterable[tuple[str, int]]) -> pa.Table:
    """moving_object, time of every row whose position is wrong on purpose."""
    found = list(rows)
    return pa.table([pa.array([r[0] for r in found], pa.string()), _times(r[1] for r in found)], OUTLIER_SCHEMA)
