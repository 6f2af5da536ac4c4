"""The paper's worked examples: Figures 1, 3, 4, 5 and Examples 1 to 5, with its slips put right, on both engines."""

from itertools import combinations

import numpy as np
import pytest
from km_cases import figure_1a, named, shown, unprotected

from anonymize.reference import sd_seqanon, trajectories
from anonymize.registry import REGISTRY
from baquara.errors import CannotMeet
from baquara.sequences import Constraints, Places, Policy, Released, Sequences, Unit

ENGINES = ("fast", "reference")
FIGURE_4C = ["d,abc,abc,e", "abc,abc,e,abc", "abc,d,e", "abc,d,e,abc", "d,abc", "d,e"]
FIGURE_5_BY_THE_STEPS = ["ad,ad,bc,e", "bc,ad,e,bc", "ad,ad,e", "bc,ad,e,bc", "ad,bc", "ad,e"]


def dataset() -> tuple[trajectories.Dataset, list[int]]:
    s = figure_1a().sequences
    rows = [list(range(a, b)) for a, b in zip(s.offsets[:-1], s.offsets[1:], strict=True)]
    return trajectories.dataset(s, rows), list(range(6))


def letters(*text: str) -> trajectories.Trajectory:
    names = figure_1a().sequences.places
    return tuple(tuple(sorted(names.index(x) for x in location)) for location in text)


def on_a_line(*x: float) -> Places:
    return Places(x=np.array(x, dtype=np.float64), y=np.zeros(len(x)))


def as_it_is() -> Released:
    """The original dataset, nothing recoded."""
    case = figure_1a(k=2, m=1)
    return REGISTRY["seqanon"].run(**case.inputs(), engine="reference")  # type: ignore[arg-type]


def test_definitions_2_and_3() -> None:
    T, owners = dataset()
    assert trajectories.contained(letters("a", "e"), T[0])
    assert trajectories.support(letters("a", "e"), T, owners) == 3
    assert trajectories.support(letters("a", "e"), [letters("a", "e", "b", "a", "e")], [0]) == 1


@pytest.mark.parametrize(("k", "m", "anonymous"), [(2, 1, True), (2, 2, False), (3, 1, False)])
def test_example_1(k: int, m: int, anonymous: bool) -> None:
    assert (unprotected(figure_1a(k=k, m=m), as_it_is()) == []) == anonymous


def test_example_1_says_every_subtrajectory_of_size_3_is_unique_which_is_a_slip() -> None:
    T, owners = dataset()
    found = {s: trajectories.support(s, T, owners) for t in T for s in combinations(t, 3)}
    assert found[letters("b", "e", "c")] == 2
    assert min(found.values()) == 1


def test_example_2() -> None:
    SD = sd_seqanon.dissimilarity(figure_1a().taxonomy)
    assert SD(letters("ace")[0]) == 0.6
    assert SD(letters("ad")[0]) == 1.0


def test_figure_4a_the_order_of_s() -> None:
    T, owners = dataset()
    assert trajectories.low_support(T, owners, 1, 2) == []
    expected = [letters(*s) for s in ("da", "ce", "ba", "ad", "bd")]
    assert trajectories.low_support(T, owners, 2, 2) == expected


@pytest.mark.parametrize("unit", Unit)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["seqanon", "seqanon-f"])
def test_example_4_figure_4c(name: str, engine: str, unit: Unit) -> None:
    case = figure_1a(unit=unit)
    released = REGISTRY[name].run(**case.inputs(), engine=engine)  # type: ignore[arg-type]
    assert shown(case, released) == FIGURE_4C
    assert released.notes == ()


def test_example_4_figure_4b_after_the_first_merge() -> None:
    T, owners = dataset()
    centroids = trajectories.Centroids(figure_1a().places)
    l1 = trajectories.least_supported(letters("d", "a"), T, owners)
    l2 = min(trajectories.others(T, l1), key=lambda x: centroids.d(l1, x))
    merged = centroids.merge(l1, l2)
    assert (l1, l2, merged) == (letters("a")[0], letters("b")[0], letters("ab")[0])
    T1 = trajectories.replace(T, l1, l2, merged)
    assert T1[:2] == [letters("d", "ab", "c", "e"), letters("ab", "ab", "e", "c")]
    assert trajectories.support(trajectories.read(letters("d", "a"), T1), T1, owners) == 1


def test_example_3_figure_3b_does_not_satisfy_the_constraints() -> None:
    case = figure_1a()
    released = REGISTRY["seqanon"].run(**case.inputs())  # type: ignore[arg-type]
    assert any(len({case.constraints.of[p] for p in group}) > 1 for group in released.groups)


@pytest.mark.parametrize("engine", ENGINES)
def test_example_5_by_its_steps_not_figure_5c(engine: str) -> None:
    case = figure_1a(delta=5.0)
    released = REGISTRY["u-seqanon"].run(**case.inputs(), engine=engine)  # type: ignore[arg-type]
    assert shown(case, released) == FIGURE_5_BY_THE_STEPS
    assert unprotected(case, released) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_the_loop_of_u_seqanon_ends_at_support_0(engine: str) -> None:
    """ "or" instead of "and" in line 5 would go on for ever here."""
    case = figure_1a(k=6, m=1)
    released = REGISTRY["u-seqanon"].run(**case.inputs(), engine=engine)  # type: ignore[arg-type]
    assert shown(case, released) == ["ade,ade,ade", "ade,ade", "ade,ade,ade", "ade,ade", "ade", "ade,ade"]
    assert released.notes == ("suppressed constraint u1: 2 places, 6 visits",)


@pytest.mark.parametrize("engine", ENGINES)
def test_sd_seqanon_prefers_the_same_kind(engine: str) -> None:
    """c is nearest to b (1.12 m), but d, at 1.41 m, is a coffee shop too: 1.41 * 2/5 < 1.12 * 5/5."""
    case = figure_1a(k=3, m=1)
    x, y = case.places.x.copy(), case.places.y.copy()
    b = case.sequences.places.index("b")
    x[b], y[b] = 3.0, 2.0
    inputs = case.inputs() | {"places": Places(x, y)}
    assert named(case, REGISTRY["sd-seqanon"].run(**inputs, engine=engine)) == ["a", "bd", "c", "e"]  # type: ignore[arg-type]
    assert named(case, REGISTRY["seqanon"].run(**inputs, engine=engine)) == ["a", "bc", "d", "e"]  # type: ignore[arg-type]


# ---------------------------------------------------------------- "differs from the paper", one test each


@pytest.mark.parametrize("engine", ENGINES)
def test_support_counts_owners(engine: str) -> None:
    s = Sequences.of([("1", "a")] * 5 + [("2", "b"), ("3", "b")])
    where = on_a_line(0, 1)
    people = REGISTRY["seqanon"].run(s, where, Policy(k=2, m=1), engine=engine)
    trips = REGISTRY["seqanon"].run(s, where, Policy(k=2, m=1, unit=Unit.trajectory), engine=engine)
    assert (people.groups, trips.groups) == (((0, 1),), ((0,), (1,)))


@pytest.mark.parametrize("engine", ENGINES)
def test_ties_go_to_the_first_to_appear(engine: str) -> None:
    """c is as far from b as from a: the first of the two in the dataset is taken; and again with the names swapped."""
    for order in ("bac", "abc"):
        s = Sequences.of([("1", order[0]), ("2", order[0]), ("3", order[1]), ("4", order[1]), ("5", "c")])
        where = {"a": -1.0, "b": 1.0, "c": 0.0}
        places = on_a_line(*(where[p] for p in s.places))
        released = REGISTRY["seqanon"].run(s, places, Policy(k=2, m=1), engine=engine)
        assert released.groups == ((0, 2), (1,))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_tie_inside_s_goes_to_the_first_position(engine: str) -> None:
    s = Sequences.of(
        [("1", "ab"), ("2", "a"), ("3", "b"), ("4", "x"), ("5", "x"), ("6", "y"), ("7", "y"), ("8", "xy"), ("9", "xy")]
    )
    places = on_a_line(0, 100, 1, 101)
    released = REGISTRY["seqanon"].run(s, places, Policy(k=2, m=2), engine=engine)
    assert released.groups[0] == (0, 2)


@pytest.mark.parametrize("engine", ENGINES)
def test_distance_is_that_of_centroids(engine: str) -> None:
    """d is nearer to a, c is nearer to the middle of a and b."""
    s = Sequences.of([("1", "a"), ("2", "b"), ("3", "c"), ("4", "c"), ("5", "c"), ("6", "d"), ("7", "d"), ("8", "d")])
    released = REGISTRY["seqanon"].run(s, on_a_line(0, 2, 4, -2.5), Policy(k=3, m=1), engine=engine)
    assert released.groups == ((0, 1, 2), (3,))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["seqanon", "seqanon-f"])
def test_what_merging_cannot_protect_is_cut_and_the_others_stay_intact(name: str, engine: str) -> None:
    """Three people with three visits among thirty with one: the thirty lose nothing."""
    s = Sequences.of([(f"s{i}", "xyz"[i % 3]) for i in range(30)] + [(f"l{i}", "xyz") for i in range(3)])
    places = on_a_line(0, 1, 2)
    released = REGISTRY[name].run(s, places, Policy(k=5, m=2), engine=engine)
    assert released.groups == ((0,), (1,), (2,))
    assert len(released.group) == 33
    assert released.notes == ("suppressed 6 visits of 3 trajectories: 3 moving objects have 2 visits or more, k is 5",)


@pytest.mark.parametrize("engine", ENGINES)
def test_without_suppression_the_error_says_what_would_do(engine: str) -> None:
    s = Sequences.of([(f"s{i}", "xyz"[i % 3]) for i in range(30)] + [(f"l{i}", "xyz") for i in range(3)])
    places = on_a_line(0, 1, 2)
    with pytest.raises(CannotMeet) as error:
        REGISTRY["seqanon"].run(s, places, Policy(k=5, m=2), suppress=False, engine=engine)
    assert str(error.value) == (
        "merging cannot protect the subtrajectory (x, y): 3 moving objects have 2 visits or more, so it has at most 3 "
        "supporters, and k is 5. What would do: k = 3, or m = 1, or suppression"
    )
    for policy in (Policy(k=3, m=2), Policy(k=5, m=1)):
        assert REGISTRY["seqanon"].run(s, places, policy, suppress=False, engine=engine).notes == ()
    with pytest.raises(CannotMeet):
        REGISTRY["seqanon"].run(s, places, Policy(k=4, m=2), suppress=False, engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_u_seqanon_names_the_constraint_and_the_delta_that_would_do(engine: str) -> None:
    case = figure_1a(k=6, m=1, delta=30.0)
    with pytest.raises(
        CannotMeet, match=r"constraint u1 .* 2 of 5 places, more than 30 percent. What would do: delta = 40"
    ):
        REGISTRY["u-seqanon"].run(**case.inputs(), engine=engine)  # type: ignore[arg-type]
    enough = case.under(delta=40.0)
    assert REGISTRY["u-seqanon"].run(**enough.inputs(), engine=engine).notes  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ENGINES)
def test_u_seqanon_without_suppression_names_an_m_that_would_do(engine: str) -> None:
    s = Sequences.of([("1", "ab"), ("2", "ba"), ("3", "a"), ("4", "b")])
    places, U = on_a_line(0, 1), Constraints(("u1", "u2"), s.place[:2])
    with pytest.raises(CannotMeet, match=r"suppression is off. What would do: m = 1, or suppression"):
        REGISTRY["u-seqanon"].run(s, places, Policy(k=2, m=2), constraints=U, suppress=False, engine=engine)
    assert (
        REGISTRY["u-seqanon"].run(s, places, Policy(k=2, m=1), constraints=U, suppress=False, engine=engine).notes == ()
    )


@pytest.mark.parametrize("engine", ENGINES)
def test_seqanon_f_sees_to_trajectories_shorter_than_m(engine: str) -> None:
    s = Sequences.of([("1", "ab"), ("2", "ab"), ("3", "c"), ("4", "a")])
    released = REGISTRY["seqanon-f"].run(s, on_a_line(0, 1, 2), Policy(k=2, m=2), engine=engine)
    assert released.groups == ((0,), (1, 2))
