"""GeoJSON (RFC 7946) and OGC Moving Features JSON (OGC 19-045r3): points with a time, or tracks with one for each vertex.

* A feature that is a **Point** is a row; its properties are columns, and time and moving object are among them.
* A feature that is a **track** gives a row for each vertex: a LineString with the times in a property (``coordTimes``,
  ``times``, ``datetimes``, ``timestamps``) or as fourth coordinate, or a MovingPoint with ``datetimes``.

The line of a row is the number of its feature. Values that are no strings are kept as JSON writes them.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from baquara.errors import BadInput
from baquara.ingest.batch import Opened, Reject
from baquara.ingest.items import Item, item_chunks, item_names, item_sample
from baquara.ingest.jsonstream import features
from baquara.ingest.options import ReadOptions
from baquara.ingest.sources import Source
from baquara.ingest.tracks import BadTrack, Vertex, as_json_text, is_track, track_of, who

__all__ = ["open_features"]

_POINT: Final = ("lon", "lat")
_TRACK: Final = ("track", "time", "lon", "lat")


def open_features(source: Source, options: ReadOptions) -> Opened:
    """A GeoJSON or MF-JSON file; it is read once for the names of its properties."""
    reader = _Reader(source, crs_given=options.crs is not None)
    names = item_names(reader.items(), first=_POINT)
    tracks = reader.kind != "point"
    names = names if reader.kind else _TRACK
    return Opened(
        format="mfjson" if reader.moving else "geojson",
        sample=item_sample(reader.items(), names),
        chunks=lambda columns: item_chunks(reader.items(), names, columns),
        roles={"lon": "lon", "lat": "lat"} | ({"moving_object": "track", "time": "time"} if tracks else {}),
    )


@dataclass(slots=True)
class _Reader:
    """Reads the features of one file; all must be points, or all tracks, as the first is."""

    source: Source
    crs_given: bool
    kind: str = ""
    moving: bool = False
    part: int = 0

    def items(self) -> Iterator[Item | Reject]:
        """Rows and refused features, in order."""
        self.part = 0
        with self.source.open() as stream:
            for number, feature in enumerate(features(stream, self.check_crs), 1):
                try:
                    yield from self._of(feature, number)
                except BadTrack as bad:
                    yield Reject(number, str(bad), json.dumps(feature)[:400])

    def check_crs(self, _: str, crs: object) -> None:
        """Refuse positions in another reference system, unless it was given."""
        name = json.dumps(crs)
        if (
            crs is not None
            and not self.crs_given
            and not any(known in name for known in ("CRS84", "4326", "WGS84", "WGS 84"))
        ):
            raise BadInput(
                f"{self.source.name}: positions are in {name[:100]}; name it with --crs, for example --crs EPSG:31983"
            )

    def _of(self, feature: Any, number: int) -> Iterator[Item]:  # noqa: ANN401
        if not isinstance(feature, dict):
            raise BadTrack("not-a-feature")
        kind = "track" if is_track(feature) else "point"
        if self.kind not in ("", kind):
            raise BadTrack("mixed-geometry")
        rows = list(self._track(feature, number) if kind == "track" else self._point(feature, number))
        self.kind = kind
        yield from rows

    def _point(self, feature: dict[str, Any], number: int) -> Iterator[Item]:
        geometry = feature.get("geometry")
        if geometry is None:
            raise BadTrack("missing")
        if not isinstance(geometry, dict) or geometry.get("type") != "Point":
            raise BadTrack("unsupported-geometry")
        point = geometry.get("coordinates")
        if not isinstance(point, list) or len(point) < 2:
            raise BadTrack("missing")
        yield Item(_values(dict(zip(_POINT, point, strict=False)), feature, ()), number, None)

    def _track(self, feature: dict[str, Any], number: int) -> Iterator[Item]:
        self.moving |= "temporalGeometry" in feature
        name = who(feature, self.source.stem)
        parts, used = track_of(feature, lambda crs: self.check_crs("crs", crs))
        for part in parts:
            self.part += 1
            for vertex in part:
                yield Item(_values(_row(name, vertex), feature, used), number, self.part)


def _row(name: str, vertex: Vertex) -> dict[str, Any]:
    lon, lat, *height = vertex.point
    return (
        {"lon": lon, "lat": lat, "track": name, "time": vertex.time}
        | ({"ele": height[0]} if height else {})
        | vertex.more
    )


def _values(first: dict[str, Any], feature: dict[str, Any], used: Sequence[str]) -> dict[str, str | None]:
    """A row: what the reader knows, then the properties, renamed where they would hide it."""
    values = {key: as_json_text(value) for key, value in first.items()}
    properties = feature.get("properties")
    for key, value in (properties if isinstance(properties, dict) else {}).items():
        if key not in used:
            name = key or "unnamed"
            while name in first:
                name += "_"
            values[name] = as_json_text(value)
    return values
