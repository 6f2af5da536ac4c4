"""A picture of a dataset: where the trails and stops are, and one trail as the hierarchy that it is.

Names and places of single people are in it: it is for the owner, not for publication.
"""

import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from baquara.errors import BadInput
from baquara.store import open_for_reading, select
from baquara.tables.fixes import FixesReader
from baquara.tables.segments import SegmentsReader
from baquara.triplify import Names
from baquara.workspace import Workspace
from queries.internal import internal

__all__ = ["draw"]

_COLOURS = ("#4c72b0", "#dd8452", "#55a868", "#c44e52")
_SHOWN_FIXES = 2_000_000


def draw(workspace: Workspace, dataset: str, to: Path, *, moving_object: str | None = None) -> str:
    """Write the picture (PNG, SVG or PDF by its suffix); returns the moving object whose trail is shown at the right."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise BadInput("drawing needs matplotlib: pip install 'baquara[plot]'") from None
    if to.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise BadInput(f"{to}: name a .png, .svg or .pdf file")
    now = workspace.dataset(dataset, needs="segments")
    with SegmentsReader(workspace.root / now["segments"]) as reader:
        segments = pa.concat_tables(reader.tables()) if reader.rows else None
    if segments is None:
        raise BadInput(f"dataset {dataset!r} is empty: there is nothing to draw")
    chosen = _chosen(segments, moving_object)
    figure = Figure(figsize=(13, 6), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(1, 1))
    _map(left, workspace.root / now["fixes"], segments)
    left.set_title(f"{dataset}: {now['kinds']['Trail']:,} trails, {now['kinds']['Stop']:,} stops")
    _hierarchy(right, chosen, _labels(workspace, dataset, chosen))
    name = chosen["moving_object"][0].as_py()
    right.set_title(f"{name}, trail {chosen['ord'][0].as_py()}: stops inside stops")
    figure.savefig(to, dpi=130)
    return str(name)


def _chosen(segments: pa.Table, moving_object: str | None) -> pa.Table:
    """One trail with all below it: the deepest, then the richest, of the object named or of all."""
    mo = segments["moving_object"].cast(pa.string())
    segments = segments.set_column(0, "moving_object", mo)
    if moving_object is not None:
        segments = segments.filter(pc.equal(segments["moving_object"], moving_object))
        if not len(segments):
            raise BadInput(f"no moving object {moving_object!r} in the dataset")
    trail = pc.list_element(pc.split_pattern(segments["path"], "."), 0)
    keyed = segments.append_column("trail", trail)
    ranked = keyed.group_by(["moving_object", "trail"]).aggregate([("level", "max"), ("path", "count")])
    best = (
        ranked.sort_by(
            [
                ("level_max", "descending"),
                ("path_count", "descending"),
                ("moving_object", "ascending"),
                ("trail", "ascending"),
            ]
        )
        .slice(0, 1)
        .to_pylist()[0]
    )
    return keyed.filter(
        pc.and_(pc.equal(keyed["moving_object"], best["moving_object"]), pc.equal(keyed["trail"], best["trail"]))
    )


def _map(axes: Any, fixes: Path, segments: pa.Table) -> None:  # noqa: ANN401
    shown = 0
    with FixesReader(fixes) as reader:
        for _, some, _ in reader.chunks([]):
            lon, lat = some.lon.copy(), some.lat.copy()
            lon = np.insert(lon, some.offsets[1:-1], np.nan)
            lat = np.insert(lat, some.offsets[1:-1], np.nan)
            axes.plot(lon, lat, color="#999999", linewidth=0.3, alpha=0.5, zorder=1)
            shown += len(some)
            if shown > _SHOWN_FIXES:
                break
    levels = segments["level"].to_numpy()
    stop = pc.equal(segments["kind"].cast(pa.string()), "Stop").to_numpy()
    hours = (segments["end"].cast(pa.int64()).to_numpy() - segments["begin"].cast(pa.int64()).to_numpy()) / 3.6e9
    for level in sorted(set(levels[stop].tolist())):
        rows = stop & (levels == level)
        lon, lat = segments["lon"].to_numpy()[rows], segments["lat"].to_numpy()[rows]
        axes.scatter(
            lon,
            lat,
            s=4 + 12 * np.sqrt(hours[rows]),
            color=_COLOURS[(level - 1) % 4],
            alpha=0.45,
            linewidths=0,
            label=f"stops of level {level}",
            zorder=level + 1,
        )
    at = segments["lat"].to_numpy()[stop] if stop.any() else np.array([0.0])
    axes.set_aspect(1 / max(np.cos(np.radians(np.nanmedian(at))), 0.05))
    axes.set_xlabel("longitude")
    axes.set_ylabel("latitude")
    if stop.any():
        axes.set_xlim(*_padded(segments["lon"].to_numpy()[stop]))
        axes.set_ylim(*_padded(at))
        axes.legend(loc="best", fontsize=8)


def _padded(values: Any) -> tuple[float, float]:  # noqa: ANN401
    low, high = np.quantile(values, [0.02, 0.98])
    pad = 0.08 * (high - low) + 0.002
    return low - pad, high + pad


def _hierarchy(axes: Any, chosen: pa.Table, labels: dict[str, str]) -> None:  # noqa: ANN401
    """Time goes down, levels to the right, each segment a box."""
    offset_us = chosen["begin_offset_min"][0].as_py() * 60_000_000
    for row in chosen.select(["path", "kind", "level", "begin", "end"]).to_pylist():
        begin, end = ((row[name].timestamp() * 1e6 + offset_us) / 3.6e9 % 24 for name in ("begin", "end"))
        end = end if end >= begin else end + 24
        kind = row["kind"]
        colour = "#dddddd" if kind == "Trail" else "#f2f2f2" if kind == "Move" else _COLOURS[(row["level"] - 1) % 4]
        axes.bar(
            row["level"],
            end - begin,
            bottom=begin,
            width=0.96,
            color=colour,
            edgecolor="white",
            linewidth=0.8,
            alpha=0.85,
        )
        text = labels.get(row["path"], "trail" if kind == "Trail" else "")
        if text and end - begin > 0.15:
            lines = (
                textwrap.fill(text, 24, max_lines=2, placeholder="…")
                if end - begin > 0.5
                else textwrap.shorten(text, 34, placeholder="…")
            )
            axes.text(row["level"], (begin + end) / 2, lines, ha="center", va="center", fontsize=7)
    levels = int(chosen["level"].to_numpy().max())
    axes.set_xticks(range(levels + 1), [f"level {n}" for n in range(levels + 1)])
    axes.set_ylabel("local time (hours)")
    axes.invert_yaxis()


def _labels(workspace: Workspace, dataset: str, chosen: pa.Table) -> dict[str, str]:
    """The name of the place that each segment visits, by path."""
    state = workspace.state()
    if state.store is None:
        return {}
    names = Names(workspace.settings.base_iri, dataset)
    iris = names.segments(chosen["moving_object"], chosen["path"].combine_chunks()).to_pylist()
    wanted = {iri[1:]: path for iri, path in zip(iris, chosen["path"].to_pylist(), strict=True)}
    found = {}
    for segment, place, label, english in select(
        open_for_reading(workspace.root / state.store), internal("visited")
    ).rows:
        path = wanted.get(getattr(segment, "value", ""))
        if path is not None:
            found[path] = str(getattr(english or label, "value", None) or getattr(place, "value", "")).rsplit("/", 1)[
                -1
            ]
    return found
