"""``baquara verify``."""

import argparse
from pathlib import Path
from typing import Any

from baquara.cli.ui import Ui

__all__ = ["EPILOG", "HELP", "add_arguments", "run"]

HELP = "decide, from the files alone, whether a release keeps its policy; any program may have written it"
EPILOG = """\
with an audit.csv in the release folder people are counted and truthfulness is decided; without it, only trips (--unit trajectory).
A release that breaks a rule comes with witnesses, and exit code 1.

example:
  baquara verify --original s.csv --release release -k 5 -m 2
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument(
        "--original", type=Path, required=True, metavar="FILE", help="trajectory, moving_object, ord, place"
    )
    parser.add_argument(
        "--release", type=Path, required=True, metavar="DIR", help="a folder with sequences.csv and perhaps audit.csv"
    )
    parser.add_argument("-k", type=int, required=True, help="of the policy")
    parser.add_argument("-m", type=int, required=True, help="of the policy")
    parser.add_argument(
        "--unit",
        choices=("moving-object", "trajectory"),
        default="moving-object",
        help="whom support counts (default: moving-object)",
    )
    parser.add_argument(
        "--delta",
        type=float,
        default=100.0,
        metavar="PERCENT",
        help="the largest share of places that may be suppressed (default: 100)",
    )
    parser.add_argument("--constraints", type=Path, metavar="FILE", help="constraint, place")
    parser.add_argument(
        "--limit", type=int, default=20, metavar="N", help="witnesses to name for each broken rule (default: 20)"
    )


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Decide."""
    from dataclasses import asdict

    from anonymize.files import read_constraints, read_published, read_sequences
    from anonymize.verify import Refused, verify
    from baquara.sequences import Policy, Unit

    policy = Policy(args.k, args.m, Unit(args.unit), args.delta)
    original = read_sequences(args.original)
    constraints = None if args.constraints is None else read_constraints(args.constraints, original.places)
    verdict = verify(
        original, read_published(args.release, original), policy, constraints=constraints, limit=args.limit, progress=ui
    )
    result: dict[str, Any] = {
        "policy": {**asdict(policy), "unit": str(policy.unit)},
        "counts": asdict(verdict.counts),
        "release_sha256": verdict.release_digest,
    }
    if isinstance(verdict, Refused):
        ui.table("what is wrong", ("rule", "witness"), [(str(v.rule), v.text) for v in verdict.violations])
        ui.say(f"refused: {', '.join(f'{rule} {n:,}' for rule, n in verdict.found.items())}")
        found = {str(rule): n for rule, n in verdict.found.items()}
        return {
            **result,
            "verified": False,
            "found": found,
            "violations": [v.text for v in verdict.violations],
            "exit_code": 1,
        }
    ui.say(
        f"verified: {policy.k}^{policy.m}-anonymous by {policy.unit}; decided: {', '.join(str(rule) for rule in verdict.decided)}"
    )
    return {**result, "verified": True, "decided": [str(rule) for rule in verdict.decided]}
