"""Building the next store beside the old one, and reading it."""

from pathlib import Path
from typing import BinaryIO

import pyoxigraph as ox
import pytest

from baquara.errors import BadInput
from baquara.progress import Silent
from baquara.store import GraphSource, open_for_reading, rebuilt, select
from baquara.vocab import PREFIXES


def source(*names: str) -> GraphSource:
    def write(out: BinaryIO) -> int:
        out.write("".join(f"<u:{n}> <u:p> <u:o> .\n" for n in names).encode())
        return len(names)

    return write


def graphs(path: Path) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for quad in ox.Store.read_only(str(path)):
        found.setdefault(quad.graph_name.value, set()).add(quad.subject.value)  # type: ignore[union-attr]
    return found


@pytest.fixture
def first(tmp_path: Path) -> Path:
    path = tmp_path / "first"
    assert rebuilt(
        None, path, present=set(), sources={"u:a": source("1", "2"), "u:b": source("3")}, progress=Silent()
    ) == {"u:a": 2, "u:b": 1}
    return path


def test_adding_keeps_the_rest_and_the_old_store(first: Path, tmp_path: Path) -> None:
    rebuilt(first, tmp_path / "second", present={"u:a", "u:b"}, sources={"u:c": source("4")}, progress=Silent())
    assert graphs(tmp_path / "second") == {"u:a": {"u:1", "u:2"}, "u:b": {"u:3"}, "u:c": {"u:4"}}
    assert graphs(first) == {"u:a": {"u:1", "u:2"}, "u:b": {"u:3"}}


def test_replacing_and_dropping(first: Path, tmp_path: Path) -> None:
    rebuilt(
        first,
        tmp_path / "second",
        present={"u:a", "u:b"},
        sources={"u:a": source("9")},
        dropped=frozenset({"u:b"}),
        progress=Silent(),
    )
    assert graphs(tmp_path / "second") == {"u:a": {"u:9"}}


def test_what_the_writer_raises_is_what_is_told(tmp_path: Path) -> None:
    def broken(out: BinaryIO) -> int:
        out.write(b"<u:1> <u:p> <u:")
        raise BadInput("the reason")

    with pytest.raises(BadInput, match="the reason"):
        rebuilt(None, tmp_path / "s", present=set(), sources={"u:a": broken}, progress=Silent())


def test_text_that_is_no_rdf_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SyntaxError):
        rebuilt(
            None,
            tmp_path / "s",
            present=set(),
            sources={"u:a": lambda out: out.write(b"not RDF\n" * 100_000)},
            progress=Silent(),
        )


def test_the_union_of_graphs_is_asked(first: Path) -> None:
    answer = select(open_for_reading(first), "SELECT ?s { ?s <u:p> ?o } ORDER BY ?s")
    assert answer.columns == ("s",)
    assert [row[0].value for row in answer.rows] == ["u:1", "u:2", "u:3"]  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["SELECT", "ASK { ?s ?p ?o }", "SELECT ?x { ?x }"])
def test_bad_queries_are_named(first: Path, text: str) -> None:
    with pytest.raises(BadInput, match="mine"):
        select(open_for_reading(first), text, name="mine")


def distance(first: Path, a: str, b: str, unit: str = "metre") -> float | None:
    prefixes = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items())
    text = prefixes + f'SELECT (geof:distance("{a}"^^geo:wktLiteral, "{b}"^^geo:wktLiteral, uom:{unit}) AS ?d) {{}}'
    [[value]] = list(select(open_for_reading(first), text).rows)
    return None if value is None else float(value.value)  # type: ignore[union-attr]


def test_distance_is_geodesic(first: Path) -> None:
    """The engine's own answer is spherical: 5531 m."""
    assert distance(first, "POINT(-43.2105 -22.9519)", "POINT(-43.1566 -22.9486)") == pytest.approx(5540.1, abs=0.1)
    assert distance(first, "POINT(179.9 0)", "POINT(-179.9 0)") == pytest.approx(22263.9, abs=0.1)
    assert distance(first, "POINT(0 0)", "LINESTRING(0 0, 1 1)") is None
    assert distance(first, "POINT(0 0)", "POINT(0 1)", "degree") is None
