"""GPX tracks, streamed through expat. Documents with a DTD are refused, so no entity is ever expanded.

Every ``trkpt`` is a row: position, ``time``, and whatever else it has (``ele``, ``speed``, extensions) as
attributes. The moving object is the name of the track, else of the file. Within a ``trkseg`` time may not go back.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from baquara.errors import BadInput
from baquara.ingest.batch import Opened
from baquara.ingest.items import Item, item_chunks, item_names, item_sample
from baquara.ingest.options import ReadOptions
from baquara.ingest.sources import Source

__all__ = ["open_gpx"]

_CHUNK_BYTES: Final = 1 << 20
_MAX_TEXT: Final = 1 << 20
_ROLES: Final = {"moving_object": "track", "time": "time", "lon": "lon", "lat": "lat"}


def open_gpx(source: Source, options: ReadOptions) -> Opened:
    """A GPX file whose attributes are known; the file is read once for their names."""
    names = item_names(_items(source), first=("track", "time", "lon", "lat"))
    return Opened(
        format="gpx",
        sample=item_sample(_items(source), names),
        chunks=lambda columns: item_chunks(_items(source), names, columns),
        roles=_ROLES,
    )


def _items(source: Source) -> Iterator[Item]:
    """The track points of a file, as they are read."""
    points = _Points(source.name, source.stem)
    parser = points.parser()
    with source.open() as stream:
        try:
            while block := stream.read(_CHUNK_BYTES):
                parser.Parse(block, False)
                yield from points.taken()
            parser.Parse(b"", True)
        except expat.ExpatError as error:
            why = expat.errors.messages[error.code]
            raise BadInput(
                f"{source.name}: broken XML at line {error.lineno} ({why}); nothing was taken from it"
            ) from None
    yield from points.taken()
    points.check()


@dataclass(slots=True)
class _Points:
    """Collects track points from the events of the parser."""

    name: str
    stem: str
    track: str = ""
    segment: int = 0
    path: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    values: dict[str, str] | None = None
    line: int = 0
    found: list[Item] = field(default_factory=list)
    seen: int = 0
    others: int = 0
    _parser: expat.XMLParserType | None = None

    def parser(self) -> expat.XMLParserType:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self.refuse
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        self._parser = parser
        return parser

    def refuse(self, *_: object) -> None:
        raise BadInput(f"{self.name}: the XML has a document type declaration, which GPX has no use for; remove it")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        local = tag.rpartition(" ")[2]
        if not self.path and local != "gpx":
            raise BadInput(f"{self.name}: XML, but no GPX: the document is a <{local}>")
        self.path.append(local)
        self.text.clear()
        if local == "trk":
            self.track = self.stem
        elif local == "trkseg":
            self.segment += 1
        elif local == "trkpt":
            self.values = {"lon": attributes.get("lon", ""), "lat": attributes.get("lat", "")}
            self.line = self._parser.CurrentLineNumber if self._parser else 0
        self.others += local in ("wpt", "rtept")

    def characters(self, data: str) -> None:
        if sum(map(len, self.text)) < _MAX_TEXT:
            self.text.append(data)

    def end(self, tag: str) -> None:
        local = self.path.pop()
        text = "".join(self.text).strip()
        self.text.clear()
        if local == "trkpt" and self.values is not None:
            self.found.append(Item({"track": self.track, **self.values}, self.line, self.segment))
            self.values, self.seen = None, self.seen + 1
        elif self.values is not None and text:
            self.values.setdefault(local if local != "track" else "track_", text)
        elif local == "name" and self.path[-1:] == ["trk"] and text:
            self.track = text

    def taken(self) -> list[Item]:
        """The points since the last call."""
        found, self.found = self.found, []
        return found

    def check(self) -> None:
        """A file of waypoints or routes alone has no movement."""
        if not self.seen and self.others:
            raise BadInput(
                f"{self.name}: {self.others} waypoints or route points but no track; only tracks tell movement"
            )
