"""Large JSON documents, one feature at a time: a FeatureCollection, a bare list, one feature, or one feature a line."""

import codecs
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from baquara.errors import BadInput
from baquara.ingest.streams import Stream

__all__ = ["features"]

_CHUNK_BYTES: Final = 1 << 20
_MAX_VALUE: Final = 256 << 20
_SPACE: Final = re.compile(r"[\s\x1e\ufeff]*")
_DECODER: Final = json.JSONDecoder()


def features(stream: Stream, on_member: Callable[[str, Any], None]) -> Iterator[Any]:
    """The features of a document. Other members of a collection go to ``on_member``."""
    text = _Text(stream)
    while char := text.peek():
        if char == "[":
            yield from text.elements()
        elif char == "{":
            yield from _document(text, on_member)
        else:
            raise text.broken(f"unexpected {char!r}")


def _document(text: "_Text", on_member: Callable[[str, Any], None]) -> Iterator[Any]:
    """The features of one object at the top: those of its member ``features``, or itself."""
    rest: dict[str, Any] = {}
    collection = False
    for key in text.members():
        if key == "features" and text.peek() == "[":
            collection = True
            yield from text.elements()
        else:
            rest[key] = text.value()
            if key == "crs":
                on_member(key, rest[key])
    if not collection:
        yield rest


class _Text:
    """A window on a stream of JSON text that moves on value by value."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        stream.counting = True
        self._decode = codecs.getincrementaldecoder("utf-8")()
        self._buffer = ""
        self._at = 0
        self._ended = False

    def broken(self, why: str) -> BadInput:
        return self._stream.broken(why)

    def _more(self) -> bool:
        """Read on; whether there was anything."""
        if self._ended:
            return False
        block = self._stream.read(max(_CHUNK_BYTES, len(self._buffer) - self._at))
        self._ended = not block
        try:
            self._buffer = self._buffer[self._at :] + self._decode.decode(block, final=self._ended)
        except UnicodeDecodeError:
            raise self.broken("not UTF-8") from None
        self._at = 0
        return bool(block)

    def peek(self) -> str:
        """The next character that is no space, or nothing at the end."""
        while True:
            self._at = _end(_SPACE.match(self._buffer, self._at), self._at)
            if self._at < len(self._buffer):
                return self._buffer[self._at]
            if not self._more():
                return ""

    def take(self, allowed: str) -> str:
        """The next character, which must be one of these."""
        char = self.peek()
        if not char or char not in allowed:
            raise self.broken(f"expected one of {allowed}, found {char!r}" if char else "ends in the middle")
        self._at += 1
        return char

    def value(self) -> Any:  # noqa: ANN401
        """The next value whole."""
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._buffer, self._at)
                if end < len(self._buffer) or not self._more():
                    self._at = end if end <= len(self._buffer) else len(self._buffer)
                    return value
            except (RecursionError, ValueError) as error:
                self._check(error)

    def _check(self, error: Exception) -> None:
        """Read on after a value that is not whole; give up if it never will be."""
        too_long = len(self._buffer) - self._at > _MAX_VALUE
        if not isinstance(error, json.JSONDecodeError) or too_long or not self._more():
            why = "nested too deep" if isinstance(error, RecursionError) else "too long" if too_long else str(error)
            raise self.broken(why[:100]) from None

    def elements(self) -> Iterator[Any]:
        """The values of the list that comes next."""
        self.take("[")
        if self.peek() == "]":
            self.take("]")
            return
        while True:
            yield self.value()
            if self.take(",]") == "]":
                return

    def members(self) -> Iterator[str]:
        """The keys of the object that comes next; the caller takes the value after each."""
        self.take("{")
        if self.peek() == "}":
            self.take("}")
            return
        while True:
            key = self.value()
            if not isinstance(key, str):
                raise self.broken("a key is not a string")
            self.take(":")
            yield key
            if self.take(",}") == "}":
                return


def _end(match: re.Match[str] | None, default: int) -> int:
    return match.end() if match else default
