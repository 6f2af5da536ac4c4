"""``baquara init``."""

import argparse
from pathlib import Path
from typing import Any

from baquara.cli.ui import Ui

__all__ = ["EPILOG", "HELP", "add_arguments", "run"]

HELP = "make a workspace: a folder with settings, tables and a private store"
EPILOG = """\
examples:
  baquara init rio
  baquara init rio --base-iri https://data.my-city.example/movement/
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("folder", type=Path, help="the folder to make; its name becomes the workspace's name")
    parser.add_argument("--name", help="another name (lower-case letters, digits, - and _)")
    parser.add_argument(
        "--base-iri", help="the IRI that all identifiers start with (default: https://data.example/NAME/)"
    )


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Make it."""
    from baquara.settings import Settings
    from baquara.workspace import Workspace

    name = args.name or args.folder.resolve().name.lower()
    workspace = Workspace.create(args.folder, Settings.new(name, args.base_iri))
    ui.say(f"workspace {name} in {args.folder}; identifiers start with {workspace.settings.base_iri}")
    ui.say(f"next: baquara ingest -w {args.folder} FILE…")
    return {"workspace": str(args.folder), "name": name, "base_iri": workspace.settings.base_iri}
