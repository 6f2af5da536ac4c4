"""How far attackers get who know more than the promise covers: figures before and after, never a verdict."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from anonymize.attacks import Figure, consecutive, membership, split, top_places, unicity
from baquara.pipeline.anonymize import Inputs, anonymize
from baquara.progress import Progress
from baquara.sequences import Policy

__all__ = ["attack", "draw_attacks"]

_OUTSIDE = 0.2
"""The share of people who are held out, as the control group of the membership attack."""


def attack(inputs: Inputs, policy: Policy, *, algorithm: str, seed: int, progress: Progress) -> dict[str, Any]:
    """Anonymize, then attack the original and the release with the same knowledge."""
    rng = np.random.default_rng(seed)
    outcome = anonymize(inputs, policy, algorithm=algorithm, seed=seed, progress=progress)
    release, original = outcome.proof.release, inputs.sequences
    progress.start("attacks", 4)
    figures: list[Figure] = unicity(original, release, rng=rng, unit=policy.unit)
    progress.advance(1)
    figures += consecutive(original, release, unit=policy.unit)
    progress.advance(1)
    figures += top_places(original, release, unit=policy.unit)
    progress.advance(1)
    inside, outside = split(original, outside=_OUTSIDE, rng=rng)
    held = anonymize(replace(inputs, sequences=inside), policy, algorithm=algorithm, seed=seed, progress=progress)
    known = membership(inside, held.proof.release, outside, rng=rng, unit=policy.unit)
    return {
        "algorithm": algorithm,
        "policy": outcome.report["policy"],
        "figures": [asdict(figure) for figure in figures],
        "membership": [asdict(figure) for figure in known],
    }


def draw_attacks(result: dict[str, Any], to: Path) -> None:
    """Share singled out against the number of known places, before and after; PNG and SVG."""
    from matplotlib.figure import Figure as Canvas

    canvas = Canvas(figsize=(9, 4), layout="constrained")
    policy = result["policy"]
    for axes, name in zip(canvas.subplots(1, 2, sharey=True), ("places", "consecutive"), strict=True):
        for data, style in (("before", "o-"), ("after", "s--")):
            rows = [f for f in result["figures"] if f["attack"] == name and f["data"] == data]
            axes.plot([f["known"] for f in rows], [100 * f["singled_out"] for f in rows], style, label=data)
        if name == "places":  # who also knows that nothing lies in between knows more than the promise covers
            axes.axvspan(
                0.5, policy["m"] + 0.5, color="#dddddd", zorder=0, label=f"what {policy['k']}^{policy['m']} promises"
            )
        axes.set_xlabel("known places" + (" in a row" if name == "consecutive" else ""))
        axes.set_xlim(0.5, 6.5)
        axes.set_ylim(-3, 103)
        axes.legend(fontsize=8)
    canvas.axes[0].set_ylabel("people singled out, %")
    for suffix in (".png", ".svg"):
        canvas.savefig(to.with_suffix(suffix), dpi=130, metadata={"Date": None} if suffix == ".svg" else None)
