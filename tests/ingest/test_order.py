"""Time that goes back, against a loop over rows."""

import itertools

import numpy as np
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from baquara.ingest.order import Order

ROWS = st.lists(st.tuples(st.sampled_from("abc"), st.integers(-3, 6), st.booleans()), max_size=25)


def slow(rows: list[tuple[str, int, bool]]) -> list[bool]:
    latest: dict[str, int] = {}
    back = []
    for name, time, good in rows:
        back.append(good and time < latest.get(name, time))
        if good:
            latest[name] = max(time, latest.get(name, time))
    return back


@settings(max_examples=300, deadline=None, derandomize=True)
@given(ROWS, st.lists(st.integers(0, 25), max_size=4))
def test_as_a_loop_would_say_in_any_chunks(rows: list[tuple[str, int, bool]], cuts: list[int]) -> None:
    order = Order()
    bounds = sorted({0, len(rows), *(c for c in cuts if c < len(rows))})
    found: list[bool] = []
    for first, stop in itertools.pairwise(bounds):
        names, times, good = zip(*rows[first:stop], strict=True)
        found += order.goes_back(pa.array(names), np.array(times, np.int64), np.array(good)).tolist()
    assert found == slow(rows)
