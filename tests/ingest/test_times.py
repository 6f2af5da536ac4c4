"""Clock times from text against datetime, the slow and obvious way."""

from datetime import UTC, datetime, timedelta, timezone

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baquara.errors import BadInput
from baquara.ingest.patterns import compile_format
from baquara.ingest.times import BAD, NAIVE, RANGE, ZONED, parse_clock

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(2100, 12, 31))


def us(moment: datetime) -> int:
    return (moment.replace(tzinfo=UTC) - EPOCH) // timedelta(microseconds=1)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(MOMENTS, min_size=1, max_size=30), st.sampled_from("T "))
def test_naive_iso(moments: list[datetime], between: str) -> None:
    clock = parse_clock(pa.array([moment.isoformat(between) for moment in moments]))
    assert clock.local.tolist() == [us(moment) for moment in moments]
    assert set(clock.state) == {NAIVE}


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(st.tuples(MOMENTS, st.integers(-18 * 60, 18 * 60)), min_size=1, max_size=30))
def test_zoned_iso(moments: list[tuple[datetime, int]]) -> None:
    texts = [m.replace(tzinfo=timezone(timedelta(minutes=offset))).isoformat() for m, offset in moments]
    clock = parse_clock(pa.array(texts))
    assert clock.local.tolist() == [us(moment) for moment, _ in moments]
    assert clock.offset_s.tolist() == [offset * 60 for _, offset in moments]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.text("0123456789-:T Z+./", max_size=30), max_size=20))
def test_what_is_taken_is_what_datetime_takes(texts: list[str]) -> None:
    """Of texts made of the right characters, none is taken that datetime refuses."""
    for text, state in zip(texts, parse_clock(pa.array(texts, pa.string())).state, strict=True):
        if state in (NAIVE, ZONED) and "/" not in text:
            datetime.fromisoformat(" ".join(text.split()).replace(" +", "+").replace(" Z", "Z").replace(" -", "-"))


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("2012-02-29 00:00", NAIVE),
        ("2013-02-29 00:00", BAD),
        ("1900-02-29 00:00", BAD),
        ("2000-02-29T23:59:59.999999999Z", ZONED),
        ("2014-06-31 00:00", BAD),
        ("2014-13-01 00:00", BAD),
        ("2014-00-10 00:00", BAD),
        ("2014-06-12 24:00:00", BAD),
        ("2014-06-12 23:59:60", BAD),
        ("2014-06-12 23:60", BAD),
        ("2014-06-12T09:02:11+25:00", BAD),
        ("1850-06-12 09:02", RANGE),
        ("2014-06-12", BAD),
        ("2014/06/12 09:02", NAIVE),
        ("2014/06-12 09:02", BAD),
        ("20140612T090211Z", ZONED),
        ("٢٠١٤-٠٦-١٢ 09:02", BAD),
        ("", BAD),
        ("x" * 100, BAD),
    ],
)
def test_edges(text: str, state: int) -> None:
    assert parse_clock(pa.array([text])).state.tolist() == [state]


def test_more_shapes_than_are_kept() -> None:
    """Each text has a shape of its own, so that most go the slow way."""
    good = [f"2014-06-12T09:02:11.{'1' * digits}Z" for digits in range(1, 13)]
    junk = [f"{'ab'[i >> 6 & 1]}{'ab'[i >> 5 & 1]}{i % 32:c<24}"[:22] for i in range(33, 128)]
    mixed = junk + good + junk[::-1]
    states = parse_clock(pa.array(mixed)).state
    assert [s == ZONED for s in states] == [text in good for text in mixed]


def test_an_array_that_is_a_slice() -> None:
    values = pa.array(["x", "2014-06-12 09:02", None, "2014-06-12 09:03", "y"])[1:4]
    assert parse_clock(values).state.tolist() == [NAIVE, BAD, NAIVE]


@pytest.mark.parametrize(
    "pattern", ["%d/%m/%Y %H:%M", "%m/%d/%y %I:%M:%S %p", "%d %b %Y %H:%M:%S.%f", "%Y%m%d%H%M%S", "%d.%m.%Y %H:%M %z"]
)
def test_formats_as_strptime_reads_them(pattern: str) -> None:
    moments = [datetime(2014, 1, 1, tzinfo=UTC) + timedelta(hours=37 * i, minutes=i, seconds=i) for i in range(200)]
    texts = [moment.strftime(pattern) for moment in moments]
    expected = [us(datetime.strptime(text, pattern)) for text in texts]
    assert parse_clock(pa.array(texts), [compile_format(pattern)]).local.tolist() == expected


@pytest.mark.parametrize("pattern", ["%Y-%m-%d", "%Q", "%d/%d/%Y %H %m", "%Y %m %d %I"])
def test_formats_that_cannot_tell_a_time(pattern: str) -> None:
    with pytest.raises(BadInput, match="time format"):
        compile_format(pattern)
