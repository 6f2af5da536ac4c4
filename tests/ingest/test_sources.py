"""Files, folders, archives, standard input; damage."""

import gzip
import io
import lzma
import sys
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from baquara.errors import BadInput
from baquara.ingest.options import ReadOptions
from baquara.ingest.readers import describe, read
from baquara.ingest.sources import IngestWarning, expand

CSV = b"uid,time,lat,lon\n" + b"".join(b"u%d,2014-06-12T09:02:11Z,1.5,2.5\n" % i for i in range(5000))


def zipped(**members: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


PACKED = {
    "a.csv": CSV,
    "a.csv.gz": gzip.compress(CSV),
    "a.csv.xz": lzma.compress(CSV),
    "a.zip": zipped(**{"d/a.csv": CSV}),
}


@pytest.mark.parametrize("name", PACKED)
def test_packed_or_not_is_the_same(write: Callable[..., Path], reading: Callable[..., Any], name: str) -> None:
    path = write(name, PACKED[name])
    assert reading(path).total == 5000
    (source,) = expand([path])
    assert source.sha256() == expand([write("plain.csv", CSV)])[0].sha256()


@pytest.mark.parametrize("packed", [gzip.compress(CSV), lzma.compress(CSV)])
def test_packing_is_told_by_content(took: Callable[..., Any], packed: bytes) -> None:
    assert took("a.csv", packed).total == took("a.dat", packed).total == 5000


@pytest.mark.parametrize("name", ["a.csv.gz", "a.csv.xz", "a.zip"])
@pytest.mark.parametrize("part", [0.05, 0.5, 0.99])
def test_a_truncated_file_is_refused_by_name(took: Callable[..., Any], name: str, part: float) -> None:
    whole = PACKED[name]
    with pytest.raises(BadInput, match=name):
        took(name, whole[: int(len(whole) * part)])


def test_the_line_reached_is_told(took: Callable[..., Any]) -> None:
    with pytest.raises(BadInput, match=r"near line [1-5]\d{3} ") as error:
        took("a.csv.gz", gzip.compress(CSV)[:-10])
    assert "nothing was taken" in str(error.value)


@pytest.mark.parametrize("name", ["a.csv.gz", "a.csv.xz", "a.zip"])
def test_a_flipped_byte_is_found(took: Callable[..., Any], name: str) -> None:
    damaged = bytearray(PACKED[name])
    damaged[len(damaged) // 2] ^= 0x55
    with pytest.raises(BadInput, match="damaged"):
        took(name, bytes(damaged))


def test_a_folder_is_walked_in_order(write: Callable[..., Path], tmp_path: Path) -> None:
    for name in ("d/b.csv", "d/a/z.csv.gz", "d/.hidden.csv", "d/.git/x.csv", "d/c.GPX"):
        write(name, gzip.compress(CSV) if name.endswith("gz") else CSV)
    write("d/m.zip", zipped(**{"y.csv": CSV, "x.csv": CSV, "__MACOSX/x.csv": CSV}))
    assert [s.name for s in expand([tmp_path / "d"])] == [
        "d/a/z.csv.gz",
        "d/b.csv",
        "d/c.GPX",
        "d/m.zip!x.csv",
        "d/m.zip!y.csv",
    ]


def test_what_is_left_out_is_told(write: Callable[..., Path], tmp_path: Path) -> None:
    write("d/a.csv", CSV)
    write("d/readme.md", "")
    with pytest.warns(IngestWarning, match=r"1 of unknown suffix \(d/readme.md\)"):
        assert len(expand([tmp_path / "d"])) == 1


def test_nothing_to_read(write: Callable[..., Path], tmp_path: Path) -> None:
    write("d/readme.md", "")
    for paths in ([], [tmp_path / "d"]):
        with pytest.raises(BadInput, match="nothing to read"):
            expand(paths)
    with pytest.raises(BadInput, match="no such file"):
        expand([tmp_path / "absent.csv"])


def test_names_stay_different(write: Callable[..., Path]) -> None:
    paths = [write("one/a.csv", CSV), write("two/a.csv", CSV)]
    assert [source.name for source in expand([*paths, paths[0]])] == ["one/a.csv", "two/a.csv"]
    assert [source.name for source in expand(paths[:1])] == ["a.csv"]
    assert [source.name for source in expand([paths[0].parent, paths[0]])] == ["one/a.csv"]


def test_archives_of_one_name_stay_different(write: Callable[..., Path]) -> None:
    paths = [write(f"{folder}/a.zip", zipped(**{"x.csv": CSV})) for folder in ("one", "two")]
    assert [source.name for source in expand(paths)] == ["one/a.zip!x.csv", "two/a.zip!x.csv"]


@pytest.mark.parametrize("data", [CSV, gzip.compress(CSV)])
def test_standard_input_can_be_read_twice(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    (source,) = expand(["-"])
    assert describe(source, ReadOptions()).format == "csv"
    assert sum(batch.total for batch in read(source, ReadOptions())) == 5000
    (again,) = expand(["-"])
    assert sum(batch.total for batch in read(again, ReadOptions())) == 5000


@pytest.mark.parametrize("magic", [b"BZh91AY", b"\x28\xb5\x2f\xfd123", b"7z\xbc\xaf\x27\x1c"])
def test_other_packings_are_named(took: Callable[..., Any], magic: bytes) -> None:
    with pytest.raises(BadInput, match="unpack it"):
        took("a.csv", magic)


def test_a_file_that_vanishes(write: Callable[..., Path]) -> None:
    path = write("a.csv", CSV)
    (source,) = expand([path])
    path.unlink()
    with pytest.raises(BadInput, match="cannot be opened"):
        describe(source, ReadOptions())


def test_no_file_is_left_open(write: Callable[..., Path], reading: Callable[..., Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        for name, data in PACKED.items():
            reading(write(name, data))
