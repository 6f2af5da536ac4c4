"""fast == reference, bit by bit, and every hierarchy keeps the rules."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msh import broken_rules
from segment_specimens import differences, fixes_of, random_fixes, random_plan

from baquara.segment import Plan, Scale, fast, segment, segment_reference


@pytest.mark.parametrize("block", range(20))
def test_random_plans_on_random_walks(block: int) -> None:
    for seed in range(150 * block, 150 * (block + 1)):
        rng = np.random.default_rng(seed)
        fixes, plan = random_fixes(rng), random_plan(rng)
        found = segment(fixes, plan)
        assert differences(found, segment_reference(fixes, plan)) == [], f"seed {seed}: {plan}"
        assert broken_rules(fixes, found) == [], f"seed {seed}: {plan}"


def test_blocks_of_any_size_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(300):
        rng = np.random.default_rng(seed)
        fixes, plan = random_fixes(rng), random_plan(rng)
        whole = segment(fixes, plan)
        with monkeypatch.context() as patch:
            patch.setattr(fast, "BLOCK_ROWS", int(rng.integers(1, 12)))
            assert differences(whole, segment(fixes, plan)) == [], f"seed {seed}: {plan}"


steps = st.lists(st.tuples(st.integers(1, 6), st.integers(-2, 2), st.integers(-2, 2)), max_size=30)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(
    steps, st.integers(1, 12), st.sampled_from([1.0, 112.0, 223.0, 250.0]), st.sampled_from([None, 0.0, 120.0, 300.0])
)
def test_any_walk(walk: list[tuple[int, int, int]], minutes: int, radius: float, gap: float | None) -> None:
    time, x, y = (np.cumsum([step[n] for step in walk]).tolist() for n in range(3))
    fixes = fixes_of(time, list(zip(x, y, strict=True)))
    plan = Plan(scales=(Scale(60.0 * minutes, radius),), max_gap_s=gap)
    found = segment(fixes, plan)
    assert differences(found, segment_reference(fixes, plan)) == []
    assert broken_rules(fixes, found) == []


def test_long_walk_with_loops() -> None:
    """Rows between the anchor and the deciding row are outside, at each radius."""
    rng = np.random.default_rng(7)
    turn = np.cumsum(rng.normal(0, 0.2, 1500))
    cells = np.cumsum(np.column_stack([np.cos(turn), np.sin(turn)]) * rng.choice([0.02, 0.3], (1500, 1)), axis=0)
    fixes = fixes_of(list(range(1500)), [tuple(cell) for cell in cells.tolist()])
    for radius in (50.0, 150.0, 300.0, 800.0):
        plan = Plan(trails="object", scales=(Scale(1800.0, radius), Scale(600.0, radius / 3)))
        assert differences(segment(fixes, plan), segment_reference(fixes, plan)) == []
