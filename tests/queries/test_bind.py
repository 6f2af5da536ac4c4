"""Values become exactly one typed term, whatever they hold."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Store

from baquara.errors import BadInput
from baquara.vocab import GEO, XSD
from queries import all_queries, bind, get, parse
from queries.terms import TYPES, term

STORE = Store()
fixed = settings(derandomize=True, database=None, deadline=None, max_examples=200)
NASTY = [
    '"',
    "\\",
    '\\"',
    '" } DROP ALL #',
    '"""',
    "'",
    "line\nbreak\r\n",
    "} UNION { ?s ?p ?o }",
    "\\u0022 } #",
    "\u2028\u2029\u0085\x00\x07\x7f\ufeff",
    "São Cristóvão 🏖️ مرحبا",
    "VALUES ?text { UNDEF }",
    r"\1\g<0>",
    "",
    " ",
]
TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"])) | st.text(alphabet="\"'\\{}<>\n\r\t#?$u0}U@^.; ")

OWN = parse("# param text (string): a text\nSELECT ?text WHERE {\n  VALUES ?text { UNDEF }\n}\n", "own.rq")


def value_of(text: str) -> Literal | NamedNode:
    (row,) = STORE.query(text)
    assert len(row) == 1
    return row[0]


@pytest.mark.parametrize("value", NASTY)
def test_nasty_text_comes_back_as_it_went_in(value: str) -> None:
    assert value_of(bind(OWN, {"text": value})) == Literal(value)


@fixed
@given(TEXT)
def test_any_text_comes_back_as_it_went_in(value: str) -> None:
    bound = bind(OWN, {"text": value})
    assert value_of(bound) == Literal(value)
    assert bound.count("\n") == OWN.text.count("\n")


@fixed
@given(TEXT)
def test_a_value_changes_one_line_only(value: str) -> None:
    query = get("most-visited-places")
    before, after = query.text.split("\n"), bind(query, {"lang": value}).split("\n")
    changed = [b for a, b in zip(after, before, strict=True) if a != b]
    assert all(line.strip().startswith("VALUES ?") for line in changed)


@pytest.mark.parametrize("kind", TYPES)
@fixed
@given(value=TEXT | st.from_regex(r"<?(https?://|bq:|urn:)[^ ]{0,20}>?", fullmatch=True))
def test_a_value_is_one_term_or_refused(kind: str, value: str) -> None:
    try:
        written = term(kind, value)
    except BadInput:
        return
    (row,) = STORE.query(f"SELECT ?p WHERE {{ VALUES ?p {{ {written} }} }}")
    assert row["p"] is not None
    assert "\n" not in written


@fixed
@given(TEXT)
def test_an_iri_that_is_accepted_is_an_iri_to_the_engine(value: str) -> None:
    try:
        written = term("iri", "http://example.org/" + value)
    except BadInput:
        return
    assert NamedNode(written[1:-1]).value == written[1:-1]


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("iri", "lgdo:Hotel", NamedNode("http://linkedgeodata.org/ontology/Hotel")),
        ("iri", " <http://example.org/a?b=c#d> ", NamedNode("http://example.org/a?b=c#d")),
        ("iri", "http://pt.dbpedia.org/resource/São_Cristóvão_(bairro)", None),
        ("iri", "http://user@example.org:8080/%C3%A3", None),
        ("iri", "urn:uuid:0", NamedNode("urn:uuid:0")),
        ("integer", "+07", Literal("7", datatype=NamedNode(XSD + "integer"))),
        ("integer", "-9223372036854775808", None),
        ("decimal", "-.5", Literal("-0.5", datatype=NamedNode(XSD + "decimal"))),
        ("decimal", "7", Literal("7", datatype=NamedNode(XSD + "decimal"))),
        ("dateTime", "2014-06-12T09:00Z", Literal("2014-06-12T09:00:00Z", datatype=NamedNode(XSD + "dateTime"))),
        ("date", "2014-06-12", Literal("2014-06-12", datatype=NamedNode(XSD + "date"))),
        ("wkt", "-43.2, -22.9", Literal("POINT (-43.2 -22.9)", datatype=NamedNode(GEO + "wktLiteral"))),
        ("wkt", "<http://www.opengis.net/def/crs/OGC/1.3/CRS84> point z (1 2 3)", None),
        ("wkt", "POLYGON((0 0, 1 0, 1 1, 0 0))", None),
    ],
)
def test_accepted(kind: str, value: str, expected: Literal | NamedNode | None) -> None:
    found = value_of(f"SELECT ?p WHERE {{ VALUES ?p {{ {term(kind, value)} }} }}")
    assert expected is None or found == expected


@pytest.mark.parametrize(
    ("kind", "value", "says"),
    [
        ("iri", "Hotel", "not an absolute IRI"),
        ("iri", "lgd:Hotel", "unknown prefix 'lgd'"),
        ("iri", "http://example.org/a b", "not an absolute IRI"),
        ("iri", "http://example.org/>} #", "not an absolute IRI"),
        ("iri", "http://example.org/%zz", "not an absolute IRI"),
        ("iri", "http://example.org/a#b#c", "not an absolute IRI"),
        ("iri", "lgdo:Hotel> <urn:x", "not an absolute IRI"),
        ("iri", "", "not an absolute IRI"),
        ("integer", "1.5", "not a whole number"),
        ("integer", "٣", "not a whole number"),
        ("integer", "9223372036854775808", "not a whole number"),
        ("integer", "9" * 5000, "not a whole number"),
        ("decimal", "1e3", "not a decimal"),
        ("decimal", "NaN", "not a decimal"),
        ("decimal", "1" * 19, "more than 18 digits"),
        ("dateTime", "2014-06-12T09:00:00", "no time zone"),
        ("dateTime", "yesterday", "not a time"),
        ("dateTime", "2014-06-12T09:00:00+23:00", "within 14 hours"),
        ("dateTime", "2014-02-30T09:00:00Z", "not a time"),
        ("date", "12/06/2014", "not a day"),
        ("wkt", "POINT(-43.2)", "not WKT"),
        ("wkt", "POINT EMPTY", "empty or invalid"),
        ("wkt", "POLYGON((0 0, 1 1, 1 0, 0 1, 0 0))", "empty or invalid"),
        ("wkt", "POINT(-22.9 -143.2)", "leaves the earth"),
        ("wkt", "<http://www.opengis.net/def/crs/EPSG/0/4326> POINT(-22.9 -43.2)", "not WKT"),
        ("wkt", "1,2,3", "neither lon,lat nor a box"),
        ("wkt", "-43.1,-22.9,-43.3,-23.0", "neither lon,lat nor a box"),
        ("string", "\ud800", "lone surrogate"),
    ],
)
def test_refused(kind: str, value: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        term(kind, value)


def test_unknown_parameter_names_the_close_one() -> None:
    with pytest.raises(BadInput, match="longest-stops has no parameter min_minute; did you mean min_minutes\\?"):
        bind(get("longest-stops"), {"min_minute": "3"})


def test_unknown_parameter_lists_what_there_is() -> None:
    with pytest.raises(BadInput, match="datasets has no parameter limit; it takes none"):
        bind(get("datasets"), {"limit": "3"})


def test_missing_parameter_is_named_with_its_type() -> None:
    with pytest.raises(BadInput, match=r"timeline needs the parameter object \(iri\)"):
        bind(get("timeline"), {})


def test_bad_value_names_query_and_parameter() -> None:
    with pytest.raises(BadInput, match="longest-stops, parameter min_minutes: 'long' is not a decimal"):
        bind(get("longest-stops"), {"min_minutes": "long"})


def test_every_binding_line_of_a_parameter_gets_the_value() -> None:
    text = bind(get("flows"), {"area_class": "lgdo:City"})
    assert text.count("VALUES ?area_class { <http://linkedgeodata.org/ontology/City> }") == 2
    assert "Suburb" not in text.split("PREFIX", 1)[1]


def test_unknown_query_names_close_ones() -> None:
    with pytest.raises(BadInput, match="did you mean home-candidates or work-candidates"):
        get("home-candidate")


def test_unknown_query_far_from_all_lists_all() -> None:
    with pytest.raises(BadInput, match=f"the {len(all_queries())} queries are baquara-1, "):
        get("zzz")
