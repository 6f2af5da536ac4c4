"""Rows of an answer as table, CSV, JSON or GeoJSON."""

import csv
import json
import sys
from typing import Any

import pyoxigraph as ox

from baquara.cli.ui import Ui
from baquara.errors import BadInput
from baquara.store import Answer
from baquara.vocab import GEO, PREFIXES, XSD

__all__ = ["FORMATS", "plain", "short", "write"]

FORMATS = ("table", "csv", "json", "geojson")
_NUMBERS = {XSD + name for name in ("integer", "decimal", "double", "float", "int", "long")}


def write(answer: Answer, ui: Ui, form: str, *, title: str, limit: int | None) -> int:
    """Print the rows and say how many there were."""
    if form == "csv":
        return _csv(answer)
    rows = list(answer.rows)
    if form == "json":
        sys.stdout.write(
            json.dumps(
                [dict(zip(answer.columns, map(plain, row), strict=True)) for row in rows], ensure_ascii=False, indent=1
            )
            + "\n"
        )
    elif form == "geojson":
        sys.stdout.write(json.dumps(_features(answer.columns, rows), ensure_ascii=False) + "\n")
    else:
        shown = rows if limit is None else rows[:limit]
        ui.table(title, answer.columns, [[short(value) for value in row] for row in shown])
        more = len(rows) - len(shown)
        ui.say(f"{len(rows):,} rows" + (f"; the last {more:,} are not shown: --limit 0 shows all" if more else ""))
    return len(rows)


def plain(term: Any) -> Any:  # noqa: ANN401
    """A term as JSON has it: numbers as numbers, everything else as text, unbound as null."""
    if term is None:
        return None
    if isinstance(term, ox.Literal):
        if term.datatype.value in _NUMBERS:
            return int(term.value) if term.datatype.value == XSD + "integer" else float(term.value)
        return term.value == "true" if term.datatype.value == XSD + "boolean" else term.value
    return term.value if isinstance(term, ox.NamedNode) else str(term)


def short(term: Any) -> Any:  # noqa: ANN401
    """A term as a person reads it in a table: prefixes, rounded numbers, no datatypes.

    >>> short(ox.NamedNode("https://w3id.org/baquara#Stop")), short(ox.Literal(2.50001))
    ('bq:Stop', '2.50')
    """
    if isinstance(term, ox.NamedNode):
        for prefix, start in PREFIXES.items():
            if term.value.startswith(start):
                return f"{prefix}:{term.value[len(start) :]}"
    value = plain(term)
    if isinstance(value, float):
        return f"{value:.2f}"
    return value if value is None or isinstance(value, int) else str(value)[:200]


def _csv(answer: Answer) -> int:
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(answer.columns)
    count = 0
    for row in answer.rows:
        out.writerow(["" if v is None else plain(v) for v in row])
        count += 1
    return count


def _features(columns: tuple[str, ...], rows: list[Any]) -> dict[str, Any]:
    import shapely

    wkt = next(
        (
            i
            for row in rows
            for i, v in enumerate(row)
            if isinstance(v, ox.Literal) and v.datatype.value == GEO + "wktLiteral"
        ),
        None,
    )
    if wkt is None:
        raise BadInput("no column has a geometry (geo:wktLiteral); use --format table, csv or json")
    features = []
    for row in rows:
        geometry = (
            None
            if row[wkt] is None
            else json.loads(shapely.to_geojson(shapely.from_wkt(row[wkt].value.split("> ", 1)[-1])))
        )
        properties = {c: plain(v) for i, (c, v) in enumerate(zip(columns, row, strict=True)) if i != wkt}
        features.append({"type": "Feature", "geometry": geometry, "properties": properties})
    return {"type": "FeatureCollection", "features": features}
