"""How columns are called: the words by which a column is recognised, and close matches for a typing slip."""

import difflib
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

__all__ = ["CLOCKS", "DATES", "DESCRIPTIVE", "NAMES", "PAIRS", "ROLES", "plain", "suggest"]

PAIRS: Final = ("xy", "yx", "lonlat", "latlon")
"""Roles of one column that holds two numbers, in that order."""

DESCRIPTIVE: Final = ("text", "tags", "venue", "mentions", "mo_class")
ROLES: Final = ("moving_object", "time", "begin", "end", "lon", "lat", "x", "y", *PAIRS, "zone", *DESCRIPTIVE)
"""What a column can be for: the keys of ``--map``."""

NAMES: Final[dict[str, tuple[str, ...]]] = {
    # The groups of one role, best first; a later group counts only when no earlier one matches.
    "moving_object": (
        "movingobject mo moid movingobjectid user userid uid username usuario usuarioid idusuario utilisateur utente "
        "benutzer nutzer person personid pessoa persona individual individualid individuallocalidentifier animal animalid "
        "vehicle vehicleid vehiculo veiculo taxi taxiid truck truckid bus busid mmsi device deviceid driver driverid agent "
        "agentid objectid oid",
        "tid trajectory trajectoryid trajid traj track trackid trip tripid",
        "id name nome nombre nom",
    ),
    "time": (
        "time timestamp datetime ts t when instant datahora fechahora horodatage zeitstempel zeitpunkt dateandtime "
        "utctime timeutc localtime gpstime createdat checkintime eventtime recordedat",
        "date data fecha datum heure hora zeit",
    ),
    "begin": (
        "begin start begintime starttime startedat beginsat startsat inicio debut beginn arrival arrivaltime arrivedat",
    ),
    "end": (
        "end endtime stop stoptime endedat finish finishedat fim fin ende departure departuretime leavetime leftat",
    ),
    "lon": (
        "lon lng long longitude longitud longitudine laengengrad langengrad laenge locationlong lonwgs84 lngwgs84",
        "x",
    ),
    "lat": ("lat latitude latitud latitudine breitengrad breite locationlat latwgs84", "y"),
    "x": ("x easting east rechtswert utme utmx utmeasting xcoord coordx",),
    "y": ("y northing north hochwert utmn utmy utmnorthing ycoord coordy",),
    "zone": ("timezone tz tzid tzname utcoffset timezoneoffset tzoffset",),
    "text": ("text",),
    "tags": ("tags",),
    "venue": ("venue",),
    "mentions": ("mentions",),
    "mo_class": ("moclass",),
}
DATES: Final = frozenset(["date", "data", "fecha", "datum", "day", "dia", "jour", "tag"])
CLOCKS: Final = frozenset(["time", "hora", "heure", "zeit", "uhrzeit", "clock", "timeofday"])


def plain(name: str) -> str:
    """A column name without case, accents and punctuation.

    >>> plain("Usuário_ID"), plain("date-time")
    ('usuarioid', 'datetime')
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[^0-9a-z]", "", bare)


def suggest(word: str, known: Iterable[str]) -> str:
    """``; did you mean …?`` for a word that is close to known ones, else nothing.

    >>> suggest("moving_objct", ROLES)
    '; did you mean moving_object?'
    """
    lowered = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(word.casefold(), lowered, n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(lowered[name] for name in close)}?" if close else ""
