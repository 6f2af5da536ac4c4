"""A small city of simulated walkers, and ways to compare workspaces."""

import csv
import re
from pathlib import Path

import numpy as np
import pyoxigraph as ox

from baquara.ingest.options import ReadOptions
from baquara.pipeline import Cleaning, ingest, segment, triplify
from baquara.progress import Silent
from baquara.segment import Plan, Scale
from baquara.settings import Settings
from baquara.workspace import Workspace

NESTED = Plan(scales=(Scale.parse("30min/500m"), Scale.parse("10min/60m")))
PLACES = """PREFIX bq: <https://w3id.org/baquara#> PREFIX x: <http://x.example/>
x:country bq:hasPart x:city . x:city bq:hasPart x:market , x:museum . x:market bq:hasPart x:stall , x:pub ."""


def write_walkers(path: Path, *, people: int = 6, days: int = 2, seed: int = 1) -> Path:
    """People who dwell, walk and dwell, a fix a minute, some with venues, text and tags."""
    rng = np.random.default_rng(seed)
    with path.open("w", newline="", encoding="utf-8") as handle:
        out = csv.writer(handle)
        out.writerow(["moving_object", "time", "lon", "lat", "venue", "text", "tags", "mo_class"])
        for person in range(people):
            lon, lat = np.array([-43.2, -22.9]) + rng.normal(0, 0.01, 2)
            for minute in range(days * 600):
                if (minute // 45) % 2:
                    lon += rng.normal(0.0005, 0.0002)
                when = np.datetime64("2014-06-12T12:00:00") + np.timedelta64(minute * (24 * 60 // 600), "m")
                venue = (
                    ("", "http://x.example/stall", "http://x.example/pub", "x 7")[(minute // 20) % 4]
                    if (minute // 45) % 2 == 0
                    else ""
                )
                text = 'ção "quoted"\nשלום' if minute % 211 == 0 else ""
                out.writerow(
                    [
                        f"m {person}",
                        f"{when}Z",
                        f"{lon:.6f}",
                        f"{lat:.6f}",
                        venue,
                        text,
                        "beach sun" if minute % 97 == 0 else "",
                        "https://w3id.org/baquara#European",
                    ]
                )
    return path


def build(root: Path, source: Path, *, plan: Plan = NESTED) -> Workspace:
    """All three stages."""
    workspace = Workspace.find(root) if (root / "baquara.toml").exists() else Workspace.create(root, Settings.new("w"))
    run_stages(workspace, source, plan=plan)
    return workspace


def run_stages(workspace: Workspace, source: Path, *, plan: Plan = NESTED, positions: bool = False) -> None:
    options = ReadOptions(local_timezone="America/Sao_Paulo")
    ingest(workspace, "walks", [source], options=options, cleaning=Cleaning(), progress=Silent())
    segment(workspace, "walks", plan=plan, progress=Silent())
    triplify(workspace, "walks", positions=positions, progress=Silent())


def dump(workspace: Workspace) -> list[str]:
    """Every quad of the store, in order; blank nodes (of the ontology) all look alike."""
    store = workspace.state().store
    assert store is not None
    return sorted(re.sub(r"_:\w+", "_:b", str(quad)) for quad in ox.Store.read_only(str(workspace.root / store)))
