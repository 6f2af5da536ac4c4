"""``baquara triplify``."""

import argparse
from dataclasses import asdict
from typing import Any

from baquara.cli.common import add_workspace, chosen_dataset, given, open_workspace
from baquara.cli.ui import Ui

__all__ = ["EPILOG", "HELP", "add_arguments", "run"]

HELP = "write a dataset's graphs anew from its segments (`segment` does this too)"
EPILOG = """\
needed after places were added, or to put positions into the graph

examples:
  baquara triplify
  baquara triplify --dataset phones --positions
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    add_workspace(parser)
    parser.add_argument("-d", "--dataset", help="which dataset (default: the only one)")
    parser.add_argument(
        "--hulls", action="store_true", default=None, help="add the convex hull of each stop to its centroid"
    )
    parser.add_argument(
        "--positions", action="store_true", default=None, help="put every fix into the graph too (seven triples each)"
    )


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Write the graphs."""
    from baquara.pipeline import triplify

    workspace = open_workspace(args)
    dataset = chosen_dataset(workspace, args.dataset)
    chosen = given(args, workspace, "triplify", dataset)
    report = triplify(
        workspace, dataset, positions=bool(chosen.get("positions")), hulls=bool(chosen.get("hulls")), progress=ui
    )
    ui.table(f"dataset {dataset}", ("graph", "triples"), report.graphs.items())
    return asdict(report)
