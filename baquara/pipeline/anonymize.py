"""Stages 6 and 7: anonymize, then verify what came out, always. What the verifier refuses is not written."""

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from anonymize.files.places import projected
from anonymize.files.release import random_names
from anonymize.registry import REGISTRY
from anonymize.verify import Published, Refused, Verified, verify
from baquara.errors import BadInput, CannotMeet
from baquara.progress import Progress
from baquara.sequences import Constraints, Places, Policy, Released, Sequences, Taxonomy

__all__ = ["Inputs", "Outcome", "anonymize", "from_workspace", "write_outcome"]


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
