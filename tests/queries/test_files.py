"""Every file of the library: header, SPARQL, prefixes, words, columns, defaults, documentation."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pyoxigraph import Store

import queries
from baquara.vocab import BQ, PREFIXES
from queries import Query, all_queries, bind
from queries.page import page
from queries.terms import term

ROOT = Path(__file__).parents[2]
QUERIES = all_queries()
SAMPLES = {"iri": "https://example.org/x", "wkt": "POINT(0 0)"}

each = pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES.keys())


def bound(query: Query) -> str:
    return bind(query, {p.name: SAMPLES[p.type] for p in query.params if p.required})


def sparql(query: Query) -> str:
    """The text without comments, IRIs and strings."""
    return re.sub(r'<[^<>"\s]*>|"[^"\n]*"', "", re.sub(r"^#.*$", "", query.text, flags=re.MULTILINE))


def test_there_are_the_five_of_the_papers_and_many_more() -> None:
    papers = {"baquara-1", "baquara-2", "baquara2-1", "baquara2-2", "baquara2-3"}
    assert papers <= QUERIES.keys()
    assert all(QUERIES[name].source for name in papers)
    assert len(QUERIES) - len(papers) >= 30


@each
def test_it_runs_as_it_stands_at_any_endpoint(query: Query) -> None:
    assert list(Store().query(query.text)) is not None


@each
def test_columns_are_those_of_the_select(query: Query) -> None:
    solutions = Store().query(bound(query))
    assert [variable.value for variable in solutions.variables] == [column.name for column in query.columns]


@each
def test_prefixes_are_declared_used_and_the_usual_ones(query: Query) -> None:
    declared = dict(re.findall(r"^PREFIX (\w+): <([^>]+)>$", query.text, flags=re.MULTILINE))
    used = set(re.findall(r"(?<![\w?:])([a-z]+):(?=[A-Za-z])", re.sub(r"PREFIX \w+:", "", sparql(query))))
    assert declared.keys() == used
    assert declared.items() <= PREFIXES.items()


@each
def test_header_is_whole(query: Query) -> None:
    assert query.title
    assert query.title != query.name
    assert query.columns
    assert query.about or query.params or query.name == "datasets"


@each
def test_default_in_the_text_is_the_default_of_the_header(query: Query) -> None:
    prologue = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in PREFIXES.items())
    for param in query.params:
        written = re.findall(rf"^\s*VALUES \?{param.name} \{{ (.*) \}}$", query.text, flags=re.MULTILINE)
        expected = "UNDEF" if param.default is None else term(param.type, param.default)
        for one in written:
            (row,) = Store().query(
                f"{prologue} SELECT (?a = ?b AS ?same) {{ VALUES (?a ?b) {{ ({one} {expected}) }} }}"
            )
            assert one == expected or str(row["same"].value) == "true"


@each
def test_no_multi_line_string_in_which_a_binding_line_could_hide(query: Query) -> None:
    assert '"""' not in query.text
    assert "'''" not in query.text


def test_every_word_is_in_the_ontology() -> None:
    files = sorted((ROOT / "ontology").glob("*.ttl"))
    if not files:
        pytest.skip("ontology/ has no .ttl file yet")
    from rdflib import Graph, URIRef

    graph = Graph()
    for file in files:
        graph.parse(file)
    known = {str(s) for s in graph.subjects() if isinstance(s, URIRef)}
    used = {name for query in QUERIES.values() for name in re.findall(r"\bbq:(\w+)", sparql(query))}
    assert used
    assert sorted(name for name in used if BQ + name not in known) == []


def test_public_names_are_those_listed() -> None:
    assert set(queries.__all__) <= set(vars(queries))
    assert sorted(queries.__all__) == ["Column", "Param", "Query", "all_queries", "bind", "get", "parse"]


def test_the_library_cannot_be_changed_from_outside() -> None:
    all_queries().clear()
    assert all_queries()


def test_documentation_is_fresh() -> None:
    written = (ROOT / "docs" / "queries.md").read_text(encoding="utf-8")
    assert written == page(QUERIES), "stale: run `python -m queries docs/queries.md`"


def test_command_prints_the_page(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "queries"]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout
    subprocess.run([*command, str(tmp_path / "page.md")], cwd=ROOT, check=True)
    assert printed == page(QUERIES) == (tmp_path / "page.md").read_text(encoding="utf-8")
