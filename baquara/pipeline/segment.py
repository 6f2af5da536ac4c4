"""Stage 2: fixes to movement segments, one row group of whole moving objects at a time."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from baquara.model import Kind
from baquara.progress import Progress
from baquara.segment import Plan, path_length_m
from baquara.segment import segment as segment_fixes
from baquara.tables.fixes import FixesReader
from baquara.tables.segments import SegmentsWriter
from baquara.workspace import Workspace

__all__ = ["SegmentReport", "segment"]


@dataclass(frozen=True, slots=True)
class SegmentReport:
    """What a call of :func:`segment` made."""

    dataset: str
    fixes: int
    kinds: dict[str, int]
    levels: int
    stop_minutes: float


def segment(
    workspace: Workspace, dataset: str, *, plan: Plan, area_names: tuple[str, ...] = (), progress: Progress
) -> SegmentReport:
    """Cut the dataset's fixes into movement segments hierarchies; what was there before is replaced."""
    with workspace.writing() as tx:
        now = workspace.dataset(dataset)
        path = tx.new("segments", dataset, ".parquet")
        kinds: Counter[str] = Counter({kind.name: 0 for kind in Kind})
        levels, stop_us = 0, 0
        with FixesReader(workspace.root / now["fixes"]) as reader, SegmentsWriter(path) as writer:
            progress.start("segment", reader.rows)
            for first_fix, fixes, _ in reader.chunks([]):
                found = segment_fixes(fixes, plan)
                writer.write(fixes, found, length_m=path_length_m(fixes, found), first_fix=first_fix, areas=area_names)
                counts = np.bincount(found.kind, minlength=len(Kind))
                kinds.update({kind.name: int(counts[kind]) for kind in Kind})
                levels = max(levels, int(found.level.max(initial=-1)) + 1)
                top = (found.kind == Kind.Stop) & (found.level == 1)
                stop_us += int((found.end - found.begin)[top].sum())
                progress.advance(len(fixes))
        tx.state.datasets[dataset] = {
            **now,
            "segments": tx.name(path),
            "kinds": dict(kinds),
            "levels": levels,
            "plan": _plan_text(plan),
        }
        tx.state.outdate(dataset)
        tx.commit()
        return SegmentReport(dataset, now["rows"], dict(kinds), levels, stop_us / 60e6)


def _plan_text(plan: Plan) -> dict[str, object]:
    """The plan as the state keeps it."""
    return {
        "trails": plan.trails,
        "gap_s": plan.gap_s,
        "window_s": plan.window_s,
        "checkins": plan.checkins,
        "scales": [] if plan.checkins else [str(scale) for scale in plan.scales],
        "max_gap_s": plan.max_gap_s,
        "areas": len(plan.areas.polygons) if plan.areas else 0,
    }
