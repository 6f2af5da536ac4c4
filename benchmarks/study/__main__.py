"""The study of section 5 of Poulis et al. (2014) again; writes docs/study.md.

    python -m benchmarks.study [--data DIR] [--out DIR] [--page FILE] [--quick]

Needs oldenburg/ and gowalla_nyc/ in the folder of the data (or in BAQUARA_DATA). With --quick everything is small, and the page
goes to the folder of the results.
"""

import argparse
import os
import sys
import time
from pathlib import Path

from baquara import __version__
from baquara.errors import BaquaraError
from baquara.progress import Progress
from benchmarks.study.datasets import FULL, QUICK, Size, datasets, describe
from benchmarks.study.figures import write_figures
from benchmarks.study.findings import FINDINGS
from benchmarks.study.page import write_page
from benchmarks.study.results import Results
from benchmarks.study.runs import cells, run_all, run_ngrams, time_again, write_tables

__all__ = ["main", "study"]

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("BAQUARA_DATA", ROOT.parent / "shared" / "data"))


class Lines:
    """Progress as lines on stderr, one for each tenth of the work."""

    def start(self, what: str, total: int | None = None) -> None:
        """Begin."""
        self.what, self.total, self.done = what, total or 1, 0

    def advance(self, n: int) -> None:
        """Say so when another tenth is done."""
        before, self.done = self.done, self.done + n
        if before * 10 // self.total < self.done * 10 // self.total:
            print(f"{self.what}: {self.done} of {self.total}", file=sys.stderr, flush=True)


def study(data: Path, size: Size, *, progress: Progress) -> Results:
    """All runs."""
    began = time.perf_counter()
    inputs = datasets(data, size)
    names = [name for name in inputs if name.endswith("/rows")]
    wanted = cells(size)
    rows = run_all(inputs, wanted, seed=size.seed, progress=progress)
    rows = time_again(inputs, wanted, rows, rounds=size.rounds, seed=size.seed)
    rows += [run_ngrams(name, inputs[name], draws=size.draws, seed=size.seed) for name in names]
    about = {
        "baquara": __version__,
        "quick": size == QUICK,
        "seed": size.seed,
        "draws": size.draws,
        "data": {name.split("/")[0]: describe(inputs[name].sequences) for name in names},
        "seconds": time.perf_counter() - began,
    }
    return Results(rows, about)


def main(arguments: list[str] | None = None) -> int:
    """Run, write the tables, the figures and the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.study", description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=DATA, help="folder with oldenburg/ and gowalla_nyc/")
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "results" / "study")
    parser.add_argument("--page", type=Path, help="default: docs/study.md; with --quick: study.md in --out")
    parser.add_argument("--quick", action="store_true", help="small sizes, for a test")
    options = parser.parse_args(arguments)
    page = options.page or (options.out if options.quick else ROOT / "docs") / "study.md"
    try:
        results = study(options.data, QUICK if options.quick else FULL, progress=Lines())
    except BaquaraError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    write_tables(results.runs, dict(results.about), options.out)
    write_figures(results, page.parent / "images" / "study")
    write_page(results, FINDINGS, page)
    print(f"{len(results.runs)} runs in {results.about['seconds']:.0f} s: {options.out}, {page}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
