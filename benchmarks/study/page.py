"""docs/study.md, from the results. No figure in it is typed by hand."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.study.figures import FIGURES
from benchmarks.study.findings import Finding
from benchmarks.study.results import CANNOT_SAY, DOES_NOT_HOLD, HOLDS, Results
from benchmarks.study.runs import MIN_SUPPORT, PROJECTIONS

__all__ = ["write_page"]

TOP = """# The paper's study again

Made by `{command}` with seed {seed} (baquara {version}, {runs} runs, {seconds:.0f} s on one core). Do not edit: run the command
again. The paper is Poulis, Skiadopoulos, Loukides, Gkoulalas-Divanis (2014), *Apriori-based algorithms for k^m-anonymizing
trajectory data*, Transactions on Data Privacy 7(2), section 5. Every release was accepted by the verifier before it was measured; what
NGRAMS makes is synthetic, so there is nothing to verify.

Of {total} findings, **{holds} hold, {fails} do not hold**, and of {open} we cannot say. A finding that is looked at on two data sets, or with
two readings of the paper, counts twice. Verdicts are computed by the rules below.
"""

DATA = """
## The data

| | trajectories | moving objects | locations | average length | longest | different subtrajectories of 1, 2, 3, 4 visits |
|---|---|---|---|---|---|---|
{rows}
| the paper's Oldenburg | 18143 | | 100 | 4.72 | | 100, 6955, 48268, 124070 |
| the paper's Gowalla | 86061 | 86061 | 662 | 3.92 | | 662, 107811, 803093, 1757607 |

* `oldenburg` is simulated on the road network that the paper's generator used: shortest paths between random nodes, three classes of
  speed, a position once a tick, 100 cells of a 10 × 10 grid. Cells without a road are never visited, so there are fewer than 100 locations.
  The speed is tuned to the average length.
* `gowalla` has one trajectory a user, as the paper, but only the check-ins of New York City: fewer people, longer trajectories.
  `gowalla-days` has one trajectory a user and local day. Both are aggregated to areas of about equal weight
  (`anonymize.aggregate.cluster`), so nearly every single area is frequent, before and after. m = 3 and 4 are run on `gowalla-days` only.
"""

READING = """
## How the paper was read

* Support counts trajectories (`--unit trajectory`), k = 5 and m = 2 unless said otherwise, delta = 10 for U-SeqAnon.
* Taxonomy: a balanced tree in which each inner node has 5 (Oldenburg) or 6 (Gowalla) children. The paper does not tell the order of
  the leaves, so there are two: *in rows* (neighbours on the map are siblings: south to north in bands, west to east in each) and *shuffled* (what a
  place is says nothing of where it is). Where the table does not say, leaves are in rows.
* U1 to U3: runs of neighbours in the order of the leaves, as large as in Figure 18, in proportion where there are not 100 places.
* ARE: 100 queries of 1 or 2 visits, the same for all runs on the same data. NGRAMS: epsilon 0.1, l_max 20, n_max 5, means of {draws} draws; it is our
  own program, from the description, not its authors'.
* Frequent patterns: of up to 3 visits, in {support} of the trajectories; {projections} random projections, the median.
* Seconds are processor time of the engine `fast` alone, the best of some rounds over all runs where a run is short.
* "Grows" means: the last value is above the first, and 4 of 5 pairs of values or more are in order; fewer than three values: cannot say.
  "At least x times" must be true at every value of the parameter; "up to" is not asked. A run whose policy cannot be met has no value.
"""


def write_page(results: Results, findings: Sequence[Finding], to: Path) -> None:
    """The whole page."""
    answers = [(finding, finding.answer(results)) for finding in findings]
    rows = [(f.where, f.claim, f.data, a.measured, f"**{a.verdict}**") for f, a in answers]
    count = Counter(a.verdict for _, a in answers)
    parts = [
        _top(results, count, len(answers)),
        DATA.format(rows="\n".join(_data_row(name, about) for name, about in results.about["data"].items())),
        _reading(results),
        "\n## Findings\n",
        table(("where", "the paper finds", "data", "we get", "verdict"), rows),
        "\n## Figures\n",
        *(f"![{p.caption}](images/study/{p.name}.png)\n\n*{p.caption}*\n" for p in FIGURES),
        _beside(results),
    ]
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text("\n".join(parts), encoding="utf-8")


def _top(results: Results, count: Counter[str], total: int) -> str:
    about = results.about
    return TOP.format(
        command="python -m benchmarks.study" + (" --quick" if about["quick"] else ""),
        seed=about["seed"],
        version=about["baquara"],
        runs=len(results.runs),
        seconds=about["seconds"],
        total=total,
        holds=count[HOLDS],
        fails=count[DOES_NOT_HOLD],
        open=count[CANNOT_SAY],
    )


def _reading(results: Results) -> str:
    support = ", ".join(f"{100 * share:g} % ({name})" for name, share in MIN_SUPPORT.items())
    return READING.format(draws=results.about["draws"], support=support, projections=PROJECTIONS)


def _data_row(name: str, about: dict[str, Any]) -> str:
    known = ", ".join(map(str, about["subtrajectories"])) if about["subtrajectories"] else "too many to list"
    cells = (about["trajectories"], about["moving_objects"], about["locations"], f"{about['mean_length']:.2f}")
    return "| `" + " | ".join(map(str, (f"{name}`", *cells, about["longest"], known))) + " |"


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """In Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def _beside(results: Results) -> str:
    """What the paper does not ask: people instead of trajectories, and delta."""
    return "\n".join(
        [
            "\n## Beside the paper\n",
            "Counting people instead of trajectories (`gowalla-days`, SeqAnon, m = 2): five trips of one person hide nobody.\n",
            table(
                ("k", "unit", "generalized locations", "average size", "distance (%)", "ARE", "seconds"),
                _units(results),
            ),
            "\nU-SeqAnon with delta varied (`oldenburg`, k = 5, the largest m): the places suppressed, in percent, or why nothing is released.\n",
            table(("leaves", "set", "delta", "result"), _deltas(results)),
            "",
        ]
    )


def _units(results: Results) -> list[tuple[object, ...]]:
    names = ("generalized_locations", "average_size", "average_distance_percent", "are", "seconds")
    rows: list[tuple[float, tuple[object, ...]]] = []
    for unit in ("trajectory", "moving-object"):
        for k, row in results.rows(by="k", data="gowalla-days", unit=unit).items():
            rows.append((k, (f"{k:g}", unit, *(_short(row.get(name)) for name in names))))
    return [cells for _, cells in sorted(rows, key=lambda row: row[0])]


def _deltas(results: Results) -> list[tuple[object, ...]]:
    found = [
        row for row in results.runs if row["algorithm"] == "u-seqanon" and row["data"] == "oldenburg" and row["m"] > 2
    ]
    found.sort(key=lambda row: (row["leaves"], row["constraints"], row["delta"]))
    return [(row["leaves"], row["constraints"], f"{row['delta']:g}", _result(row)) for row in found]


def _result(row: dict[str, Any]) -> str:
    if row.get("failed"):
        what, _, rest = str(row["failed"]).partition(": ")
        _, _, help_ = rest.partition("What would do: ")
        return what + (f"; what would do: {help_}" if help_ else "")
    return f"{row['suppressed_places_percent']:.1f} % suppressed, average size {_short(row['average_size'])}"


def _short(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}"
