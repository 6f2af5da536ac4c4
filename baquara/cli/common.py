"""Arguments and small steps that several commands share."""

import argparse
from pathlib import Path
from typing import Any

from baquara.errors import BadInput
from baquara.workspace import Workspace

__all__ = ["add_workspace", "chosen_dataset", "given", "open_workspace"]


def add_workspace(parser: argparse.ArgumentParser) -> None:
    """``-w DIR``."""
    parser.add_argument(
        "-w",
        "--workspace",
        type=Path,
        default=Path(),
        metavar="DIR",
        help="the workspace (default: here, or the nearest one above)",
    )


def open_workspace(args: argparse.Namespace) -> Workspace:
    """The workspace that the arguments name."""
    return Workspace.find(args.workspace)


def given(args: argparse.Namespace, workspace: Workspace, stage: str, dataset: str) -> dict[str, Any]:
    """Options from the command line, then from baquara.toml; an option in neither is left out."""
    known = {name for name, value in vars(args).items()}
    settings = {name.replace("-", "_"): value for name, value in workspace.settings.options(stage, dataset).items()}
    if unknown := set(settings) - known:
        raise BadInput(
            f"{workspace.root / 'baquara.toml'}: [{stage}] has no option {sorted(unknown)[0]!r}; see `baquara {stage} --help`"
        )
    return {**settings, **{name: value for name, value in vars(args).items() if value is not None}}


def chosen_dataset(workspace: Workspace, name: str | None) -> str:
    """The dataset named, or the only one there is."""
    datasets = sorted(workspace.state().datasets)
    if name is not None:
        return name
    if len(datasets) == 1:
        return datasets[0]
    raise BadInput(
        f"which dataset? Use --dataset with one of: {', '.join(datasets)}"
        if datasets
        else "the workspace has no dataset; run `baquara ingest` first"
    )
