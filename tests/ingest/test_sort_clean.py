"""Sorting in bounded memory, cleaning, thinning."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from baquara.errors import BadInput
from baquara.geo import distance_m, ecef
from baquara.ingest.clean import clean
from baquara.ingest.compress import Compression, parse_compression, thin
from baquara.ingest.sort import Runs, sorted_fixes

COLUMNS = ("moving_object", "begin", "end", "lon", "lat", "source", "line")


def table(rows: list[tuple[Any, ...]], **more: list[str | None]) -> pa.Table:
    """Rows of (moving object, begin s, end s, lon, lat)."""
    columns: dict[str, Any] = {
        "moving_object": pa.array([r[0] for r in rows], pa.string()),
        "begin": pa.array([r[1] * 1_000_000 for r in rows], pa.int64()),
        "end": pa.array([r[2] * 1_000_000 for r in rows], pa.int64()),
        "utc_offset_min": pa.array([0] * len(rows), pa.int16()),
        "lon": pa.array([float(r[3]) for r in rows]),
        "lat": pa.array([float(r[4]) for r in rows]),
        "line": pa.array(range(1, len(rows) + 1), pa.int64()),
        "source": pa.array([0] * len(rows), pa.int32()),
    }
    return pa.table({**columns, **{name: pa.array(values, pa.string()) for name, values in more.items()}})


def random_rows(rng: np.random.Generator, n: int) -> list[tuple[Any, ...]]:
    names = ["zoë", "ana", "", "b" * 30, "Ωmega", "10", "9"]
    return [
        (names[rng.integers(len(names))], int(b), int(b), rng.integers(3), rng.integers(3))
        for b in rng.integers(0, 40, n)
    ]


@pytest.mark.parametrize("seed", range(60))
def test_spilled_or_not_the_order_is_the_same(tmp_path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    whole = table(random_rows(rng, int(rng.integers(0, 200))))
    expected = sorted(whole.to_pylist(), key=lambda r: (r["moving_object"].encode(), *(r[c] for c in COLUMNS[1:])))
    runs = Runs(tmp_path, run_rows=int(rng.integers(1, 60)), group_rows=int(rng.integers(1, 60)))
    at = 0
    while at < len(whole):
        size = int(rng.integers(1, 40))
        runs.add(whole.slice(at, size))
        at += size
    groups = list(runs.groups())
    assert [row for group in groups for row in group.to_pylist()] == expected
    for before, after in pairwise(groups):
        assert before["moving_object"][-1].as_py().encode() < after["moving_object"][0].as_py().encode()


def test_groups_join_columns_that_only_some_rows_have(tmp_path: Path) -> None:
    runs = Runs(tmp_path, run_rows=1)
    runs.add(table([("a", 1, 1, 0, 0)]))
    runs.add(table([("a", 2, 2, 0, 0)], text=["hello"]))
    assert next(runs.groups())["text"].to_pylist() == [None, "hello"]
    assert "text" in runs.column_names


def reasons(
    rows: list[tuple[Any, ...]], *, max_speed_kmh: float | None = 500.0, **more: list[str | None]
) -> dict[int, str]:
    result = clean(sorted_fixes(table(rows, **more)), max_speed_kmh=max_speed_kmh)
    assert len(result.kept) + len(result.removed) == len(rows)
    return dict(zip(result.removed["line"].to_pylist(), result.removed["reason"].to_pylist(), strict=True))


def test_an_equal_row_is_a_duplicate() -> None:
    assert reasons([("a", 1, 1, 0, 0), ("a", 1, 1, 0, 0), ("b", 1, 1, 0, 0)]) == {2: "duplicate"}


def test_one_instant_in_two_places() -> None:
    assert reasons([("a", 1, 1, 0, 0.001), ("a", 1, 1, 0, 0)]) == {1: "same-time"}


def test_rows_that_differ_in_text_are_not_duplicates() -> None:
    assert reasons([("a", 1, 1, 0, 0), ("a", 1, 1, 0, 0)], text=["x", "y"]) == {2: "same-time"}


def test_a_row_a_tag_becomes_one_position_with_all_tags() -> None:
    rows = [("a", 1, 1, 0, 0)] * 3 + [("a", 9, 9, 0, 0)]
    result = clean(sorted_fixes(table(rows, tags=["rio", "beach sun", "rio", None])), max_speed_kmh=500)
    assert result.kept["tags"].to_pylist() == ["rio beach sun", None]


def test_overlap() -> None:
    assert reasons([("a", 0, 100, 0, 0), ("a", 50, 60, 0, 0), ("a", 100, 120, 0, 0)]) == {2: "overlap"}


def test_a_leap_is_removed_and_the_way_back_is_kept() -> None:
    rows = [("a", 60 * i, 60 * i, 1.0 if i == 3 else 0.001 * i, 0) for i in range(6)]
    assert reasons(rows) == {4: "speed"}
    assert reasons(rows, max_speed_kmh=None) == {}


def test_a_bad_start_does_not_cost_the_rest() -> None:
    rows = [("a", 60 * i, 60 * i, 5.0 if i == 0 else 0.001 * i, 0) for i in range(6)]
    assert reasons(rows) == {1: "speed"}


def test_the_speed_limit_is_inclusive() -> None:
    metres = float(distance_m(0, 0, 0.1, 0))
    just = metres / 3600 * 3.6
    rows = [("a", 0, 0, 0, 0), ("a", 3600, 3600, 0.1, 0)]
    assert reasons(rows, max_speed_kmh=just) == {}
    assert reasons(rows, max_speed_kmh=just * 0.999) == {2: "speed"}


def test_cleaning_knows_no_neighbour_across_moving_objects() -> None:
    assert reasons([("a", 0, 0, 0, 0), ("b", 1, 1, 90, 0), ("c", 2, 2, 0, 50)]) == {}


def test_empty() -> None:
    assert len(clean(table([]), max_speed_kmh=500).kept) == 0


def off(rows: pa.Table, a: int, i: int, b: int, *, by_time: bool) -> float:
    """Distance of fix i from the line a-b, written again, in the plainest way."""
    p = ecef(rows["lon"].to_numpy(), rows["lat"].to_numpy())
    t = rows["begin"].to_numpy()
    d = p[b] - p[a]
    share = (t[i] - t[a]) / (t[b] - t[a]) if by_time else np.clip((p[i] - p[a]) @ d / (d @ d), 0, 1) if d @ d else 0.0
    return float(np.linalg.norm(p[a] + share * d - p[i]))


@pytest.mark.parametrize("by_time", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_thinning_stays_within_the_tolerance(seed: int, by_time: bool) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 80))
    steps = np.cumsum(rng.integers(-2, 3, (n, 2)) * 1e-4, axis=0)
    rows = table([("a" if i < n // 2 else "b", 60 * i, 60 * i, *steps[i]) for i in range(n)])
    keep = thin(rows, Compression(by_time, 30.0))
    kept = np.flatnonzero(keep)
    assert {0, n - 1} <= set(kept.tolist())
    for a, b in pairwise(kept):
        if rows["moving_object"][int(a)] == rows["moving_object"][int(b)]:
            assert all(off(rows, a, i, b, by_time=by_time) <= 30.0 + 1e-6 for i in range(a + 1, b))
    if n > 40:
        assert len(kept) < n


def test_a_fix_that_says_something_is_never_thinned_away() -> None:
    rows = table([("a", i, i, 1e-6 * i, 0) for i in range(9)], text=[None] * 4 + ["here"] + [None] * 4)
    assert np.flatnonzero(thin(rows, Compression(False, 50.0))).tolist() == [0, 4, 8]


@pytest.mark.parametrize("text", ["", "dp", "dp:20", "xx:20m", "dp:-1m", "tr:1.2.3m", "dp:.m", "tr:0m"])
def test_bad_compression(text: str) -> None:
    with pytest.raises(BadInput):
        parse_compression(text)
