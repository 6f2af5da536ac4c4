"""``baquara segment``."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

from baquara.cli.common import add_workspace, chosen_dataset, given, open_workspace
from baquara.cli.ui import Ui
from baquara.errors import BadInput

__all__ = ["EPILOG", "HELP", "add_arguments", "make_plan", "run", "seconds"]

HELP = "cut fixes into trails, stops and moves, and put them into the graph"
EPILOG = """\
a stop is at least DURATION within RADIUS of its first fix; what lies between stops is a move. Several scales, coarse to fine,
give stops inside stops. With --checkins each row is a stop of its own.

examples:
  baquara segment                                          trails by local day, stops of 30 min within 500 m
  baquara segment --scale 30min/2km --scale 20min/300m --scale 5min/50m
  baquara segment --checkins --trails gap --gap 8h
  baquara segment --areas malls.geojson --area-name name --area-min-duration 10min
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options."""
    add_workspace(parser)
    parser.add_argument("-d", "--dataset", help="which dataset (default: the only one)")
    parser.add_argument(
        "--trails", choices=("day", "gap", "object", "window"), help="what makes a trail (default: day, the local one)"
    )
    parser.add_argument("--gap", metavar="DURATION", help="with --trails gap: a longer silence starts a new trail")
    parser.add_argument("--window", metavar="DURATION", help="with --trails window: the length of a window")
    parser.add_argument(
        "--scale",
        action="append",
        dest="scales",
        metavar="DURATION/RADIUS",
        help="may repeat, coarse to fine (default: 30min/500m)",
    )
    parser.add_argument("--max-gap", metavar="DURATION", help="the longest silence inside a stop (default: any)")
    parser.add_argument("--checkins", action="store_true", default=None, help="each row is a stop")
    parser.add_argument(
        "--areas",
        type=Path,
        metavar="FILE",
        help="polygons (GeoJSON, GeoPackage, …): a stay inside one is a stop (SMoT)",
    )
    parser.add_argument(
        "--area-name",
        metavar="COLUMN",
        help="the column that names a polygon; an IRI or any text (default: its number)",
    )
    parser.add_argument("--area-min-duration", metavar="DURATION", help="the shortest stop in an area (default: 5min)")
    parser.add_argument(
        "--no-graph",
        action="store_true",
        help="stop after the table of segments; `baquara triplify` does the rest later",
    )
    parser.add_argument(
        "--hulls", action="store_true", default=None, help="add the convex hull of each stop to its centroid"
    )
    parser.add_argument(
        "--positions", action="store_true", default=None, help="put every fix into the graph too (seven triples each)"
    )


def run(args: argparse.Namespace, ui: Ui) -> dict[str, Any]:
    """Segment, then triplify."""
    from baquara.pipeline import segment, triplify

    workspace = open_workspace(args)
    dataset = chosen_dataset(workspace, args.dataset)
    chosen = given(args, workspace, "segment", dataset)
    plan, names = make_plan(chosen)
    report = segment(workspace, dataset, plan=plan, area_names=names, progress=ui)
    rows: list[tuple[str, float]] = [(kind, count) for kind, count in report.kinds.items()]
    rows += [("levels", report.levels), ("hours in stops", round(report.stop_minutes / 60, 1))]
    ui.table(f"dataset {dataset}: {report.fixes:,} fixes", ("segments", "count"), rows)
    result = asdict(report)
    if not args.no_graph:
        loaded = triplify(
            workspace, dataset, positions=bool(chosen.get("positions")), hulls=bool(chosen.get("hulls")), progress=ui
        )
        ui.table("graphs", ("graph", "triples"), loaded.graphs.items())
        result["graphs"] = loaded.graphs
        ui.say("next: baquara query --list")
    return result


def make_plan(chosen: dict[str, Any]) -> tuple[Any, tuple[str, ...]]:
    """The Plan, and the names of its areas."""
    from baquara.segment import Plan, Scale

    options: dict[str, Any] = {name: chosen[name] for name in ("trails", "checkins") if name in chosen}
    for name in ("gap", "window", "max_gap"):
        if name in chosen:
            options[f"{name}_s"] = seconds(chosen[name], f"--{name.replace('_', '-')}")
    if "scales" in chosen:
        options["scales"] = tuple(Scale.parse(text) for text in chosen["scales"])
    names: tuple[str, ...] = ()
    if "areas" in chosen:
        options["areas"], names = _areas(chosen)
        options.setdefault("scales", ())
    return Plan(**options), names


def _areas(chosen: dict[str, Any]) -> tuple[Any, tuple[str, ...]]:
    import geopandas

    from baquara.segment import Areas

    path = Path(chosen["areas"])
    try:
        frame = geopandas.read_file(path)
    except (OSError, RuntimeError) as error:
        raise BadInput(f"{path}: cannot be read as polygons ({error})") from None
    if not isinstance(frame, geopandas.GeoDataFrame):
        raise BadInput(f"{path}: has no geometries; give polygons, as GeoJSON for example")
    frame = frame.to_crs("EPSG:4326") if frame.crs else frame
    column = chosen.get("area_name")
    if column is not None and column not in frame.columns:
        raise BadInput(
            f"{path}: no column {column!r}; there is: {', '.join(c for c in frame.columns if c != 'geometry')}"
        )
    names = tuple(str(n) for n in (frame[column] if column else range(1, len(frame) + 1)))
    return Areas.of(
        tuple(frame.geometry), min_duration_s=seconds(chosen.get("area_min_duration", "5min"), "--area-min-duration")
    ), names


def seconds(text: str, option: str) -> float:
    """A duration such as 90s, 30min, 8h or 1d.

    >>> seconds("30min", "--gap")
    1800.0
    """
    units = {"min": 60.0, "s": 1.0, "h": 3600.0, "d": 86400.0}
    for unit, factor in units.items():
        number = text.removesuffix(unit)
        if number != text and number.replace(".", "", 1).isdigit():
            return float(number) * factor
    raise BadInput(f"{option}: {text!r} is not a duration; write 90s, 30min, 8h or 1d")
