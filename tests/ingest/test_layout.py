"""Which column is for what: options, guesses, and errors that help."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from baquara.errors import BadInput
from baquara.ingest.options import ReadOptions, parse_mapping
from baquara.ingest.readers import describe
from baquara.ingest.sources import expand

T = "2014-06-12T09:02:11Z"


def described(path: Path, **given: Any) -> Any:  # noqa: ANN401
    if isinstance(given.get("mapping"), str):
        given["mapping"] = parse_mapping(given["mapping"])
    return describe(expand([path])[0], ReadOptions(**given))


@pytest.mark.parametrize(
    ("header", "mapping"),
    [
        ("uid,time,lat,lon", "moving_object=uid,time=time,lat=lat,lon=lon"),
        ("User_ID,Timestamp,Latitude,Longitude", "moving_object=User_ID,time=Timestamp,lat=Latitude,lon=Longitude"),
        ("usuário,data_hora,latitud,longitud", "moving_object=usuário,time=data_hora,lat=latitud,lon=longitud"),
        ("individual-local-identifier,timestamp,location-lat,location-long", None),
        ("tid,t,y,x", "moving_object=tid,time=t,lat=y,lon=x"),
        ("id,begin,lat,lng", "moving_object=id,begin=begin,lat=lat,lon=lng"),
    ],
)
def test_names_in_many_ways(write: Callable[..., Path], header: str, mapping: str | None) -> None:
    found = described(write("a.csv", f"{header}\na,{T},-22.9,-43.2\n")).mapping
    assert mapping is None or found == mapping
    assert [part.split("=")[0] for part in found.split(",")][2:] == ["lat", "lon"]


def test_a_description_shows_two_values_of_each_column(write: Callable[..., Path]) -> None:
    text = str(described(write("a.csv", f"uid,time,lat,lon,mood\na,{T},1,2,glad\nb,{T},3,4,sad\nc,{T},5,6,mad\n")))
    assert "a.csv: csv, delimiter ',', a header" in text
    assert "attribute      mood: glad, sad" in text
    assert "mad" not in text


def test_a_user_before_a_trip_before_a_name(write: Callable[..., Path]) -> None:
    line = f"\n1,2,3,{T},1,2\n"
    assert "moving_object=user" in described(write("a.csv", "name,tid,user,time,lat,lon" + line)).mapping
    assert "moving_object=tid" in described(write("a.csv", "name,tid,mood,time,lat,lon" + line)).mapping


@pytest.mark.parametrize(
    ("data", "mapping"),
    [
        (f"0\t{T}\t40.64\t-73.78\t23261\n", "moving_object=column1,time=column2,lat=column3,lon=column4"),
        (f"116.3\t39.9\tx\t{T}\n", "lon=column1,lat=column2,moving_object=column3,time=column4"),
        ("a\t1402563731\t39.9\t116.3\n", "moving_object=column1,time=column2,lat=column3,lon=column4"),
    ],
)
def test_content_without_header(write: Callable[..., Path], data: str, mapping: str) -> None:
    assert described(write("a.tsv", data)).mapping == mapping


@pytest.mark.parametrize("data", [f"a\t{T}\t12.5\t41.9\n", f"a\t{T}\t{T}\t39.9\t116.3\n", f"a\t{T}\t1\t2\n"])
def test_content_that_could_mean_two_things(write: Callable[..., Path], data: str) -> None:
    with pytest.raises(BadInput, match="start from: --map"):
        described(write("a.tsv", data))


def test_numbers_name_columns_without_header(took: Callable[..., Any]) -> None:
    (row,) = took("a.tsv", f"a\t{T}\t12.5\t41.9\tBar\n", mapping="lon=3,lat=4,venue=5").rows
    assert (row["lon"], row["lat"], row["venue"]) == (12.5, 41.9, "Bar")


def test_what_is_said_beats_what_is_guessed(took: Callable[..., Any]) -> None:
    data = f"uid,time,when,lat,lon,home_lat,home_lon\na,{T},2020-01-01T00:00:00Z,1,2,3,4\n"
    (row,) = took("a.csv", data, mapping="time=when,lat=home_lat,lon=home_lon").rows
    assert (row["begin"], row["lat"], row["lon"]) == (1_577_836_800_000_000, 3.0, 4.0)
    assert (row["time"], row["lat_"], row["lon_"]) == (T, "1", "2")


def test_projected_positions(took: Callable[..., Any]) -> None:
    given = {"crs": "EPSG:2100", "epoch": "2002-08-27T00:00:00+03:00"}
    pair = took(
        "a.csv",
        "tid,time,space\n1,30,4207716.0 473841.1\n1,x,1 2\n1,60,oops\n1,90,1e30 1e30\n",
        mapping="yx=space",
        **given,
    )
    both = took("b.csv", "tid,time,x,y\n1,30,473841.1,4207716.0\n", **given)
    keys = ("begin", "lon", "lat", "utc_offset_min")
    assert [pair.rows[0][k] for k in keys] == [both.rows[0][k] for k in keys]
    assert (pair.rows[0]["begin"], pair.rows[0]["utc_offset_min"]) == (1_030_395_630_000_000, 180)
    assert (round(pair.rows[0]["lon"], 3), round(pair.rows[0]["lat"], 3)) == (23.704, 38.019)
    assert pair.reasons == {3: "bad-time", 4: "bad-number", 5: "out-of-range"}


def test_begin_and_end(took: Callable[..., Any]) -> None:
    data = "uid,arrival,departure,lat,lon\n" + "".join(
        f"a,{T},{end},1,180\n" for end in (T, "", "2014-06-12T08:00:00Z", "x")
    )
    result = took("a.csv", data)
    assert [(r["begin"] == r["end"], r["lon"]) for r in result.rows] == [(True, -180.0)] * 2
    assert result.reasons == {4: "end-before-begin", 5: "bad-time"}


def test_a_constant_moving_object(took: Callable[..., Any]) -> None:
    assert took("a.csv", f"time,lat,lon\n{T},1,2\n", moving_object="bus 7").rows[0]["moving_object"] == "bus 7"


def test_which_attributes_are_kept(took: Callable[..., Any]) -> None:
    data = f"uid,time,lat,lon,a,b,line\nx,{T},1,2,3,4,5\n"
    assert list(took("a.csv", data).rows[0])[7:] == ["a", "b", "line_"]
    assert list(took("a.csv", data, attributes=("b",)).rows[0])[7:] == ["b"]
    assert list(took("a.csv", data, attributes=()).rows[0])[7:] == []
    with pytest.raises(BadInput, match="no column 'c' to keep"):
        took("a.csv", data, attributes=("c",))


def test_an_unknown_column_gets_a_suggestion(took: Callable[..., Any]) -> None:
    with pytest.raises(BadInput, match=r"no column 'usr_id'; columns: user_id, time, lat, lon; did you mean user_id\?"):
        took("a.csv", f"user_id,time,lat,lon\na,{T},1,2\n", mapping="moving_object=usr_id")


@pytest.mark.parametrize(("zone", "reason"), [("earliest", None), ("latest", None), ("reject", "ambiguous-local-time")])
def test_local_times_that_happen_twice_or_never(took: Callable[..., Any], zone: str, reason: str | None) -> None:
    data = "uid,time,lat,lon\na,2014-03-09 02:30:00,1,2\na,2014-11-02 01:30:00,1,2\na,2014-07-01 12:00:00,1,2\n"
    result = took("a.csv", data, timezone="America/New_York", ambiguous=zone)
    assert result.reasons == {2: "nonexistent-local-time"} | ({3: reason} if reason else {})
    offsets = {"earliest": [-240, -240], "latest": [-300, -240], "reject": [-240]}
    assert [r["utc_offset_min"] for r in result.rows] == offsets[zone]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"mapping": {"movin_object": "a"}}, "did you mean moving_object"),
        ({"mapping": {"lon": "a"}}, "lon and lat go together"),
        ({"mapping": {"x": "a", "y": "b"}}, "--crs"),
        ({"mapping": {"lonlat": "a", "lon": "b", "lat": "c"}}, "keep one way"),
        ({"mapping": {"time": "a", "begin": "b"}}, "keep one"),
        ({"mapping": {"moving_object": "a"}, "moving_object": "b"}, "keep one"),
        ({"timezone": "Nowhere/Land"}, "unknown time zone"),
        ({"epoch": "2002-08-27T00:00:00"}, "has no zone"),
        ({"epoch": "yesterday"}, "not a time"),
        ({"crs": "EPSG:0"}, "PROJ"),
        ({"delimiter": ",,"}, "one character"),
        ({"format": "xlsx"}, "unknown format"),
        ({"ambiguous": "both"}, "earliest, latest or reject"),
        ({"moving_object": " "}, "empty"),
    ],
)
def test_options_that_cannot_be(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        ReadOptions(**given)


@pytest.mark.parametrize("text", ["time", "=a", "time=", "time=a,time=b"])
def test_a_broken_map(text: str) -> None:
    with pytest.raises(BadInput, match="--map"):
        ReadOptions(mapping=parse_mapping(text))
