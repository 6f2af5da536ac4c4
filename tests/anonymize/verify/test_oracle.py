"""The verifier against the obvious one, on thousands of generated releases."""

from typing import Any

import numpy as np
import pytest
import verify_oracle as oracle
from verify_cases import PLACES, arrays, generated
from verify_oracle import Plain

from anonymize.verify import Refused, Rule, Verified, Violation, verify
from anonymize.verify import holders as holders_module
from anonymize.verify import knowledge as knowledge_module
from anonymize.verify import support as support_module
from baquara.sequences import Constraints, Sequences

Result = Verified | Refused

EVERYTHING = 10**6
OF = {p: "xyx"[i // 2] for i, p in enumerate(PLACES)}


def verdict(case: Plain, constraints: Constraints | None = None) -> tuple[Sequences, Result]:
    original, published = arrays(case)
    return original, verify(original, published, case.policy, constraints=constraints, limit=EVERYTHING)


def violations(result: Result, rule: Rule) -> list[Violation]:
    return [v for v in result.violations if v.rule is rule] if isinstance(result, Refused) else []


def named(case: Plain, owner: object) -> str:
    if not case.has_audit():
        return f"r{owner}"
    return str(owner) if isinstance(owner, str) else f"t{int(str(owner)) + 1}"


def smallest(found: dict[Any, set[object]]) -> dict[Any, set[object]]:
    size = min(map(len, found), default=0)
    return {s: who for s, who in found.items() if len(s) == size}


SEEDS = [range(start, start + 250) for start in range(0, 3000, 250)]


@pytest.fixture(params=[False, True], ids=["whole", "in-small-blocks"])
def _blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with blocks of a few rows, so that every cut is walked over."""
    if request.param:
        monkeypatch.setattr(support_module.rare, "__kwdefaults__", {"block_rows": 3})
        monkeypatch.setattr(holders_module, "_JOIN_ROWS", 2)
        monkeypatch.setattr(knowledge_module, "_PRODUCT_ROWS", 3)


@pytest.mark.usefixtures("_blocks")
@pytest.mark.parametrize("seeds", SEEDS, ids=str)
def test_every_rule_is_decided_as_by_the_oracle(seeds: range) -> None:
    for seed in seeds:
        case = generated(seed)
        _, result = verdict(case)
        check_anonymity(case, result)
        check_knowledge(case, result)
        check_rest(case, result)


def check_anonymity(case: Plain, result: Result) -> None:
    wanted = smallest(oracle.anonymity(case))
    got = {
        tuple(map(frozenset, v.witness.places)): set(v.witness.supporters) for v in violations(result, Rule.anonymity)
    }
    assert got == {s: {named(case, o) for o in who} for s, who in wanted.items()}
    if wanted:
        assert result.found[Rule.anonymity] == len(wanted)


def check_knowledge(case: Plain, result: Result) -> None:
    """The verifier names one selection for each that the release can tell apart; those must be the oracle's."""
    wanted = oracle.knowledge(case)
    got = {tuple(p for (p,) in v.witness.places): set(v.witness.supporters) for v in violations(result, Rule.knowledge)}
    assert all(got[s] == {named(case, o) for o in wanted[s]} for s in got)
    assert {kinds(case, s) for s in got} == {kinds(case, s) for s in wanted}
    for v in violations(result, Rule.knowledge):
        (name,) = v.witness.source
        places = tuple(p for (p,) in v.witness.places)
        assert oracle.embeds(places, case.original[int(name[1:]) - 1][1], lambda a, b: a == b)


def kinds(case: Plain, selection: tuple[str, ...]) -> tuple[tuple[bool, ...], ...]:
    sets = sorted({c for _, visits in case.released for c in visits}, key=sorted)
    return tuple(tuple(p in c for c in sets) for p in selection)


def check_rest(case: Plain, result: Result) -> None:
    assert {v.witness.released[0] for v in violations(result, Rule.truth)} == {f"r{i}" for i in oracle.untrue(case)}
    twice = {v.witness.source[0] for v in violations(result, Rule.audit) if v.witness.source}
    assert twice == {f"t{t + 1}" for t in oracle.released_twice(case)}
    gone, visited = oracle.suppressed(case), {p for _, v in case.original for p in v}
    assert result.counts.places_suppressed == len(gone)
    too_many = bool(visited) and 100 * len(gone) / len(visited) > case.policy.delta
    assert bool(violations(result, Rule.suppression)) == too_many
    assert result.counts.visits_suppressed == sum(len(v) for _, v in case.original) - sum(
        len(v) for _, v in case.released
    )


def test_definition_4_implies_that_knowledge_is_safe() -> None:
    """What lets the verifier skip a rule: on no generated release does the first hold and the second fail."""
    held = 0
    for seed in range(3000):
        case = generated(seed)
        if not oracle.anonymity(case):
            held += bool(case.released)
            assert not oracle.knowledge(case), seed
    assert held > 200


def test_the_generated_releases_are_of_every_sort() -> None:
    results = [verdict(generated(seed))[1] for seed in range(3000)]
    good = [r for r in results if isinstance(r, Verified)]
    assert len(good) > 150
    assert sum(r.counts.visits_released > 0 for r in good) > 100
    alone = {v.rule for r in results if isinstance(r, Refused) and len(r.found) == 1 for v in r.violations}
    assert alone == {Rule.audit, Rule.anonymity, Rule.truth, Rule.suppression}
    only_sets = [
        r for r in results if isinstance(r, Refused) and Rule.anonymity in r.found and Rule.knowledge not in r.found
    ]
    assert any(r.counts.sets_overlap for r in only_sets)


@pytest.mark.parametrize("seeds", SEEDS[:8], ids=str)
def test_constraints_are_counted_as_by_the_oracle(seeds: range) -> None:
    for seed in seeds:
        case = generated(seed)
        original, _ = arrays(case)
        constraints = Constraints(("x", "y"), np.array(["xy".index(OF[p]) for p in original.places], dtype=np.int64))
        _, result = verdict(case, constraints)
        visited = {p: u for p, u in OF.items() if p in original.places}
        spans = oracle.spanning(case, visited)
        if spans:
            assert {frozenset(v.witness.places[0]) for v in violations(result, Rule.constraints)} == spans
            continue
        full = oracle.visitors(case, visited | {"-": "x", "--": "y"})
        got = {r.constraint: (r.owners_before, r.owners_after, r.visits_suppressed) for r in result.counts.constraints}
        assert got == full
        wrong = {u for u, (b, a, gone) in full.items() if gone < 0 or (gone == 0 and a != b)}
        assert {v.witness.places[0][0] for v in violations(result, Rule.constraints)} == wrong
