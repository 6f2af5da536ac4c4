"""``baquara drop``."""

import argparse
from typing import Any

from baquara.cli.common import add_workspace, open_workspace
from baquara.cli.ui import Ui

__all__ = ["EPILOG", "HELP", "add_arguments", "run"]

HELP = "remove a dataset whole: its fixes, segments and graphs"
EPILOG = """\
example:
  baquara drop phones
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("dataset", help="the dataset to remove")
    add_workspace(parser)


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Remove it."""
    from baquara.pipeline import drop

    graphs = drop(open_workspace(args), args.dataset, progress=ui)
    ui.say(f"dataset {args.dataset} is gone, with {len(graphs)} graphs; its lists in rejects/ are still there")
    return {"dataset": args.dataset, "graphs": graphs}
