"""Random input never crashes: it is read, row by row, or refused as bad input."""

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from baquara.errors import BadInput
from baquara.ingest.options import ReadOptions
from baquara.ingest.readers import describe, read
from baquara.ingest.sources import Source, expand

CELLS = st.sampled_from(
    [
        "",
        "a",
        "1",
        "-22.9",
        "nan",
        "2014-06-12T09:02:11Z",
        "2014-06-12 09:02",
        '"',
        '"x"',
        '""',
        "\r",
        "é",
        "\u2028",
        "1e999",
        " 7 ",
    ]
)
ROWS = st.lists(st.lists(CELLS, max_size=6).map(",".join), max_size=12).map("\n".join)
JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["type", "geometry", "coordinates", "properties", "time", "features", "user"]), inner
        )
    ),
    max_leaves=12,
)
SETTINGS = settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
FORMATS = ["a.csv", "a.gpx", "a.json", "a.plt", "a.parquet", "a.bin"]
GIVEN = ReadOptions(timezone="UTC", ordered=True)


def survives(path: Path, data: bytes, options: ReadOptions = GIVEN) -> int:
    """Rows and rejects of a file; 0 if it is refused. Anything but :class:`BadInput` is a failure."""
    path.write_bytes(data)
    try:
        (source,) = expand([path])
        str(describe(source, options))
        return sum(_checked(batch) for batch in read(source, options))
    except BadInput:
        return 0


def _checked(batch: Any) -> int:  # noqa: ANN401
    assert batch.total == len(batch.rows) + len(batch.rejects)
    for table in (batch.rows, batch.rejects):
        table.validate(full=True)
    return int(batch.total)


@pytest.mark.parametrize("name", FORMATS)
def test_random_bytes(tmp_path: Path, name: str) -> None:
    @SETTINGS
    @given(st.binary(max_size=300))
    def run(data: bytes) -> None:
        survives(tmp_path / name, data)

    run()


@SETTINGS
@given(ROWS)
def test_random_cells_are_all_counted(tmp_path: Path, body: str) -> None:
    """Every line that is not blank is a row or a reject, unless quotes join lines."""
    total = survives(tmp_path / "a.csv", ("uid,time,lat,lon\n" + body).encode())
    if '"' not in body:
        lines = [line for line in body.replace("\r\n", "\n").split("\n") if line]
        assert total in (len(lines), 0)


@SETTINGS
@given(JSON)
def test_random_json(tmp_path: Path, value: Any) -> None:  # noqa: ANN401
    feature = {
        "type": "Feature",
        "geometry": {"type": "Point", "coordinates": value},
        "properties": {"user": value, "time": "2014-06-12T09:02:11Z"},
    }
    for text in (json.dumps(value), json.dumps([feature, value]), json.dumps({"features": [value, feature]})):
        survives(tmp_path / "a.json", text.encode())


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "[" + "1" * 10_000 + "]", '{"features":[', "[1,", "{]"]
)
def test_json_bombs(tmp_path: Path, text: str) -> None:
    survives(tmp_path / "a.json", text.encode())


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.gpx", "a.geojson", "a.plt"])
def test_good_files_with_random_damage(tmp_path: Path, name: str) -> None:
    rng = random.Random(42)
    good = _good(name)
    assert survives(tmp_path / name, good) > 0
    for _ in range(150):
        damaged = bytearray(good)
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(damaged))
            damaged[at : at + rng.randint(0, 3)] = rng.randbytes(rng.randint(0, 3))
        survives(tmp_path / name, bytes(damaged))


def _good(name: str) -> bytes:
    times = [f"2014-06-12T09:02:{i:02}Z" for i in range(20)]
    if name.endswith("gpx"):
        return (
            "<gpx><trk><trkseg>"
            + "".join(f'<trkpt lat="1" lon="2"><time>{t}</time></trkpt>' for t in times)
            + "</trkseg></trk></gpx>"
        ).encode()
    if name.endswith("json"):
        part = (
            '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"user":"a","time":"%s"}}'
        )
        return ('{"type":"FeatureCollection","features":[' + ",".join(part % t for t in times) + "]}").encode()
    if name.endswith("plt"):
        return ("h\n" * 6 + "".join(f"1,2,0,3,4,{t[:10]},{t[11:19]}\n" for t in times)).encode()
    text = ("uid,time,lat,lon\n" + "".join(f"a,{t},1.5,2.5\n" for t in times)).encode()
    return gzip.compress(text) if name.endswith("gz") else text


def test_a_source_is_a_value(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"x")
    (source,) = expand([tmp_path / "a.csv"])
    assert source == Source(
        "a.csv", lambda stack: stack.enter_context((tmp_path / "a.csv").open("rb")), tmp_path / "a.csv"
    )
