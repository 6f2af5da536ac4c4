"""SeqAnon beside a literal C++ program, larger m, SeqAnon_F, a million trajectories, growth; all in one run.

    python -m benchmarks.anonymize [--json] [--only literal,sizes,million,growth] [--ten-million]

Data of the size of the paper's Gowalla (86,061 trajectories, 662 locations, average length 3.92; see data.py), k = 5.
Seconds are processor time of the algorithm alone, without reading and writing, best of three or five after one warm-up
that compiles; the C++ program (g++ -O2) counts its own. Both must give the same groups, or the run stops. Peak memory is
that of a process of its own that also makes the data.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from anonymize.registry import REGISTRY
from baquara.sequences import Places, Policy, Released, Sequences, Unit
from benchmarks.anonymize.data import city

GOWALLA = {"trajectories": 86_061, "locations": 662, "mean_length": 3.92}
Figures = dict[str, Any]


def timed(
    sequences: Sequences, places: Places, policy: Policy, *, name: str = "seqanon", runs: int = 3
) -> tuple[float, Released]:
    """Seconds of the best of some runs, and the release."""
    best = np.inf
    for _ in range(runs):
        begin = time.process_time()
        released = REGISTRY[name].run(sequences, places, policy)
        best = min(best, time.process_time() - begin)
    return best, released


def warm_up() -> None:
    """Compiles everything once."""
    sequences, places = city(2_000, 60, mean_length=4.0)
    for name in ("seqanon", "seqanon-f"):
        for m in (2, 3):
            timed(sequences, places, Policy(k=5, m=m), name=name, runs=1)


def text(sequences: Sequences, places: Places, policy: Policy) -> str:
    """The input of literal.cpp."""
    owners = sequences.owners(policy.unit).tolist()
    lines = [f"{len(sequences)} {len(sequences.places)} {policy.k} {policy.m}"]
    lines += [f"{x!r} {y!r}" for x, y in zip(places.x.tolist(), places.y.tolist(), strict=True)]
    for t, owner in enumerate(owners):
        visits = sequences.place[sequences.offsets[t] : sequences.offsets[t + 1]].tolist()
        lines.append(" ".join(map(str, [owner, len(visits), *visits])))
    return "\n".join(lines) + "\n"


def literal_cpp(sequences: Sequences, places: Places, policy: Policy) -> tuple[float, list[int]]:
    """Seconds and, for each place, the least place of its group."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "literal"
        subprocess.run(["g++", "-O2", "-o", program, Path(__file__).with_name("literal.cpp")], check=True)
        done = subprocess.run(
            [program], input=text(sequences, places, policy), capture_output=True, text=True, check=True
        )
    return float(done.stderr), list(map(int, done.stdout.split()))


def literal() -> Figures:
    """The goal: 150 times faster than the literal C++, same output."""
    sequences, places = city(**GOWALLA)  # type: ignore[arg-type]
    policy = Policy(k=5, m=2, unit=Unit.trajectory)
    ours, released = timed(sequences, places, policy, runs=5)
    theirs, least = literal_cpp(sequences, places, policy)
    same = [released.groups[g][0] for g in released.recoding] == least
    if not same:
        sys.exit("the C++ program and SeqAnon give different groups")
    return {
        "seconds": ours,
        "cpp_seconds": theirs,
        "ratio": theirs / ours,
        "groups": len(released.groups),
        "same_output": same,
    }


def sizes() -> Figures:
    """The goals: m = 3 and m = 4 within a second each, and SeqAnon_F never faster."""
    sequences, places = city(**GOWALLA)  # type: ignore[arg-type]
    out: Figures = {}
    for m in (1, 2, 3, 4):
        policy = Policy(k=5, m=m)
        out[f"m={m}"] = {
            name: timed(sequences, places, policy, name=name, runs=5 if m < 3 else 3)[0]
            for name in ("seqanon", "seqanon-f")
        }
    return out


def scale(trajectories: int) -> Figures:
    """k = 10, m = 2 on 10,000 locations, average length 5."""
    warm_up()
    sequences, places = city(trajectories, 10_000, mean_length=5.0)
    seconds, released = timed(sequences, places, Policy(k=10, m=2), runs=1)
    peak_gb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return {"seconds": seconds, "peak_gb": peak_gb, "groups": len(released.groups), "visits": len(sequences.place)}


def apart(trajectories: int) -> Figures:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.anonymize", "--scale", str(trajectories)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures: Figures = json.loads(done.stdout)
    return figures


def million() -> Figures:
    """The goal: under 60 s and 4 GB."""
    return apart(1_000_000)


def growth() -> Figures:
    """The goal: an exponent of at most 1.15 from 10,000 to 1 million trajectories of 1,000 locations."""
    counts = [10_000, 31_623, 100_000, 316_228, 1_000_000]
    seconds = []
    for n in counts:
        sequences, places = city(n, 1_000, mean_length=5.0)
        seconds.append(timed(sequences, places, Policy(k=10, m=2), runs=3 if n < 300_000 else 2)[0])
    exponent = float(np.polyfit(np.log(counts), np.log(seconds), 1)[0])
    ends = float(np.log(seconds[-1] / seconds[0]) / np.log(counts[-1] / counts[0]))
    return {"trajectories": counts, "seconds": seconds, "exponent": exponent, "exponent_of_the_ends": ends}


PARTS: dict[str, Callable[[], Figures]] = {"literal": literal, "sizes": sizes, "million": million, "growth": growth}


def main() -> None:
    """Runs the parts and prints their figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.anonymize", description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    parser.add_argument("--only", default=",".join(PARTS), help="parts, with commas between them")
    parser.add_argument("--ten-million", action="store_true", help="also 10 million trajectories")
    parser.add_argument("--scale", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.scale:
        print(json.dumps(scale(options.scale)))
        return
    warm_up()
    figures: Figures = {part: PARTS[part]() for part in options.only.split(",")}
    if options.ten_million:
        figures["ten_million"] = apart(10_000_000)
    print(json.dumps(figures, indent=None if options.json else 2))


if __name__ == "__main__":
    main()
