"""Questions to the table of runs: a line of figures, its trend, and how two lines compare."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

__all__ = ["CANNOT_SAY", "DOES_NOT_HOLD", "HOLDS", "Line", "Results", "both", "least", "ratios", "rises", "verdict"]

Line = dict[float, float]
"""From values of the parameter to values of a measure, in order."""
HOLDS, DOES_NOT_HOLD, CANNOT_SAY = "holds", "does not hold", "cannot say"
MOST = 0.8
"""A line rises if it ends above its beginning and this share of its pairs of points is in order."""


@dataclass(frozen=True, slots=True)
class Results:
    """All runs, and what the data are."""

    runs: list[dict[str, Any]]
    about: Mapping[str, Any] = field(default_factory=dict)

    def rows(
        self, *, by: str, data: str, algorithm: object = "seqanon", **where: object
    ) -> dict[float, dict[str, Any]]:
        """The runs that fit and did not fail, by a parameter, in order."""
        wanted = self._wanted(by, data) | {"algorithm": algorithm} | where
        rows = [row for row in self.runs if all(row.get(name) == value for name, value in wanted.items())]
        return {row[by]: row for row in sorted(rows, key=lambda row: float(row[by])) if not row.get("failed")}

    def line(self, measure: str, *, by: str, data: str, algorithm: object = "seqanon", **where: object) -> Line:
        """The measure of these runs; one where it is not defined has no point."""
        rows = self.rows(by=by, data=data, algorithm=algorithm, **where)
        return {at: row[measure] for at, row in rows.items() if row.get(measure) is not None}

    def _wanted(self, by: str, data: str) -> dict[str, object]:
        """The runs with the paper's settings, on all trajectories, with the leaves of the taxonomy in rows."""
        full = self.about.get("data", {}).get(data, {}).get("trajectories")
        usual: dict[str, object] = {"k": 5, "m": 2, "unit": "trajectory", "leaves": "rows", "engine": "fast"}
        usual |= {"count": full, "constraints": "", "delta": 100.0}
        usual.pop(by, None)
        return usual | {"data": data}

    def ngrams(self, measure: str, data: str) -> float | None:
        """A figure of NGRAMS, which has neither k nor m."""
        found = [row for row in self.runs if row["data"] == data and row["algorithm"] == "ngrams"]
        return found[0].get(measure) if found else None

    def beside(self, line: Line, measure: str, data: str) -> Line:
        """The figure of NGRAMS at each point of the line."""
        value = self.ngrams(measure, data)
        return {} if value is None else dict.fromkeys(line, value)


def verdict(answer: bool | None) -> str:
    """In words."""
    return CANNOT_SAY if answer is None else HOLDS if answer else DOES_NOT_HOLD


def rises(line: Line, *, falls: bool = False) -> bool | None:
    """Whether it rises (or falls): None with fewer than three points.

    >>> rises({1: 1.0, 2: 3.0, 3: 2.9, 4: 5.0}), rises({1: 1.0, 2: 3.0}), rises({1: 3.0, 2: 2.0, 3: 1.0}, falls=True)
    (True, None, True)
    """
    values = [-value if falls else value for value in line.values()]
    if len(values) < 3:
        return None
    pairs = list(combinations(values, 2))
    return values[-1] > values[0] and sum(a <= b for a, b in pairs) >= MOST * len(pairs)


def ratios(over: Line, under: Line) -> list[float]:
    """The quotients where both lines have a point; 0 over 0 is left out, and anything else over 0 is infinite.

    >>> ratios({1: 6.0, 2: 1.0, 3: 0.0, 4: 5.0}, {1: 3.0, 2: 0.0, 3: 0.0})
    [2.0, inf]
    """
    pairs = [(over[at], under[at]) for at in over if at in under]
    return [a / b if b else float("inf") for a, b in pairs if a or b]


def least(quotients: list[float], bound: float) -> bool | None:
    """Whether every quotient reaches the bound and is above 1; None without any.

    >>> least([2.5, 4.0], 2.5), least([1.0, 4.0], 1.0), least([], 1.0)
    (True, False, None)
    """
    return min(quotients) >= bound and min(quotients) > 1 if quotients else None


def both(*answers: bool | None) -> bool | None:
    """True if all are; False if one is; else None.

    >>> both(True, None), both(False, None), both(True, True)
    (None, False, True)
    """
    return False if False in answers else None if None in answers else True
