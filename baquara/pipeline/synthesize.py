"""``--algorithm ngrams``: synthetic sequences with differential privacy. Not truthful, and said so in every file."""

import json
import os
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from anonymize.ngrams import Synthetic, ngrams, opendp_noise, seeded_noise
from anonymize.utility.report import measure_synthetic
from baquara import __version__
from baquara.pipeline.anonymize import Inputs, check_new
from baquara.progress import Progress
from baquara.sequences import Policy, Unit

__all__ = ["synthesize", "write_synthetic"]


def synthesize(
    inputs: Inputs, *, epsilon: float, l_max: int, n_max: int, unit: Unit, seed: int | None, progress: Progress
) -> tuple[Synthetic, dict[str, Any]]:
    """The synthetic sequences and a report. With a seed the noise can be repeated, and so undone: for studies only."""
    progress.start(f"ngrams, epsilon = {epsilon:g}")
    rng = np.random.default_rng(seed)
    noise = opendp_noise() if seed is None else seeded_noise(rng)
    began = time.perf_counter()
    made = ngrams(inputs.sequences, epsilon=epsilon, l_max=l_max, n_max=n_max, unit=unit, noise=noise, rng=rng)
    seconds = time.perf_counter() - began
    measures = measure_synthetic(
        inputs.sequences, made.sequences, inputs.places, policy=Policy(2, 1, unit), taxonomy=inputs.taxonomy, rng=rng
    )
    report = {
        "baquara": __version__,
        "algorithm": "ngrams",
        "truthful": False,
        "fit_for_release": seed is None,
        "epsilon": epsilon,
        "l_max": l_max,
        "n_max": n_max,
        "unit": str(unit),
        "counts": {"trajectories": len(inputs.sequences), "synthetic_trajectories": len(made.sequences)},
        "measures": {name: value for name, value in asdict(measures).items() if name not in ("k", "m")},
        "seconds": seconds,
    }
    return made, report


def write_synthetic(made: Synthetic, report: dict[str, Any], to: Path) -> None:
    """synthetic.csv (trajectory, ord, place) and report.json; the folder must be new."""
    check_new(to)
    to.mkdir(parents=True, exist_ok=True)
    s = made.sequences
    lines = ["trajectory,ord,place\n"]
    for t in range(len(s)):
        visits = s.place[s.offsets[t] : s.offsets[t + 1]].tolist()
        lines += [f"{s.trajectories[t]},{n},{_quoted(s.places[p])}\n" for n, p in enumerate(visits, 1)]
    (to / "synthetic.csv").write_text("".join(lines), encoding="utf-8")
    with os.fdopen(os.open(to / "report.json", os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as handle:
        json.dump(report, handle, indent=1, ensure_ascii=False)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"' if any(c in name for c in ',"\r\n') else name
