"""The header of a query file, read into frozen values."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from baquara.errors import BadInput
from queries.terms import TYPES, term

__all__ = ["Column", "Param", "Query", "parse", "values_line"]

_FIELD: Final = re.compile(r"# (title|about|source): (\S.*)")
_PARAM: Final = re.compile(r"# param ([a-z][a-z0-9_]*) \(([A-Za-z]+)(?:, (?:default (\S.*?)|(optional)))?\): (\S.*)")
_COLUMN: Final = re.compile(r"# column ([A-Za-z_][A-Za-z0-9_]*): (\S.*)")
_MEANT: Final = re.compile(r"#\s*(?:(?:title|about|source)s?\s*:|(?:param|column)s?\b)", re.IGNORECASE)
_FORMS: Final = "`# title: …`, `# param name (type, default value): meaning` and `# column name: meaning`"


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter. With neither a default nor ``optional`` it must be given."""

    name: str
    type: str
    meaning: str
    default: str | None = None
    optional: bool = False

    def __post_init__(self) -> None:
        if self.type not in TYPES:
            raise BadInput(f"parameter {self.name} has the unknown type {self.type!r}; types are {', '.join(TYPES)}")
        if self.default is not None:
            term(self.type, self.default)

    @property
    def required(self) -> bool:
        """Whether a value must be given."""
        return self.default is None and not self.optional


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the result."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Query:
    """A question: its header, and the whole text of its file."""

    name: str
    title: str
    about: tuple[str, ...]
    params: tuple[Param, ...]
    columns: tuple[Column, ...]
    source: str
    text: str

    def __post_init__(self) -> None:
        for what, names in (("param", [p.name for p in self.params]), ("column", [c.name for c in self.columns])):
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise BadInput(f"{self.name}: {what} {', '.join(twice)} is declared twice; keep one line")
        for param in self.params:
            if not values_line(param.name).search(self.text):
                line = f"VALUES ?{param.name} {{ {param.default or 'UNDEF'} }}"
                raise BadInput(
                    f"{self.name}: parameter {param.name} is never bound; add the line `{line}` where it is used"
                )


def values_line(name: str) -> re.Pattern[str]:
    """The lines that bind a parameter: group 1 and group 2 stand around its term."""
    return re.compile(rf"^([ \t]*VALUES \?{re.escape(name)} \{{ )[^\n]*?( \}}[ \t\r]*)$", re.MULTILINE)


def parse(text: str, name: str) -> Query:
    """A query from the text of a file; the header is optional, and what is no header line is a plain comment.

    >>> q = parse("# title: All stops\\n# column s: a stop\\nSELECT ?s { ?s a <https://w3id.org/baquara#Stop> }", "mine.rq")
    >>> q.title, q.params, q.columns
    ('All stops', (), (Column(name='s', meaning='a stop'),))
    >>> parse("# param n (number): how many\\nASK {}", "mine.rq")
    Traceback (most recent call last):
    baquara.errors.BadInput: mine.rq, line 1: parameter n has the unknown type 'number'; types are iri, string, integer, decimal, dateTime, date, wkt
    """
    fields: dict[str, list[str]] = {"title": [], "about": [], "source": []}
    params: list[Param] = []
    columns: list[Column] = []
    for number, line in _header_lines(text):
        try:
            _take(line, fields, params, columns)
        except BadInput as error:
            raise BadInput(f"{name}, line {number}: {error}") from error
    return Query(
        name=name,
        title=" ".join(fields["title"]) or name,
        about=tuple(fields["about"]),
        params=tuple(params),
        columns=tuple(columns),
        source="; ".join(fields["source"]),
        text=text,
    )


def _header_lines(text: str) -> Iterator[tuple[int, str]]:
    """The comments above the first line of SPARQL, with their line numbers."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            return
        yield number, stripped


def _take(line: str, fields: dict[str, list[str]], params: list[Param], columns: list[Column]) -> None:
    if match := _FIELD.fullmatch(line):
        if match[1] == "title" and fields["title"]:
            raise BadInput("a second title; keep one")
        fields[match[1]].append(match[2])
    elif match := _PARAM.fullmatch(line):
        params.append(Param(match[1], match[2], match[5], default=match[3], optional=match[4] is not None))
    elif match := _COLUMN.fullmatch(line):
        columns.append(Column(match[1], match[2]))
    elif _MEANT.match(line):
        raise BadInput(f"{line!r} is not a header line; the forms are {_FORMS}")
