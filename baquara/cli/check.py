"""``baquara check``."""

import argparse
from dataclasses import asdict
from typing import Any

from baquara.cli.common import add_workspace, open_workspace
from baquara.cli.ui import Ui

__all__ = ["EPILOG", "HELP", "add_arguments", "run"]

HELP = "check that the rules of the movement segments hierarchy hold in the store"
EPILOG = """\
SPARQL checks always run; the SHACL shapes of the ontology run too on stores of up to 60,000 triples, or with --shacl.
Exit code 1 when a rule is broken.

examples:
  baquara check
  baquara check --shacl --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    add_workspace(parser)
    parser.add_argument(
        "--shacl",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="always or never run the shapes (default: by size)",
    )


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Check."""
    from baquara.pipeline import check

    report = check(open_workspace(args), shacl=args.shacl, progress=ui)
    ui.table(f"{report.triples:,} triples", ("rule", "violations"), report.rules.items())
    ui.say(f"SHACL shapes: {report.shacl}")
    if report.violations:
        ui.table(
            "violations", ("rule", "what", "detail"), [(v.rule, v.subject, v.detail) for v in report.violations[:50]]
        )
    ui.say("all rules hold" if report.conforms else f"{len(report.violations)} violations")
    return {**asdict(report), "conforms": report.conforms, "exit_code": 0 if report.conforms else 1}
