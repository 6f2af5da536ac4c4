"""``baquara query``."""

import argparse
from pathlib import Path
from typing import Any

from baquara.cli.common import add_workspace, open_workspace
from baquara.cli.ui import Ui
from baquara.errors import BadInput

__all__ = ["EPILOG", "HELP", "add_arguments", "run"]

HELP = "ask a question of the library by name, or your own from a file"
EPILOG = """\
the parameters of a question are options of their own: --min-minutes 90, or --param min_minutes=90

examples:
  baquara query --list
  baquara query longest-stops --about
  baquara query longest-stops --min-minutes 90
  baquara query baquara2-1 --format csv
  baquara query --file mine.rq --format geojson > mine.geojson
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("name", nargs="?", help="a question of the library")
    add_workspace(parser)
    parser.add_argument(
        "--file", type=Path, metavar="FILE.rq", help="a SELECT of your own; a header may name parameters"
    )
    parser.add_argument("--list", action="store_true", help="list the library")
    parser.add_argument("--about", action="store_true", help="say what the question asks, takes and gives")
    parser.add_argument("--param", action="append", default=[], metavar="NAME=VALUE", help="a parameter; may repeat")
    parser.add_argument("--format", choices=("table", "csv", "json", "geojson"), default="table", help="default: table")
    parser.add_argument(
        "--limit", type=int, default=100, metavar="N", help="rows of a table to show, 0 for all (default: 100)"
    )


def run(args: argparse.Namespace, ui: Ui) -> Any:  # noqa: ANN401
    """List, explain or ask."""
    import queries
    from baquara.cli.answers import plain, write
    from baquara.pipeline import run_query

    if args.list or (args.name is None and args.file is None):
        return _list(ui, queries.all_queries())
    query = _query(args)
    if args.about:
        return _about(ui, query)
    values = _values(args)
    workspace = open_workspace(args)
    if args.json:
        return run_query(
            workspace, query, values, lambda a: [dict(zip(a.columns, map(plain, row), strict=True)) for row in a.rows]
        )
    count = run_query(
        workspace,
        query,
        values,
        lambda a: write(a, ui, args.format, title=query.title or query.name, limit=args.limit or None),
    )
    return {"rows": count}


def _query(args: argparse.Namespace) -> Any:  # noqa: ANN401
    import queries

    if args.file is None:
        return queries.get(args.name)
    if args.name is not None:
        raise BadInput(f"both a name ({args.name}) and --file are given; keep one")
    try:
        return queries.parse(args.file.read_text(encoding="utf-8"), str(args.file))
    except UnicodeDecodeError as error:
        raise BadInput(f"{args.file}: not UTF-8 ({error.reason} at byte {error.start})") from None


def _values(args: argparse.Namespace) -> dict[str, str]:
    """``--param a=1 --min-minutes 90 --b=2``."""
    values = {}
    for pair in args.param:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(f"--param {pair!r}: write NAME=VALUE")
        values[name] = value
    rest = list(args.further)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if not name.startswith("--") or (not equals and not rest):
            raise BadInput(f"{name!r}: parameters are written --name value")
        values[name[2:].replace("-", "_")] = value if equals else rest.pop(0)
    return values


def _list(ui: Ui, library: dict[str, Any]) -> dict[str, Any]:
    ui.table(
        "questions",
        ("name", "what it answers", "parameters"),
        [(q.name, q.title, ", ".join(p.name for p in q.params)) for q in library.values()],
    )
    return {name: {"title": q.title, "params": [p.name for p in q.params]} for name, q in library.items()}


def _about(ui: Ui, query: Any) -> dict[str, Any]:  # noqa: ANN401
    ui.say(f"{query.name}: {query.title}")
    for line in [query.about] if isinstance(query.about, str) else query.about:
        ui.say(line)
    if query.source:
        ui.say(f"source: {query.source}")
    ui.table(
        "parameters",
        ("name", "type", "default", "meaning"),
        [(f"--{p.name.replace('_', '-')}", p.type, p.default, p.meaning) for p in query.params],
    )
    ui.table("columns", ("name", "meaning"), [(c.name, c.meaning) for c in query.columns])
    return {"name": query.name, "title": query.title, "text": query.text}
