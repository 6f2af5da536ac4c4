"""One value of a parameter, as the user types it, becomes one SPARQL term or :class:`BadInput`.

==========  =====================================================================================
type        accepted
==========  =====================================================================================
iri         an absolute IRI, also in ``<>``; or a name with a prefix of :data:`baquara.vocab.PREFIXES`
string      any text
integer     digits with a sign, within 64 bits
decimal     digits with a sign and a point, at most 18 digits on either side
dateTime    ISO 8601 **with** a zone: no time becomes UTC in silence
date        ISO 8601; a local day
wkt         WKT in longitude, latitude; or ``lon,lat``; or a box ``west,south,east,north``
==========  =====================================================================================

Guarantee: what :func:`term` returns is exactly one SPARQL term, on one line, whatever the value held.

>>> term("string", 'a "quote" and a brace }')
'"a \\\\"quote\\\\" and a brace }"'
>>> term("iri", "bq:European")
'<https://w3id.org/baquara#European>'
>>> term("wkt", "-43.3,-23.0,-43.1,-22.9").split("^^")[0]
'"POLYGON ((-43.1 -23, -43.1 -22.9, -43.3 -22.9, -43.3 -23, -43.1 -23))"'
"""

import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Final

from baquara.errors import BadInput
from baquara.vocab import GEO, PREFIXES, XSD

__all__ = ["TYPES", "term"]

_PLACES: Final = 18
_MAX_OFFSET_MIN: Final = 14 * 60
_CRS84: Final = "<http://www.opengis.net/def/crs/OGC/1.3/CRS84>"
_INTEGER: Final = re.compile(r"[+-]?[0-9]+")
_DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_NUMBERS: Final = re.compile(rf"\s*{_DECIMAL.pattern}\s*(?:,\s*{_DECIMAL.pattern}\s*)*")
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_BARE_SCHEMES: Final = frozenset({"did", "tag", "urn"})
"""Schemes taken without ``//``; any other ``word:rest`` is read as a prefix, so that a misspelt prefix is an error."""

_WIDE: Final = "\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef" + "".join(
    f"{chr(plane << 16)}-{chr((plane << 16) + 0xFFFD)}" for plane in range(1, 14)
)
_CHAR: Final = rf"(?:[A-Za-z0-9\-._~!$&'()*+,;={_WIDE}]|%[0-9A-Fa-f]{{2}})"
_IRI: Final = re.compile(
    rf"[A-Za-z][A-Za-z0-9+.\-]*:"
    rf"(?://(?:(?:{_CHAR}|:)*@)?{_CHAR}*(?::[0-9]*)?(?:/(?:{_CHAR}|[:@/])*)?|(?:{_CHAR}|[:@])(?:{_CHAR}|[:@/])*)"
    rf"(?:\?(?:{_CHAR}|[:@/?])*)?(?:#(?:{_CHAR}|[:@/?])*)?"
)
"""RFC 3987 section 2.2 without IP literals and private characters."""


def term(type_: str, value: str) -> str:
    """The SPARQL term of a value.

    >>> term("integer", "7")
    '7'
    >>> term("dateTime", "2014-06-12 09:00-03:00")
    '"2014-06-12T09:00:00-03:00"^^<http://www.w3.org/2001/XMLSchema#dateTime>'
    >>> term("dateTime", "2014-06-12 09:00")
    Traceback (most recent call last):
    baquara.errors.BadInput: '2014-06-12 09:00' has no time zone; write for example 2014-06-12T09:00:00-03:00 or end it with Z
    """
    return TYPES[type_](value)


def _quoted(text: str) -> str:
    return '"' + "".join(_escaped(char) for char in text) + '"'


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    return char if char.isprintable() or char == " " else _code_point(char)


def _code_point(char: str) -> str:
    code = ord(char)
    if 0xD800 <= code <= 0xDFFF:
        raise BadInput(f"the text holds a lone surrogate (U+{code:04X}); give it as UTF-8")
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def _iri(value: str) -> str:
    text = value.strip()
    text = text[1:-1] if text.startswith("<") and text.endswith(">") else _expanded(text)
    if not _IRI.fullmatch(text):
        raise BadInput(
            f"{value!r} is not an absolute IRI; write it whole (percent-encode odd characters) or as prefix:name"
        )
    return f"<{text}>"


def _expanded(text: str) -> str:
    prefix, colon, rest = text.partition(":")
    if not colon or rest.startswith("//") or prefix in _BARE_SCHEMES:
        return text
    if prefix not in PREFIXES:
        raise BadInput(
            f"unknown prefix {prefix!r} in {text!r}; known are {', '.join(PREFIXES)}; or write the IRI whole"
        )
    return PREFIXES[prefix] + rest


def _integer(value: str) -> str:
    text = value.strip()
    if not _INTEGER.fullmatch(text) or len(text) > 2 * _PLACES or not -(2**63) <= int(text) < 2**63:
        raise BadInput(f"{value!r} is not a whole number within 64 bits")
    return str(int(text))


def _decimal(value: str) -> str:
    text = value.strip()
    if not _DECIMAL.fullmatch(text):
        raise BadInput(f"{value!r} is not a decimal number such as 12.5")
    sign, digits = ("-" if text[0] == "-" else ""), text.lstrip("+-")
    whole, _, part = digits.partition(".")
    if len(whole) > _PLACES or len(part) > _PLACES:
        raise BadInput(f"{value!r} has more than {_PLACES} digits before or after the point")
    return f"{sign}{whole or '0'}.{part or '0'}"


def _date_time(value: str) -> str:
    try:
        instant = datetime.fromisoformat(value.strip())
    except ValueError as error:
        raise BadInput(f"{value!r} is not a time; write for example 2014-06-12T09:00:00-03:00") from error
    offset = instant.utcoffset()
    if offset is None:
        raise BadInput(f"{value!r} has no time zone; write for example 2014-06-12T09:00:00-03:00 or end it with Z")
    minutes = offset.total_seconds() / 60
    if minutes % 1 or abs(minutes) > _MAX_OFFSET_MIN:
        raise BadInput(f"{value!r} has a zone that is not whole minutes within 14 hours")
    return f'"{instant.isoformat()}"^^<{XSD}dateTime>'


def _date(value: str) -> str:
    try:
        day = date.fromisoformat(value.strip())
    except ValueError as error:
        raise BadInput(f"{value!r} is not a day; write for example 2014-06-12") from error
    return f'"{day.isoformat()}"^^<{XSD}date>'


def _wkt(value: str) -> str:
    import shapely

    text = value.removeprefix(_CRS84).strip()
    try:
        geometry = _from_numbers(text) if _NUMBERS.fullmatch(text) else shapely.from_wkt(text)
    except shapely.errors.ShapelyError as error:
        raise BadInput(f"{value!r} is not WKT; write for example POINT(-43.21 -22.95), longitude first") from error
    _check_geometry(value, geometry)
    return f'"{shapely.to_wkt(geometry, rounding_precision=12, output_dimension=2)}"^^<{GEO}wktLiteral>'


def _from_numbers(text: str) -> object:
    import shapely

    numbers = [float(number) for number in text.split(",")]
    if len(numbers) == 2:
        return shapely.Point(numbers)
    if len(numbers) == 4 and numbers[0] < numbers[2] and numbers[1] < numbers[3]:
        return shapely.box(*numbers)
    raise BadInput(f"{text!r} is neither lon,lat nor a box west,south,east,north with west < east and south < north")


def _check_geometry(value: str, geometry: object) -> None:
    import shapely

    if shapely.is_empty(geometry) or not shapely.is_valid(geometry):
        raise BadInput(f"{value!r} is an empty or invalid geometry: {shapely.is_valid_reason(geometry)}")
    west, south, east, north = shapely.bounds(geometry)
    if not (west >= -180 and east <= 180 and south >= -90 and north <= 90):
        raise BadInput(f"{value!r} leaves the earth: longitude is -180..180 and comes first, latitude is -90..90")


TYPES: Final[dict[str, Callable[[str], str]]] = {
    "iri": _iri,
    "string": _quoted,
    "integer": _integer,
    "decimal": _decimal,
    "dateTime": _date_time,
    "date": _date,
    "wkt": _wkt,
}
"""The types that a header may name, each with the function that reads a value."""
