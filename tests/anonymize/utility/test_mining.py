from dataclasses import replace

import numpy as np
import pytest
from utility_towns import Town

from anonymize.utility.mining import Sampled, compare_patterns, min_count, mine, project, sim1, sim2
from anonymize.utility.view import View
from baquara.sequences import Sequences

HALF = {"min_support": 0.5, "size_max": 3, "projections": 40}


def test_a_projection_picks_candidates_evenly(town: Town) -> None:
    view = town.view("abc", "d", "e")
    draws = np.array([project(view, np.random.default_rng(i)) for i in range(3000)])
    for visit, group in enumerate(view.group):
        places = view.members[view.starts[group] : view.starts[group + 1]]
        share = np.mean(draws[:, visit, None] == places, axis=0)
        assert share.sum() == 1
        assert share == pytest.approx(1 / len(places), abs=0.04)  # 4.6 standard deviations


def test_kept_and_invented() -> None:
    # 3 of 4 kept; 2 of 5 invented
    before = dict.fromkeys([(0,), (1,), (2,), (0, 1)], 9)
    after = dict.fromkeys([(0,), (1,), (2,), (3,), (1, 0)], 9)
    assert compare_patterns(before, after) == (75, 40)
    assert compare_patterns({}, after) == (None, 100)
    assert compare_patterns(before, {}) == (0, None)


def test_sim1_compares_relative_frequencies() -> None:
    # 4/10 and 3/5: ratio 2/3; 1/10 and 3/5: 1/6; absent: 0. Mean (2/3 + 1/6 + 0) / 3 = 5/18
    value = sim1({(0,): 4, (1,): 1, (9,): 7}, {(0,): 3, (1,): 3, (2,): 3}, n_before=10, n_after=5)
    assert value == pytest.approx(5 / 18)
    assert sim1({(0,): 4}, {}, n_before=10, n_after=5) is None


def test_sim2_compares_sizes() -> None:
    assert sim2({(0,): 4, (1,): 1, (2,): 7}, {(5,): 3}) == pytest.approx(1 / 3)
    assert sim2({}, {(5,): 3}) == 0
    assert sim2({}, {}) is None


def test_mining_a_release_with_one_place_suppressed_is_exact(town: Town) -> None:
    # At 3 of 6: a 3, c 4, d 5, e 5, (a, e) 3, (d, c) 3 [dace, bdec, dc], (d, e) 4: 7 patterns. Without d: a, c, e, (a, e).
    # kept 4/7, invented 0; supports are unchanged: SIM1 1; SIM2 4/7
    found = mine(town.original, town.view("a", "b", "c", "e"), **HALF, rng=np.random.default_rng(0))
    assert (found.frequent, found.projections) == (7, 1)
    assert found.kept_percent == Sampled(pytest.approx(400 / 7), pytest.approx(400 / 7), 0, 0)
    assert found.invented_percent == Sampled(0, 0, 0, 0)
    assert found.sim1 == Sampled(1, 1, 0, 0)
    assert found.sim2.mean == pytest.approx(4 / 7)


def test_sim1_counts_invented_patterns_where_they_are_rare(town: Town) -> None:
    # b becomes frequent only if the projection says so; with {a, b} one of the two is drawn 5 times in baec (twice), dace, ade, bdec
    found = mine(town.original, town.view("ab", "c", "d", "e"), **HALF, rng=np.random.default_rng(1))
    assert found.projections == 40
    assert 0 < found.invented_percent.mean < 100
    assert 0.5 < found.sim1.mean < 1
    assert found.sim1.se == pytest.approx(found.sim1.sd / 40**0.5)


def test_sim1_needs_the_true_support_of_an_invented_pattern() -> None:
    # 3 of 4 go to a and 1 to b; the other way round in the synthetic data. b is invented, its frequencies are 1/4 and 3/4: SIM1 1/3
    before = Sequences.of([("1", "a"), ("2", "a"), ("3", "a"), ("4", "b")])
    after = replace(before, place=1 - before.place)
    found = mine(View.original(before), View.original(after), **HALF, rng=np.random.default_rng(0))
    assert (found.kept_percent.mean, found.invented_percent.mean, found.sim2.mean) == (0, 100, 1)
    assert found.sim1.mean == pytest.approx(1 / 3)


def test_the_standard_error_covers_the_truth(town: Town) -> None:
    # (d, e) and the rest without a and b are always kept. a is frequent when drawn in at least 3 of dace, baec (twice), ade, bdec.
    few = mine(town.original, town.view("ab", "c", "d", "e"), **HALF, rng=np.random.default_rng(2)).kept_percent
    many = mine(
        town.original, town.view("ab", "c", "d", "e"), **(HALF | {"projections": 3000}), rng=np.random.default_rng(3)
    ).kept_percent
    assert abs(few.mean - many.mean) < 4 * few.se
    assert many.se < few.se / 5


def test_one_projection_has_no_standard_error(town: Town) -> None:
    found = mine(
        town.original, town.view("ab", "c", "d", "e"), **(HALF | {"projections": 1}), rng=np.random.default_rng(2)
    )
    assert found.kept_percent.se is None


def test_the_threshold_is_inclusive() -> None:
    assert [min_count(200, s) for s in (0.005, 0.0051, 1.0)] == [1, 2, 200]
    assert min_count(18143, 0.0083) == 151  # 150.6 trajectories
    assert min_count(0, 0.5) == 1


def test_mining_nothing(town: Town) -> None:
    found = mine(town.original, town.view(), **HALF, rng=np.random.default_rng(0))
    assert found.kept_percent.mean == 0
    assert found.invented_percent == Sampled(None, None, None, None)
    assert View.of(town.release()).group.size == 0
