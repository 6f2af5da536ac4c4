"""Stops per second: baquara beside scikit-mobility and trackintel, in one run on one machine.

    python benchmarks/stops.py [--json FILE] [--fixes N] [--peer-fixes N] [--cache DIR] [--data DIR] [--no-peers]

Each peer runs in an environment of its own below ``--cache`` (made on first use, which needs a package index), on the
same positions, read back from one .npz file. Only the call that finds the stops is timed: no reading, no data
frame. A peer that needs minutes is timed on the first ``--peer-fixes`` positions and compared per position.
docs/segment.md says where the definitions of a stop differ.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from typing import Any

import numpy as np

MIN_DURATION_S, RADIUS_M = 1800.0, 500.0
PEERS = {
    "scikit-mobility": ["scikit-mobility==1.3.1", "numpy<2", "shapely<2.1"],
    "trackintel": ["trackintel==1.4.2"],
}
FIXES_PER_OBJECT = 50_000
Columns = dict[str, np.ndarray]


# ---------------------------------------------------------------- positions


def simulate(n: int, *, seed: int = 1, clear: bool = False) -> Columns:
    """Objects that dwell and travel in turn, one position each 5 s on average, each around a place of its own.

    With ``clear`` every travelling step is longer than the radius and every stay far from the shortest duration,
    so that all definitions of a stop mean the same.
    """
    rng = np.random.default_rng(seed)
    counts = rng.integers(5, 400, size=n // 100 + 2)
    if clear:
        counts = np.where(np.arange(len(counts)) % 2, 30, rng.choice([40, 900], size=len(counts)))
    dwell = np.repeat(np.arange(len(counts)) % 2 == 0, np.where(np.arange(len(counts)) % 2, counts, 3 * counts))[:n]
    heading = np.repeat(
        rng.uniform(0, 2 * np.pi, len(counts)), np.where(np.arange(len(counts)) % 2, counts, 3 * counts)
    )[:n]
    n = len(dwell)
    seconds = rng.integers(1, 10, size=n)
    speed = np.where(dwell, 0.0, 700.0 / seconds if clear else rng.uniform(0.5, 15, size=n))
    x, y = (np.cumsum(speed * seconds * f(heading)) + rng.normal(0, 8, n) for f in (np.cos, np.sin))
    uid = np.arange(n) // FIXES_PER_OBJECT
    city = rng.uniform(-55, 55, size=uid[-1] + 1)[uid]
    lat = city + (y - y[uid * FIXES_PER_OBJECT]) / 111_000
    lon = 2 * city + (x - x[uid * FIXES_PER_OBJECT]) / 111_000 / np.cos(np.radians(city))
    return {"uid": uid, "s": 1_200_000_000 + np.cumsum(seconds), "lon": lon, "lat": lat}


def geolife(data: Path) -> Columns | None:
    """The sample of GeoLife, sorted, without rows that repeat the time of the row before."""
    import pandas as pd

    path = data / "geolife" / "geolife_sample.txt.gz"
    if not path.exists():
        return None
    frame = (
        pd.read_csv(path, parse_dates=["datetime"])
        .sort_values(["uid", "datetime"])
        .drop_duplicates(["uid", "datetime"])
    )
    seconds = frame["datetime"].to_numpy().astype("datetime64[s]").astype(np.int64)
    return {
        "uid": frame["uid"].to_numpy(np.int64),
        "s": seconds,
        "lon": frame["lng"].to_numpy(),
        "lat": frame["lat"].to_numpy(),
    }


def head(columns: Columns, n: int) -> Columns:
    return {name: values[:n] for name, values in columns.items()}


# ---------------------------------------------------------------- who finds stops: (seconds, [(uid, begin, leave)])


def ours(columns: Columns, *, repeat: int = 3) -> tuple[float, list[list[int]]]:
    from baquara.model import Fixes, Kind
    from baquara.segment import Plan, Scale, segment

    begin = columns["s"] * 1_000_000
    names, starts = np.unique(columns["uid"], return_index=True)
    fixes = Fixes(
        moving_objects=tuple(map(str, names)),
        offsets=np.append(starts, len(begin)).astype(np.int64),
        begin=begin,
        end=begin,
        utc_offset_min=np.zeros(len(begin), dtype=np.int16),
        lon=columns["lon"],
        lat=columns["lat"],
    )
    plan = Plan(trails="object", scales=(Scale(MIN_DURATION_S, RADIUS_M),))
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        found = segment(fixes, plan)
        best = min(best, time.perf_counter() - start)
    stop = found.kind == Kind.Stop
    after = np.minimum(found.last[stop] + 1, fixes.offsets[found.moving_object[stop] + 1] - 1)
    found_rows = (columns["uid"][found.first[stop]], columns["s"][found.first[stop]], columns["s"][after])
    return best, np.column_stack(found_rows).tolist()


def scikit_mobility(columns: Columns) -> tuple[float, list[list[int]]]:
    import pandas as pd
    import skmob
    from skmob.preprocessing.detection import stay_locations

    frame = pd.DataFrame(
        {k: columns[k] for k in ("uid", "lat", "lon")} | {"datetime": pd.to_datetime(columns["s"], unit="s")}
    )
    table = skmob.TrajDataFrame(frame, latitude="lat", longitude="lon", datetime="datetime", user_id="uid")
    start = time.perf_counter()
    found = stay_locations(table, minutes_for_a_stop=MIN_DURATION_S / 60, spatial_radius_km=RADIUS_M / 1000)
    seconds = time.perf_counter() - start
    return seconds, _triples(found["uid"], found["datetime"], found["leaving_datetime"])


def trackintel(columns: Columns) -> tuple[float, list[list[int]]]:
    import geopandas as gpd
    import pandas as pd
    from trackintel import Positionfixes

    frame = gpd.GeoDataFrame(
        {"user_id": columns["uid"], "tracked_at": pd.to_datetime(columns["s"], unit="s", utc=True)},
        geometry=gpd.points_from_xy(columns["lon"], columns["lat"]),
        crs="EPSG:4326",
    )
    start = time.perf_counter()
    _, found = Positionfixes(frame).generate_staypoints(
        method="sliding",
        dist_threshold=RADIUS_M,
        time_threshold=MIN_DURATION_S / 60,
        gap_threshold=1e6,
        include_last=True,
    )
    seconds = time.perf_counter() - start
    return seconds, _triples(found["user_id"], found["started_at"], found["finished_at"])


def _triples(uid: Any, begin: Any, end: Any) -> list[list[int]]:
    times = [column.dt.tz_localize(None).to_numpy().astype("datetime64[s]").astype(np.int64) for column in (begin, end)]
    return np.column_stack([uid.to_numpy().astype(np.int64), *times]).tolist()


# ---------------------------------------------------------------- peers in environments of their own


def peer(name: str, columns: Columns, cache: Path) -> tuple[float, list[list[int]]]:
    python = cache / name / "bin" / "python"
    if not python.exists():
        venv.create(cache / name, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PEERS[name]], check=True)
    with tempfile.TemporaryDirectory() as folder:
        given, answer = Path(folder, "in.npz"), Path(folder, "out.json")
        np.savez(given, **columns)
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        subprocess.run([python, "-W", "ignore", __file__, "--peer", name, given, answer], check=True, env=environment)
        seconds, stops = json.loads(answer.read_text())
    return seconds, stops


def run_peer(name: str, given: str, answer: str) -> None:
    columns = dict(np.load(given))
    find = {"scikit-mobility": scikit_mobility, "trackintel": trackintel}[name]
    Path(answer).write_text(json.dumps(find(columns)))


# ---------------------------------------------------------------- the report


def compile_s() -> float:
    """Seconds for the first call in a process that finds no cache."""
    code = "import sys; sys.argv=['x']; import numpy as np; from benchmarks_stops import ours, simulate; ours(simulate(1000), repeat=1)"
    code = code.replace("from benchmarks_stops", f"sys.path.insert(0, {str(Path(__file__).parent)!r}); from stops")
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder, "PYTHONPATH": str(Path(__file__).parent.parent)}
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)
        return time.perf_counter() - start


def compare(label: str, columns: Columns, options: argparse.Namespace) -> list[dict[str, Any]]:
    seconds, _ = ours(columns)
    n = len(columns["s"])
    rows = [{"data": label, "by": "baquara", "fixes": n, "us_per_fix": 1e6 * seconds / n}]
    part = head(columns, options.peer_fixes)
    _, mine = ours(part, repeat=1)
    for name in () if options.no_peers else PEERS:
        theirs_s, theirs = peer(name, part, options.cache)
        us = 1e6 * theirs_s / len(part["s"])
        same = len({tuple(stop) for stop in mine} & {tuple(stop) for stop in theirs})
        agreement = {"stops": len(theirs), "stops_baquara": len(mine), "same": same}
        rows.append(
            {
                "data": label,
                "by": name,
                "fixes": len(part["s"]),
                "us_per_fix": us,
                "ratio": us / rows[0]["us_per_fix"],
                **agreement,
            }
        )
    return rows


def growth(options: argparse.Namespace) -> list[dict[str, Any]]:
    rows = []
    for n in (100_000, 1_000_000, 10_000_000):
        seconds, _ = ours(simulate(n), repeat=max(3, 3_000_000 // n))
        rows.append({"data": f"growth {n}", "by": "baquara", "fixes": n, "us_per_fix": 1e6 * seconds / n})
    rows[-1]["growth_percent"] = 100 * (rows[-1]["us_per_fix"] / rows[0]["us_per_fix"] - 1)
    return rows


def show(row: dict[str, Any]) -> None:
    extra = "  ".join(
        f"{k} {v:,.1f}" if isinstance(v, float) else f"{k} {v:,}"
        for k, v in row.items()
        if k not in ("data", "by", "fixes", "us_per_fix")
    )
    print(
        f"{row['data']:<18}{row['by']:<17}{row['fixes']:>11,} fixes {row['us_per_fix']:>9.4f} µs/fix  {extra}",
        flush=True,
    )


def main() -> None:
    root = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--fixes", type=int, default=5_000_000, help="simulated positions")
    parser.add_argument("--peer-fixes", type=int, default=500_000, help="positions that the peers get at most")
    parser.add_argument(
        "--cache", type=Path, default=Path(tempfile.gettempdir()) / "baquara-peers", help="environments of the peers"
    )
    parser.add_argument(
        "--data", type=Path, default=Path(os.environ.get("BAQUARA_DATA", root.parent / "shared" / "data"))
    )
    parser.add_argument("--no-peers", action="store_true", help="time baquara only")
    parser.add_argument("--peer", nargs=3, metavar=("NAME", "IN", "OUT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peer:
        run_peer(*options.peer)
        return
    sys.path.insert(0, str(root))
    rows: list[dict[str, Any]] = [
        {"data": "first call", "by": "baquara", "fixes": 1000, "us_per_fix": 0.0, "compile_s": compile_s()}
    ]
    show(rows[0])
    real = geolife(options.data)
    inputs = [
        ("geolife", real),
        ("clear-cut", simulate(options.peer_fixes, clear=True)),
        ("simulated", simulate(options.fixes)),
    ]
    for label, columns in inputs:
        for row in compare(label, columns, options) if columns is not None else []:
            rows.append(row)
            show(row)
    for row in growth(options):
        rows.append(row)
        show(row)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
