"""``baquara simulate``."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from baquara.cli.ui import Ui

__all__ = ["EPILOG", "HELP", "add_arguments", "run"]

HELP = "make up people who move among real places of Rio de Janeiro, with the truth beside them"
EPILOG = """\
gps: a fix every minute or so; checkins: one row a visit, with its venue; posts: texts in several languages, with typos, tags and
wrong positions. The folder also gets truth (which place each stay or post was about), outliers (rows that are wrong on
purpose), and rio.ttl (the places). Nobody in it exists. The same seed gives the same files.

examples:
  baquara simulate --rows 100000 -o sim
  baquara simulate --kind checkins --people 500 --days 14 --seed 7 -o sim
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="the folder to write to")
    parser.add_argument("--kind", choices=("gps", "checkins", "posts"), default="gps", help="default: gps")
    parser.add_argument("--rows", type=int, help="how many rows, from 100 to 10 million and more")
    parser.add_argument("--people", type=int, help="how many people")
    parser.add_argument("--days", type=int, default=4, help="days of each (default: 4)")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--format", choices=("csv", "parquet"), default="csv", help="default: csv")


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Write the folder."""
    from baquara.simulate import Options, rio_turtle, write

    rows = args.rows if args.rows or args.people else 10_000
    options = Options(kind=args.kind, rows=rows, people=args.people, days=args.days)
    ui.start(f"simulate {args.kind}", rows)
    done = 0

    def progress(reached: int) -> None:
        nonlocal done
        ui.advance(reached - done)
        done = reached

    written = write(options, seed=args.seed, to=args.output, form=args.format, progress=progress)
    (args.output / "rio.ttl").write_bytes(rio_turtle())
    ui.say(f"{written.rows:,} rows of {written.people:,} simulated people in {written.rows_file}")
    ui.say(f"next: baquara init W; baquara places -w W {args.output}/rio.ttl; baquara ingest -w W {written.rows_file}")
    return {name: str(value) if isinstance(value, Path) else value for name, value in asdict(written).items()}
