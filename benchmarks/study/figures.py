"""Six small figures like those of section 5."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from anonymize.utility.measures import Measures
from anonymize.utility.plots import draw, draw_seconds
from benchmarks.study.results import Results

__all__ = ["FIGURES", "Picture", "write_figures"]

DPI = 72


@dataclass(frozen=True, slots=True)
class Picture:
    """A file: which panels, of which data, by which parameter, and its lines, each by what its runs have in common."""

    name: str
    caption: str
    panels: str
    data: str
    by: str
    lines: Mapping[str, Mapping[str, object]]
    ngrams: bool = False
    common: Mapping[str, object] = field(default_factory=dict)


Common = Mapping[str, object]
SEQ, SD, SLOW = ({"algorithm": name} for name in ("seqanon", "sd-seqanon", "seqanon-f"))
SETS: dict[str, Common] = {
    f"U-SeqAnon, {u}": {"algorithm": "u-seqanon", "constraints": u, "delta": 10.0} for u in ("U1", "U2", "U3")
}
FIGURES = (
    Picture(
        "locations", "Oldenburg, m = 2 (Figures 6, 7a, 15a and 19)", "locations", "oldenburg", "k",
        {"SeqAnon": SEQ, "SD-SeqAnon": SD, **SETS},
    ),
    Picture(
        "queries", "Oldenburg, m = 3 (Figure 11a)", "queries", "oldenburg", "k", {"SeqAnon": SEQ}, True, {"m": 3},
    ),
    Picture("queries-m", "Oldenburg, k = 5 (Figures 11b and 14a)", "queries", "oldenburg", "m", {"SeqAnon": SEQ}, True),
    Picture("patterns", "Oldenburg, m = 2 (Figures 12a and 12c)", "patterns", "oldenburg", "k", {"SeqAnon": SEQ}, True),
    Picture(
        "semantics", "Gowalla, one trajectory a user, m = 2 (Figures 15b and 16b)", "semantics", "gowalla", "k",
        {f"{name}, {how}": {**line, "leaves": how} for how in ("rows", "shuffled") for name, line in (("SeqAnon", SEQ), ("SD-SeqAnon", SD))},
    ),
    Picture(
        "seconds", "Gowalla, one trajectory a user and day, k = 5 (Figures 20b and 21a)", "seconds", "gowalla-days", "m",
        {"SeqAnon": SEQ, "SD-SeqAnon": SD, "SeqAnon_F": SLOW},
    ),
)  # fmt: skip
"""At most six; a file has at most 60 KB."""


def write_figures(results: Results, to: Path) -> None:
    """One PNG each; the same results give the same bytes."""
    to.mkdir(parents=True, exist_ok=True)
    for picture in FIGURES:
        series = _series(results, picture)
        if picture.panels == "seconds":
            seconds = {label: [(at, row["seconds"]) for at, row in rows] for label, rows in series.items()}
            figure = draw_seconds(seconds, parameter=picture.by)
        else:
            measures = {label: [(at, _measures(row)) for at, row in rows] for label, rows in series.items()}
            figure = draw(picture.panels, measures, parameter=picture.by)
        figure.savefig(to / f"{picture.name}.png", dpi=DPI, metadata={"Software": None})


def _series(results: Results, picture: Picture) -> dict[str, list[tuple[float, dict[str, Any]]]]:
    made = {
        label: list(results.rows(by=picture.by, data=picture.data, **{**picture.common, **line}).items())
        for label, line in picture.lines.items()
    }
    values = sorted({at for rows in made.values() for at, _ in rows})
    theirs = [row for row in results.runs if row["data"] == picture.data and row["algorithm"] == "ngrams"]
    if picture.ngrams and theirs:
        made["NGRAMS"] = [(at, theirs[0]) for at in values]
    return {label: rows for label, rows in made.items() if rows}


def _measures(row: dict[str, Any]) -> Measures:
    return Measures(**{name: row[name] for name in Measures.names() if name in row})
