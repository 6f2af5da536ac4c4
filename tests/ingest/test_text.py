"""Delimited text: every kind of bad row, and rows that only look bad."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from baquara.errors import BadInput
from baquara.ingest.lines import Block, blocks
from baquara.ingest.records import Grid, cut
from baquara.ingest.sources import expand
from baquara.ingest.streams import Stream

HEAD = "uid,time,lat,lon,text\n"
GOOD = "a,2014-06-12T09:02:11Z,-22.9,-43.2,x\n"


def row(
    uid: str = "a", time: str = "2014-06-12T09:02:11Z", lat: str = "-22.9", lon: str = "-43.2", text: str = "x"
) -> str:
    return f"{uid},{time},{lat},{lon},{text}\n"


BAD_ROWS = {
    row(uid=""): "missing",
    row(uid="  "): "missing",
    row(time=""): "missing",
    row(time="soon"): "bad-time",
    row(time="2014-02-30T00:00:00Z"): "bad-time",
    row(time="1814-06-12T09:02:11Z"): "time-out-of-range",
    row(time="2014-06-12 09:02:11"): "no-zone",
    row(lat=""): "missing",
    row(lat="x"): "bad-number",
    row(lat="0x10"): "bad-number",
    row(lat="nan"): "nan",
    row(lat="NULL"): "nan",
    row(lat="inf"): "out-of-range",
    row(lat=" -Infinity"): "out-of-range",
    row(lat="90.0001"): "out-of-range",
    row(lon="180.0001"): "out-of-range",
    row(lon="1e300"): "out-of-range",
    "a,2014-06-12T09:02:11Z,-22.9\n": "wrong-number-of-columns",
    GOOD.strip() + ",more\n": "wrong-number-of-columns",
    row(text='"open'): "unclosed-quote",
}


@pytest.mark.parametrize(("text", "reason"), BAD_ROWS.items())
def test_a_bad_row_is_refused_alone(took: Callable[..., Any], text: str, reason: str) -> None:
    result = took("a.csv", HEAD + GOOD * 2 + text + GOOD)
    assert result.reasons == {4: reason}
    assert [fix["line"] for fix in result.rows] == [2, 3, 5]


def test_all_bad_rows_at_once_with_exact_lines(took: Callable[..., Any]) -> None:
    result = took("a.csv", HEAD + "".join(GOOD + text for text in BAD_ROWS))
    assert result.reasons == {3 + 2 * i: reason for i, reason in enumerate(BAD_ROWS.values())}
    assert len(result.rows) == len(BAD_ROWS)


def test_a_reject_tells_file_and_content(took: Callable[..., Any]) -> None:
    (reject,) = took("a.csv", HEAD + GOOD + row(lat="x", text="\u202eevil\x07")).rejects
    assert reject == {
        "file": "a.csv",
        "line": 3,
        "reason": "bad-number",
        "content": "a,2014-06-12T09:02:11Z,x,-43.2,�evil�",
    }


@pytest.mark.parametrize("bad", [b"\xff\xfe", b"caf\xe9", b"a\0b", b"\xed\xa0\x80"])
def test_broken_encoding(took: Callable[..., Any], bad: bytes) -> None:
    result = took("a.csv", (HEAD + GOOD).encode() + b"a,2014-06-12T09:02:11Z,1,2," + bad + b"\n" + GOOD.encode())
    assert result.reasons == {3: "broken-encoding"}
    assert [fix["line"] for fix in result.rows] == [2, 4]


@pytest.mark.parametrize("size", [(1 << 20) + 1, 3 << 20, 10_000_000, 20_000_000])
def test_a_long_line_is_refused_and_the_next_one_read(took: Callable[..., Any], size: int) -> None:
    result = took("a.csv", HEAD + GOOD + "x" * size + "\n" + GOOD)
    assert result.reasons == {3: "line-too-long"}
    assert len(result.rejects[0]["content"]) == 200
    assert [fix["line"] for fix in result.rows] == [2, 4]


def test_a_long_last_line(took: Callable[..., Any]) -> None:
    assert took("a.csv", HEAD + GOOD + "x" * 10_000_000).reasons == {3: "line-too-long"}


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (HEAD + GOOD + GOOD.strip(), [2, 3]),
        ((HEAD + GOOD * 2).replace("\n", "\r\n"), [2, 3]),
        ("\ufeff" + HEAD + GOOD, [2]),
        ("\n\n" + HEAD + "\n" + GOOD + "\n\n" + GOOD, [5, 8]),
        (HEAD + row(text='"one\n\ntwo"') + GOOD, [2, 5]),
        (HEAD + row(text='"one\r\ntwo"') + "\n" + GOOD, [2, 5]),
        (HEAD + row(text='"say ""hi"""') + GOOD, [2, 3]),
        (HEAD + row(text='"a"b') + GOOD, [2, 3]),
        (HEAD + row(text='"a"b') + row(text='"\n"') + GOOD, [2, 3, 5]),
        (HEAD + row(text='5" pipe') + GOOD + row(text='6" pipe'), [2, 3, 4]),
    ],
)
def test_lines_are_exact(took: Callable[..., Any], data: str, lines: list[int]) -> None:
    result = took("a.csv", data)
    assert not result.rejects
    assert [fix["line"] for fix in result.rows] == lines


def test_text_is_kept(took: Callable[..., Any]) -> None:
    texts = ["São João ☂", "שלום עולם", "日本", "'=1+1", "  spaces  ", "-1"]
    assert [fix["text"] for fix in took("a.csv", HEAD + "".join(row(text=t) for t in texts)).rows] == texts


def test_an_empty_attribute_is_null(took: Callable[..., Any]) -> None:
    assert took("a.csv", HEAD + row(text="") + GOOD).rows[0]["text"] is None


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
@pytest.mark.parametrize("header", [True, False])
def test_delimiters_and_headers(took: Callable[..., Any], delimiter: str, header: bool) -> None:
    data = (HEAD if header else "") + row() + row(uid="b", lat="40.7", lon="-73.9")
    (first, second) = took("a.txt", data.replace(",", delimiter)).rows
    assert (first["moving_object"], first["lat"], second["lon"]) == ("a", -22.9, -73.9)


def test_small_blocks_give_the_same_rows(write: Callable[..., Path]) -> None:
    """Blocks may end anywhere, also inside quotes: rows and lines stay the same."""
    rng = np.random.default_rng(7)
    kinds = [GOOD, row(text='"a\nb"'), row(text='"x,""y"""'), "\n", row(text='5" p'), "short\n", row(text='"\n\n\n"')]
    path = write("a.csv", HEAD + "".join(kinds[i] for i in rng.integers(0, len(kinds), 400)))
    (source,) = expand([path])
    results = []
    for size in (1 << 20, 997, 64):
        with source.open() as stream:
            raws = list(cut(_small(stream, size), Grid(("a", "b", "c", "d", "e"), ",", ("a", "e"))))
        table = pa.concat_tables(raw.table for raw in raws)
        results.append(
            (
                table.to_pylist(),
                np.concatenate([r.lines for r in raws]).tolist(),
                sorted(x for r in raws for x in r.rejects),
            )
        )
    assert results[0] == results[1] == results[2]
    assert len(results[0][0]) > 200


def _small(stream: Stream, size: int) -> Iterator[Block]:
    """Blocks of a stream that gives little at a time, after its header."""
    stream.readline()

    class Slow:
        name = stream.name

        def read(self, wanted: int) -> bytes:
            return bytes(stream.read(min(wanted, size)))

    return blocks(Slow(), block_bytes=size)  # type: ignore[arg-type]


def test_a_block_that_ends_inside_quotes_though_its_quotes_are_even() -> None:
    """A stray quote hides that another is open, and every line gave a row: the fast way must not believe it."""
    parts = [b'a,5" p\nb,"open\n', b'more"\nc,d\n']
    given = [Block(part, np.array([2 * i + 1, 2 * i + 2]), []) for i, part in enumerate(parts)]
    raws = list(cut(given, Grid(("k", "v"), ",", ("k", "v"))))
    rows = [(row["k"], row["v"]) for raw in raws for row in raw.table.to_pylist()]
    assert rows == [("a", '5" p'), ("b", "open\nmore"), ("c", "d")]
    assert np.concatenate([raw.lines for raw in raws]).tolist() == [1, 2, 4]


def test_a_quote_that_is_never_closed_costs_one_row(took: Callable[..., Any]) -> None:
    result = took("a.csv", HEAD + row(text='"open') + GOOD * 5000)
    assert result.reasons == {2: "unclosed-quote"}
    assert len(result.rows) == 5000


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ((HEAD + GOOD).encode("utf-16"), "UTF-16"),
        (HEAD.replace(",", ";") + "a;2014-06-12T09:02:11Z;-22,9;-43,2;x\n", "decimal commas"),
        ((HEAD + GOOD).replace("\n", "\r"), "carriage return"),
        (HEAD + row(time="2014-06-12 09:02:11"), "--timezone"),
        (HEAD + row(time="12/06/2014 09:02"), "--time-format"),
        (HEAD + row(time="30"), "--epoch"),
        (HEAD + row(time="20140612090211"), "--time-format %Y%m%d%H%M%S"),
        ("x" * 1_000_000, "line 1 is longer"),
        ("a,b,c\n1,2,3\n", "start from: --map"),
        ("uid,user,time,lat,lon\na,b,2014-06-12T09:02:11Z,1,2\n", "moving object"),
        ("uid,time,x,y\na,2014-06-12T09:02:11Z,473841.1,4207716\n", "the position"),
    ],
)
def test_what_is_unclear_is_refused_as_a_whole(took: Callable[..., Any], data: bytes | str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        took("a.csv", data)


@pytest.mark.parametrize("data", ["", "\n\n", HEAD, "\ufeff"])
def test_empty_files_have_no_rows(took: Callable[..., Any], data: str) -> None:
    assert took("a.csv", data).total == 0


def test_order_is_asked_of_each_moving_object_alone(took: Callable[..., Any]) -> None:
    times = [("a", 5), ("b", 3), ("a", 4), ("a", 5), ("b", 2), ("b", 9)]
    data = HEAD + "".join(row(uid=u, time=f"2014-06-12T09:02:1{s}Z") for u, s in times)
    assert took("a.csv", data, ordered=True).reasons == {4: "time-going-back", 6: "time-going-back"}
    assert not took("a.csv", data).rejects
