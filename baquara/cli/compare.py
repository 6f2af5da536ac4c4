"""``baquara compare``."""

import argparse
from typing import Any

from baquara.cli.evaluate import add_study, study
from baquara.cli.ui import Ui

__all__ = ["EPILOG", "HELP", "add_arguments", "run"]

HELP = "run several algorithms over the values of one parameter, side by side"
EPILOG = """\
runs go in parallel and are kept: what DIR has already is not run again

example:
  baquara compare --sequences s.csv --places p.csv --taxonomy t.csv --algorithms seqanon,sd-seqanon --vary k=2,5,10 -o study
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    add_study(parser)
    parser.add_argument("--algorithms", default="seqanon,seqanon-f", metavar="A,B,…", help="default: seqanon,seqanon-f")


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Several algorithms."""
    return study(args, ui, tuple(name.strip() for name in args.algorithms.split(",") if name.strip()))
