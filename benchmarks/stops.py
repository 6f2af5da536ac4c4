"""Stops per second: baquara beside scikit-mobility and trackintel, in one run on one machine.

    python benchmarks/stops.py [--json FILE] [--fixes N] [--peer-fixes N] [--cache DIR] [--data DIR] [--no-peers]

Each peer runs in an environment of its own below ``--cache`` (made on first use, which needs a package index), on the
same positions, read back from one .npz file. Only the call that finds the stops is timed: no reading, no data
frame; everyone's best of three runs, in processor time (all three use one thread), so that other work on the
machine counts less. A peer that needs minutes is timed on the first ``--peer-fixes`` positions and compared per position.
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
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

    from baquara.model import Fixes, Segments

MIN_DURATION_S, RADIUS_M = 1800.0, 500.0
PEERS = {
    "scikit-mobility": ["scikit-mobility==1.3.1", "numpy<2", "shapely<2.1"],
    "trackintel": ["trackintel==1.4.2"],
}
FIXES_PER_OBJECT = 50_000
Columns = dict[str, np.ndarray]
T = TypeVar("T")


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


def best(call: Callable[[], T], *, repeat: int = 3) -> tuple[float, T]:
    """The shortest of some runs, in seconds of processor time, and what the last one gave."""
    seconds = []
    for _ in range(repeat):
        start = time.process_time()
        result = call()
        seconds.append(time.process_time() - start)
    return min(seconds), result


def fixes_of(columns: Columns) -> "Fixes":
    from baquara.model import Fixes

    begin = columns["s"] * 1_000_000
    names, starts = np.unique(columns["uid"], return_index=True)
    return Fixes(
        moving_objects=tuple(map(str, names)),
        offsets=np.append(starts, len(begin)).astype(np.int64),
        begin=begin,
        end=begin,
        utc_offset_min=np.zeros(len(begin), dtype=np.int16),
        lon=columns["lon"],
        lat=columns["lat"],
    )


def find(fixes: "Fixes") -> "Segments":
    from baquara.segment import Plan, Scale, segment

    return segment(fixes, Plan(trails="object", scales=(Scale(MIN_DURATION_S, RADIUS_M),)))


def ours(columns: Columns, *, repeat: int = 3) -> tuple[float, list[list[int]]]:
    fixes = fixes_of(columns)
    seconds, found = best(lambda: find(fixes), repeat=repeat)
    stop = found.kind == 1
    after = np.minimum(found.last[stop] + 1, fixes.offsets[found.moving_object[stop] + 1] - 1)
    triples = (columns["uid"][found.first[stop]], columns["s"][found.first[stop]], columns["s"][after])
    return seconds, np.column_stack(triples).tolist()


def scikit_mobility(columns: Columns) -> tuple[float, list[list[int]]]:
    import pandas as pd
    import skmob
    from skmob.preprocessing.detection import stay_locations

    frame = pd.DataFrame(
        {k: columns[k] for k in ("uid", "lat", "lon")} | {"datetime": pd.to_datetime(columns["s"], unit="s")}
    )
    table = skmob.TrajDataFrame(frame, latitude="lat", longitude="lon", datetime="datetime", user_id="uid")
    thresholds = {"minutes_for_a_stop": MIN_DURATION_S / 60, "spatial_radius_km": RADIUS_M / 1000}
    seconds, found = best(lambda: stay_locations(table, **thresholds))
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
    thresholds = {"dist_threshold": RADIUS_M, "time_threshold": MIN_DURATION_S / 60, "gap_threshold": 1e6}
    positions = Positionfixes(frame)
    seconds, (_, found) = best(lambda: positions.generate_staypoints(method="sliding", include_last=True, **thresholds))
    return seconds, _triples(found["user_id"], found["started_at"], found["finished_at"])


def _triples(uid: "pd.Series", begin: "pd.Series", end: "pd.Series") -> list[list[int]]:
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
    peers = {"scikit-mobility": scikit_mobility, "trackintel": trackintel}
    Path(answer).write_text(json.dumps(peers[name](columns)))


# ---------------------------------------------------------------- the report


def compile_s() -> float:
    """Seconds that compiling adds to the first call: a process that finds no cache less one that finds it."""
    with tempfile.TemporaryDirectory() as folder:
        seconds = []
        for _ in range(2):
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, __file__, "--first-call"], check=True, env=os.environ | {"NUMBA_CACHE_DIR": folder}
            )
            seconds.append(time.perf_counter() - start)
    return seconds[0] - seconds[1]


def agreement(columns: Columns, mine: list[list[int]], theirs: list[list[int]]) -> dict[str, int]:
    """How many stops are the same, and of a peer's stops: how many are covered by ours to more than half, how many last
    long enough up to their last position inside (the others owe their length to the silence after it), and how many
    end where ours would from the same first position."""
    from baquara.geo import ecef
    from baquara.segment import Scale

    xyz, squared = ecef(columns["lon"], columns["lat"]), Scale(MIN_DURATION_S, RADIUS_M).squared_chord
    row = {(uid, s): n for n, (uid, s) in enumerate(zip(columns["uid"].tolist(), columns["s"].tolist(), strict=True))}
    last_row = dict(zip(columns["uid"].tolist(), range(len(xyz)), strict=True))
    long = extent = 0
    for uid, begin, leave in theirs:
        a, hi = row[uid, begin], last_row[uid]
        outside = np.flatnonzero(((xyz[a : hi + 1] - xyz[a]) ** 2).sum(axis=1) > squared)
        last = a + int(outside[0]) - 1 if len(outside) else hi
        long += int(columns["s"][last] - begin >= MIN_DURATION_S)
        extent += int(columns["s"][min(last + 1, hi)] == leave)
    same = len({tuple(stop) for stop in mine} & {tuple(stop) for stop in theirs})
    overlap = sum(
        any(min(end, leave) - max(start, begin) > (leave - begin) / 2 for who, start, end in mine if who == uid)
        for uid, begin, leave in theirs
    )
    counts = {"stops": len(theirs), "stops_baquara": len(mine), "same": same, "half_covered": overlap}
    return counts | {"long_enough": long, "same_extent": extent}


def compare(label: str, columns: Columns, options: argparse.Namespace) -> list[dict[str, Any]]:
    """One row for us and one for each peer; everyone's best of three runs."""
    n, part = len(columns["s"]), head(columns, options.peer_fixes)
    seconds, _ = ours(columns)
    _, mine = ours(part, repeat=1)
    found = {name: peer(name, part, options.cache) for name in ([] if options.no_peers else PEERS)}
    us = 1e6 * seconds / n
    rows: list[dict[str, Any]] = [{"data": label, "by": "baquara", "fixes": n, "us_per_fix": us}]
    for name, (theirs_s, theirs) in found.items():
        theirs_us = 1e6 * theirs_s / len(part["s"])
        speed = {"fixes": len(part["s"]), "us_per_fix": theirs_us, "ratio": theirs_us / us}
        rows.append({"data": label, "by": name, **speed, **agreement(part, mine, theirs)})
    return rows


def growth(rounds: int = 7) -> list[dict[str, Any]]:
    """Time per position at three sizes, in turn, each over as many positions as the largest; medians over the rounds."""
    sizes = (100_000, 1_000_000, 10_000_000)
    inputs = [fixes_of(simulate(n)) for n in sizes]
    us = np.empty((rounds, len(sizes)))
    for turn in range(rounds):
        for k, fixes in enumerate(inputs):
            calls = sizes[-1] // sizes[k]
            start = time.process_time()
            for _ in range(calls):
                find(fixes)
            us[turn, k] = 1e6 * (time.process_time() - start) / (calls * sizes[k])
    rows = [
        {"data": f"growth {n}", "by": "baquara", "fixes": n, "us_per_fix": float(np.median(us[:, k]))}
        for k, n in enumerate(sizes)
    ]
    rows[-1]["growth_percent"] = float(100 * (np.median(us[:, -1] / us[:, 0]) - 1))
    return rows


def show(row: dict[str, Any]) -> None:
    figures = {key: value for key, value in row.items() if key not in ("data", "by")}
    text = (f"{key} {value:,.4g}" if isinstance(value, float) else f"{key} {value:,}" for key, value in figures.items())
    print(f"{row['data']:<17}{row['by']:<17}" + "  ".join(text), flush=True)


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
    parser.add_argument("--first-call", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peer:
        run_peer(*options.peer)
        return
    sys.path.insert(0, str(root))
    ours(simulate(1000), repeat=1)
    if options.first_call:
        return
    rows: list[dict[str, Any]] = [{"data": "first call", "by": "baquara", "compile_s": compile_s()}]
    show(rows[0])
    real = geolife(options.data)
    inputs = [
        ("geolife", real),
        ("clear-cut", simulate(options.peer_fixes, clear=True)),
        ("simulated", simulate(options.fixes)),
    ]
    for label, columns in inputs:
        if columns is None:
            print(f"{label:<17}skipped: no such file below {options.data}")
            continue
        for row in compare(label, columns, options):
            rows.append(row)
            show(row)
    for row in growth():
        rows.append(row)
        show(row)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
