"""The documentation page of the library, made from the headers."""

from collections.abc import Iterator, Mapping

from queries.header import Param, Query

__all__ = ["page"]

_INTRO = """# Questions

Every file `queries/NAME.rq` is asked with `baquara query NAME`; a parameter is an option (`min_minutes` is `--min-minutes`).
This page is made from the headers of the files: `python -m queries docs/queries.md` writes it, and a test fails when it is stale.

Values are read by their type and put into the query as one typed term, never as text:

| type | accepted |
|---|---|
| iri | an absolute IRI, or a name with a known prefix such as `lgdo:Hotel` |
| string | any text |
| integer, decimal | digits with a sign; a decimal with a point |
| dateTime | ISO 8601 with a zone, such as `2014-06-12T09:00:00-03:00` |
| date | ISO 8601; a local day, such as `2014-06-12` |
| wkt | WKT, longitude first; or `lon,lat`; or a box `west,south,east,north` |

A question of your own is a file with the same header (which may be left out): `baquara query --file mine.rq`. A parameter that the header
declares needs a line `VALUES ?name { default }` of its own in each group where it is used, `{ UNDEF }` when it is optional.

Local hours, days and days of the week are those of the zone in which a time was recorded.
"""


def page(queries: Mapping[str, Query]) -> str:
    """The page in Markdown: a table of all queries, then each with its parameters and columns."""
    rows = [f"| [{query.name}](#{query.name}) | {_cell(query.title)} |" for query in queries.values()]
    table = ["| query | what it answers |", "|---|---|", *rows, ""]
    return "\n".join([_INTRO, *table, *(line for query in queries.values() for line in _section(query))])


def _section(query: Query) -> Iterator[str]:
    yield from (f"## {query.name}", "", f"**{query.title}.**" + (f" ({query.source})" if query.source else ""), "")
    for about in query.about:
        yield from (about, "")
    if query.params:
        yield from ("| parameter | type | when left out | meaning |", "|---|---|---|---|")
        yield from (f"| {p.name} | {p.type} | {_left_out(p)} | {_cell(p.meaning)} |" for p in query.params)
        yield ""
    yield from ("| column | meaning |", "|---|---|")
    yield from (f"| {column.name} | {_cell(column.meaning)} |" for column in query.columns)
    yield ""


def _left_out(param: Param) -> str:
    if param.required:
        return "an error: it must be given"
    return "matches all" if param.default is None else f"`{param.default}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
