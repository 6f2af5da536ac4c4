"""PrefixSpan against brute force: count every subsequence of every trajectory."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anonymize.utility.patterns import count_patterns, frequent_patterns
from baquara.errors import BadInput

Rows = list[list[int]]
rows_of_items = st.lists(st.lists(st.integers(0, 3), max_size=6), max_size=8)


def flat(rows: Rows) -> tuple[np.ndarray, np.ndarray]:
    return np.cumsum([0, *map(len, rows)]), np.array([item for row in rows for item in row], dtype=np.int64)


def brute(rows: Rows, size_max: int) -> Counter[tuple[int, ...]]:
    found: Counter[tuple[int, ...]] = Counter()
    for row in rows:
        found.update({s for n in range(1, size_max + 1) for s in combinations(row, n)})
    return found


@settings(max_examples=300, deadline=None)
@given(rows=rows_of_items, least=st.integers(1, 4), size_max=st.integers(1, 6))
def test_frequent_patterns_equal_brute_force(rows: Rows, least: int, size_max: int) -> None:
    expected = {pattern: n for pattern, n in brute(rows, size_max).items() if n >= least}
    assert frequent_patterns(*flat(rows), min_count=least, size_max=size_max) == expected


@settings(max_examples=200, deadline=None)
@given(rows=rows_of_items, wanted=st.sets(st.lists(st.integers(0, 5), min_size=1, max_size=4).map(tuple)))
def test_counts_equal_brute_force(rows: Rows, wanted: set[tuple[int, ...]]) -> None:
    found = brute(rows, 4)
    assert count_patterns(*flat(rows), wanted) == {p: found[p] for p in wanted if found[p]}


@pytest.mark.parametrize("block", [1, 7, 1000])
@pytest.mark.parametrize("items", [5, 3_000_000])
def test_blocks_and_wide_keys_change_nothing(block: int, items: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # with 3,000,000 items keys are too wide to tally in a table, so they are sorted
    rng = np.random.default_rng(2)
    few = rng.integers(0, items, 5).tolist()
    rows = [[few[i] for i in rng.integers(0, 5, 6)] for _ in range(30)]
    monkeypatch.setattr("anonymize.utility.patterns._BLOCK", block)
    expected = {p: n for p, n in brute(rows, 3).items() if n >= 4}
    assert frequent_patterns(*flat(rows), min_count=4, size_max=3) == expected


def test_too_many_patterns_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("anonymize.utility.patterns.PATTERNS_MAX", 20)
    with pytest.raises(BadInput, match="raise min_support or lower pattern_size_max"):
        frequent_patterns(*flat([[0, 1, 2, 3, 4, 5]]), min_count=1)
    with pytest.raises(BadInput, match="at least 1, got 0"):
        frequent_patterns(*flat([[0]]), min_count=0)
