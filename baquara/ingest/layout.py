"""Which column is for what: what was said, what the format says, and what can be guessed, in this order.

A guess is by name, or by content where a file has no header. It must be the only plausible one;
otherwise the columns are shown with a ``--map`` line to start from.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from baquara.errors import BadInput
from baquara.ingest.batch import FIXED, Opened
from baquara.ingest.guess import guess_by_content, guess_by_name
from baquara.ingest.options import ReadOptions
from baquara.ingest.words import DESCRIPTIVE, PAIRS, suggest

__all__ = ["Layout", "columns_of", "decide", "show_columns"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Columns by role. A time may be joined from two columns (``date+time``)."""

    roles: Mapping[str, str]
    moving_object: str | None
    """The moving object of all rows, where no column names it."""
    crs: str | None
    attributes: Mapping[str, str]
    """Name in the batch to column in the file."""

    @property
    def columns(self) -> frozenset[str]:
        """Every column that must be read."""
        parts = [part for value in self.roles.values() for part in value.split("\0")]
        return frozenset(parts) | frozenset(self.attributes.values())


def columns_of(value: str) -> list[str]:
    """The columns of a role: one, or two that are joined."""
    return value.split("\0")


def decide(opened: Opened, options: ReadOptions, *, name: str) -> Layout:
    """The layout of a file, or :class:`BadInput` that shows its columns and what to add."""
    said = {role: _resolve(value, opened, name=name) for role, value in options.mapping.items()}
    roles = _without_rivals(opened.roles, said) | said
    if options.moving_object is None or "moving_object" in said:
        constant = None
    else:
        constant = options.moving_object
        roles.pop("moving_object", None)
    roles |= _guessed(opened, options, roles, constant)
    if "moving_object" not in roles and constant is None:
        constant = opened.moving_object
    crs = _position(roles, opened, options)
    _check_complete(roles, constant, opened, name=name)
    return Layout(
        roles=roles, moving_object=constant, crs=crs, attributes=_attributes(opened, options, roles, name=name)
    )


def _resolve(value: str, opened: Opened, *, name: str) -> str:
    """The column that a ``--map`` value names; two joined by ``+`` come back with a NUL between them."""
    names = opened.sample.column_names
    if value in names:
        return value
    if not opened.header and value.isascii() and value.isdigit() and 1 <= int(value) <= len(names):
        return str(names[int(value) - 1])
    if "+" in value:
        return "\0".join(_resolve(part.strip(), opened, name=name) for part in value.split("+"))
    numbers = "" if opened.header else f", or a number from 1 to {len(names)}"
    raise BadInput(
        f"{name}: --map: there is no column {value!r}; columns: {', '.join(names)}{numbers}{suggest(value, names)}"
    )


def _ways(roles: Mapping[str, str]) -> set[str]:
    return set(roles) & {"lon", "lat", "x", "y", *PAIRS}


def _without_rivals(format_roles: Mapping[str, str], said: Mapping[str, str]) -> dict[str, str]:
    """What the format says, without what was said otherwise."""
    rivals = set(said)
    if _ways(said):
        rivals |= _ways(format_roles)
    if {"time", "begin"} & set(said):
        rivals |= {"time", "begin"}
    return {role: column for role, column in format_roles.items() if role not in rivals}


def _guessed(opened: Opened, options: ReadOptions, roles: Mapping[str, str], constant: str | None) -> dict[str, str]:
    taken = {part for value in roles.values() for part in columns_of(value)}
    free = opened.sample.select([column for column in opened.sample.column_names if column not in taken])
    missing = _missing(roles, constant)
    guess = guess_by_name(free, missing, projected=options.crs is not None)
    return guess if opened.header else guess_by_content(free, missing)


def _missing(roles: Mapping[str, str], constant: str | None) -> set[str]:
    """The roles that nobody has filled and that may still be guessed."""
    missing = {"zone", "end", *DESCRIPTIVE} - set(roles)
    missing |= set() if {"time", "begin"} & set(roles) else {"time", "begin"}
    missing |= set() if _ways(roles) else {"position"}
    missing |= set() if constant is not None or "moving_object" in roles else {"moving_object"}
    return missing


def _position(roles: dict[str, str], opened: Opened, options: ReadOptions) -> str | None:
    """The reference system of the position; longitude and latitude of a format become x and y where one is given."""
    crs = options.crs or opened.crs
    if crs and {"lon", "lat"} <= set(opened.roles) and roles.get("lon") == opened.roles["lon"]:
        roles["x"], roles["y"] = roles.pop("lon"), roles.pop("lat")
    return crs if {"x", "xy", "yx"} & set(roles) else None


def _check_complete(roles: Mapping[str, str], constant: str | None, opened: Opened, *, name: str) -> None:
    lacking = []
    if "moving_object" not in roles and constant is None:
        lacking.append("the moving object (or give --moving-object NAME)")
    if not {"time", "begin"} & set(roles):
        lacking.append("the time")
    if not ({"lon", "lat"} <= set(roles) or {"x", "y"} <= set(roles) or set(PAIRS) & set(roles)):
        lacking.append("the position")
    if lacking:
        raise BadInput(f"{name}: cannot tell which column is {' and '.join(lacking)}\n{show_columns(opened, roles)}")


def show_columns(opened: Opened, roles: Mapping[str, str]) -> str:
    """The columns with two values each, and a ``--map`` line to start from."""
    lines = ["columns:"]
    for number, column in enumerate(opened.sample.column_names, 1):
        values = [str(v) for v in opened.sample.column(column)[:2].to_pylist()]
        lines.append(f"  {number:2} {column}: {', '.join(v[:40] for v in values) or '(no values)'}")
    known = {role: value.replace("\0", "+") for role, value in roles.items()}
    start = {"moving_object": "…", "time": "…", "lon": "…", "lat": "…"} | known
    return "\n".join([*lines, "start from: --map " + ",".join(f"{role}={column}" for role, column in start.items())])


def _attributes(opened: Opened, options: ReadOptions, roles: Mapping[str, str], *, name: str) -> dict[str, str]:
    names = opened.sample.column_names
    for wanted in options.attributes or ():
        if wanted not in names:
            raise BadInput(
                f"{name}: there is no column {wanted!r} to keep; columns: {', '.join(names)}{suggest(wanted, names)}"
            )
    named = {role: roles[role] for role in DESCRIPTIVE if role in roles}
    used = {part for value in roles.values() for part in columns_of(value)}
    others = (
        [c for c in names if c not in used] if options.attributes is None else list(dict.fromkeys(options.attributes))
    )
    reserved = {*FIXED.names, *DESCRIPTIVE}
    for column in others:
        out = column
        while out in reserved or out in named:
            out += "_"
        named[out] = column
    return named
