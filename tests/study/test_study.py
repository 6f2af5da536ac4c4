"""The one command, on small data."""

import csv
import json
import re
from pathlib import Path

import pytest

from benchmarks.study.__main__ import main
from benchmarks.study.datasets import QUICK
from benchmarks.study.figures import FIGURES
from benchmarks.study.findings import FINDINGS
from benchmarks.study.results import CANNOT_SAY, DOES_NOT_HOLD, HOLDS, Results
from benchmarks.study.runs import cells

ROOT = Path(__file__).parents[2]


def findings(page: str) -> list[list[str]]:
    part = page.split("## Findings")[1].split("## Figures")[0]
    return [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")][2:]


def test_every_run_has_a_row_and_was_measured_or_says_why_not(quick: Path) -> None:
    with (quick / "table.csv").open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert len(rows) == len(cells(QUICK)) + 3
    assert all(bool(row["failed"]) != bool(row["seconds"]) for row in rows)
    assert sum(bool(row["failed"]) for row in rows if row["algorithm"] != "u-seqanon") == 0


def test_results_give_the_verdicts_of_the_page_again(quick: Path) -> None:
    read = json.loads((quick / "results.json").read_text(encoding="utf-8"))
    again = [f.answer(Results(read["runs"], read["about"])) for f in FINDINGS]
    page = findings((quick / "study.md").read_text(encoding="utf-8"))
    assert [row[-1].strip("* ") for row in page] == [answer.verdict for answer in again]


def test_the_engines_agree(quick: Path) -> None:
    runs = json.loads((quick / "results.json").read_text(encoding="utf-8"))["runs"]
    reference = [row for row in runs if row.get("engine") == "reference"]
    assert len(reference) == 4
    same = ("data", "leaves", "constraints", "algorithm", "count", "k", "m", "unit", "delta")
    pairs = [
        (row, fast)
        for row in reference
        for fast in runs
        if fast.get("engine") == "fast" and all(fast.get(name) == row[name] for name in same)
    ]
    assert len(pairs) == 2
    for row, fast in pairs:
        assert (fast["average_size"], fast["are"]) == (row["average_size"], row["are"])


def test_the_figures_are_small(quick: Path) -> None:
    files = sorted((quick / "images" / "study").iterdir())
    assert {f.name for f in files} == {f"{p.name}.png" for p in FIGURES}
    assert len(files) <= 6
    assert all(1_000 < f.stat().st_size <= 60_000 for f in files)


def test_data_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--data", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "oldenburgGen.node.txt is missing" in capsys.readouterr().err


@pytest.mark.parametrize("which", ["quick", "docs"])
def test_the_page_has_every_finding_with_a_verdict(which: str, quick: Path) -> None:
    page = (ROOT / "docs" / "study.md" if which == "docs" else quick / "study.md").read_text(encoding="utf-8")
    rows = findings(page)
    assert [row[:3] for row in rows] == [[f.where, f.claim, f.data] for f in FINDINGS]
    verdicts = [row[-1].strip("* ") for row in rows]
    assert set(verdicts) <= {HOLDS, DOES_NOT_HOLD, CANNOT_SAY}
    said = re.search(r"Of (\d+) findings, \*\*(\d+) hold, (\d+) do not hold\*\*, and of (\d+) we cannot say", page)
    assert said is not None
    counts = [len(rows), *(verdicts.count(v) for v in (HOLDS, DOES_NOT_HOLD, CANNOT_SAY))]
    assert list(map(int, said.groups())) == counts


def test_the_page_of_the_project_is_of_the_full_study_and_shows_its_figures() -> None:
    page = (ROOT / "docs" / "study.md").read_text(encoding="utf-8")
    assert "`python -m benchmarks.study` with seed" in page
    shown = re.findall(r"\]\((images/study/[\w-]+\.png)\)", page)
    assert len(shown) == len(FIGURES)
    for name in shown:
        assert (ROOT / "docs" / name).stat().st_size <= 60_000
