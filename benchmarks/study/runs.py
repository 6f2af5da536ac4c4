"""The runs of the study: which there are, and one row of figures for each. Every release was verified."""

import csv
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from anonymize.ngrams import ngrams, seeded_noise
from anonymize.registry import REGISTRY
from anonymize.utility import Options, measure, measure_synthetic
from baquara.errors import BaquaraError
from baquara.pipeline.anonymize import Inputs, Outcome, anonymize
from baquara.progress import Progress, Silent
from baquara.sequences import Policy, Unit
from benchmarks.study.datasets import Size, subset

__all__ = ["MIN_SUPPORT", "PROJECTIONS", "Cell", "Row", "cells", "run_all", "run_ngrams", "time_again", "write_tables"]

Row = dict[str, Any]
MIN_SUPPORT = {"oldenburg": 0.0083, "gowalla": 0.01, "gowalla-days": 0.0014}
"""Of frequent patterns: 0.83 % and 0.14 % as in section 5.1; trajectories of years have too many patterns at 0.14 %."""
PROJECTIONS = 20
K, M, DELTA = 5, 2, 10.0
"""What the paper sets where it does not say otherwise."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One run: the inputs by name, the algorithm, the policy, perhaps on a part of the trajectories only."""

    inputs: str
    algorithm: str
    policy: Policy
    count: int | None = None
    engine: str = "fast"


def cells(size: Size) -> list[Cell]:
    """Every run once."""
    return list(dict.fromkeys([*_sweeps(size), *_constrained(size), *_sizes(size)]))


def _policies(size: Size, *, vary_k_at: tuple[int, ...] = (M,), vary_m_at: tuple[int, ...] = (K,)) -> list[Policy]:
    by_k = [Policy(k, m, Unit.trajectory) for m in vary_k_at for k in size.k]
    return by_k + [Policy(k, m, Unit.trajectory) for k in vary_m_at for m in size.m]


def _sweeps(size: Size) -> Iterator[Cell]:
    """k with m = 2 and 3, m with k = 5 and 50; trajectories of years only with m = 2."""
    high = 50 if 50 in size.k else size.k[-1]
    for how in ("rows", "shuffled"):
        for policy in _policies(size, vary_k_at=(2, 3), vary_m_at=(K, high)):
            for algorithm in ("seqanon", "sd-seqanon"):
                yield Cell(f"oldenburg/{how}", algorithm, policy)
                yield Cell(f"gowalla-days/{how}", algorithm, policy)
        for policy in _policies(size, vary_m_at=()):
            yield from (Cell(f"gowalla/{how}", algorithm, policy) for algorithm in ("seqanon", "sd-seqanon"))
    for policy in _policies(size):
        yield Cell("oldenburg/rows", "seqanon-f", policy)
        yield Cell("gowalla-days/rows", "seqanon-f", policy)
        yield Cell("gowalla-days/rows", "seqanon", replace(policy, unit=Unit.moving_object))
        yield Cell("gowalla-days/rows", "sd-seqanon", replace(policy, unit=Unit.moving_object))


def _constrained(size: Size) -> Iterator[Cell]:
    """U-SeqAnon with the sets of Figure 18; and delta varied with the largest m, where places must be suppressed."""
    for sets in ("U1", "U2", "U3"):
        for how in ("rows", "shuffled"):
            for k in size.k:
                yield Cell(f"oldenburg/{how}/{sets}", "u-seqanon", Policy(k, M, Unit.trajectory, DELTA))
            for delta in size.delta:
                yield Cell(f"oldenburg/{how}/{sets}", "u-seqanon", Policy(K, size.m[-1], Unit.trajectory, delta))
        for k in size.k:
            yield Cell(f"gowalla-days/rows/{sets}", "u-seqanon", Policy(k, M, Unit.trajectory, DELTA))


def _sizes(size: Size) -> Iterator[Cell]:
    """Fewer trajectories; and the engines that follow the pseudocode line by line, on the fewest."""
    for algorithm in ("seqanon", "seqanon-f"):
        for count in (*size.subsets, None):
            yield Cell("oldenburg/rows", algorithm, Policy(K, M, Unit.trajectory), count)
        for m in (2, 3):
            yield Cell("oldenburg/rows", algorithm, Policy(K, m, Unit.trajectory), size.subsets[0], "reference")


def run_all(inputs: Mapping[str, Inputs], wanted: list[Cell], *, seed: int, progress: Progress) -> list[Row]:
    """A row for each cell. A policy that cannot be met is a row too, with the reason in ``failed``."""
    progress.start("runs", len(wanted))
    rows = []
    for cell in wanted:
        rows.append(_head(cell, inputs[cell.inputs]) | _run(cell, inputs[cell.inputs], seed))
        progress.advance(1)
    return rows


def _head(cell: Cell, inputs: Inputs) -> Row:
    data, how, sets = (*cell.inputs.split("/"), "", "")[:3]
    return {
        "data": data,
        "leaves": how,
        "constraints": sets,
        "algorithm": cell.algorithm,
        "engine": cell.engine,
        "count": cell.count or len(inputs.sequences),
        "k": cell.policy.k,
        "m": cell.policy.m,
        "unit": str(cell.policy.unit),
        "delta": cell.policy.delta,
    }


def _run(cell: Cell, inputs: Inputs, seed: int) -> Row:
    part = inputs if cell.count is None else subset(inputs, cell.count, seed=seed)
    try:
        made = anonymize(part, cell.policy, algorithm=cell.algorithm, engine=cell.engine, seed=seed, progress=Silent())
    except BaquaraError as error:
        return {"failed": str(error)}
    measures = made.report["measures"]
    if cell.algorithm == "seqanon" and cell.engine == "fast":
        measures = _as_mined(cell, part, made, seed)
    return {"seconds": made.report["seconds"], **measures}


def _as_mined(cell: Cell, part: Inputs, made: Outcome, seed: int) -> Row:
    """The measures again with the paper's threshold of frequent patterns; all others stay what they are."""
    measures = measure(
        part.sequences,
        made.released,
        part.places,
        taxonomy=part.taxonomy,
        constraints=part.constraints,
        policy=cell.policy,
        options=_options(cell.inputs),
        rng=np.random.default_rng(seed),
    )
    return asdict(measures)


def _options(inputs: str) -> Options:
    return Options(min_support=MIN_SUPPORT[inputs.split("/")[0]], projections=PROJECTIONS)


def time_again(
    inputs: Mapping[str, Inputs], wanted: list[Cell], rows: list[Row], *, rounds: int, seed: int
) -> list[Row]:
    """The rows with processor seconds, the best of some rounds over all runs, so that a busy minute falls on all alike.

    Runs of a second or more, and those on shuffled leaves, keep the time of the first run.
    """
    parts = {key: _part(*key, inputs, seed) for key in {(cell.inputs, cell.count) for cell in wanted}}
    best = [row.get("seconds") for row in rows]
    for _ in range(rounds):
        for i, cell in enumerate(wanted):
            if "shuffled" not in cell.inputs and (seconds := best[i]) is not None and rows[i]["seconds"] < 1:
                best[i] = min(seconds, _seconds(cell, parts[cell.inputs, cell.count]))
    return [row if seconds is None else row | {"seconds": seconds} for row, seconds in zip(rows, best, strict=True)]


def _part(name: str, count: int | None, inputs: Mapping[str, Inputs], seed: int) -> Inputs:
    return inputs[name] if count is None else subset(inputs[name], count, seed=seed)


def _seconds(cell: Cell, part: Inputs) -> float:
    began = time.process_time()
    REGISTRY[cell.algorithm].run(
        part.sequences,
        part.places,
        cell.policy,
        taxonomy=part.taxonomy,
        constraints=part.constraints,
        engine=cell.engine,
    )
    return time.process_time() - began


def run_ngrams(name: str, inputs: Inputs, *, draws: int, seed: int) -> Row:
    """NGRAMS with the paper's parameters, on the same workload of queries; figures are means of some draws."""
    made = []
    for draw in range(draws):
        rng = np.random.default_rng([seed, draw])
        began = time.process_time()
        synthetic = ngrams(inputs.sequences, unit=Unit.trajectory, noise=seeded_noise(rng), rng=rng)
        seconds = time.process_time() - began
        measures = measure_synthetic(
            inputs.sequences,
            synthetic.sequences,
            inputs.places,
            policy=Policy(K, M, Unit.trajectory),
            options=_options(name),
            rng=np.random.default_rng(seed),
        )
        made.append({"seconds": seconds, **asdict(measures), **_grams(synthetic.grams, len(inputs.sequences.places))})
    row = {field: _mean([each[field] for each in made]) for field in made[0]}
    return {"data": name.split("/")[0], "algorithm": "ngrams", "count": len(inputs.sequences)} | row


def _grams(grams: Mapping[tuple[int, ...], int], end: int) -> dict[str, int]:
    """How many grams of each size there are, without those that have an end mark."""
    size = [len(gram) for gram in grams if end not in gram]
    return {f"grams_{n}": size.count(n) for n in range(1, 6)}


def _mean(values: list[Any]) -> Any:  # noqa: ANN401
    """The mean of numbers; what is no number is the same in all draws."""
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return float(np.mean(values))
    return values[0]


def write_tables(rows: list[Row], about: Row, to: Path) -> None:
    """table.csv, one line a run, and results.json with what the data are as well."""
    to.mkdir(parents=True, exist_ok=True)
    header = list(dict.fromkeys(name for row in rows for name in row))
    with (to / "table.csv").open("w", newline="", encoding="utf-8") as handle:
        writer = csv.DictWriter(handle, header, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    (to / "results.json").write_text(json.dumps({"about": about, "runs": rows}, indent=1) + "\n", encoding="utf-8")
