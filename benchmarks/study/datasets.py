"""The inputs of the study by name: places and sequences, with a taxonomy or with constraints."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np

from baquara.pipeline.anonymize import Inputs
from baquara.sequences import Places, Sequences
from benchmarks.study.gowalla import AREAS, read_gowalla
from benchmarks.study.knowledge import CONSTRAINT_SIZES, ORDERS, constraints, order, taxonomy
from benchmarks.study.oldenburg import read_network, simulate

__all__ = ["FULL", "QUICK", "Size", "datasets", "describe", "subset"]


@dataclass(frozen=True, slots=True)
class Size:
    """How large the study is."""

    trajectories: int = 18_143
    mean_length: float = 4.72
    sources: int = 500
    areas: int = AREAS
    users_max: int | None = None
    subsets: tuple[int, ...] = (2_000, 5_000, 10_000, 15_000)
    k: tuple[int, ...] = (2, 5, 10, 25, 50, 100)
    m: tuple[int, ...] = (1, 2, 3, 4)
    delta: tuple[float, ...] = (0, 10, 20, 50, 100)
    draws: int = 3
    """Of NGRAMS, whose figures are averaged."""
    rounds: int = 3
    """Of measuring time."""
    visits_max: int | None = None
    """Check-ins that are read of a user."""
    seed: int = 1


FULL = Size()
QUICK = Size(400, 4.72, 20, 40, 300, (100, 250), (2, 5, 10), (1, 2, 3), (0, 100), 1, 1, 12)


def datasets(data: Path, size: Size) -> dict[str, Inputs]:
    """``<data>/<order of the leaves>`` for each data set and order, and ``…/U1`` to ``…/U3`` with constraints instead."""
    made = {
        "oldenburg": (*_oldenburg(data, size), 5),
        "gowalla": (*_gowalla(data, size, by_day=False), 6),
        "gowalla-days": (*_gowalla(data, size, by_day=True), 6),
    }
    out: dict[str, Inputs] = {}
    for name, (sequences, places, fan_out) in made.items():
        for how in ORDERS:
            leaves = order(places, how=how, seed=size.seed)
            out[f"{name}/{how}"] = Inputs(sequences, places, taxonomy=taxonomy(leaves, fan_out=fan_out))
            for sets in CONSTRAINT_SIZES:
                out[f"{name}/{how}/{sets}"] = Inputs(sequences, places, constraints=constraints(leaves, name=sets))
    return out


def _oldenburg(data: Path, size: Size) -> tuple[Sequences, Places]:
    network = read_network(data / "oldenburg")
    return simulate(
        network,
        trajectories=size.trajectories,
        mean_length=size.mean_length,
        sources=size.sources,
        seed=size.seed,
    )


def _gowalla(data: Path, size: Size, *, by_day: bool) -> tuple[Sequences, Places]:
    return read_gowalla(
        data / "gowalla_nyc",
        areas=size.areas,
        by_day=by_day,
        users_max=size.users_max,
        visits_max=size.visits_max,
    )


def subset(inputs: Inputs, count: int, *, seed: int) -> Inputs:
    """That many of the trajectories, at random, in their order; all places stay known."""
    s = inputs.sequences
    chosen = np.sort(np.random.default_rng(seed).permutation(len(s))[:count])
    rows = np.concatenate([np.arange(s.offsets[t], s.offsets[t + 1]) for t in chosen.tolist()])
    kept = replace(
        s,
        offsets=np.concatenate([[0], np.cumsum(np.diff(s.offsets)[chosen])]).astype(np.int64),
        place=s.place[rows],
        trajectories=tuple(s.trajectories[t] for t in chosen.tolist()),
        moving_object=s.moving_object[chosen],
    )
    return replace(inputs, sequences=kept)


def describe(sequences: Sequences, *, longest: int = 4) -> dict[str, object]:
    """Sizes, and how many different subtrajectories of 1 to 4 visits there are (Figure 10), where they can be listed."""
    length = np.diff(sequences.offsets)
    listable = sum(comb(n, longest) * c for n, c in Counter(length.tolist()).items()) < 20_000_000
    found: list[set[tuple[int, ...]]] = [set() for _ in range(longest)]
    for visits in _each(sequences) if listable else ():
        for n, known in enumerate(found, start=1):
            known.update(combinations(visits, n))
    return {
        "trajectories": len(sequences),
        "moving_objects": len(sequences.moving_objects),
        "locations": len(set(sequences.place.tolist())),
        "mean_length": float(length.mean()),
        "longest": int(length.max()),
        "least_support": _least_support(sequences),
        "subtrajectories": [len(known) for known in found] if listable else None,
    }


def _least_support(sequences: Sequences) -> int:
    """How many trajectories visit the place that fewest visit."""
    return min(Counter(place for visits in _each(sequences) for place in set(visits)).values())


def _each(sequences: Sequences) -> Iterator[list[int]]:
    place = sequences.place.tolist()
    for begin, end in zip(sequences.offsets[:-1].tolist(), sequences.offsets[1:].tolist(), strict=True):
        yield place[begin:end]
