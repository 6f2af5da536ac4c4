"""How a time may be written, as regular expressions whose groups are the fields.

A field never depends on the value of a digit, only on where digits are: two texts with digits at the
same places and equal elsewhere have their fields at the same places. :mod:`baquara.ingest.times` lives on that.
"""

import re
from functools import cache
from typing import Final

from baquara.errors import BadInput

__all__ = ["DAY_FIRST", "ISO", "MONTHS", "compile_format"]

_OFFSET: Final = r"(?P<zulu>[Zz])|(?P<sign>[+-])(?P<zh>\d{2}):?(?P<zm>\d{2})?(?::(?P<zs>\d{2}))?"
_CLOCK: Final = r"(?P<H>\d{2}):(?P<M>\d{2})(?::(?P<S>\d{2})(?:[.,](?P<f>\d{1,12}))?)?"
ISO: Final = (
    re.compile(
        rf"(?P<Y>\d{{4}})(?P<sep>[-/])(?P<m>\d{{2}})(?P=sep)(?P<d>\d{{2}})(?:[Tt]| +){_CLOCK} ?(?:{_OFFSET}| ?UTC)?"
    ),
    re.compile(
        rf"(?P<Y>\d{{4}})(?P<m>\d{{2}})(?P<d>\d{{2}})[Tt](?P<H>\d{{2}})(?P<M>\d{{2}})(?P<S>\d{{2}})(?:\.(?P<f>\d{{1,12}}))?(?:{_OFFSET})?"
    ),
)
"""ISO 8601 and its everyday relatives: year first, so that day and month cannot be confused."""

DAY_FIRST: Final = re.compile(r"\s*\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b.*")
"""A date in which the first two numbers may be day and month or month and day."""

MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LONG: Final = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_FIELDS: Final = {
    "Y": r"(?P<Y>\d{4})",
    "y": r"(?P<y>\d{2})",
    "m": r"(?P<m>\d{1,2})",
    "d": r"(?P<d>\d{1,2})",
    "H": r"(?P<H>\d{1,2})",
    "I": r"(?P<I>\d{1,2})",
    "M": r"(?P<M>\d{1,2})",
    "S": r"(?P<S>\d{1,2})",
    "f": r"(?P<f>\d{1,12})",
    "z": rf"(?:{_OFFSET})",
    "p": r"(?P<p>[AaPp][Mm])",
    "b": rf"(?P<b>(?i:{'|'.join(MONTHS)}))",
    "B": rf"(?P<b>(?i:{'|'.join(_LONG)}))",
    "a": r"[^\W\d_]+",
    "A": r"[^\W\d_]+",
    "%": "%",
}


@cache
def compile_format(text: str) -> re.Pattern[str]:
    """The pattern of a ``strptime`` format. English month names; ``%Y %y %m %b %B %d %H %I %p %M %S %f %z %a %A``.

    >>> compile_format("%d/%m/%Y %H:%M").fullmatch("12/06/2014 09:02")["m"]
    '06'
    """
    parts = re.split(r"%(.)", text)
    unknown = [code for code in parts[1::2] if code not in _FIELDS]
    if unknown:
        raise BadInput(
            f"time format {text!r}: %{unknown[0]} is not known; known are {' '.join('%' + c for c in _FIELDS)}"
        )
    found = set(parts[1::2])
    if not ({"Y", "y"} & found and {"m", "b", "B"} & found and "d" in found and {"H", "I"} & found):
        raise BadInput(f"time format {text!r} must have year, month, day and hour; example: %d/%m/%Y %H:%M")
    if len(parts[1::2]) != len(found) or ("I" in found) != ("p" in found):
        raise BadInput(f"time format {text!r} names a field twice, or has %I without %p; example: %d/%m/%Y %H:%M")
    return re.compile("".join(_FIELDS[p] if i % 2 else re.escape(p) for i, p in enumerate(parts)))
