"""``baquara evaluate``."""

import argparse
import os
from pathlib import Path
from typing import Any

from baquara.cli.anonymize import add_inputs, read_inputs
from baquara.cli.ui import Ui
from baquara.errors import BadInput

__all__ = ["EPILOG", "HELP", "add_arguments", "add_study", "run", "study"]

HELP = "run one algorithm over the values of one parameter: a table, JSON and figures"
EPILOG = """\
runs go in parallel and are kept: what DIR has already is not run again. The figures are those of the papers.

example:
  baquara evaluate --sequences s.csv --places p.csv --algorithm seqanon --vary k=2,5,10,25 -m 2 -o study
"""


def add_study(parser: argparse.ArgumentParser) -> None:
    """What evaluate and compare share."""
    add_inputs(parser)
    parser.add_argument(
        "--vary", required=True, metavar="P=V,V,…", help="k, m or delta with its values, such as k=2,5,10"
    )
    parser.add_argument("-k", type=int, default=5, help="where it is not varied (default: 5)")
    parser.add_argument("-m", type=int, default=2, help="where it is not varied (default: 2)")
    parser.add_argument(
        "--unit",
        choices=("moving-object", "trajectory"),
        default="moving-object",
        help="whom support counts (default: moving-object)",
    )
    parser.add_argument(
        "--delta", type=float, default=100.0, metavar="PERCENT", help="where it is not varied (default: 100)"
    )
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="runs at a time (default: one a core)")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="DIR", help="the folder for tables and figures"
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    add_study(parser)
    parser.add_argument("--algorithm", default="seqanon", help="default: seqanon")


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """One algorithm."""
    return study(args, ui, (args.algorithm,))


def study(args: argparse.Namespace, ui: Ui, algorithms: tuple[str, ...]) -> dict[str, Any]:
    """Run and show the table."""
    from baquara.pipeline.study import Study, run_study
    from baquara.sequences import Policy, Unit

    parameter, equals, values = args.vary.partition("=")
    try:
        numbers = tuple(float(value) for value in values.split(","))
    except ValueError:
        raise BadInput(f"--vary {args.vary!r}: write a parameter and its values, such as k=2,5,10") from None
    if not equals:
        raise BadInput(f"--vary {args.vary!r}: write a parameter and its values, such as k=2,5,10")
    plan = Study(algorithms, Policy(args.k, args.m, Unit(args.unit), args.delta), parameter, numbers, args.seed)
    results = run_study(read_inputs(args), plan, args.output, jobs=args.jobs, progress=ui)
    shown = (
        "distance",
        "intact_locations",
        "average_size",
        "semantic_penalty",
        "are",
        "visits_suppressed_percent",
        "guessed_percent",
    )
    rows = [
        (
            r["algorithm"],
            r["policy"][parameter],
            *(_short(r.get("measures", {}).get(name)) for name in shown),
            _short(r.get("seconds")),
            r.get("failed", ""),
        )
        for r in results
    ]
    ui.table(
        "results", ("algorithm", parameter, *(name.replace("_", " ") for name in shown), "seconds", "failed"), rows
    )
    ui.say(f"{args.output}: table.csv, results.json, and figures as PNG and SVG")
    return {"output": str(args.output), "results": results}


def _short(value: Any) -> str:  # noqa: ANN401
    return "" if value is None else f"{value:.4g}"
