"""``baquara demo``."""

import argparse
from pathlib import Path
from typing import Any

from baquara.cli.ui import Ui

__all__ = ["EPILOG", "HELP", "add_arguments", "run"]

HELP = "run every stage on a simulated sample in Rio de Janeiro, and say what to try next"
EPILOG = """\
example:
  baquara demo
"""
_PAPER = ("baquara-1", "baquara-2", "baquara2-1", "baquara2-2", "baquara2-3")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path("demo"), help="the workspace to make (default: demo)"
    )
    parser.add_argument("--fresh", action="store_true", help="replace an older demo in that folder")


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Make the workspace, then ask the five queries of the papers."""
    import queries
    from baquara.cli.answers import plain
    from baquara.pipeline import run_query
    from baquara.pipeline.demo import demo

    report = demo(args.folder, fresh=args.fresh, progress=ui)
    kinds = report.segmented.kinds
    rows = [
        (
            "simulate",
            f"{report.ingested.rows:,} GPS fixes of {report.ingested.moving_objects} people; nobody in it exists",
        ),
        ("places", f"{report.places.triples:,} triples about real places of Rio de Janeiro"),
        (
            "ingest",
            f"{report.ingested.fixes:,} fixes kept, {sum(report.ingested.removed.values())} removed {report.ingested.removed or ''}",
        ),
        (
            "segment",
            f"{kinds['Trail']:,} trails, {kinds['Stop']:,} stops, {kinds['Move']:,} moves on {report.segmented.levels} levels",
        ),
        ("triplify", f"{report.loaded.triples:,} triples in {len(report.loaded.graphs)} graphs"),
        (
            "check",
            "all rules of the hierarchy hold"
            if report.checked.conforms
            else f"{len(report.checked.violations)} violations",
        ),
        ("anonymize", _told(report.anonymized)),
    ]
    ui.table(f"workspace {args.folder}", ("stage", "what it made"), rows)
    answers = {}
    for name in _PAPER:
        answers[name] = run_query(
            report.workspace, queries.get(name), {}, lambda a: [[plain(v) for v in row] for row in a.rows]
        )
    ui.table(
        "the queries of Baquara and Baquara²",
        ("query", "what it asks", "answers"),
        [(n, queries.get(n).title, len(answers[n])) for n in _PAPER],
    )
    ui.say("what to try next:")
    for line in (
        "query --list",
        "query baquara2-1",
        "query dwell-by-class",
        "query segments-on-map --format geojson > stops.geojson",
        "show",
        "check --shacl",
        "attack -k 3 -m 2 -o attacks",
    ):
        ui.say(f"  baquara {line.split()[0]} -w {args.folder} {' '.join(line.split()[1:])}".rstrip())
    return {
        "workspace": str(args.folder),
        "triples": report.loaded.triples,
        "answers": answers,
        "exit_code": 0 if report.checked.conforms else 1,
    }


def _told(report: dict[str, Any]) -> str:
    policy, counts = report["policy"], report["counts"]
    return f"{counts['visits']:,} visits to {counts['places']} places are {policy['k']}^{policy['m']}-anonymous by {policy['unit']}, and verified"
