"""Time per fix of the whole way from CSV to graph, from 100,000 to 10 million fixes.

``python -m benchmarks.growth [--sizes 100000,1000000,10000000] [--json FILE]``. Goal: it grows by less than 20 %.
Processor time, because other work on the machine would count otherwise; the peak memory is that of the process so far.
"""

import argparse
import json
import resource
import tempfile
import time
from pathlib import Path

from baquara.ingest.options import ReadOptions
from baquara.pipeline import Cleaning, ingest, segment, triplify
from baquara.progress import Silent
from baquara.segment import Plan
from baquara.settings import Settings
from baquara.simulate import Options, write
from baquara.workspace import Workspace

__all__ = ["run"]

GOAL = 0.20


def one(scratch: Path, rows: int) -> dict[str, float]:
    source = write(Options(kind="gps", rows=rows), seed=1, to=scratch / f"gps-{rows}").rows_file
    workspace = Workspace.create(scratch / f"w-{rows}", Settings.new("bench"))
    seconds: dict[str, float] = {"fixes": rows}
    stages = {
        "ingest": lambda: ingest(
            workspace, "b", [source], options=ReadOptions(), cleaning=Cleaning(), progress=Silent()
        ),
        "segment": lambda: segment(workspace, "b", plan=Plan(), progress=Silent()),
        "triplify": lambda: triplify(workspace, "b", progress=Silent()),
    }
    for name, stage in stages.items():
        began, wall = time.process_time(), time.perf_counter()
        stage()
        seconds[name] = time.process_time() - began
        seconds[f"{name}_wall"] = time.perf_counter() - wall
    seconds["us_per_fix"] = 1e6 * sum(seconds[name] for name in stages) / rows
    seconds["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    source.unlink()
    return {name: round(value, 3) for name, value in seconds.items()}


def run(sizes: list[int]) -> list[dict[str, float]]:
    """Every size, small to large, after one small warm-up."""
    with tempfile.TemporaryDirectory() as folder:
        one(Path(folder) / "warm", 10_000)
        return [one(Path(folder), rows) for rows in sizes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="100000,1000000,10000000")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    results = run([int(n) for n in args.sizes.split(",")])
    for r in results:
        print("  ".join(f"{name} {value:,}" for name, value in r.items()))
    growth = results[-1]["us_per_fix"] / results[0]["us_per_fix"] - 1
    print(f"time per fix grows by {growth:+.1%} (goal: less than {GOAL:.0%})")
    if args.json:
        args.json.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
