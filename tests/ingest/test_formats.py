"""Parquet, GPX, GeoJSON, MF-JSON and GeoLife: the same two fixes in every format, then what can go wrong in each."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import geopandas
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import shapely

from baquara.errors import BadInput
from baquara.ingest import items, parquet

T1, T2 = "2014-06-12T12:02:11Z", "2014-06-12T12:03:11Z"
US = 1_402_574_531_000_000
GPX = '<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="http://x"><wpt lat="0" lon="0"/>{}</gpx>'
TRACK = f"""<trk><name>Ana</name><trkseg>
<trkpt lat="-22.9" lon="-43.2"><ele>5.5</ele><time>{T1}</time><extensions><x:e><x:hr>90</x:hr></x:e></extensions></trkpt>
<trkpt lat="-22.8" lon="-43.1"><time>{T2}</time></trkpt>
</trkseg></trk>"""
POINTS = [[-43.2, -22.9], [-43.1, -22.8]]


def feature(geometry: Any, **properties: Any) -> dict[str, Any]:  # noqa: ANN401
    return {"type": "Feature", "geometry": geometry, "properties": properties}


def collection(*features: Any) -> str:  # noqa: ANN401
    return json.dumps({"type": "FeatureCollection", "features": features})


def point(lon: float, lat: float) -> dict[str, Any]:
    return {"type": "Point", "coordinates": [lon, lat]}


TWO_POINTS = [
    feature(point(*p), user="Ana", time=t, extra=i) for i, (p, t) in enumerate(zip(POINTS, (T1, T2), strict=True))
]
LINE = {"type": "LineString", "coordinates": POINTS}
FOUR = {"type": "LineString", "coordinates": [[*POINTS[0], 0, US // 10**6], [*POINTS[1], 0, US // 10**6 + 60]]}
MOVING = {"type": "MovingPoint", "datetimes": [T1, T2], "coordinates": POINTS}
SPECIMENS = {
    "a.csv": f"uid,time,lat,lon\nAna,{T1},-22.9,-43.2\nAna,{T2},-22.8,-43.1\n",
    "zone-in-text.csv": "uid,time,lat,lon\nAna,2014-06-12T09:02:11-03:00,-22.9,-43.2\nAna,2014-06-12 12:03:11+0000,-22.8,-43.1\n",
    "ms.csv": f"uid,t,lat,lon\nAna,{US // 1000},-22.9,-43.2\nAna,{US // 1000 + 60_000},-22.8,-43.1\n",
    "halves.csv": "user,date,time,lat,lon,tz\nAna,2014-06-12,09:02:11,-22.9,-43.2,-180\nAna,2014-06-12,12:03:11,-22.8,-43.1,Z\n",
    "wkt.csv": f'uid,time,position\nAna,{T1},POINT (-43.2 -22.9)\nAna,{T2},"-43.1, -22.8"\n',
    "a.gpx": GPX.format(TRACK),
    "points.geojson": collection(*TWO_POINTS),
    "lines.geojsonl": "\n".join(json.dumps(f) for f in TWO_POINTS),
    "seq.geojsons": "".join("\x1e" + json.dumps(f) + "\n" for f in TWO_POINTS),
    "list.json": json.dumps(TWO_POINTS),
    "track.geojson": collection(feature(LINE, name="Ana", coordTimes=[T1, T2])),
    "one.json": json.dumps(feature(LINE, user="Ana", name="x", times=[T1, T2])),
    "nested.json": collection(feature(LINE, name="Ana", coordinateProperties={"times": [T1, T2]})),
    "multi.json": collection(
        feature({"type": "MultiLineString", "coordinates": [POINTS[:1], POINTS[1:]]}, uid="Ana", times=[[T1], [T2]])
    ),
    "fourth.json": collection(feature(FOUR, name="Ana")),
    "moving.json": collection({"type": "Feature", "id": "Ana", "temporalGeometry": MOVING, "properties": {}}),
    "trajectory.mfjson": json.dumps(feature(LINE, name="Ana", datetimes=[T1, T2])),
    "prisms.json": json.dumps(
        {"type": "Feature", "id": "Ana", "temporalGeometry": {"type": "MovingGeometryCollection", "prisms": [MOVING]}}
    ),
    "Data/Ana/Trajectory/1.plt": "Geolife trajectory\nWGS 84\nAltitude\nReserved\n0,2,255\n0\n"
    "-22.9,-43.2,0,492,41802.5,2014-06-12,12:02:11\n-22.8,-43.1,0,492,41802.5,2014-06-12,12:03:11\n",
}
OPTIONS: dict[str, dict[str, Any]] = {"wkt.csv": {"mapping": "lonlat=position"}}


@pytest.mark.parametrize("name", SPECIMENS)
def test_the_same_two_fixes(took: Callable[..., Any], name: str) -> None:
    result = took(name, SPECIMENS[name], **OPTIONS.get(name, {}))
    assert not result.rejects
    assert [(r["moving_object"], r["begin"], r["end"], r["lon"], r["lat"]) for r in result.rows] == [
        ("Ana", US, US, -43.2, -22.9),
        ("Ana", US + 60_000_000, US + 60_000_000, -43.1, -22.8),
    ]


@pytest.mark.parametrize("name", [n for n in SPECIMENS if "json" in n or "gpx" in n])
def test_a_file_cut_anywhere_is_refused(took: Callable[..., Any], name: str) -> None:
    data = SPECIMENS[name].encode()
    for cut in range(1, len(data) - 1, max(1, len(data) // 25)):
        if "\x1e" not in SPECIMENS[name] and "geojsonl" not in name:
            with pytest.raises(BadInput):
                took(name, data[:cut])


def test_offsets_come_with_the_time(took: Callable[..., Any]) -> None:
    assert [r["utc_offset_min"] for r in took("a.csv", SPECIMENS["zone-in-text.csv"]).rows] == [-180, 0]
    assert [r["utc_offset_min"] for r in took("a.csv", SPECIMENS["halves.csv"]).rows] == [-180, 0]
    local = took("a.csv", SPECIMENS["a.csv"], local_timezone="Asia/Kathmandu").rows
    assert [r["utc_offset_min"] for r in local] == [345, 345]


def test_gpx_attributes_lines_and_order(took: Callable[..., Any]) -> None:
    back = f'<trk><trkseg><trkpt lat="1" lon="2"><time>{T2}</time></trkpt><trkpt lat="1" lon="2"><time>{T1}</time></trkpt></trkseg></trk>'
    result = took("walk.gpx", GPX.format(TRACK + "\n" + back))
    assert [(r["moving_object"], r["line"], r["ele"], r["hr"]) for r in result.rows] == [
        ("Ana", 2, "5.5", "90"),
        ("Ana", 3, None, None),
        ("walk", 5, None, None),
    ]
    assert result.reasons == {5: "time-going-back"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ('<!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><gpx>&b;</gpx>', "document type"),
        ('<!DOCTYPE gpx SYSTEM "file:///etc/passwd"><gpx/>', "document type"),
        ("<kml/>", "no GPX"),
        (GPX.format(""), "no track"),
        ("<gpx><trk></gpx>", "broken XML at line 1"),
    ],
)
def test_gpx_that_is_refused(took: Callable[..., Any], data: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        took("a.gpx", data)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (feature(None), "missing"),
        (feature({"type": "Polygon", "coordinates": []}), "unsupported-geometry"),
        (feature({"type": "Point", "coordinates": [1]}), "missing"),
        (feature({"type": "Point", "coordinates": ["x", 1]}, user="a", time=T1), "bad-number"),
        (feature(point(1, 2), user="a", time="x"), "bad-time"),
        (feature(point(1, 2), time=T1), "missing"),
        (feature(LINE, times=[T1, T2]), "mixed-geometry"),
        ("text", "not-a-feature"),
    ],
)
def test_a_bad_feature_is_refused_alone(took: Callable[..., Any], bad: Any, reason: str) -> None:  # noqa: ANN401
    result = took("a.geojson", collection(TWO_POINTS[0], bad, TWO_POINTS[1]))
    assert result.reasons == {2: reason}
    assert [r["line"] for r in result.rows] == [1, 3]


@pytest.mark.parametrize("times", [[T1], [T1, T2, T2], "x", None])
def test_a_track_whose_times_do_not_match(took: Callable[..., Any], times: Any) -> None:  # noqa: ANN401
    result = took("a.geojson", collection(feature(LINE, times=[T1, T2]), feature(LINE, times=times)))
    assert len(result.rows) == 2
    assert set(result.reasons) == {2}


def test_temporal_properties_become_attributes(took: Callable[..., Any]) -> None:
    series = [{"datetimes": [T2], "speed": {"values": [4.5], "uom": "KMH"}}]
    moving = {
        "type": "Feature",
        "temporalGeometry": MOVING,
        "temporalProperties": series,
        "properties": {"lon": "mine"},
    }
    assert [(r["speed"], r["lon_"]) for r in took("car.json", json.dumps(moving)).rows] == [
        (None, "mine"),
        ("4.5", "mine"),
    ]


def test_another_reference_system_has_to_be_named(took: Callable[..., Any]) -> None:
    data = json.loads(collection(feature(point(683_400.0, 7_460_700.0), user="Ana", time=T1)))
    data = {"crs": {"type": "name", "properties": {"name": "EPSG:31983"}}, **data}
    with pytest.raises(BadInput, match="--crs"):
        took("a.geojson", json.dumps(data))
    (row,) = took("a.geojson", json.dumps(data), crs="EPSG:31983").rows
    assert (round(row["lon"], 1), round(row["lat"], 1)) == (-43.2, -23.0)


def test_the_attributes_of_all_features_are_in_all_batches(
    took: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(items, "_ROWS", 2)
    data = collection(*(feature(point(1, 2), user="a", time=T1, **{f"p{i}": i}) for i in range(7)))
    assert [row[f"p{i}"] for i, row in enumerate(took("a.json", data).rows)] == [str(i) for i in range(7)]


def table(**more: Any) -> pa.Table:  # noqa: ANN401
    times = pa.array(
        [datetime(2014, 6, 12, 12, 2, 11), datetime(2014, 6, 12, 12, 3, 11)], more.pop("type", pa.timestamp("us"))
    )
    return pa.table({"uid": pa.array([7, 7]), "time": times, "lon": [-43.2, -43.1], "lat": [-22.9, -22.8], **more})


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
@pytest.mark.parametrize("zone", [None, "UTC", "America/New_York"])
def test_parquet_times(tmp_path: Path, reading: Callable[..., Any], unit: str, zone: str | None) -> None:
    pq.write_table(table(type=pa.timestamp(unit, zone)), tmp_path / "a.parquet")
    result = reading(tmp_path / "a.parquet", timezone=None if zone else "UTC")
    assert [row["begin"] for row in result.rows] == [US, US + 60_000_000]
    assert {row["utc_offset_min"] for row in result.rows} == {-240 if zone == "America/New_York" else 0}


def test_parquet_without_zone_is_refused(tmp_path: Path, reading: Callable[..., Any]) -> None:
    pq.write_table(table(), tmp_path / "a.parquet")
    with pytest.raises(BadInput, match="--timezone"):
        reading(tmp_path / "a.parquet")


def test_parquet_attributes_nulls_and_row_groups(
    tmp_path: Path, reading: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "_ROWS", 1)
    more = {"tags": pa.array([["a", "b"], None]), "price": pa.array([-1, 2]), "__index_level_0__": pa.array([0, 1])}
    some = pa.concat_tables([table(**more), table(**more).set_column(2, "lon", pa.array([None, float("nan")]))])
    pq.write_table(some, tmp_path / "a.parquet", row_group_size=3)
    result = reading(tmp_path / "a.parquet", timezone="UTC")
    assert [(r["moving_object"], r["tags"], r["price"], r["line"]) for r in result.rows] == [
        ("7", "a|b", "-1", 1),
        ("7", None, "2", 2),
    ]
    assert result.reasons == {3: "missing", 4: "nan"}
    assert "__index_level_0__" not in result.rows[0]


@pytest.mark.parametrize("crs", ["EPSG:4326", "EPSG:31983", None])
@pytest.mark.parametrize("encoding", ["WKB", "geoarrow"])
def test_geoparquet(tmp_path: Path, reading: Callable[..., Any], crs: str | None, encoding: str) -> None:
    points = geopandas.GeoSeries([shapely.Point(p) for p in POINTS], crs="EPSG:4326")
    frame = geopandas.GeoDataFrame(
        {"uid": ["a", "b"], "time": [T1, T2]}, geometry=points.to_crs(crs) if crs else points
    )
    frame.to_parquet(tmp_path / "a.parquet", geometry_encoding=encoding, schema_version="1.1.0")
    result = reading(tmp_path / "a.parquet")
    assert [(round(r["lon"], 6), round(r["lat"], 6)) for r in result.rows] == [tuple(p) for p in POINTS]


def test_the_damage_of_parquet_is_named(tmp_path: Path, reading: Callable[..., Any]) -> None:
    pq.write_table(table(type=pa.timestamp("us", "UTC")), tmp_path / "a.parquet")
    whole = (tmp_path / "a.parquet").read_bytes()
    for cut in (0, 4, len(whole) // 2, len(whole) - 1):
        (tmp_path / "a.parquet").write_bytes(whole[:cut])
        with pytest.raises(BadInput, match="not a whole Parquet file"):
            reading(tmp_path / "a.parquet")


def test_geolife_goes_by_gmt(took: Callable[..., Any]) -> None:
    name = "Data/Ana/Trajectory/1.plt"
    rows = took(name, SPECIMENS[name], local_timezone="Asia/Shanghai").rows
    assert [(r["begin"], r["utc_offset_min"], r["line"], r["altitude_ft"]) for r in rows[:1]] == [(US, 480, 7, "492")]
    assert round(datetime(2014, 6, 12, 12, 2, 11, tzinfo=UTC).timestamp()) * 10**6 == US
