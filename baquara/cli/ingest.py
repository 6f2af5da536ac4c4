"""``baquara ingest``."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from baquara.cli.common import add_workspace, given, open_workspace
from baquara.cli.ui import Ui
from baquara.errors import BadInput

__all__ = ["EPILOG", "HELP", "add_arguments", "cleaning", "read_options", "run"]

HELP = "take files of fixes, check-ins or posts into a dataset, all or none"
EPILOG = """\
formats: CSV/TSV, Parquet/GeoParquet, GPX, GeoJSON, OGC Moving Features JSON, GeoLife .plt; .gz, .xz, .zip; folders; - for standard input

columns are guessed and shown; --dry-run shows them and takes nothing. --map sets them by name, or by number where there is no header:
  moving_object, time (or begin and end), lon and lat (or x and y, or one column xy, yx, lonlat, latlon), zone,
  text, tags, venue, mentions, mo_class; every other column is kept as an attribute

times without a zone need --timezone; no such time ever becomes UTC in silence. A local time that a clock change skipped is
refused; one that happened twice is the earlier of the two unless --ambiguous says otherwise.

examples:
  baquara ingest tracks.csv.gz --timezone UTC --local-timezone Asia/Shanghai
  baquara ingest checkins.tsv --map moving_object=1,time=2,lat=3,lon=4,venue=5 --local-timezone America/New_York
  baquara ingest taxis.parquet --map moving_object=tid,time=time,yx=space --crs EPSG:2100 --epoch 2002-08-27T00:00:00+03:00
  baquara ingest folder/ --dataset phones --max-rejects 5% --max-speed 200
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("paths", nargs="+", metavar="FILE", help="files, folders, or - for standard input")
    add_workspace(parser)
    parser.add_argument("-d", "--dataset", help="the dataset to add to (default: main)")
    parser.add_argument("--dry-run", action="store_true", help="show what each column would be, and stop")
    _reading(parser.add_argument_group("reading"))
    cleaning = parser.add_argument_group("cleaning")
    cleaning.add_argument(
        "--max-rejects", metavar="SHARE", help="stop, taking nothing, when more rows of a file are bad (default: 1%%)"
    )
    cleaning.add_argument(
        "--max-speed", metavar="KMH", help="remove fixes reached faster than this; 'none' keeps all (default: 500)"
    )
    cleaning.add_argument(
        "--compress", metavar="dp:M|tr:M", help="thin dense tracks: Douglas-Peucker (dp:20m) or time-ratio (tr:20m)"
    )


def _reading(group: Any) -> None:  # noqa: ANN401
    group.add_argument("--map", metavar="ROLE=COLUMN,…", help="what the columns are")
    group.add_argument("--timezone", metavar="ZONE", help="the zone of times that carry none, such as Europe/Athens")
    group.add_argument(
        "--local-timezone", metavar="ZONE", help="the zone of the place: its day decides what 'daily' means"
    )
    group.add_argument(
        "--ambiguous",
        choices=("earliest", "latest", "reject"),
        help="local times that happened twice (default: earliest)",
    )
    group.add_argument("--epoch", metavar="INSTANT", help="numeric times are seconds after this instant")
    group.add_argument("--time-format", metavar="FORMAT", help="such as '%%d/%%m/%%Y %%H:%%M'")
    group.add_argument("--crs", help="the reference system of x and y, such as EPSG:2100")
    group.add_argument(
        "--header",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="whether the first line names the columns (default: guessed)",
    )
    group.add_argument("--delimiter", help="of columns (default: guessed)")
    group.add_argument("--moving-object", metavar="NAME", help="the moving object, for files that name none")
    group.add_argument("--ordered", action="store_true", default=None, help="refuse rows that go back in time")
    group.add_argument("--attributes", metavar="A,B|all|none", help="which further columns to keep (default: all)")
    group.add_argument("--format", help="csv, parquet, gpx, geojson, mfjson or plt (default: by name, then by content)")


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Show the columns, then take the files."""
    from baquara.ingest.readers import describe
    from baquara.ingest.sources import expand
    from baquara.pipeline import ingest

    workspace = open_workspace(args)
    dataset = args.dataset or "main"
    chosen = given(args, workspace, "ingest", dataset)
    options = read_options(chosen)
    paths: list[Any] = ["-" if path == "-" else Path(path) for path in args.paths]
    first = expand(paths)[0]
    description = describe(first, options)
    if not args.json and not args.quiet:
        ui.say(str(description))
    if args.dry_run:
        return {"description": str(description)}
    report = ingest(workspace, dataset, paths, options=options, cleaning=cleaning(chosen), progress=ui)
    _print(ui, report)
    return asdict(report)


def read_options(chosen: dict[str, Any]) -> Any:  # noqa: ANN401
    """ReadOptions from the options given."""
    from baquara.ingest.options import ReadOptions, parse_mapping

    names = (
        "timezone",
        "local_timezone",
        "ambiguous",
        "epoch",
        "time_format",
        "crs",
        "header",
        "delimiter",
        "moving_object",
        "ordered",
        "format",
    )
    options = {name: chosen[name] for name in names if name in chosen}
    if "map" in chosen:
        options["mapping"] = parse_mapping(chosen["map"])
    if chosen.get("attributes", "all") != "all":
        options["attributes"] = (
            () if chosen["attributes"] == "none" else tuple(a.strip() for a in chosen["attributes"].split(","))
        )
    return ReadOptions(**options)


def cleaning(chosen: dict[str, Any]) -> Any:  # noqa: ANN401
    """Cleaning from the options given."""
    from baquara.pipeline import Cleaning

    speed = str(chosen.get("max_speed", 500))
    return Cleaning(
        max_rejects=_share(str(chosen.get("max_rejects", "1%"))),
        max_speed_kmh=None if speed == "none" else _number(speed.removesuffix("km/h"), "--max-speed"),
        compress=chosen.get("compress"),
    )


def _share(text: str) -> float:
    """``1%`` or ``0.01``."""
    return _number(text[:-1], "--max-rejects") / 100 if text.endswith("%") else _number(text, "--max-rejects")


def _number(text: str, option: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadInput(f"{option}: {text!r} is not a number") from None


def _print(ui: Ui, report: Any) -> None:  # noqa: ANN401
    for name in report.known_files:
        ui.say(f"{name}: taken before, passed over")
    if not report.files:
        ui.say("nothing new")
        return
    rows = [("rows read", report.rows), *((f"removed: {reason}", n) for reason, n in report.removed.items())]
    rows += [
        ("fixes in the dataset", report.fixes),
        ("moving objects", report.moving_objects),
        ("from", report.first),
        ("to", report.last),
    ]
    ui.table(
        f"dataset {report.dataset}: {report.files} file{'s' if report.files > 1 else ''} taken", ("what", "count"), rows
    )
    if report.rejects:
        ui.say(f"removed rows are listed in {report.rejects}")
    ui.say("next: baquara segment")
