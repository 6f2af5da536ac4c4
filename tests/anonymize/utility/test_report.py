import json
from collections.abc import Callable
from dataclasses import asdict

import numpy as np
import pytest
from utility_towns import Town

from anonymize.utility import Measures, Options, measure, measure_synthetic
from anonymize.utility.view import View
from baquara.errors import BadInput
from baquara.sequences import Constraints, Places, Policy, Released, Sequences, Unit

POLICY = Policy(k=2, m=2, unit=Unit.trajectory, delta=10)
OPTIONS = Options(min_support=0.5, projections=5, grid_side=2)


def run(town: Town, *groups: str, seed: int = 1, options: Options = OPTIONS) -> Measures:
    constraints = Constraints(("u1", "u2"), np.array([1, 1, 0, 1, 0]))
    return measure(
        town.sequences,
        town.release(*groups),
        town.places,
        taxonomy=town.taxonomy,
        constraints=constraints,
        policy=POLICY,
        options=options,
        rng=np.random.default_rng(seed),
    )


def test_one_call_measures_all(town: Town) -> None:
    m = run(town, "abc", "d", "e")
    missing = {name for name in Measures.names() if getattr(m, name) is None}
    assert missing == set()
    assert (m.k, m.m, m.unit, m.trajectories, m.places, m.diameter_m) == (2, 2, "trajectory", 6, 5, 10)
    assert m.distance_m == pytest.approx(253 / 216)  # worked out in test_distance
    assert m.distance == pytest.approx(253 / 2160)
    assert m.combined_m == m.distance_m  # SD({a, b, c}) is 1
    assert m.semantic_penalty == pytest.approx(49 / 90)
    assert (m.intact_locations, m.generalized_locations, m.average_size) == (2, 1, 3)
    assert m.average_distance_percent == pytest.approx(40)
    assert (m.visits, m.visits_published, m.visits_intact, m.visits_suppressed) == (19, 19, 10, 0)
    assert m.guessed_percent == pytest.approx(100 * 13 / 19)  # 10 visits at 1, 9 at 1/3
    assert (m.constraints_violated, m.constraints_met) == (1, False)
    assert m.class_count_error == pytest.approx(17 / 486)


def test_an_untouched_release_loses_nothing(town: Town) -> None:
    m = run(town, "a", "b", "c", "d", "e")
    assert (m.distance_m, m.combined, m.distance_charged, m.are, m.class_count_error) == (0, 0, 0, 0, 0)
    assert (m.kl_locations_nats, m.kl_pairs_nats, m.density_divergence_bits, m.od_divergence_bits) == (0, 0, 0, 0)
    assert (m.patterns_kept_percent, m.patterns_invented_percent, m.sim1, m.sim2) == (100, 0, 1, 1)
    assert (m.visits_intact_percent, m.guessed_percent, m.suppressed_places) == (100, 100, 0)
    assert m.constraints_met


def test_everything_suppressed_loses_all(town: Town) -> None:
    m = run(town)
    assert (m.distance_m, m.semantic_penalty, m.density_divergence_bits) == (None, None, None)
    assert (m.distance_charged, m.are, m.class_count_error, m.visits_suppressed_percent) == (1, 1, 1, 100)
    assert (m.guessed_percent, m.patterns_kept_percent, m.kl_locations_lost) == (0, 0, 5)
    assert not m.constraints_met  # more than 10 % of the places are suppressed


def test_it_is_json_ready_and_seeded(town: Town) -> None:
    one, same, other = (run(town, "abc", "d", "e", seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other
    back = json.loads(json.dumps(asdict(one), allow_nan=False))
    assert tuple(back) == Measures.names()


def test_numpy_types_do_not_leak(town: Town) -> None:
    kinds = {type(value) for value in asdict(run(town, "abc", "d", "e")).values()}
    assert kinds == {int, float, str, bool}


def test_a_given_workload_is_asked(town: Town) -> None:
    queries = tuple(map(town.number, ("a", "ae", "ba")))
    m = run(town, "abc", "d", "e", options=Options(workload=queries, projections=0))
    assert (m.queries, m.frequent_patterns) == (3, None)
    assert m.are == pytest.approx(89 / 243)  # worked out in test_queries


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Options(min_support=1.5), "up to 1, got 1.5"),
        (lambda: Options(projections=-1), "cannot be negative"),
        (lambda: Options(workload=((),)), "at least one place"),
    ],
)
def test_bad_options_are_refused(make: Callable[[], Options], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        make()


def test_bad_input_is_refused(town: Town) -> None:
    with pytest.raises(BadInput, match="1 COUNT queries name unknown places, the first is \\(9,\\)"):
        run(town, "abc", "d", "e", options=Options(workload=((9,),)))
    few = Places(np.zeros(2), np.zeros(2))
    with pytest.raises(BadInput, match="5 places in the sequences, coordinates of 2"):
        measure(town.sequences, town.release("a"), few, policy=POLICY, rng=np.random.default_rng(0))


def test_no_trajectories_at_all() -> None:
    empty = Sequences.of([])
    none = np.zeros(0, dtype=np.int64)
    m = measure(
        empty,
        Released((), none, np.zeros(1, dtype=np.int64), none, none),
        Places(np.zeros(0), np.zeros(0)),
        policy=POLICY,
        rng=np.random.default_rng(0),
    )
    assert (m.trajectories, m.distance_m, m.are, m.guessed_percent, m.visits) == (0, None, None, None, 0)


def test_synthetic_sequences(town: Town) -> None:
    kwargs = {"taxonomy": town.taxonomy, "policy": POLICY, "options": OPTIONS}
    m = measure_synthetic(town.sequences, town.sequences, town.places, rng=np.random.default_rng(0), **kwargs)
    assert (m.are, m.kl_locations_nats, m.sim1, m.od_divergence_bits, m.class_count_error) == (0, 0, 1, 0, 0)
    assert (m.distance_m, m.visits, m.semantic_penalty) == (None, None, None)
    with pytest.raises(BadInput, match="same places"):
        measure_synthetic(
            town.sequences, Sequences.of([("x", "a")]), town.places, rng=np.random.default_rng(0), **kwargs
        )


def test_a_different_number_of_synthetic_trajectories(town: Town) -> None:
    # each trajectory twice: counts double, so ARE is 1; distributions and relative frequencies stay
    s = town.sequences
    twice = Sequences.of(
        [
            (str(i), [s.places[p] for p in s.place[a:b]])
            for i, (a, b) in enumerate(zip([*s.offsets[:-1]] * 2, [*s.offsets[1:]] * 2, strict=True))
        ]
    )
    m = measure_synthetic(s, twice, town.places, policy=POLICY, options=OPTIONS, rng=np.random.default_rng(0))
    assert len(View.original(twice)) == 12
    assert (m.are, m.kl_locations_nats, m.sim1, m.patterns_kept_percent, m.density_divergence_bits) == (1, 0, 1, 100, 0)
