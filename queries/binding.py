"""Put values into a query as typed terms.

pyoxigraph's own ``substitutions`` demand that every SELECT, also each inner one, projects the variable
(an inner one that does not sees it unbound, without an error), which would add columns to the result. So
each group that uses a parameter holds a line ``VALUES ?name { … }``, and the term on that line is replaced. A value is
never pasted as text: it is read by its type and written as one term (:mod:`queries.terms`).
"""

import difflib
from collections.abc import Mapping

from baquara.errors import BadInput
from queries.header import Param, Query, values_line
from queries.terms import term

__all__ = ["bind"]


def bind(query: Query, values: Mapping[str, str]) -> str:
    """The SPARQL text with the values, or the defaults, in place; nothing else in the text changes.

    A parameter that is left out gets its default; an optional one is then unbound (it matches everything).

    >>> from queries import get
    >>> bind(get("hierarchy"), {})
    Traceback (most recent call last):
    baquara.errors.BadInput: hierarchy needs the parameter segment (iri): the segment whose descendants are wanted
    """
    _check_names(query, values)
    text = query.text
    for param in query.params:
        written = _written(query, param, values.get(param.name))
        text = values_line(param.name).sub(lambda match, new=written: match[1] + new + match[2], text)  # type: ignore[misc]
    return text


def _check_names(query: Query, values: Mapping[str, str]) -> None:
    known = [param.name for param in query.params]
    for name in values:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]}?" if close else f"it takes {', '.join(known) or 'none'}"
            raise BadInput(f"{query.name} has no parameter {name}; {hint}")


def _written(query: Query, param: Param, value: str | None) -> str:
    given = param.default if value is None else value
    if given is None and param.optional:
        return "UNDEF"
    if given is None:
        raise BadInput(f"{query.name} needs the parameter {param.name} ({param.type}): {param.meaning}")
    try:
        return term(param.type, given)
    except BadInput as error:
        raise BadInput(f"{query.name}, parameter {param.name}: {error}") from error
