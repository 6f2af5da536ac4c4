import doctest
from types import ModuleType
from typing import Any

import pytest

from benchmarks.study import knowledge, results
from benchmarks.study.findings import FINDINGS
from benchmarks.study.results import CANNOT_SAY, DOES_NOT_HOLD, HOLDS, Results, rises

USUAL = {
    "data": "gowalla",
    "leaves": "rows",
    "constraints": "",
    "engine": "fast",
    "count": 9,
    "m": 2,
    "unit": "trajectory",
    "delta": 100.0,
}
ABOUT = {"data": {name: {"trajectories": 9} for name in ("oldenburg", "gowalla", "gowalla-days")}}


def runs(algorithm: str, measure: str, by_k: dict[int, float | None]) -> list[dict[str, Any]]:
    return [{**USUAL, "algorithm": algorithm, "k": k, measure: value} for k, value in by_k.items()]


def penalty_verdict(sd: dict[int, float | None]) -> str:
    finding = next(f for f in FINDINGS if "at least 2.5 times" in f.claim and f.data == "gowalla")
    rows = runs("seqanon", "semantic_penalty", {2: 0.5, 5: 0.8}) + runs("sd-seqanon", "semantic_penalty", sd)
    return finding.answer(Results(rows, ABOUT)).verdict


@pytest.mark.parametrize(
    ("sd", "verdict"),
    [
        ({2: 0.2, 5: 0.32}, HOLDS),
        ({2: 0.2, 5: 0.33}, DOES_NOT_HOLD),
        ({2: 0.2, 5: 0.0}, HOLDS),
        ({2: None, 5: None}, CANNOT_SAY),
        ({}, CANNOT_SAY),
    ],
)
def test_a_factor_must_be_reached_at_every_k(sd: dict[int, float | None], verdict: str) -> None:
    assert penalty_verdict(sd) == verdict


def test_a_run_that_failed_has_no_point() -> None:
    rows = runs("seqanon", "are", {2: 0.1, 5: 0.2})
    rows[1]["failed"] = "cannot"
    assert Results(rows, ABOUT).line("are", by="k", data="gowalla") == {2: 0.1}


def test_runs_on_a_part_of_the_data_are_no_points_of_k() -> None:
    rows = [*runs("seqanon", "are", {2: 0.1}), *({**row, "count": 3} for row in runs("seqanon", "are", {2: 9.9}))]
    assert Results(rows, ABOUT).line("are", by="k", data="gowalla") == {2: 0.1}


def test_seqanon_is_compared_with_ngrams() -> None:
    finding = next(f for f in FINDINGS if f.where == "Figures 11c, 11d" and f.data == "gowalla")
    ours, theirs = runs("seqanon", "are", {2: 0.1, 5: 0.4}), {"data": "gowalla", "algorithm": "ngrams"}
    assert finding.answer(Results([*ours, {**theirs, "are": 0.5}], ABOUT)).verdict == HOLDS
    assert finding.answer(Results([*ours, {**theirs, "are": 0.4}], ABOUT)).verdict == DOES_NOT_HOLD
    assert finding.answer(Results(ours, ABOUT)).verdict == CANNOT_SAY


def test_one_step_back_in_many_is_still_a_rise() -> None:
    assert rises({1: 1, 2: 2, 3: 4, 4: 3, 5: 5})
    assert rises({1: 1, 2: 2, 3: 2, 4: 1}) is False
    assert rises({1: 5, 2: 4, 3: 3}) is False


def test_without_runs_nothing_can_be_said() -> None:
    about = {"data": {name: {"subtrajectories": None, "least_support": 1} for name in ABOUT["data"]}}
    assert {f.answer(Results([], about)).verdict for f in FINDINGS} == {CANNOT_SAY}


@pytest.mark.parametrize("module", [knowledge, results], ids=lambda m: m.__name__)
def test_examples(module: ModuleType) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted > 0
    assert tried.failed == 0
