"""Every stage that exists, on the bundled sample."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baquara.errors import BadInput
from baquara.ingest.options import ReadOptions
from baquara.pipeline.anonymize import anonymize, from_workspace, write_outcome
from baquara.pipeline.check import CheckReport, check
from baquara.pipeline.ingest import Cleaning, IngestReport, ingest
from baquara.pipeline.places import PlacesReport, add_places
from baquara.pipeline.segment import SegmentReport, segment
from baquara.pipeline.triplify import TriplifyReport, triplify
from baquara.progress import Progress
from baquara.segment import Plan, Scale
from baquara.sequences import Policy
from baquara.settings import FILE_NAME, Settings
from baquara.simulate import write_sample
from baquara.workspace import Workspace

__all__ = ["DEMO_PLAN", "DEMO_POLICY", "DemoReport", "demo"]

DEMO_PLAN = Plan(scales=(Scale.parse("30min/300m"), Scale.parse("10min/40m")))
"""The two scales that the sample is made for."""
DEMO_POLICY = Policy(k=3, m=2)


@dataclass(frozen=True, slots=True)
class DemoReport:
    """What each stage made."""

    workspace: Workspace
    places: PlacesReport
    ingested: IngestReport
    segmented: SegmentReport
    loaded: TriplifyReport
    checked: CheckReport
    anonymized: dict[str, Any]
    """The report of the release in ``anonymized/``."""


def demo(folder: Path, *, fresh: bool, progress: Progress) -> DemoReport:
    """Make a workspace ``demo`` with the sample in it. ``fresh`` replaces an older demo, and nothing else."""
    if fresh and (folder / FILE_NAME).is_file() and Settings.read(folder / FILE_NAME).name == "demo":
        shutil.rmtree(folder)
    if folder.exists() and any(folder.iterdir()):
        raise BadInput(
            f"{folder} is there already and not empty; name another folder, or use --fresh to replace an older demo"
        )
    workspace = Workspace.create(folder, Settings.new("demo"))
    progress.start("simulate the sample")
    rows = write_sample(folder / "sample")
    places = add_places(workspace, "rio", [folder / "sample" / "rio.ttl"], progress=progress)
    ingested = ingest(workspace, "rio", [rows], options=ReadOptions(), cleaning=Cleaning(), progress=progress)
    segmented = segment(workspace, "rio", plan=DEMO_PLAN, progress=progress)
    loaded = triplify(workspace, "rio", progress=progress)
    checked = check(workspace, shacl=False, progress=progress)
    inputs = from_workspace(workspace)
    outcome = anonymize(inputs, DEMO_POLICY, algorithm="seqanon", seed=1, progress=progress)
    write_outcome(outcome, inputs, folder / "anonymized")
    return DemoReport(workspace, places, ingested, segmented, loaded, checked, outcome.report)
