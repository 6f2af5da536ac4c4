"""Definitions 6 and 8. In the town of Figure 1: |ab| = 3, |ac| = 4, |bc| = 5, and the diameter is |ad| = 10."""

import numpy as np
import pytest
from utility_towns import Town

from anonymize.utility.distance import (
    average_distance_percent,
    dataset_distance_m,
    diameter_m,
    distance_sums_m,
    location_distance_m,
)
from anonymize.utility.semantics import dissimilarity
from anonymize.utility.view import View
from baquara.sequences import Places, Released, Sequences


def test_the_example_below_definition_6() -> None:
    # d(a, a1) = 1, d(a, a2) = 2: D_loc = (0 + 1 + 2) / 3 = 1, and of (a, b) generalized to ({a, a1, a2}, b) it is (1 + 0) / 2
    s = Sequences(("a", "b", "a1", "a2"), np.array([0, 2]), np.array([0, 1]), ("t",), ("o",), np.array([0]))
    r = Released(((0, 2, 3), (1,)), np.array([0, 1, 0, 0]), s.offsets, np.array([0, 1]), np.array([0, 1]))
    places = Places(np.array([0.0, 9.0, 1.0, -2.0]), np.zeros(4))
    per_place = location_distance_m(View.of(r), distance_sums_m(View.of(r), places))
    assert per_place[0] == 1
    assert dataset_distance_m(s, r, per_place, suppressed_m=None) == 0.5


def test_d_of_figure_4c(town: Town) -> None:
    # D_loc: a (0 + 3 + 4) / 3 = 7/3, b (3 + 0 + 5) / 3 = 8/3, c (4 + 5 + 0) / 3 = 3, d and e 0.
    # dace (7/3 + 3) / 4 = 4/3; baec (8/3 + 7/3 + 3) / 4 = 2; ade (7/3) / 3 = 7/9; bdec (8/3 + 3) / 4 = 17/12; dc 3/2; de 0
    released = town.release("abc", "d", "e")
    view = View.of(released)
    per_place = location_distance_m(view, distance_sums_m(view, town.places))
    d = dataset_distance_m(town.sequences, released, per_place, suppressed_m=None)
    assert d == pytest.approx((4 / 3 + 2 + 7 / 9 + 17 / 12 + 3 / 2 + 0) / 6, rel=1e-12)


def test_c_weighs_with_the_semantic_dissimilarity(town: Town) -> None:
    # {a, c}: D_loc = 4 / 2 = 2, both restaurants: SD = 3/5, C_loc = 1.2; b, d, e cost 0.
    # dace 2.4 / 4; baec 2.4 / 4; ade 1.2 / 3; bdec 1.2 / 4; dc 1.2 / 2; de 0: 0.6 + 0.6 + 0.4 + 0.3 + 0.6 + 0 = 2.5
    released = town.release("ac", "b", "d", "e")
    view = View.of(released)
    sd = dissimilarity(view, town.taxonomy)[view.recoding]
    per_place = location_distance_m(view, distance_sums_m(view, town.places)) * sd
    assert dataset_distance_m(town.sequences, released, per_place, suppressed_m=None) == pytest.approx(
        2.5 / 6, rel=1e-12
    )


def test_a_suppressed_visit_is_left_out_or_charged(town: Town) -> None:
    # d is suppressed, {a, c} costs 2. Left out: ace 4/3; baec 4/4; ae 2/2; bec 2/3; c 2; e 0 -> 6 / 6
    # charged 10: dace 14/4; baec 1; ade 12/3; bdec 12/4; dc 12/2; de 10/2 -> 3.5 + 1 + 4 + 3 + 6 + 5 = 22.5
    released = town.release("ac", "b", "e")
    view = View.of(released)
    per_place = location_distance_m(view, distance_sums_m(view, town.places))
    assert dataset_distance_m(town.sequences, released, per_place, suppressed_m=None) == pytest.approx(1.0, rel=1e-12)
    assert dataset_distance_m(town.sequences, released, per_place, suppressed_m=10.0) == pytest.approx(
        22.5 / 6, rel=1e-12
    )


def test_nothing_published_has_no_distance(town: Town) -> None:
    released = town.release()
    assert dataset_distance_m(town.sequences, released, np.zeros(5), suppressed_m=None) is None


def test_diameter_is_the_largest_distance() -> None:
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(2, 300))
    every = np.hypot(x[:, None] - x, y[:, None] - y)
    assert diameter_m(Places(x, y)) == every.max()


@pytest.mark.parametrize("n", [0, 1])
def test_diameter_of_nothing_is_zero(n: int) -> None:
    assert diameter_m(Places(np.zeros(n), np.zeros(n))) == 0


def test_diameter_of_a_line_and_of_one_spot() -> None:
    assert diameter_m(Places(np.array([0.0, 1.0, 7.0]), np.zeros(3))) == 7
    assert diameter_m(Places(np.ones(4), np.ones(4))) == 0


def test_average_distance_is_over_pairs_then_over_generalized_locations(town: Town) -> None:
    # {a, b, c}: (3 + 4 + 5) / 3 = 4; {d, e}: 8; mean 6 of 10 = 60 %
    view = town.view("abc", "de")
    assert average_distance_percent(view, distance_sums_m(view, town.places), diameter_m=10) == pytest.approx(60)


def test_average_distance_ignores_groups_that_nobody_sees(town: Town) -> None:
    # all visits to d and e are dropped: only {a, b, c} is published
    visits = tuple(np.flatnonzero(np.isin(town.sequences.place, town.number("de"))).tolist())
    view = View.of(town.release("abc", "de", drop=visits))
    assert average_distance_percent(view, distance_sums_m(view, town.places), diameter_m=10) == pytest.approx(40)


def test_average_distance_without_generalized_locations_is_undefined(town: Town) -> None:
    view = town.original
    assert average_distance_percent(view, distance_sums_m(view, town.places), diameter_m=10) is None


def test_sums_in_blocks_equal_sums_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    places = Places(*rng.integers(0, 9, (2, 50)).astype(float))
    view = View.of(Released((tuple(range(50)),), np.zeros(50, int), np.array([0, 1]), np.array([0]), np.array([0])))
    whole = distance_sums_m(view, places)
    monkeypatch.setattr("anonymize.utility.distance._CHUNK", 120)
    assert np.array_equal(whole, distance_sums_m(view, places))
    assert whole[7] == pytest.approx(np.hypot(places.x - places.x[7], places.y - places.y[7]).sum())
