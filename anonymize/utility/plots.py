"""Figures like those of section 5 of Poulis et al. (2014): one measure against one parameter, one line an algorithm.

matplotlib is imported when a figure is drawn; it comes with the extra ``baquara[plot]``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from anonymize.utility.measures import Measures
from baquara.errors import BadInput

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["PANELS", "Panel", "Series", "draw", "draw_seconds", "save"]

Series = Mapping[str, Sequence[tuple[float, Measures]]]
"""For each line, by its label: the values of the parameter, each with the measures of the release made with it."""

MARKERS = "os^Dv*"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Six colours that colour-blind people can tell apart (Okabe and Ito); the markers differ as well."""

Points = Sequence[tuple[float, float | None, float | None]]
"""Value of the parameter, value of the measure, half the length of the error bar."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One small diagram: a measure, what to write beside its axis, and where its error bar is."""

    measure: str
    label: str
    error: str | None = None


PANELS: Mapping[str, tuple[Panel, ...]] = {
    "locations": (
        Panel("intact_locations", "intact locations"),
        Panel("generalized_locations", "generalized locations"),
        Panel("average_size", "average size of\ngeneralized locations"),
        Panel("average_distance_percent", "average distance (%)"),
    ),
    "queries": (
        Panel("are", "average relative error", "are_se"),
        Panel("kl_locations_nats", "KL divergence,\nlocations (nats)"),
        Panel("kl_pairs_nats", "KL divergence,\npairs (nats)"),
    ),
    "patterns": (
        Panel("patterns_kept_percent", "frequent patterns kept (%)", "patterns_kept_percent_sd"),
        Panel("patterns_invented_percent", "frequent patterns invented (%)", "patterns_invented_percent_sd"),
        Panel("sim1", "SIM1", "sim1_se"),
        Panel("sim2", "SIM2", "sim2_se"),
    ),
    "semantics": (
        Panel("average_distance_percent", "average distance (%)"),
        Panel("semantic_penalty", "semantic penalty P"),
        Panel("class_count_error", "relative error of\ncounts per class"),
    ),
    "distances": (
        Panel("distance", "D (share of the diameter)"),
        Panel("combined", "C (share of the diameter)"),
        Panel("distance_charged", "D with suppressed\nvisits charged"),
    ),
    "visits": (
        Panel("visits_intact_percent", "visits intact (%)"),
        Panel("visits_suppressed_percent", "visits suppressed (%)"),
        Panel("guessed_percent", "visits guessed right (%)"),
    ),
    "flows": (
        Panel("density_divergence_bits", "density divergence (bits)"),
        Panel("od_divergence_bits", "origin-destination\ndivergence (bits)"),
    ),
}
"""The figures by name. Of the paper: locations are Figures 6 to 9, 15, 17 and 19; queries 11 and 14; patterns 12 and 13; semantics 15 to 17."""


def draw(name: str, series: Series, *, parameter: str, even: bool = True) -> "Figure":
    """Draw one of :data:`PANELS`. With ``even`` the values of the parameter stand at equal distances, as in the paper.

    A measure that is None at some value leaves a gap there; a panel without any value says so.
    """
    if name not in PANELS:
        raise BadInput(f"no figure is called {name!r}; there are {', '.join(PANELS)}")
    lines = [{label: _points(panel, rows) for label, rows in series.items()} for panel in PANELS[name]]
    return _figure([panel.label for panel in PANELS[name]], lines, parameter=parameter, even=even)


def _points(panel: Panel, rows: Sequence[tuple[float, Measures]]) -> Points:
    return [(v, getattr(m, panel.measure), getattr(m, panel.error) if panel.error else None) for v, m in rows]


def draw_seconds(series: Mapping[str, Sequence[tuple[float, float]]], *, parameter: str, even: bool = True) -> "Figure":
    """Draw running times in seconds against a parameter, as Figures 20 to 22 do; the time axis is logarithmic."""
    lines = {label: [(v, seconds, None) for v, seconds in rows] for label, rows in series.items()}
    return _figure(["running time (s)"], [lines], parameter=parameter, even=even, log=True)


def _figure(
    labels: list[str], lines: Sequence[Mapping[str, Points]], *, parameter: str, even: bool, log: bool = False
) -> "Figure":
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    layout = ConstrainedLayoutEngine(wspace=0.08)
    figure = Figure(figsize=(0.6 + 3.1 * len(labels), 3.1), layout=layout)
    ticks = sorted({point[0] for panel in lines for points in panel.values() for point in points})
    where = {v: float(i) if even else v for i, v in enumerate(ticks)}
    for axes, label, panel in zip(figure.subplots(1, len(labels), squeeze=False)[0], labels, lines, strict=True):
        axes.set(xlabel=parameter, ylabel=label)
        axes.set_xticks([where[v] for v in ticks], [f"{v:g}" for v in ticks])
        _panel(axes, panel, where)
        _scale(axes, panel, log=log)
    _legend(figure)
    return figure


def _panel(axes: "Axes", panel: Mapping[str, Points], where: dict[float, float]) -> None:
    for i, (label, points) in enumerate(panel.items()):
        x = [where[v] for v, _, _ in points]
        y = [float("nan") if value is None else value for _, value, _ in points]
        bar = [error or 0.0 for _, _, error in points]
        axes.errorbar(
            x,
            y,
            yerr=bar if any(bar) else None,
            label=label,
            marker=MARKERS[i % len(MARKERS)],
            color=COLOURS[i % len(COLOURS)],
            markersize=5,
            linewidth=1.3,
            capsize=2,
        )
    if not any(value is not None for points in panel.values() for _, value, _ in points):
        axes.text(0.5, 0.5, "not measured", ha="center", va="center", transform=axes.transAxes, color="0.4")
    axes.grid(alpha=0.3)
    axes.margins(x=0.06)


def _scale(axes: "Axes", panel: Mapping[str, Points], *, log: bool) -> None:
    """A logarithmic axis, or one that begins at 0 and leaves room for the markers."""
    if log:
        axes.set_yscale("log")
        return
    top = max(
        (value + (bar or 0.0) for points in panel.values() for _, value, bar in points if value is not None), default=0
    )
    axes.set_ylim(-0.03 * (top or 1.0), 1.08 * (top or 1.0))


def _legend(figure: "Figure") -> None:
    """One legend for all panels, below them."""
    handles, labels = figure.axes[0].get_legend_handles_labels()
    if labels:
        figure.legend(handles, labels, loc="outside lower center", ncols=min(len(labels), 4), frameon=False)


def save(figure: "Figure", stem: Path) -> tuple[Path, Path]:
    """Write ``<stem>.png`` and ``<stem>.svg``; the same figure gives the same bytes (no date, fixed identifiers)."""
    import matplotlib

    png, svg = stem.with_name(stem.name + ".png"), stem.with_name(stem.name + ".svg")
    figure.savefig(png, dpi=160, metadata={"Software": None})
    with matplotlib.rc_context({"svg.hashsalt": "baquara"}):
        figure.savefig(svg, metadata={"Date": None})
    return png, svg
