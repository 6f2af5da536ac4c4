"""The command line: ``baquara COMMAND``. One file a command, no logic.

A command module has ``HELP`` (one line), ``EPILOG`` (examples), ``add_arguments(parser)`` and
``run(args, ui) -> dict``, whose result is what ``--json`` prints.
"""

import argparse
import json
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from baquara import __version__
from baquara.errors import BaquaraError

if TYPE_CHECKING:
    from baquara.cli.ui import Ui

__all__ = ["COMMANDS", "main", "make_parser"]

COMMANDS = (
    "init",
    "ingest",
    "segment",
    "triplify",
    "places",
    "show",
    "check",
    "query",
    "map",
    "drop",
    "anonymize",
    "verify",
    "attack",
    "evaluate",
    "compare",
    "simulate",
    "demo",
)
_ABOUT = (
    "Raw movement in, a knowledge graph out: ingest files, cut them into movement segments, ask questions in SPARQL."
)
_FIRST = "Start with `baquara demo`, which runs every stage on a simulated sample and says what to try next."


def make_parser() -> argparse.ArgumentParser:
    """The whole command line. Importing it is cheap: no command loads its stage before it runs."""
    parser = argparse.ArgumentParser("baquara", description=_ABOUT, epilog=_FIRST)
    parser.add_argument("--version", action="version", version=f"baquara {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        module = import_module(f"baquara.cli.{name}")
        sub = commands.add_parser(
            name,
            help=module.HELP,
            description=module.HELP,
            epilog=module.EPILOG,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(sub)
        sub.add_argument("--json", action="store_true", help="print the result as JSON and nothing else")
        sub.add_argument("-q", "--quiet", action="store_true", help="say nothing on the way")
        sub.add_argument("--debug", action="store_true", help="show the traceback of an error")
        sub.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 for done, 1 for a goal that cannot be met, 2 for bad input, 130 for Ctrl-C."""
    from baquara.cli.ui import Ui

    parser = make_parser()
    args, further = parser.parse_known_args(arguments)
    args.further = further
    if args.further and args.command != "query":  # the parameters of a query are options of its own
        parser.error(f"unrecognized arguments: {' '.join(args.further)}")
    ui = Ui(json=args.json, quiet=args.quiet)
    try:
        result = args.run(args, ui)
        ui.close()
        if args.json:
            sys.stdout.write(json.dumps(result, ensure_ascii=False, indent=1, default=str) + "\n")
        return int(result.get("exit_code", 0)) if isinstance(result, dict) else 0
    except BaquaraError as error:
        return _failed(ui, str(error), error.exit_code, debug=args.debug)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _failed(ui, "interrupted; the workspace is as it was before", 130, debug=args.debug)
    except OSError as error:
        return _failed(ui, f"{error.filename or 'system'}: {error.strerror or error}", 1, debug=args.debug)


def _failed(ui: "Ui", message: str, code: int, *, debug: bool) -> int:
    ui.close()
    if debug:
        traceback.print_exc()
    sys.stderr.write(f"baquara: {message}\n")
    return code
