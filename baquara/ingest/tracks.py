"""The vertices of one feature with their times."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from baquara.ingest.words import NAMES, plain

__all__ = ["BadTrack", "Vertex", "as_json_text", "is_track", "track_of", "who"]

_LINES: Final = ("LineString", "MultiLineString", "MultiPoint")
_TIMES: Final = ("coordTimes", "times", "datetimes", "timestamps", "coordinateProperties")


class BadTrack(Exception):
    """A feature that is refused; the text is the reason."""


class Vertex(NamedTuple):
    """A position of a track: coordinates, time, and what else is known there."""

    point: list[Any]
    time: Any
    more: dict[str, Any]


def as_json_text(value: Any) -> str | None:  # noqa: ANN401
    """A value as a cell of a table.

    >>> [as_json_text(value) for value in (None, "a", 1.5, True, ["x", "y"], {"k": 1})]
    [None, 'a', '1.5', 'true', 'x|y', '{"k": 1}']
    """
    if value is None:
        return None
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = "|".join(value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text.encode("utf-8", errors="replace").decode("utf-8")


def is_track(feature: dict[str, Any]) -> bool:
    """Whether a feature moves: it has a temporal geometry or a line."""
    geometry = feature.get("geometry")
    return "temporalGeometry" in feature or (isinstance(geometry, dict) and geometry.get("type") in _LINES)


def who(feature: dict[str, Any], stem: str) -> str:
    """The moving object of a track: a property that names one, a name, an identifier, else the file."""
    properties = feature.get("properties")
    named = {plain(key): value for key, value in (properties if isinstance(properties, dict) else {}).items()}
    words = [word for group in NAMES["moving_object"][:2] for word in group.split()]
    for word in (*words, "name", "title", "id"):
        if isinstance(named.get(word), (str, int)) and str(named[word]).strip():
            return str(as_json_text(named[word]))
    identifier = feature.get("id")
    return str(as_json_text(identifier)) if isinstance(identifier, (str, int)) and str(identifier) else stem


def track_of(feature: dict[str, Any], check_crs: Callable[[Any], None]) -> tuple[list[list[Vertex]], Sequence[str]]:
    """The parts of a track, and the properties that were used up as times."""
    temporal = feature.get("temporalGeometry")
    if temporal is not None:
        more = _temporal_properties(feature.get("temporalProperties"))
        return [_moving_point(member, more, check_crs) for member in _members(temporal)], ()
    properties = feature.get("properties")
    return _line(feature["geometry"], properties if isinstance(properties, dict) else {})


def _members(temporal: Any) -> list[Any]:  # noqa: ANN401
    """A moving point, or those of a collection (its ``prisms`` or ``members``)."""
    if isinstance(temporal, dict) and temporal.get("type") == "MovingGeometryCollection":
        return _list(temporal.get("prisms") or temporal.get("members"))
    return temporal if isinstance(temporal, list) else [temporal]


def _moving_point(member: Any, more: dict[Any, dict[str, Any]], check_crs: Callable[[Any], None]) -> list[Vertex]:  # noqa: ANN401
    if not isinstance(member, dict) or member.get("type") != "MovingPoint":
        raise BadTrack("unsupported-geometry")
    check_crs(member.get("crs"))
    times, points = _list(member.get("datetimes")), _list(member.get("coordinates"))
    return _vertices(points, times, more)


def _temporal_properties(groups: Any) -> dict[Any, dict[str, Any]]:  # noqa: ANN401
    """Values by time: ``[{"datetimes": […], "speed": {"values": […]}}, …]``."""
    found: dict[Any, dict[str, Any]] = {}
    for group in groups if isinstance(groups, list) else []:
        times = group.get("datetimes") if isinstance(group, dict) else None
        for name, series in group.items() if isinstance(times, list) else ():
            values = series.get("values") if isinstance(series, dict) else None
            for time, value in zip(times or [], values if isinstance(values, list) else [], strict=False):
                found.setdefault(str(time), {})[name] = value
    return found


def _line(geometry: dict[str, Any], properties: dict[str, Any]) -> tuple[list[list[Vertex]], Sequence[str]]:
    points = _list(geometry.get("coordinates"))
    key, times = next(((key, properties[key]) for key in _TIMES if key in properties), ("", None))
    times = times.get("times") if isinstance(times, dict) else times
    if geometry["type"] != "MultiLineString":
        return [_vertices(points, times, {})], (key,)
    if times is not None and len(_list(times)) != len(points):
        raise BadTrack("times-do-not-match")
    parts = zip(points, times if times is not None else [None] * len(points), strict=True)
    return [_vertices(_list(part), some, {}) for part, some in parts], (key,)


def _list(value: Any) -> list[Any]:  # noqa: ANN401
    if not isinstance(value, list):
        raise BadTrack("missing")
    return value


def _vertices(points: list[Any], times: Any, more: dict[Any, dict[str, Any]]) -> list[Vertex]:  # noqa: ANN401
    if not all(isinstance(point, list) and len(point) >= 2 for point in points):
        raise BadTrack("missing")
    if times is None:
        return [Vertex(point[:3], _fourth(point), {}) for point in points]
    if len(_list(times)) != len(points):
        raise BadTrack("times-do-not-match")
    return [Vertex(p[:3], t, more.get(str(t), {})) for p, t in zip(points, times, strict=True)]


def _fourth(point: list[Any]) -> Any:  # noqa: ANN401
    if len(point) < 4:
        raise BadTrack("missing")
    return point[3]
