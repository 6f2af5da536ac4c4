"""``baquara show``."""

import argparse
from dataclasses import asdict
from typing import Any

from baquara.cli.common import add_workspace, open_workspace
from baquara.cli.ui import Ui

__all__ = ["EPILOG", "HELP", "add_arguments", "run"]

HELP = "show what the workspace holds"
EPILOG = """\
example:
  baquara show -w rio
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    add_workspace(parser)


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Two tables: datasets and graphs."""
    workspace = open_workspace(args)
    state = workspace.state()
    ui.say(f"workspace {workspace.settings.name} in {workspace.root}")
    rows = [
        (
            name,
            len(d["sources"]),
            d["rows"],
            d["moving_objects"],
            *(d.get("kinds", {}).get(k) for k in ("Trail", "Stop", "Move")),
            d["first"],
            d["last"],
        )
        for name, d in sorted(state.datasets.items())
    ]
    ui.table("datasets", ("name", "files", "fixes", "objects", "trails", "stops", "moves", "from", "to"), rows)
    graphs = sorted(state.graphs.items())
    ui.table(
        "graphs",
        ("graph", "triples", "state"),
        [(iri, g["triples"], "older than its data: run `baquara segment`" if g["stale"] else "") for iri, g in graphs],
    )
    return asdict(state)
