import numpy as np
import pytest
from utility_towns import Town

from anonymize.utility.queries import average_relative_error, expected_supports, kl_divergence, kl_supports, workload
from baquara.errors import BadInput
from baquara.sequences import Sequences


def test_support_in_the_original(town: Town) -> None:
    # (a, e) in dace, baec, ade; (d, a) in dace only (Example 1)
    queries = tuple(map(town.number, ("ae", "da", "d", "bb")))
    assert expected_supports(town.original, queries).tolist() == [3, 1, 5, 0]


def test_expected_support_of_a_place(town: Town) -> None:
    # {a, b, c} twice, 3 times, once, twice, once, never: a is there with 1 - (2/3)^n = 5/9, 19/27, 1/3, 5/9, 1/3, 0
    found = expected_supports(town.view("abc", "d", "e"), (town.number("a"),))
    assert found == pytest.approx(67 / 27, rel=1e-12)


def test_expected_support_of_pairs(town: Town) -> None:
    # (a, e): g g before e in dace and baec 5/9 each, one g before e in ade and bdec 1/3 each: 16/9
    # (b, a), both in g: two visits 1/9 (dace, bdec); three (baec): b first, then a in two 1/3 * 5/9; or b second 2/3 * 1/3 * 1/3: 7/27
    found = expected_supports(town.view("abc", "d", "e"), (town.number("ae"), town.number("ba")))
    assert found.tolist() == pytest.approx([16 / 9, 2 / 9 + 7 / 27], rel=1e-12)


def test_a_suppressed_place_is_never_found(town: Town) -> None:
    assert expected_supports(town.view("abc", "d"), (town.number("e"), town.number("ae"))).tolist() == [0, 0]


def test_are_of_figure_4c(town: Town) -> None:
    # a: 67/27 for 3, error 14/81; (a, e): 16/9 for 3, error 11/27; (b, a): 13/27 for 1, error 14/27
    queries = tuple(map(town.number, ("a", "ae", "ba")))
    view = town.view("abc", "d", "e")
    are, se = average_relative_error(expected_supports(town.original, queries), expected_supports(view, queries))
    errors = [14 / 81, 11 / 27, 14 / 27]
    assert are == pytest.approx(sum(errors) / 3, rel=1e-12)
    assert se == pytest.approx(np.std(errors, ddof=1) / 3**0.5, rel=1e-9)


def test_are_leaves_out_what_nobody_did() -> None:
    assert average_relative_error(np.array([0.0, 2.0]), np.array([1.0, 3.0])) == (0.5, None)
    assert average_relative_error(np.array([0.0]), np.array([1.0])) == (None, None)


def test_kl_of_all_locations(town: Town) -> None:
    # supports d 5, a 3, c 4, e 5, b 2 of 19; in the release 5 for each of the five (footnote 2): Q = 1/5
    single = tuple((p,) for p in range(5))
    truth = kl_supports(town.original, single)
    assert truth.tolist() == [5, 3, 4, 5, 2]
    answer = kl_supports(town.view("abc", "d", "e"), single)
    assert answer.tolist() == [5] * 5
    p = truth / 19
    assert kl_divergence(truth, answer) == (pytest.approx(float(np.sum(p * np.log(5 * p)))), 0)


def test_kl_of_a_pair_counts_its_generalized_counterpart(town: Town) -> None:
    # (b, a) becomes (g, g): in dace, baec, bdec. (d, e) stays: dace, ade, bdec, de
    assert kl_supports(town.view("abc", "d", "e"), (town.number("ba"), town.number("de"))).tolist() == [3, 4]


def test_kl_counts_what_was_lost_as_half_a_trajectory() -> None:
    # P = (1/2, 1/2), supports (1, 0) -> (1, 1/2): Q = (2/3, 1/3); KL = (ln 3/4 + ln 3/2) / 2 = ln(9/8) / 2
    value, lost = kl_divergence(np.array([1.0, 1.0]), np.array([1.0, 0.0]))
    assert value == pytest.approx(np.log(9 / 8) / 2)
    assert lost == 1
    assert kl_divergence(np.zeros(2), np.zeros(2)) == (None, 0)


def test_workload_is_seeded_different_and_answerable(town: Town) -> None:
    one = workload(town.sequences, n=12, sizes=(1, 2, 3), rng=np.random.default_rng(5))
    assert one == workload(town.sequences, n=12, sizes=(1, 2, 3), rng=np.random.default_rng(5))
    assert len(set(one)) == len(one) == 12
    assert {len(q) for q in one} == {1, 2, 3}
    assert np.all(expected_supports(town.original, one) >= 1)


def test_workload_asks_no_longer_than_the_trajectories_are() -> None:
    assert workload(Sequences.of([("ana", "ab")]), n=5, sizes=(3,), rng=np.random.default_rng(0)) == ()
    assert workload(Sequences.of([]), n=5, sizes=(1,), rng=np.random.default_rng(0)) == ()
    with pytest.raises(BadInput, match="at least 1"):
        workload(Sequences.of([]), n=5, sizes=(0,), rng=np.random.default_rng(0))
