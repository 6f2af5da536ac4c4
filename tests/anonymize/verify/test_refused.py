"""Ten and more kinds of bad releases: each is refused by its rule, with the case that shows it."""

import numpy as np
import pytest

from anonymize.verify import ConstraintCount, Published, Refused, Rule, Verified, Violation, Witness, verify
from baquara.errors import BadInput
from baquara.sequences import Constraints, Policy, Released, Sequences, Unit

# Figure 1a of the paper, one person a trajectory.
PAPER = Sequences.of([(f"p{i}", v) for i, v in enumerate(["dace", "baec", "ade", "bdec", "dc", "de"], 1)])
AUDIT = {f"r{i}": f"t{i}" for i in range(1, 7)}
RAW = [list(v) for v in ["dace", "baec", "ade", "bdec", "dc", "de"]]
ABC = {"a": "abc", "b": "abc", "c": "abc", "d": "d", "e": "e"}
UC = {"a": "ade", "d": "ade", "e": "ade", "b": "bc", "c": "bc"}
BY_STEPS = {"a": "ad", "d": "ad", "b": "bc", "c": "bc", "e": "e"}
U = Constraints(("u1", "u2"), np.array([1 if p in "ade" else 0 for p in PAPER.places]))


def release(recode: dict[str, str], visits: list[list[str]] = RAW, audit: dict[str, str] | None = AUDIT) -> Published:
    rows = [(f"r{i}", [recode[p] for p in v]) for i, v in enumerate(visits, 1)]
    return Published.of(rows, PAPER, audit=audit)


def refused(published: Published, policy: Policy, constraints: Constraints | None = None) -> dict[Rule, Violation]:
    result = verify(PAPER, published, policy, constraints=constraints)
    assert isinstance(result, Refused)
    assert set(result.found) == {v.rule for v in result.violations}
    return {v.rule: v for v in reversed(result.violations)}


@pytest.mark.parametrize(("recode", "constraints"), [(ABC, None), (UC, U), (BY_STEPS, U)])
def test_the_anonymous_figures_of_the_paper_are_verified(
    recode: dict[str, str], constraints: Constraints | None
) -> None:
    """Figures 4c and 5c are 2^2-anonymous, and so is what the printed steps of U-SeqAnon lead to."""
    assert isinstance(verify(PAPER, release(recode), Policy(k=2, m=2), constraints=constraints), Verified)


def test_example_1_is_anonymous_for_one_place_and_not_for_two() -> None:
    raw = release({p: p for p in "abcde"})
    assert isinstance(verify(PAPER, raw, Policy(k=2, m=1)), Verified)
    result = verify(PAPER, raw, Policy(k=2, m=2))
    assert isinstance(result, Refused)
    pairs = {v.witness.places: v.witness for v in result.violations if v.rule is Rule.anonymity}
    assert set(pairs) == {((a,), (b,)) for a, b in ["da", "ce", "ba", "ad", "bd"]}  # Figure 4a
    assert pairs[(("d",), ("a",))] == Witness((("d",), ("a",)), ("r1",), (), ("p1",))


def test_figure_3b_spans_two_constraints() -> None:
    found = refused(release(ABC), Policy(k=2, m=2), U)
    assert set(found) == {Rule.constraints}
    assert found[Rule.constraints].witness == Witness((("a", "c", "b"),), ("r1",))
    assert "u1 and u2" in found[Rule.constraints].text


def test_five_trips_of_one_person_hide_nobody() -> None:
    original = Sequences.of([("ana", "ab")] * 5)
    published = Published.of(
        [(f"r{i}", ["a", "b"]) for i in range(1, 6)], original, audit={f"r{i}": f"t{i}" for i in range(1, 6)}
    )
    assert isinstance(verify(original, published, Policy(k=5, m=2, unit=Unit.trajectory)), Verified)
    result = verify(original, published, Policy(k=2, m=2))
    assert isinstance(result, Refused)
    assert result.violations[0].witness == Witness((("a",),), ("r1", "r2", "r3", "r4", "r5"), (), ("ana",))


def test_visits_in_the_wrong_order_are_untrue() -> None:
    found = refused(release(ABC, [list("edac"), *RAW[1:]]), Policy(k=2, m=1))
    assert set(found) == {Rule.truth}
    assert found[Rule.truth].witness == Witness((("d",),), ("r1",), ("t1",))
    assert found[Rule.truth].text.startswith("visit 2 of r1 stands for no visit of t1")


def test_a_visit_too_many_is_untrue() -> None:
    found = refused(release(ABC, [*RAW[:5], list("dee")]), Policy(k=2, m=1))
    assert found[Rule.truth].witness == Witness((("e",),), ("r6",), ("t6",))


def test_a_visit_cannot_stand_for_two() -> None:
    """({a, b, c}, {a, b, c}) is no release of (d, c): one visit of it fits both."""
    found = refused(release(ABC, [*RAW[:4], list("ca"), RAW[5]]), Policy(k=2, m=1))
    assert found[Rule.truth].witness.released == ("r5",)


def test_the_wrong_place_is_untrue() -> None:
    found = refused(release(ABC, [*RAW[:5], list("da")]), Policy(k=2, m=1))
    assert found[Rule.truth].witness == Witness((("a", "c", "b"),), ("r6",), ("t6",))


def test_a_trajectory_released_twice_counts_once_and_is_refused() -> None:
    found = refused(release(ABC, audit={**AUDIT, "r6": "t3"}), Policy(k=2, m=1))
    assert found[Rule.audit].witness == Witness(released=("r3", "r6"), source=("t3",))


def test_more_trajectories_than_there_were_are_refused_even_without_an_audit() -> None:
    published = Published.of([(f"r{i}", ["e"]) for i in range(7)], PAPER)
    assert Rule.audit in refused(published, Policy(k=2, m=1, unit=Unit.trajectory))


def test_too_many_places_suppressed() -> None:
    visits = [[p for p in v if p not in "ab"] for v in RAW]
    found = refused(release(dict.fromkeys("cde", "cde"), visits), Policy(k=2, m=1, delta=39.9))
    assert set(found) == {Rule.suppression}
    assert found[Rule.suppression].witness.places == (("a",), ("b",))
    assert isinstance(verify(PAPER, release(dict.fromkeys("cde", "cde"), visits), Policy(k=2, m=1, delta=40)), Verified)


def test_a_place_that_nobody_knows_belongs_to_no_constraint() -> None:
    found = refused(release({**UC, "b": "bcz", "c": "bcz"}), Policy(k=2, m=2), U)
    assert set(found) == {Rule.constraints}
    assert found[Rule.constraints].witness.places == (("c", "b", "z"),)


def test_overlapping_sets_expose_who_alone_can_have_been_there() -> None:
    """Local recoding: {a, b} and {b, c} overlap in b; only one released trajectory can have been at a."""
    original = Sequences.of([("ana", "a"), ("rui", "b"), ("zoe", "c")])
    rows = [("r1", ["ab"]), ("r2", ["ab"]), ("r3", ["bc"])]
    result = verify(
        original, Published.of(rows, original, audit={"r1": "t1", "r2": "t2", "r3": "t3"}), Policy(k=2, m=1)
    )
    assert isinstance(result, Refused)
    assert result.counts.sets_overlap
    exposed = [v.witness for v in result.violations if v.rule is Rule.knowledge]
    assert exposed == [Witness((("c",),), ("r3",), ("t3",), ("zoe",))]


def test_constraints_count_who_is_missing_where_visits_were_suppressed() -> None:
    visits = [*RAW[:4], list("c"), RAW[5]]
    result = verify(PAPER, release(UC, visits), Policy(k=2, m=2), constraints=U)
    assert isinstance(result, Verified)
    assert result.counts.constraints == (ConstraintCount("u1", 4, 4, 0), ConstraintCount("u2", 6, 5, 1))
    assert result.counts.visits_suppressed == 1


def test_visitors_that_changed_without_suppression_are_refused() -> None:
    """Two visits of one person became one visit each of two: the number of visits agrees, that of visitors does not."""
    original = Sequences.of([("ana", "aab"), ("rui", "b"), ("zoe", "ab")])
    rows = [("r1", ["a", "b"]), ("r2", ["a", "b"]), ("r3", ["a", "b"])]
    published = Published.of(rows, original, audit={"r1": "t1", "r2": "t2", "r3": "t3"})
    given = Constraints(("A", "B"), np.array([0, 1]))
    result = verify(original, published, Policy(k=2, m=2), constraints=given)
    assert isinstance(result, Refused)
    assert {v.rule: v.text for v in result.violations}[Rule.constraints] == "A: visited by 2 before and 3 after"
    assert Rule.truth in result.found


def test_without_an_audit_people_cannot_be_counted() -> None:
    with pytest.raises(BadInput, match="without an audit nobody knows whose"):
        verify(PAPER, release(ABC, audit=None), Policy(k=2, m=2))
    result = verify(PAPER, release(ABC, audit=None), Policy(k=2, m=2, unit=Unit.trajectory))
    assert isinstance(result, Verified)
    assert Rule.truth not in result.decided
    assert Rule.anonymity in result.decided


def test_a_lying_recoding_and_source_are_not_believed() -> None:
    """``Released`` says that e was recoded to {d}; what would be published is looked at, and it is untrue."""
    groups = ((0,), (1,), (2,), (3,), (4,))
    lie = Released(
        groups, np.zeros(5, dtype=np.int64), PAPER.offsets, np.zeros_like(PAPER.place), np.arange(len(PAPER.place))
    )
    found = refused(Published.from_released(lie, PAPER), Policy(k=2, m=4))
    assert set(found) == {Rule.truth}


@pytest.mark.parametrize("m", [1, 4, 50])
def test_an_empty_release_keeps_every_promise(m: int) -> None:
    empty = Sequences.of([])
    assert isinstance(verify(empty, Published.of([], empty, audit={}), Policy(k=100, m=m, delta=0)), Verified)
    nothing = Published.of([("r1", [])], PAPER, audit={"r1": "t1"})
    assert isinstance(verify(PAPER, nothing, Policy(k=100, m=m)), Verified)


def test_a_long_trajectory_of_few_places_is_decided_at_once() -> None:
    original = Sequences.of([("ana", "ab" * 50_000), ("rui", "ba" * 2)])
    rows = [("r1", list("ab" * 50_000)), ("r2", list("ba" * 2))]
    published = Published.of(rows, original, audit={"r1": "t1", "r2": "t2"})
    assert isinstance(verify(original, published, Policy(k=2, m=2)), Verified)


def test_the_limit_bounds_what_is_named_and_not_what_is_counted() -> None:
    result = verify(PAPER, release({p: p for p in "abcde"}), Policy(k=5, m=1), limit=2)
    assert isinstance(result, Refused)
    assert [v.rule for v in result.violations] == [Rule.anonymity] * 2 + [Rule.knowledge] * 2
    assert result.found[Rule.anonymity] == 3
