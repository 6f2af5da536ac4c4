"""Many releases, one parameter varied: run in parallel, resume, tabulate, plot."""

import csv
import hashlib
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from anonymize.utility.measures import Measures
from baquara.errors import BadInput, BaquaraError
from baquara.pipeline.anonymize import Inputs, anonymize
from baquara.progress import Progress, Silent
from baquara.sequences import Policy

__all__ = ["PARAMETERS", "Study", "run_study"]

PARAMETERS = ("k", "m", "delta")
_FIGURES = ("locations", "queries", "patterns", "semantics", "distances", "visits", "flows")


@dataclass(frozen=True, slots=True)
class Study:
    """Which algorithms, which policy, and the parameter that is varied over which values."""

    algorithms: tuple[str, ...]
    policy: Policy
    parameter: str
    values: tuple[float, ...]
    seed: int = 1

    def __post_init__(self) -> None:
        if self.parameter not in PARAMETERS:
            raise BadInput(f"--vary: {self.parameter!r} cannot be varied; use {', '.join(PARAMETERS)}")
        if not self.values or not self.algorithms:
            raise BadInput("--vary needs values and an algorithm, for example --vary k=2,5,10,25")

    def policies(self) -> list[Policy]:
        """One policy a value."""
        p = self.policy
        if self.parameter == "k":
            return [Policy(int(value), p.m, p.unit, p.delta) for value in self.values]
        if self.parameter == "m":
            return [Policy(p.k, int(value), p.unit, p.delta) for value in self.values]
        return [Policy(p.k, p.m, p.unit, value) for value in self.values]


def run_study(inputs: Inputs, study: Study, to: Path, *, jobs: int, progress: Progress) -> list[dict[str, Any]]:
    """Every run once; what the folder has already is not run again. Writes runs/, results.json, table.csv and figures."""
    (to / "runs").mkdir(parents=True, exist_ok=True)
    tasks = [(algorithm, policy) for algorithm in study.algorithms for policy in study.policies()]
    digest = _digest(inputs)
    files = [
        to / "runs" / f"{algorithm}-{policy.k}-{policy.m}-{policy.unit}-{policy.delta:g}-{study.seed}-{digest}.json"
        for algorithm, policy in tasks
    ]
    progress.start("runs", len(tasks))
    left = [(file, *task) for file, task in zip(files, tasks, strict=True) if not file.exists()]
    progress.advance(len(tasks) - len(left))
    with ProcessPoolExecutor(max(1, jobs), mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(_one, inputs, file, algorithm, policy, study.seed) for file, algorithm, policy in left]
        for done in as_completed(waiting):
            done.result()
            progress.advance(1)
    results = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    _write_tables(results, study, to)
    _write_figures(results, study, to)
    return results


def _one(inputs: Inputs, file: Path, algorithm: str, policy: Policy, seed: int) -> None:
    """One run, in a process of its own. A policy that cannot be met is a result too."""
    try:
        report = anonymize(inputs, policy, algorithm=algorithm, seed=seed, progress=Silent()).report
    except BaquaraError as error:
        report = {
            "algorithm": algorithm,
            "policy": {"k": policy.k, "m": policy.m, "unit": str(policy.unit), "delta": policy.delta},
            "failed": str(error),
        }
    draft = file.with_suffix(".new")
    draft.write_text(json.dumps(report, indent=1, default=str), encoding="utf-8")
    draft.rename(file)


def _digest(inputs: Inputs) -> str:
    """Twelve letters that change when the input does."""
    sha = hashlib.sha256()
    arrays: list[Any] = [
        inputs.sequences.offsets,
        inputs.sequences.place,
        inputs.sequences.moving_object,
        inputs.places.x,
        inputs.places.y,
    ]
    arrays += [inputs.taxonomy.parent, inputs.taxonomy.leaf] if inputs.taxonomy else []
    arrays += [inputs.constraints.of] if inputs.constraints else []
    for array in arrays:
        sha.update(np.ascontiguousarray(array).tobytes())
    return sha.hexdigest()[:12]


def _rows(results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    rows = []
    for result in results:
        policy = {name: result["policy"][name] for name in ("k", "m", "delta", "unit")}
        rows.append(
            {
                "algorithm": result["algorithm"],
                **policy,
                "seconds": result.get("seconds"),
                "failed": result.get("failed", ""),
                **(result.get("measures") or {}),
                **policy,
            }
        )
    return rows


def _write_tables(results: Sequence[dict[str, Any]], study: Study, to: Path) -> None:
    rows = _rows(results)
    header = list(dict.fromkeys(name for row in rows for name in row))
    with (to / "table.csv").open("w", newline="", encoding="utf-8") as handle:
        writer = csv.DictWriter(handle, header, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    summary = {
        "parameter": study.parameter,
        "values": study.values,
        "algorithms": study.algorithms,
        "results": list(results),
    }
    (to / "results.json").write_text(json.dumps(summary, indent=1), encoding="utf-8")


def _write_figures(results: Sequence[dict[str, Any]], study: Study, to: Path) -> None:
    from anonymize.utility.plots import draw, draw_seconds, save

    series: dict[str, list[tuple[float, Measures]]] = {}
    seconds: dict[str, list[tuple[float, float]]] = {}
    for result in results:
        if "measures" in result:
            value = float(result["policy"][study.parameter])
            series.setdefault(result["algorithm"], []).append((value, Measures(**result["measures"])))
            seconds.setdefault(result["algorithm"], []).append((value, result["seconds"]))
    if not series:
        return
    for name in _FIGURES:
        save(draw(name, series, parameter=study.parameter), to / name)
    save(draw_seconds(seconds, parameter=study.parameter), to / "seconds")
