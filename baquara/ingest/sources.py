"""From arguments to readable sources: files, folders, members of zip archives, standard input.

Compression is told by the first bytes, not by the name. A source can be opened more than once; standard
input is kept in a temporary file (mode 0600, gone with the process) for that.
"""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final, Literal, cast

from baquara.errors import BadInput
from baquara.ingest.streams import Stream, unpack

__all__ = ["IngestWarning", "Source", "expand"]

_FORMATS: Final = {
    ".csv": "csv",
    ".tsv": "csv",
    ".tab": "csv",
    ".txt": "csv",
    ".parquet": "parquet",
    ".geoparquet": "parquet",
    ".pq": "parquet",
    ".gpx": "gpx",
    ".geojson": "geojson",
    ".geojsonl": "geojson",
    ".geojsons": "geojson",
    ".ndjson": "geojson",
    ".jsonl": "geojson",
    ".json": "geojson",
    ".mfjson": "mfjson",
    ".plt": "plt",
}
_PACKED: Final = (".gz", ".xz")


class IngestWarning(UserWarning):
    """Something in a folder was left out."""


@dataclass(frozen=True)
class Source:
    """One thing to read. ``name`` is relative and stable: it goes into rejects and manifests."""

    name: str
    raw: Callable[[ExitStack], BinaryIO] = field(repr=False, compare=False)
    """Opens the bytes as they lie there, perhaps compressed; what is to be closed goes on the stack."""
    path: Path | None = None
    """The file, where there is one that is not inside an archive."""

    @cached_property
    def format(self) -> str:
        """The format: by name, else by the first bytes."""
        return _FORMATS.get(_suffix(self.name)) or self._sniff()

    @property
    def stem(self) -> str:
        """The name without folders and suffixes."""
        return PurePosixPath(self.name.rpartition("!")[2]).name.split(".")[0] or self.name

    def open(self) -> Stream:
        """The bytes, decompressed as they are read. Damage becomes :class:`BadInput` with the line reached."""
        with ExitStack() as stack:
            try:
                inner = unpack(self.raw(stack), stack, name=self.name)
            except OSError as error:
                raise BadInput(f"{self.name}: cannot be opened ({error.strerror or error})") from None
            return Stream(inner, name=self.name, closing=stack.pop_all())

    def sha256(self) -> str:
        """The digest of the decompressed bytes, so that a file and its packed copy are the same."""
        digest = hashlib.sha256()
        with self.open() as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
        return digest.hexdigest()

    def _sniff(self) -> str:
        with self.open() as stream:
            head = stream.read(4096).lstrip(b"\xef\xbb\xbf \t\r\n\x1e")
        if head.startswith(b"PAR1"):
            return "parquet"
        if head.startswith(b"<"):
            return "gpx"
        return "geojson" if head.startswith((b"{", b"[")) else "csv"


def expand(paths: Sequence[Path | Literal["-"]]) -> list[Source]:
    """The sources behind files, folders (recursive, sorted, hidden files skipped), zip archives and ``-``.

    In folders and archives, files of unknown suffix are left out with an :class:`IngestWarning`; a file that
    is named itself is taken whatever its name. Nothing left is an error.
    """
    found: list[Source] = []
    skipped: list[str] = []
    named = dict.fromkeys(Path(path) for path in paths if path != "-")
    for path, label in zip(named, _labels(list(named)), strict=True):
        found += _one(path, label, skipped)
    found += [_stdin()] if "-" in paths else []
    if not found:
        raise BadInput(f"nothing to read in {', '.join(map(str, paths)) or 'no argument'}{_listed(skipped)}")
    if skipped:
        warnings.warn(f"left out{_listed(skipped)}", IngestWarning, stacklevel=2)
    return _once(found)


def _labels(paths: list[Path]) -> list[str]:
    """How the sources of each argument are called: by its last part, and by more where two would be equal."""
    whole = [path.resolve() for path in paths]
    names = [path.name for path in whole]
    if len(set(names)) == len(set(whole)):
        return names
    common = os.path.commonpath([path.parent for path in whole])
    return [path.relative_to(common).as_posix() for path in whole]


def _once(found: list[Source]) -> list[Source]:
    """A file that was named twice, or beside its folder, is read once."""
    by_place = {source.path.resolve() if source.path else source.name: source for source in reversed(found)}
    return list(reversed(by_place.values()))


def _listed(skipped: list[str]) -> str:
    if not skipped:
        return ""
    more = f" and {len(skipped) - 5} more" if len(skipped) > 5 else ""
    return f": {len(skipped)} of unknown suffix ({', '.join(skipped[:5])}{more}); name a file itself to read it anyway"


def _one(path: Path, label: str, skipped: list[str]) -> list[Source]:
    if path.is_dir():
        return _folder(path, label, skipped)
    if not path.exists():
        raise BadInput(f"{path}: no such file or folder")
    return _file(path, label, skipped)


def _folder(folder: Path, label: str, skipped: list[str]) -> list[Source]:
    found: list[Source] = []
    for path in sorted(folder.rglob("*"), key=lambda p: p.relative_to(folder).parts):
        inside = PurePosixPath(*path.relative_to(folder).parts)
        if path.is_file() and not _hidden(inside):
            name = str(PurePosixPath(label) / inside)
            if _known(name) or name.lower().endswith(".zip"):
                found += _file(path, name, skipped)
            else:
                skipped.append(name)
    return found


def _file(path: Path, name: str, skipped: list[str]) -> list[Source]:
    if _is_zip(path, name):
        return _members(path, name, skipped)
    return [Source(name, lambda stack: stack.enter_context(path.open("rb")), path)]


def _is_zip(path: Path, name: str) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(4) == b"PK\x03\x04" or name.lower().endswith(".zip")
    except OSError as error:
        raise BadInput(f"{name}: cannot be opened ({error.strerror})") from None


def _members(path: Path, name: str, skipped: list[str]) -> list[Source]:
    try:
        with zipfile.ZipFile(path) as archive:
            infos = sorted((i for i in archive.infolist() if not i.is_dir()), key=lambda i: i.filename)
    except zipfile.BadZipFile as error:
        raise BadInput(f"{name}: not a whole zip archive ({error}); get a whole copy") from None
    infos = [info for info in infos if not _hidden(PurePosixPath(info.filename))]
    if any(info.flag_bits & 1 for info in infos):
        raise BadInput(f"{name}: the archive is encrypted; unpack it first")
    skipped += [f"{name}!{info.filename}" for info in infos if not _known(info.filename)]
    return [_member(path, name, info) for info in infos if _known(info.filename)]


def _member(path: Path, name: str, info: zipfile.ZipInfo) -> Source:
    def start(stack: ExitStack) -> BinaryIO:
        archive = stack.enter_context(zipfile.ZipFile(path))
        return cast(BinaryIO, stack.enter_context(archive.open(info)))

    return Source(f"{name}!{info.filename}", start)


def _stdin() -> Source:
    """Standard input, read when first asked for and kept for whoever asks again."""
    return Source("-", lambda stack: stack.enter_context(_keep(sys.stdin.buffer).open("rb")))


@cache
def _keep(stream: BinaryIO) -> Path:
    file = tempfile.NamedTemporaryFile(prefix="baquara-")  # noqa: SIM115
    atexit.register(file.close)
    shutil.copyfileobj(stream, file, 1 << 20)
    file.flush()
    return Path(file.name)


def _hidden(path: PurePosixPath) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in path.parts)


def _suffix(name: str) -> str:
    path = PurePosixPath(name.lower())
    return PurePosixPath(path.stem).suffix if path.suffix in _PACKED else path.suffix


def _known(name: str) -> bool:
    return _suffix(name) in _FORMATS
