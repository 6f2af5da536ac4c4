"""``baquara map``."""

import argparse
from pathlib import Path
from typing import Any

from baquara.cli.common import add_workspace, chosen_dataset, open_workspace
from baquara.cli.ui import Ui

__all__ = ["EPILOG", "HELP", "add_arguments", "run"]

HELP = "draw a dataset: a map of its trails and stops, and one trail as a hierarchy"
EPILOG = """\
needs matplotlib (pip install 'baquara[plot]'). The picture shows single people: keep it private.

examples:
  baquara map -o rio.png
  baquara map --object sim-000003 -o one.svg
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    add_workspace(parser)
    parser.add_argument("-d", "--dataset", help="which dataset (default: the only one)")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="a .png, .svg or .pdf file")
    parser.add_argument(
        "--object", metavar="NAME", help="whose trail to show (default: the one with the deepest hierarchy)"
    )


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Draw it."""
    from baquara.pipeline.draw import draw

    workspace = open_workspace(args)
    shown = draw(workspace, chosen_dataset(workspace, args.dataset), args.output, moving_object=args.object)
    ui.say(f"{args.output}: all trails and stops, and a trail of {shown}")
    return {"file": str(args.output), "moving_object": shown}
