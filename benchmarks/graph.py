"""CSV to queryable graph, against the time that Oxigraph alone needs to bulk-load the same quads from a ready file.

``python -m benchmarks.graph [--rows N] [--cases A,B] [--json FILE]``. Goal: at most 1.6 times. Three inputs, the friendly and the other:
check-ins (each row a stop), GPS with every position in the graph, and GPS without (the graph is then far smaller than
the CSV, and most of the time is reading and sorting, which the limit does not do).
"""

import argparse
import json
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyoxigraph as ox

from baquara.ingest.options import ReadOptions
from baquara.pipeline import Cleaning, ingest, segment, triplify
from baquara.progress import Silent
from baquara.segment import Plan
from baquara.settings import Settings
from baquara.simulate import Options, write
from baquara.workspace import Workspace

__all__ = ["run"]

GOAL = 1.6
ROUNDS = 2


def checkins(path: Path, rows: int) -> Path:
    """One row a visit: people with a few favourite venues, days of three to eight visits, times in disorder."""
    rng = np.random.default_rng(1)
    person = rng.integers(0, max(rows // 100, 1), rows)
    venue = rng.zipf(1.3, rows) % 20_000
    when = 1_300_000_000 + rng.permutation(rows) * 37 % 40_000_000
    lon, lat = -74 + (venue % 200) * 1e-3, 40.6 + (venue // 200) * 1e-3
    stamps = np.datetime_as_string(when.astype("datetime64[s]"))
    columns = {
        "user": np.char.add("u", person.astype(str)),
        "time": np.char.add(stamps, "Z"),
        "lat": lat,
        "lon": lon,
        "venue": np.char.add("v", venue.astype(str)),
    }
    pyarrow.csv.write_csv(pa.table(columns), path, pyarrow.csv.WriteOptions(quoting_style="none"))
    return path


def gps(path: Path, rows: int) -> Path:
    return write(Options(kind="gps", rows=rows), seed=1, to=path.parent / path.stem).rows_file


def ours(folder: Path, source: Path, plan: Plan, *, positions: bool) -> tuple[float, Workspace]:
    """Seconds from CSV to a store that answers."""
    workspace = Workspace.create(folder, Settings.new("bench"))
    options, cleaning = ReadOptions(local_timezone="America/Sao_Paulo"), Cleaning(max_rejects=0.5, max_speed_kmh=None)
    began = time.perf_counter()
    ingest(workspace, "bench", [source], options=options, cleaning=cleaning, progress=Silent())
    segment(workspace, "bench", plan=plan, progress=Silent())
    triplify(workspace, "bench", positions=positions, progress=Silent())
    assert next(iter(ox.Store.read_only(str(workspace.root / str(workspace.state().store))))) is not None
    return time.perf_counter() - began, workspace


def limit(folder: Path, quads: Path) -> float:
    """Seconds that Oxigraph needs for the ready file."""
    began = time.perf_counter()
    store = ox.Store(str(folder))
    store.bulk_load(path=str(quads), format=ox.RdfFormat.N_QUADS)
    store.flush()
    return time.perf_counter() - began


def case(name: str, source: Path, plan: Plan, *, positions: bool, scratch: Path) -> dict[str, object]:
    """Best of some rounds of each, one after the other so that noise hits both."""
    mine, theirs = [], []
    ours(scratch / f"{name}-warm", source, plan, positions=False)
    quads = scratch / f"{name}.nq"
    for n in range(ROUNDS):
        seconds, workspace = ours(scratch / f"{name}-{n}", source, plan, positions=positions)
        mine.append(seconds)
        if n == 0:
            with quads.open("wb") as out:
                ox.Store.read_only(str(workspace.root / str(workspace.state().store))).dump(out, ox.RdfFormat.N_QUADS)
        theirs.append(limit(scratch / f"{name}-limit-{n}", quads))
    count = sum(g["triples"] for g in workspace.state().graphs.values())
    return {
        "case": name,
        "csv_mb": round(source.stat().st_size / 1e6, 1),
        "quads": count,
        "nquads_mb": round(quads.stat().st_size / 1e6, 1),
        "baquara_s": round(min(mine), 2),
        "bulk_load_s": round(min(theirs), 2),
        "ratio": round(min(mine) / min(theirs), 2),
    }


CASES = ("check-ins", "gps-with-positions", "gps-segments-only")


def run(rows: int, cases: tuple[str, ...] = CASES) -> list[dict[str, object]]:
    """Some cases."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        results = []
        for name in cases:
            make, plan = (checkins, Plan(checkins=True)) if name == "check-ins" else (gps, Plan())
            source = make(scratch / f"{name}.csv", rows)
            results.append(case(name, source, plan, positions=name == "gps-with-positions", scratch=scratch))
        return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=300_000)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--cases", default=",".join(CASES))
    args = parser.parse_args()
    results = run(args.rows, tuple(args.cases.split(",")))
    for r in results:
        print(
            f"{r['case']:20} {r['quads']:>12,} quads  baquara {r['baquara_s']:>7} s  bulk load {r['bulk_load_s']:>7} s  ratio {r['ratio']} (goal {GOAL})"
        )
    if args.json:
        args.json.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
