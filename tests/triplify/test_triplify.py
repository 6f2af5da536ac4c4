"""What the text says is what the tables say: parsed with rdflib and compared, value by value, with the rows."""

import io
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdflib import RDF, Graph, Literal, URIRef
from walkers import NESTED, write_walkers

from baquara.ingest.options import ReadOptions
from baquara.pipeline import Cleaning, ingest, segment
from baquara.pipeline.triplify import _sources, _Tables
from baquara.progress import Silent
from baquara.settings import Settings
from baquara.tables.segments import SegmentsReader
from baquara.triplify import Containment, Names
from baquara.triplify.annotations import owned_fixes
from baquara.triplify.lines import escaped
from baquara.vocab import BQ, GEO
from baquara.workspace import Workspace

NAMES = Names("https://data.example/w/", "walks")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Graph], list[dict[str, Any]]]:
    """Each graph, parsed; and the rows of the table of segments."""
    root = tmp_path_factory.mktemp("triplify")
    workspace = Workspace.create(root / "w", Settings.new("w"))
    source = write_walkers(root / "walkers.csv", people=3)
    ingest(
        workspace,
        "walks",
        [source],
        options=ReadOptions(local_timezone="America/Sao_Paulo"),
        cleaning=Cleaning(),
        progress=Silent(),
    )
    segment(workspace, "walks", plan=NESTED, progress=Silent())
    now = workspace.dataset("walks", needs="segments")
    tables = _Tables(workspace.root / now["fixes"], workspace.root / now["segments"])
    graphs = {}
    for iri, write in _sources(tables, now, NAMES, Containment(), positions=True).items():
        out = io.BytesIO()
        count = write(out)
        graphs[iri.rsplit("/", 1)[-1]] = Graph().parse(data=out.getvalue(), format="nt")
        assert count == out.getvalue().count(b"\n")
    with SegmentsReader(workspace.root / now["segments"]) as reader:
        rows = pa.concat_tables(reader.tables()).to_pylist()
    return graphs, rows


def iri(row: dict[str, Any]) -> URIRef:
    return URIRef(f"https://data.example/w/walks/segment/{row['moving_object'].replace(' ', '%20')}/{row['path']}")


def bq(name: str) -> URIRef:
    return URIRef(BQ + name)


def test_every_segment_is_there_with_all_its_values(made: tuple[dict[str, Graph], list[dict[str, Any]]]) -> None:
    graphs, rows = made
    g = graphs["segments"]
    assert len(set(g.subjects(bq("level"), None))) == len(rows) > 30
    for row in rows:
        s = iri(row)
        assert set(g.objects(s, RDF.type)) == {
            bq(row["kind"]),
            bq("SemanticTrajectory" if row["level"] == 0 else "Episode"),
        }
        for column in ("level", "ord"):
            assert g.value(s, bq(column)).toPython() == row[column]  # type: ignore[union-attr]
        for column in ("father", "prev", "next"):
            expected = iri(rows[row[column]]) if row[column] >= 0 else None
            assert g.value(s, bq(column)) == expected
        begin, end = (datetime.fromisoformat(str(g.value(s, bq(name)))) for name in ("begin", "end"))
        assert (begin, end) == (row["begin"], row["end"])
        assert begin.utcoffset() == timedelta(minutes=row["begin_offset_min"]) == timedelta(hours=-3)
        minutes = float(g.value(s, bq("hasDuration")))  # type: ignore[arg-type]
        assert minutes == pytest.approx((row["end"] - row["begin"]).total_seconds() / 60, abs=1e-6)
        assert g.value(s, bq("fixCount")).toPython() == row["last"] - row["first"] + 1  # type: ignore[union-attr]


def test_geometry(made: tuple[dict[str, Graph], list[dict[str, Any]]]) -> None:
    graphs, rows = made
    g = graphs["segments"]
    for row in rows:
        wkt = str(g.value(g.value(iri(row), URIRef(GEO + "hasGeometry")), URIRef(GEO + "asWKT")))
        if row["kind"] == "Stop":
            assert wkt == f"POINT({round(row['lon'], 7)!r} {round(row['lat'], 7)!r})"
        elif row["last"] > row["first"]:
            assert wkt.startswith("LINESTRING(")
            assert wkt.count(",") == row["last"] - row["first"]


def test_a_line_goes_through_its_fixes(made: tuple[dict[str, Graph], list[dict[str, Any]]]) -> None:
    graphs, rows = made
    at = {
        (str(o), int(graphs["positions"].value(p, bq("ord")))): str(
            graphs["positions"].value(URIRef(f"{p}/geometry"), URIRef(GEO + "asWKT"))
        )  # type: ignore[arg-type]
        for p, o in graphs["positions"].subject_objects(bq("positionOf"))
    }
    start = {}
    for row in rows:
        start.setdefault(row["moving_object"], row["first"])
        if row["kind"] == "Move":
            mo = f"https://data.example/w/walks/object/{row['moving_object'].replace(' ', '%20')}"
            ords = range(row["first"] - start[row["moving_object"]] + 1, row["last"] - start[row["moving_object"]] + 2)
            line = "LINESTRING(" + ",".join(at[mo, n][6:-1] for n in ords) + ")"
            assert str(graphs["segments"].value(URIRef(f"{iri(row)}/geometry"), URIRef(GEO + "asWKT"))) == line
            assert str(graphs["segments"].value(iri(row), bq("firstPosition"))).endswith(f"/{ords[0]}")
            assert str(graphs["segments"].value(iri(row), bq("lastPosition"))).endswith(f"/{ords[-1]}")


def test_text_survives_as_it_was(made: tuple[dict[str, Graph], list[dict[str, Any]]]) -> None:
    values = set(made[0]["annotations"].objects(None, bq("hasValue")))
    assert Literal('ção "quoted"\nשלום') in values
    assert {Literal("beach"), Literal("sun")} <= values


def test_an_annotation_has_one_target_and_is_reached_from_it(
    made: tuple[dict[str, Graph], list[dict[str, Any]]],
) -> None:
    g = made[0]["annotations"]
    nodes = set(g.subjects(bq("hasValue"), None))
    assert len(nodes) > 20
    for node in nodes:
        targets = list(g.objects(node, bq("target")))
        assert len(targets) == 1
        assert (targets[0], bq("hasAnnotation"), node) in g
        if (prop := g.value(node, bq("property"))) == bq("visits"):
            assert (targets[0], prop, g.value(node, bq("hasValue"))) in g


def test_only_venues_without_iri_are_described(made: tuple[dict[str, Graph], list[dict[str, Any]]]) -> None:
    assert set(made[0]["places"].subjects(RDF.type, bq("Place"))) == {
        URIRef("https://data.example/w/walks/place/x%207")
    }


def test_classes_of_moving_objects_reach_their_trails(made: tuple[dict[str, Graph], list[dict[str, Any]]]) -> None:
    graphs, rows = made
    typed = set(graphs["segments"].subjects(bq("isOfMOclass"), bq("European")))
    assert {iri(row) for row in rows if row["level"] == 0} <= typed
    assert len(typed) == sum(row["level"] == 0 for row in rows) + 3


@settings(max_examples=300, deadline=None)
@given(st.text())
def test_any_text_can_be_written(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    line = f'<u:s> <u:p> "{escaped(pa.array([text]))[0].as_py()}" .\n'
    [(_, _, value)] = Graph().parse(data=line.encode(), format="nt")
    assert str(value) == text


def test_a_move_owns_only_what_lies_between_its_stops() -> None:
    """Stop 0-2, move 2-5, stop 5-6, move 6-8 to the end; every fix marked."""
    import numpy as np

    segments = pa.table(
        {
            "kind": ["Trail", "Stop", "Move", "Stop", "Move"],
            "first": [0, 0, 2, 5, 6],
            "last": [8, 2, 5, 6, 8],
            "prev": [-1, -1, 1, 2, 3],
            "next": [-1, 2, 3, 4, -1],
        }
    )
    owned = owned_fixes(segments, 0, np.ones(9, bool))
    pairs = list(zip(owned.segment.tolist(), owned.fix.tolist(), strict=True))
    assert pairs == [(1, 0), (1, 1), (1, 2), (2, 3), (2, 4), (3, 5), (3, 6), (4, 7), (4, 8)]


def test_a_zone_with_minutes_is_written_as_it_is() -> None:
    import numpy as np

    from baquara.triplify.lines import instants

    moment = datetime(2020, 2, 29, 23, 59, 59, 5, timezone(timedelta(hours=5, minutes=45)))
    us = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
    text = instants(np.array([us, -1]), np.array([345, -210])).to_pylist()
    assert text == ["2020-02-29T23:59:59.000005+05:45", "1969-12-31T20:29:59.999999-03:30"]


def test_containment_survives_cycles_and_two_wholes() -> None:
    c = Containment.of([("a", "b"), ("b", "a"), ("x", "p"), ("w", "p")])
    assert c.above("a") == ("b",)
    assert c.above("p") == ("w",)
    assert c.smallest_common(["a", "p"]) is None


def test_paths(tmp_path: Path) -> None:
    from baquara.model import Fixes
    from baquara.segment import segment as cut
    from baquara.tables.segments import paths_of

    rows = [("a", 60 * i, 60 * i, 0.0 if i < 200 else 0.1, 1e-3 * (i // 40)) for i in range(400)]
    found = cut(Fixes.of(rows), NESTED)
    paths = paths_of(found).to_pylist()
    assert len(set(paths)) == len(paths)
    for i, path in enumerate(paths):
        father = found.father[i]
        assert path == (f"{paths[father]}." if father >= 0 else "") + str(found.ord[i])
    assert max(path.count(".") for path in paths) == 2


def test_a_line_over_the_antimeridian_is_cut_and_a_hull_has_two_parts(tmp_path: Path) -> None:
    source = tmp_path / "pacific.csv"
    rows = [
        f"a,2014-06-12T{h:02}:00:00Z,{lon},{lat}"
        for h, lon, lat in ((0, 179.9, 0), (1, -179.999, 0), (2, 179.999, 0.001), (3, -179.998, 0.001), (4, -179.5, 0))
    ]
    source.write_text("moving_object,time,lon,lat\n" + "\n".join(rows) + "\n")
    workspace = Workspace.create(tmp_path / "w", Settings.new("w"))
    ingest(workspace, "walks", [source], options=ReadOptions(), cleaning=Cleaning(), progress=Silent())
    segment(workspace, "walks", plan=NESTED, progress=Silent())
    now = workspace.dataset("walks", needs="segments")
    tables = _Tables(workspace.root / now["fixes"], workspace.root / now["segments"])
    sources = _sources(tables, now, NAMES, Containment(), positions=False, hulls=True)
    texts = {}
    for name in ("segments", "hulls"):
        out = io.BytesIO()
        sources[NAMES.graph(name)](out)
        texts[name] = out.getvalue().decode()
    trail = next(line for line in texts["segments"].splitlines() if "/a/1/geometry> " in line and "asWKT" in line)
    assert "MULTILINESTRING" in trail
    assert '"MULTIPOLYGON' in texts["hulls"]
    assert texts["hulls"].count(f"<{BQ}hasHull>") == 1
