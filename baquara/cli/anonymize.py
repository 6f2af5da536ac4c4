"""``baquara anonymize``."""

import argparse
from pathlib import Path
from typing import Any

from baquara.cli.common import add_workspace, open_workspace
from baquara.cli.ui import Ui
from baquara.errors import BadInput

__all__ = ["EPILOG", "HELP", "add_arguments", "add_inputs", "read_inputs", "run"]

_SHOWN = {
    "visits_intact_percent": "visits published intact, %",
    "visits_suppressed_percent": "visits suppressed, %",
    "guessed_percent": "visits guessed right from their candidates, %",
    "average_size": "places in a generalized location, on average",
    "distance": "distance loss D (0 to 1)",
    "semantic_penalty": "semantic penalty P",
    "are": "average relative error of COUNT queries",
    "patterns_kept_percent": "frequent patterns kept, %",
    "od_divergence_bits": "divergence of origins and destinations, bits",
}
HELP = "make sequences of places k^m-anonymous, verify the result, measure what is left of it"
EPILOG = """\
an attacker who knows up to m places that somebody visited, in order, cannot narrow that person down to fewer than k people.
Support counts people; --unit trajectory counts trips, as the papers do. What the verifier refuses is not written.

DIR gets sequences.csv and recoding.csv (the release), and audit.csv and report.json (yours alone: who is who, and all measures).

examples:
  baquara anonymize --sequences s.csv --places p.csv -k 5 -m 2 -o release
  baquara anonymize --sequences s.csv --places p.csv --taxonomy t.csv --algorithm sd-seqanon -k 5 -m 2 -o release
  baquara anonymize --sequences s.csv --places p.csv --constraints c.csv --algorithm u-seqanon --delta 10 -k 5 -m 2 -o release
  baquara anonymize -w city -k 5 -m 2 -o release

ngrams is another kind of thing: synthetic sequences with differential privacy (--epsilon). Nobody made these movements, and
nothing of k and m holds for them. With --seed its noise can be undone: for studies only.
  baquara anonymize --sequences s.csv --places p.csv --algorithm ngrams --epsilon 1 -o synthetic
"""


def add_inputs(parser: argparse.ArgumentParser) -> None:
    """The tables that an algorithm works on."""
    add_workspace(parser)
    group = parser.add_argument_group("input (CSV or Parquet; without it, the workspace's graph)")
    group.add_argument("--sequences", type=Path, metavar="FILE", help="trajectory, moving_object, ord, place")
    group.add_argument("--places", type=Path, metavar="FILE", help="place, x, y in metres; or place, lon, lat")
    group.add_argument(
        "--taxonomy", type=Path, metavar="FILE", help="child, parent; one root, the places are its leaves"
    )
    group.add_argument("--constraints", type=Path, metavar="FILE", help="constraint, place; a partition of the places")
    group.add_argument("--grid", metavar="SIZE", help="aggregate places to square cells first, such as 500m or 1km")
    group.add_argument("--cluster", type=int, metavar="N", help="aggregate places to N areas first")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    add_inputs(parser)
    parser.add_argument(
        "--algorithm", default="seqanon", help="seqanon, sd-seqanon, u-seqanon, seqanon-f, or ngrams (default: seqanon)"
    )
    parser.add_argument("-k", type=int, help="how many people any known places must fit (2 or more)")
    parser.add_argument("-m", type=int, help="how many places an attacker may know (1 or more)")
    parser.add_argument(
        "--unit",
        choices=("moving-object", "trajectory"),
        default="moving-object",
        help="whom support counts (default: moving-object)",
    )
    parser.add_argument(
        "--delta",
        type=float,
        metavar="PERCENT",
        help="the largest share of places to suppress (default: 10 for u-seqanon, else 100)",
    )
    parser.add_argument(
        "--no-suppress", action="store_true", help="fail where generalization alone is not enough, and say why"
    )
    parser.add_argument(
        "--engine", choices=("fast", "reference"), help="reference is the pseudocode in plain Python (default: fast)"
    )
    parser.add_argument(
        "--seed", type=int, help="the same seed gives the same release; without it, chance decides names and order"
    )
    noise = parser.add_argument_group("ngrams only")
    noise.add_argument("--epsilon", type=float, default=1.0, help="of differential privacy (default: 1)")
    noise.add_argument("--l-max", type=int, default=20, metavar="N", help="visits kept of a trajectory (default: 20)")
    noise.add_argument("--n-max", type=int, default=5, metavar="N", help="the longest gram (default: 5)")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="the folder to make")


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Anonymize, verify, write."""
    from baquara.pipeline.anonymize import anonymize, write_outcome
    from baquara.sequences import Policy, Unit

    if args.algorithm == "ngrams":
        return _synthetic(args, ui)
    if args.k is None or args.m is None:
        raise BadInput(f"{args.algorithm} needs -k and -m")
    delta = args.delta if args.delta is not None else 10.0 if args.algorithm == "u-seqanon" else 100.0
    policy = Policy(args.k, args.m, Unit(args.unit), delta)
    inputs = read_inputs(args)
    outcome = anonymize(
        inputs,
        policy,
        algorithm=args.algorithm,
        engine=args.engine,
        suppress=not args.no_suppress,
        seed=args.seed,
        progress=ui,
    )
    write_outcome(outcome, inputs, args.output)
    _print(ui, outcome.report, args.output)
    return outcome.report


def _synthetic(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    from baquara.pipeline.synthesize import synthesize, write_synthetic
    from baquara.sequences import Unit

    made, report = synthesize(
        read_inputs(args),
        epsilon=args.epsilon,
        l_max=args.l_max,
        n_max=args.n_max,
        unit=Unit(args.unit),
        seed=args.seed,
        progress=ui,
    )
    write_synthetic(made, report, args.output)
    ui.say(
        f"{report['counts']['synthetic_trajectories']:,} synthetic trajectories in {args.output}/synthetic.csv: not truthful, nobody made these movements"
    )
    if args.seed is not None:
        ui.say("made with a seed: whoever guesses it can undo the noise. Do not publish this")
    return report


def read_inputs(args: argparse.Namespace) -> Any:  # noqa: ANN401
    """The Inputs that the arguments name."""
    from dataclasses import replace

    from anonymize.aggregate import cluster, grid
    from anonymize.files import read_constraints, read_places, read_sequences, read_taxonomy
    from baquara.pipeline.anonymize import Inputs, from_workspace

    if args.sequences is None:
        inputs = from_workspace(open_workspace(args))
    elif args.places is None:
        raise BadInput("--sequences needs --places: where the places are")
    else:
        sequences = read_sequences(args.sequences)
        inputs = Inputs(sequences, read_places(args.places, sequences.places))
    if args.grid is not None or args.cluster is not None:
        if args.taxonomy or args.constraints or (args.grid and args.cluster):
            raise BadInput(
                "--grid and --cluster make new places: use one of them, and no --taxonomy or --constraints of the old ones"
            )
        made = (
            grid(inputs.sequences, inputs.places, size_m=_metres(args.grid))
            if args.grid
            else cluster(inputs.sequences, inputs.places, areas=args.cluster)
        )
        inputs = Inputs(*made)
    names = inputs.sequences.places
    if args.taxonomy is not None:
        inputs = replace(inputs, taxonomy=read_taxonomy(args.taxonomy, names))
    if args.constraints is not None:
        inputs = replace(inputs, constraints=read_constraints(args.constraints, names))
    return inputs


def _metres(text: str) -> float:
    number, factor = (text[:-2], 1000.0) if text.endswith("km") else (text.removesuffix("m"), 1.0)
    try:
        return float(number) * factor
    except ValueError:
        raise BadInput(f"--grid {text!r}: write a size such as 500m or 1km") from None


def _print(ui: Ui, report: dict[str, Any], to: Path) -> None:
    counts, policy = report["counts"], report["policy"]
    ui.say(
        f"{report['algorithm']}: {policy['k']}^{policy['m']}-anonymous by {policy['unit']}, verified ({', '.join(report['verdict']['decided'])}); {report['seconds']:.2f} s"
    )
    ui.table("counts", ("what", "count"), [(name.replace("_", " "), value) for name, value in counts.items()])
    figures = [
        (text, f"{report['measures'][name]:.4g}")
        for name, text in _SHOWN.items()
        if report["measures"][name] is not None
    ]
    ui.table("what is left (all measures are in report.json)", ("measure", "value"), figures)
    for note in report["notes"]:
        ui.say(f"note: {note}")
    ui.say(f"{to}/sequences.csv and recoding.csv may be published; audit.csv and report.json are yours alone")
