"""Stages 6 and 7: anonymize, then verify what came out, always. What the verifier refuses is not written."""

import json
import os
import shutil
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from anonymize.files import write_release
from anonymize.files.places import projected
from anonymize.files.release import random_names
from anonymize.registry import REGISTRY
from anonymize.utility.report import measure
from anonymize.verify import Published, Refused, Verified, verify
from baquara import __version__
from baquara.errors import BadInput, CannotMeet
from baquara.progress import Progress
from baquara.sequences import SUPPRESSED, Constraints, Places, Policy, Released, Sequences, Taxonomy
from baquara.store import open_for_reading, select
from baquara.workspace import Workspace
from queries.internal import internal

__all__ = ["Inputs", "Outcome", "anonymize", "check_new", "from_workspace", "write_outcome"]


@dataclass(frozen=True, slots=True)
class Inputs:
    """What an algorithm works on."""

    sequences: Sequences
    places: Places
    taxonomy: Taxonomy | None = None
    constraints: Constraints | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A release that the verifier accepted, and what is known of it."""

    released: Released
    proof: Verified
    report: dict[str, Any]


def anonymize(
    inputs: Inputs,
    policy: Policy,
    *,
    algorithm: str,
    engine: str | None = None,
    suppress: bool = True,
    seed: int | None = None,
    progress: Progress,
) -> Outcome:
    """Run the algorithm, verify, measure. Raises CannotMeet where the policy is not met: nothing is released then."""
    if algorithm not in REGISTRY:
        raise BadInput(f"no algorithm {algorithm!r}; there is {', '.join(REGISTRY)}")
    rng = np.random.default_rng(seed)
    _load(algorithm, engine, policy)
    progress.start(f"{algorithm}, k = {policy.k}, m = {policy.m}")
    began = time.perf_counter()
    released = REGISTRY[algorithm].run(
        inputs.sequences,
        inputs.places,
        policy,
        taxonomy=inputs.taxonomy,
        constraints=inputs.constraints,
        suppress=suppress,
        progress=progress,
        engine=engine,
    )
    seconds = time.perf_counter() - began
    published = Published.from_released(released, inputs.sequences, rng=rng)
    published = replace(published, names=tuple(random_names(len(published), rng)))
    verdict = verify(inputs.sequences, published, policy, constraints=inputs.constraints, progress=progress)
    if isinstance(verdict, Refused):
        witness = verdict.violations[0]
        raise CannotMeet(
            f"the verifier refuses the result of {algorithm}: {witness.rule}: {witness.text}; nothing is released"
        )
    return Outcome(released, verdict, _report(inputs, policy, released, verdict, algorithm, engine, seconds, rng))


def _load(algorithm: str, engine: str | None, policy: Policy) -> None:
    """Have the machine code loaded (or compiled, once on a machine), so that `seconds` is the algorithm's own time."""
    sequences = Sequences.of([("a", "xyz"), ("b", "xyz"), ("c", "zx")])
    places = Places(np.arange(3.0), np.zeros(3))
    taxonomy = Taxonomy(("x", "y", "z", "all"), np.array([3, 3, 3, -1]), np.arange(3))
    constraints = Constraints(("all",), np.zeros(3, np.int64))
    REGISTRY[algorithm].run(
        sequences, places, Policy(2, policy.m, policy.unit), taxonomy=taxonomy, constraints=constraints, engine=engine
    )


def _report(
    inputs: Inputs,
    policy: Policy,
    released: Released,
    proof: Verified,
    algorithm: str,
    engine: str | None,
    seconds: float,
    rng: np.random.Generator,
) -> dict[str, Any]:
    measures = measure(
        inputs.sequences,
        released,
        inputs.places,
        taxonomy=inputs.taxonomy,
        constraints=inputs.constraints,
        policy=policy,
        rng=rng,
    )
    return {
        "baquara": __version__,
        "algorithm": algorithm,
        "engine": engine or REGISTRY[algorithm].engines[0],
        "policy": {"model": "k^m-anonymity", **asdict(policy), "unit": str(policy.unit)},
        "counts": {
            "trajectories": len(inputs.sequences),
            "moving_objects": len(inputs.sequences.moving_objects),
            "places": len(inputs.sequences.places),
            "visits": len(inputs.sequences.place),
            "released_trajectories": len(proof.release),
            "released_visits": len(proof.release.visit),
            "suppressed_visits": len(inputs.sequences.place) - len(proof.release.visit),
            "suppressed_places": int(np.sum(released.recoding == SUPPRESSED)),
        },
        "verdict": {
            "verified": True,
            "decided": [str(rule) for rule in proof.decided],
            "release_sha256": proof.release_digest,
            "verifier": proof.version,
        },
        "measures": asdict(measures),
        "notes": list(released.notes),
        "seconds": seconds,
    }


def write_outcome(outcome: Outcome, inputs: Inputs, to: Path) -> None:
    """The folder of a release, whole or not at all; report.json and audit.csv are the owner's (mode 0600)."""
    check_new(to)
    draft = to.with_name(f".{to.name}.draft-{os.getpid()}")
    draft.mkdir(parents=True)
    try:
        write_release(draft, outcome.proof.release, outcome.released, inputs.sequences)
        report = os.open(draft / "report.json", os.O_WRONLY | os.O_CREAT, 0o600)
        with os.fdopen(report, "w", encoding="utf-8") as handle:
            json.dump(outcome.report, handle, indent=1, ensure_ascii=False, default=str)
            handle.write("\n")
        if to.exists():
            to.rmdir()
        draft.rename(to)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def check_new(to: Path) -> None:
    """A release is never overwritten: the folder must be new, or empty."""
    if to.exists() and (not to.is_dir() or any(to.iterdir())):
        raise BadInput(f"{to} is there already; a release is never overwritten: name another folder")


def from_workspace(workspace: Workspace) -> Inputs:
    """One sequence a trail: the places that its stops visit; visits in a row to one place are one visit."""
    with workspace.reading() as state:
        if state.store is None:
            raise BadInput(
                "the store is empty; run `baquara ingest` and `baquara segment` first, or name --sequences and --places"
            )
        rows = list(select(open_for_reading(workspace.root / state.store), internal("sequences")).rows)
    if not rows:
        raise BadInput(
            "no stop in the store is linked to a place (bq:visits); map a venue column, or link the data first"
        )
    visits: dict[tuple[str, str], list[tuple[int, str]]] = {}
    positions: dict[str, list[tuple[float, float]]] = {}
    for trail, mover, ord_, place, wkt in rows:
        visits.setdefault((_value(mover), _value(trail)), []).append((int(_value(ord_)), _value(place)))
        positions.setdefault(_value(place), []).append(_point(_value(wkt)))
    trails = sorted(visits.items())
    sequences = Sequences.of([(mover, _collapsed(sorted(stops))) for (mover, _), stops in trails])
    sequences = replace(sequences, trajectories=tuple(trail for (_, trail), _ in trails))
    middle = np.array([np.mean(positions[name], axis=0) for name in sequences.places])
    return Inputs(sequences, Places(*projected(middle[:, 0], middle[:, 1])))


def _collapsed(stops: list[tuple[int, str]]) -> list[str]:
    names = [place for _, place in stops]
    return [name for i, name in enumerate(names) if i == 0 or names[i - 1] != name]


def _value(term: object) -> str:
    return str(getattr(term, "value", term))


def _point(wkt: str) -> tuple[float, float]:
    lon, lat = wkt.removeprefix("POINT(").removesuffix(")").split()
    return float(lon), float(lat)
