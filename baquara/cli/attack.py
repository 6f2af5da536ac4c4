"""``baquara attack``."""

import argparse
import json
from pathlib import Path
from typing import Any

from baquara.cli.anonymize import add_inputs, read_inputs
from baquara.cli.ui import Ui

__all__ = ["EPILOG", "HELP", "add_arguments", "run"]

HELP = "measure how far attackers get who know more than the promise covers, before and after"
EPILOG = """\
who knows 1 to 6 places of somebody, 2 to 6 places in a row, or the two places visited most; and who knows that somebody is in the data, against a
control group of people who are not. Figures, not a verdict: beyond m places k^m-anonymity promises nothing.

example:
  baquara attack --sequences s.csv --places p.csv -k 5 -m 2 -o attacks
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    add_inputs(parser)
    parser.add_argument("--algorithm", default="seqanon", help="default: seqanon")
    parser.add_argument("-k", type=int, required=True, help="of the release to attack")
    parser.add_argument("-m", type=int, required=True, help="of the release to attack")
    parser.add_argument(
        "--unit",
        choices=("moving-object", "trajectory"),
        default="moving-object",
        help="whom to single out (default: moving-object)",
    )
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="STEM",
        help="writes STEM.json, STEM.png and STEM.svg; for the owner",
    )


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Attack."""
    from baquara.pipeline.attack import attack, draw_attacks
    from baquara.sequences import Policy, Unit

    policy = Policy(args.k, args.m, Unit(args.unit))
    result = attack(read_inputs(args), policy, algorithm=args.algorithm, seed=args.seed, progress=ui)
    args.output.parent.mkdir(parents=True, exist_ok=True)
    args.output.with_suffix(".json").write_text(json.dumps(result, indent=1), encoding="utf-8")
    draw_attacks(result, args.output)
    rows = [
        (
            f["attack"],
            f["known"],
            f["data"],
            *(f"{100 * f[name]:.1f}" for name in ("singled_out", "misled", "nobody", "success")),
            f"{100 * f['error']:.1f}",
        )
        for f in result["figures"]
    ]
    ui.table(
        f"{policy.k}^{policy.m} by {policy.unit}: percent of {result['figures'][0]['people']:,}",
        ("attack", "known places", "data", "singled out", "misled", "nobody fits", "guess right", "±"),
        rows,
    )
    ui.table(
        "is somebody in the data? (shares)",
        tuple(result["membership"][0]),
        [tuple(round(v, 3) if isinstance(v, float) else v for v in m.values()) for m in result["membership"]],
    )
    ui.say(f"{args.output}.json, .png and .svg")
    return result
