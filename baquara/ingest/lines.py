"""Text in blocks of whole lines, with the lines that cannot be text taken out.

A block is a few megabytes that end at a line end. A line of more than a megabyte is refused without
being held; a line that is not UTF-8 or has a NUL byte is refused alone. What is left of a block knows
the physical line of each of its lines.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baquara.ingest.batch import Reject
from baquara.ingest.streams import Stream

__all__ = ["BLOCK_BYTES", "BOM", "MAX_LINE_BYTES", "Block", "blocks"]

BLOCK_BYTES: Final = 8 << 20
MAX_LINE_BYTES: Final = 1 << 20
BOM: Final = b"\xef\xbb\xbf"


class Block(NamedTuple):
    """Whole lines (each ends in a line end), the physical number of each, and the lines that were refused."""

    data: bytes
    lines: NDArray[np.int64]
    rejects: list[Reject]


def blocks(stream: Stream, *, skip_lines: int = 0, block_bytes: int = BLOCK_BYTES) -> Iterator[Block]:
    """The lines of a stream after the first ones, block by block. A missing last line end is added.

    Blank lines are left out of blocks without quotes; inside quotes they may be part of a text.
    """
    held, line = _start(stream, skip_lines)
    while read := stream.read(block_bytes):
        held, dropped = held + read, []
        cut = held.rfind(b"\n") + 1
        data, held = held[:cut], held[cut:]
        after = line + data.count(b"\n")
        if len(held) > MAX_LINE_BYTES:
            dropped, held = [_reject(after, held, "line-too-long")], _skip_line(stream)
            yield _block(data, line, dropped)
            line = after + 1
        else:
            yield _block(data, line, dropped)
            line = after
    if held:
        yield _block(held if held.endswith(b"\n") else held + b"\n", line, [])


def _start(stream: Stream, skip_lines: int) -> tuple[bytes, int]:
    """The bytes after the byte order mark and the first lines, as far as read, and the number of the next line."""
    head = stream.read(MAX_LINE_BYTES).removeprefix(BOM)
    for _ in range(skip_lines):
        head = head.partition(b"\n")[2]
    return head, skip_lines + 1


def _skip_line(stream: Stream) -> bytes:
    """Read on to the next line end; the bytes that were read after it."""
    while read := stream.read(MAX_LINE_BYTES):
        _, end, rest = read.partition(b"\n")
        if end:
            return rest
    return b""


def _reject(line: int, data: bytes, reason: str) -> Reject:
    return Reject(line, reason, data[:800].decode("utf-8", errors="replace").strip("\r\n"))


def _block(data: bytes, line: int, dropped: list[Reject]) -> Block:
    """A block whose every line can be read as text."""
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b" ")
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == 10)
    lengths = np.diff(ends, prepend=-1)
    lines = np.arange(line, line + len(ends), dtype=np.int64)
    if b"\0" in data or not _is_utf8(data) or (len(lengths) and lengths.max() > MAX_LINE_BYTES):
        data, keep, refused = _sieve(data, lines)
        dropped, lines, lengths = dropped + refused, lines[keep], lengths[keep]
    if b'"' not in data and len(lengths) and lengths.min() == 1:
        data = b"".join(text for text in data.splitlines(keepends=True) if text != b"\n")
        lines = lines[lengths > 1]
    return Block(data, lines, dropped)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _sieve(data: bytes, lines: NDArray[np.int64]) -> tuple[bytes, NDArray[np.bool_], list[Reject]]:
    """The lines that can be text, which they are, and the others as rejects."""
    texts = data.split(b"\n")[:-1]
    reasons = [_reason(text) for text in texts]
    refused = [_reject(int(lines[i]), texts[i], reason) for i, reason in enumerate(reasons) if reason]
    keep = np.array([not reason for reason in reasons], bool)
    return b"".join(texts[i] + b"\n" for i in np.flatnonzero(keep)), keep, refused


def _reason(text: bytes) -> str:
    if len(text) >= MAX_LINE_BYTES:
        return "line-too-long"
    return "broken-encoding" if b"\0" in text or not _is_utf8(text) else ""
