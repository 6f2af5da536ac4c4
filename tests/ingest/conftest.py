"""Helpers of the tests of reading."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pytest

from baquara.ingest.batch import FIXED, REJECTS
from baquara.ingest.options import ReadOptions, parse_mapping
from baquara.ingest.readers import read
from baquara.ingest.sources import expand


class Taken(NamedTuple):
    """What came out of some files."""

    rows: list[dict[str, Any]]
    rejects: list[dict[str, Any]]
    total: int

    @property
    def reasons(self) -> dict[int, str]:
        return {reject["line"]: reject["reason"] for reject in self.rejects}


def options(**given: Any) -> ReadOptions:  # noqa: ANN401
    if isinstance(given.get("mapping"), str):
        given["mapping"] = parse_mapping(given["mapping"])
    return ReadOptions(**given)


def take(*paths: Path, **given: Any) -> Taken:  # noqa: ANN401
    """Read files, and check what every batch promises."""
    rows: list[pa.Table] = []
    rejects: list[pa.Table] = []
    total = 0
    for source in expand(list(paths)):
        schema = None
        for batch in read(source, options(**given)):
            assert batch.total == len(batch.rows) + len(batch.rejects)
            assert batch.rows.schema.names[:7] == FIXED.names
            assert batch.rejects.schema == REJECTS
            assert schema in (None, batch.rows.schema)
            batch.rows.validate(full=True)
            schema = batch.rows.schema
            rows.append(batch.rows)
            rejects.append(batch.rejects)
            total += batch.total
    return Taken([r for t in rows for r in t.to_pylist()], [r for t in rejects for r in t.to_pylist()], total)


@pytest.fixture
def reading() -> Callable[..., Taken]:
    return take


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, bytes | str], Path]:
    """Write a file into an empty folder."""

    def one(name: str, data: bytes | str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    return one


@pytest.fixture
def took(write: Callable[[str, bytes | str], Path]) -> Callable[..., Taken]:
    """Write one file and read it."""
    return lambda name, data, **given: take(write(name, data), **given)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data, or a visible skip."""
    folder = Path(os.environ.get("BAQUARA_DATA", Path(__file__).parents[3] / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("no real data: set BAQUARA_DATA")
    return folder
