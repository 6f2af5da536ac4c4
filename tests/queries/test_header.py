"""Headers: what is read, and what is refused with file and line."""

import pytest

from baquara.errors import BadInput
from queries import Column, Param, parse

WHOLE = """# title: Stops of an object
# about: First line.
# about: Second line.
# source: somewhere, section 5
#
# a plain comment
# param object (iri): whose
# param min_minutes (decimal, default 2.5): how long (at least), in minutes
# param day (date, optional): when
# column stop: the stop

PREFIX bq: <https://w3id.org/baquara#>
# column not_header: this stands below the first line of SPARQL
SELECT ?stop WHERE {
  VALUES ?object { UNDEF }
  VALUES ?min_minutes { 2.5 }
  VALUES ?day { UNDEF }
  ?stop bq:ofMovingObject ?object }
"""


def test_whole_header() -> None:
    query = parse(WHOLE, "mine.rq")
    assert (query.name, query.title, query.source, query.text) == (
        "mine.rq",
        "Stops of an object",
        "somewhere, section 5",
        WHOLE,
    )
    assert query.about == ("First line.", "Second line.")
    assert query.columns == (Column("stop", "the stop"),)
    assert query.params == (
        Param("object", "iri", "whose"),
        Param("min_minutes", "decimal", "how long (at least), in minutes", default="2.5"),
        Param("day", "date", "when", optional=True),
    )
    assert [param.required for param in query.params] == [True, False, False]


@pytest.mark.parametrize("text", ["ASK {}", "", "# just a remark\nASK {}", "\n\nASK {}", "\ufeffASK {}"])
def test_header_is_optional(text: str) -> None:
    query = parse(text, "mine.rq")
    assert (query.title, query.params, query.columns, query.text) == ("mine.rq", (), (), text)


def test_windows_line_ends_are_read() -> None:
    assert parse(WHOLE.replace("\n", "\r\n"), "mine.rq").params == parse(WHOLE, "mine.rq").params


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("# param object: whose", "not a header line"),
        ("# param object (iri) whose", "not a header line"),
        ("# param Object (iri): whose", "not a header line"),
        ("# params object (iri): whose", "not a header line"),
        ("# param object (iri, defualt x): whose", "not a header line"),
        ("# param object (iri):", "not a header line"),
        ("#param object (iri): whose", "not a header line"),
        ("# Title: what", "not a header line"),
        ("# title:", "not a header line"),
        ("# title: again", "second title"),
        ("# column stop the stop", "not a header line"),
        ("# param object (uri): whose", "unknown type 'uri'"),
        ("# param n (integer, default many): how many", "'many' is not a whole number"),
    ],
)
def test_malformed_line_is_refused_with_file_and_line(line: str, says: str) -> None:
    with pytest.raises(BadInput, match=rf"^mine\.rq, line 3: .*{says}"):
        parse(f"# title: a title\n\n{line}\nSELECT * WHERE {{\n  VALUES ?object {{ UNDEF }}\n}}", "mine.rq")


@pytest.mark.parametrize("line", ["# column stop: again", "# param object (iri): again"])
def test_a_name_declared_twice_is_refused(line: str) -> None:
    with pytest.raises(BadInput, match=r"mine\.rq: .* is declared twice"):
        parse(f"{line}\n{WHOLE}", "mine.rq")


def test_a_parameter_without_its_line_is_refused() -> None:
    with pytest.raises(BadInput, match=r"mine.rq: parameter n is never bound; add the line `VALUES \?n \{ 3 \}`"):
        parse("# param n (integer, default 3): how many\nSELECT ?n WHERE { }", "mine.rq")
