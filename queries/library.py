"""The query files that come with the program."""

import difflib
from functools import cache
from importlib.resources import files

from baquara.errors import BadInput
from queries.header import Query, parse

__all__ = ["all_queries", "get"]


def all_queries() -> dict[str, Query]:
    """Every query of the library by name, in alphabetical order.

    >>> "baquara2-3" in all_queries()
    True
    """
    return dict(_library())


def get(name: str) -> Query:
    """The query of that name.

    >>> get("longest-stop")
    Traceback (most recent call last):
    baquara.errors.BadInput: there is no query 'longest-stop'; did you mean longest-stops?
    """
    library = _library()
    if name in library:
        return library[name]
    close = difflib.get_close_matches(name, library, n=3)
    hint = f"did you mean {' or '.join(close)}?" if close else f"the {len(library)} queries are {', '.join(library)}"
    raise BadInput(f"there is no query {name!r}; {hint}")


@cache
def _library() -> dict[str, Query]:
    found = sorted(
        (path for path in files("queries").iterdir() if path.name.endswith(".rq")), key=lambda path: path.name
    )
    return {path.name[:-3]: parse(path.read_text(encoding="utf-8"), path.name[:-3]) for path in found}
