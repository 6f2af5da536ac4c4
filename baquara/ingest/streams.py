"""Bytes that are decompressed while they are read, and damage that is named.

A file that breaks off is not a short file: every kind of damage becomes one :class:`BadInput` that tells
the file and the line reached, and the reader takes nothing from it.
"""

import gzip
import io
import lzma
import zipfile
import zlib
from contextlib import ExitStack
from typing import BinaryIO, Final, cast

from baquara.errors import BadInput

__all__ = ["Stream", "unpack"]

_DAMAGE: Final = (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile, zipfile.BadZipFile)
_OTHERS: Final = {b"BZh": "bzip2", b"\x28\xb5\x2f\xfd": "zstandard", b"7z\xbc\xaf": "7z", b"Rar!": "rar"}


class Stream(io.RawIOBase):
    """Reads through, counts the line ends of what it unpacks, and turns damage into :class:`BadInput`."""

    def __init__(self, inner: BinaryIO, *, name: str, closing: ExitStack) -> None:
        super().__init__()
        self._closing = closing
        self._inner = inner
        self.name = name
        self.line_ends = 0
        self.is_plain = isinstance(inner, io.BufferedReader)
        """Whether the bytes are those of a file as it lies there."""
        self.counting = not self.is_plain
        """Whether line ends are counted: for what is unpacked, where damage shows here, and for readers that ask for it."""

    def read(self, size: int = -1) -> bytes:
        """Up to ``size`` bytes, as many as there are: shorter only at the end."""
        blocks: list[bytes] = []
        left = size
        while left != 0 and (block := self._some(left if size >= 0 else 1 << 20)):
            blocks.append(block)
            left -= len(block) if size >= 0 else 0
        return blocks[0] if len(blocks) == 1 else b"".join(blocks)

    def _some(self, size: int) -> bytes:
        try:
            block = cast(io.BufferedReader, self._inner).read1(size)
        except _DAMAGE as error:
            raise self.broken(str(error)) from None
        except OSError as error:
            raise BadInput(f"{self.name}: reading failed ({error.strerror or error})") from None
        if self.counting:
            self.line_ends += block.count(b"\n")
        return block

    def broken(self, why: str) -> BadInput:
        """The error of a file that is damaged here."""
        line = self.line_ends + 1
        return BadInput(
            f"{self.name}: truncated or damaged near line {line} ({why}); nothing was taken from it, get a whole copy"
        )

    def readable(self) -> bool:
        """Always."""
        return True

    def close(self) -> None:
        """Close everything underneath too."""
        self._closing.close()
        super().close()


def unpack(raw: BinaryIO, closing: ExitStack, *, name: str) -> BinaryIO:
    """The decompressed stream of gzip or xz bytes, or the bytes as they are."""
    head = _peek(raw, name=name)
    for magic, called in _OTHERS.items():
        if head.startswith(magic):
            raise BadInput(f"{name}: {called} is not read; unpack it, or pack it as .gz, .xz or .zip")
    if head.startswith(b"\x1f\x8b"):
        return cast(BinaryIO, closing.enter_context(gzip.GzipFile(fileobj=raw)))
    return cast(BinaryIO, closing.enter_context(lzma.LZMAFile(raw))) if head.startswith(b"\xfd7zXZ\x00") else raw


def _peek(raw: BinaryIO, *, name: str) -> bytes:
    try:
        head: bytes = cast(io.BufferedReader, raw).peek(6)[:6]
    except (*_DAMAGE, NotImplementedError, RuntimeError) as error:
        raise BadInput(f"{name}: cannot be read ({error}); get a whole copy, or unpack it first") from None
    return head
