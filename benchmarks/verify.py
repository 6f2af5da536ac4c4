"""The verifier on a million trajectories. ``python -m benchmarks.verify [--trajectories N] [--json FILE]``.

Goal: k^2 of a million trajectories in under 60 s and 4 GB. Simulated: 10,000 places of uneven popularity, five visits on average,
one trajectory of 5,000; recoded to groups so that it is anonymous, and raw, where it must be refused.
"""

import argparse
import json
import resource
import time
from pathlib import Path

import numpy as np

from anonymize.verify import Published, Verified, verify
from baquara.sequences import Policy, Released, Sequences

__all__ = ["run"]

CASES = ((2, 300), (3, 30), (2, 10_000))
"""m, and the number of groups that the places are merged to."""


def made(trajectories: int, places: int = 10_000) -> Sequences:
    rng = np.random.default_rng(1)
    length = 1 + rng.poisson(4, trajectories)
    length[:100], length[0] = 200, 5000
    offsets = np.concatenate([[0], np.cumsum(length)]).astype(np.int64)
    place = np.minimum((places * rng.random(offsets[-1]) ** 2).astype(np.int64), places - 1)
    people = max(trajectories // 2, 1)
    return Sequences(
        places=tuple(f"p{i}" for i in range(places)),
        offsets=offsets,
        place=place,
        trajectories=tuple(f"t{i}" for i in range(trajectories)),
        moving_objects=tuple(f"o{i}" for i in range(people)),
        moving_object=rng.integers(0, people, trajectories),
    )


def run(trajectories: int) -> list[dict[str, object]]:
    """Every case: the verdict, seconds and the peak of memory so far."""
    s = made(trajectories)
    results = []
    for m, count in CASES:
        of = np.arange(len(s.places)) % count
        groups = tuple(tuple(np.flatnonzero(of == g).tolist()) for g in range(count))
        released = Released(groups, of, s.offsets, of[s.place], np.arange(len(s.place)))
        published = Published.from_released(released, s, rng=np.random.default_rng(2))
        began = time.perf_counter()
        verdict = verify(s, published, Policy(k=10, m=m))
        results.append(
            {
                "trajectories": trajectories,
                "m": m,
                "groups": count,
                "verified": isinstance(verdict, Verified),
                "seconds": round(time.perf_counter() - began, 1),
                "peak_gb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, 2),
            }
        )
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trajectories", type=int, default=1_000_000)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    results = run(args.trajectories)
    for r in results:
        print("  ".join(f"{name} {value}" for name, value in r.items()))
    if args.json:
        args.json.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
