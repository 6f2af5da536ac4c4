"""``baquara places``."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from baquara.cli.common import add_workspace, open_workspace
from baquara.cli.ui import Ui

__all__ = ["EPILOG", "HELP", "add_arguments", "run"]

HELP = "add descriptions of places: RDF files with labels, classes, geometries and what lies in what"
EPILOG = """\
a venue in the data is linked to the place of the same IRI; bq:hasPart from a place to the places in it tells
which market a stall belongs to, and which city a market. Run `baquara triplify` afterwards if segments are there already.

example:
  baquara places rio.ttl --name rio
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="Turtle, N-Triples, RDF/XML, JSON-LD, …")
    add_workspace(parser)
    parser.add_argument(
        "--name", default="main", help="what was loaded under this name before is replaced (default: main)"
    )


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Load them."""
    from baquara.pipeline import add_places

    report = add_places(open_workspace(args), args.name, args.files, progress=ui)
    ui.say(f"{report.triples:,} triples about places in {report.graph}")
    return asdict(report)
