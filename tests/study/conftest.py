"""A road network and check-ins that do not exist, in the formats of the real ones; and one quick study of them."""

import gzip
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from benchmarks.study.__main__ import main

SIDE = 24


def write_network(folder: Path) -> None:
    """A square of streets, 24 x 24 crossings; a few streets are missing."""
    folder.mkdir(parents=True)
    rng = np.random.default_rng(3)
    nodes = [f"{i}\t{100 * (i % SIDE)} {100 * (i // SIDE)} *" for i in range(SIDE * SIDE)]
    pairs = [(i, i + 1) for i in range(SIDE * SIDE) if (i + 1) % SIDE] + [
        (i, i + SIDE) for i in range(SIDE * (SIDE - 1))
    ]
    edges = [f"{e} 6 {a} {b} *" for e, (a, b) in enumerate(pairs) if rng.random() < 0.95]
    (folder / "oldenburgGen.node.txt").write_text("\n".join(nodes) + "\n", encoding="utf-8")
    (folder / "oldenburgGen.edge.txt").write_text("\n".join(edges) + "\n", encoding="utf-8")


def write_checkins(folder: Path) -> None:
    """200 users, each at some of 80 venues near each other, about three times a day."""
    folder.mkdir(parents=True)
    rng = np.random.default_rng(4)
    start, lines = datetime(2010, 5, 1, 14, tzinfo=UTC), []
    venue = rng.normal(size=(80, 2)) * 0.05 + (40.7, -74.0)
    for user in range(200):
        home = int(rng.integers(80))
        for visit in range(int(rng.integers(2, 10))):
            at = start + timedelta(days=visit // 3, hours=int(visit % 3))
            place = (home + int(rng.integers(0, 6))) % 80
            lines.append(f"{user}\t{at:%Y-%m-%dT%H:%M:%SZ}\t{venue[place][0]:.6f}\t{venue[place][1]:.6f}\tv{place}\n")
    with gzip.open(folder / "gowalla_events.csv.gz", "wt", encoding="utf-8") as handle:
        handle.writelines([*lines, lines[0]])


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    write_network(folder / "oldenburg")
    write_checkins(folder / "gowalla_nyc")
    return folder


@pytest.fixture(scope="session")
def quick(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a quick study."""
    out = tmp_path_factory.mktemp("study")
    assert main(["--quick", "--data", str(data), "--out", str(out)]) == 0
    return out
