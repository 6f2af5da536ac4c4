"""The four real data sets, with the options that the documentation gives, and their counts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.shared_data

CASES: dict[str, tuple[dict[str, Any], int, int]] = {
    "gowalla_nyc/gowalla_events.csv.gz": ({"mapping": "venue=5", "local_timezone": "America/New_York"}, 138_957, 7_115),
    "foursquare_nyc/foursquare_nyc_joined.parquet": (
        {"mapping": "venue=venue_name", "timezone": "America/New_York"},
        66_946,
        193,
    ),
    "geolife/geolife_sample.txt.gz": ({"timezone": "UTC", "local_timezone": "Asia/Shanghai"}, 217_653, 2),
    "athens_vehicles/vehicles.parquet": (
        {
            "mapping": "moving_object=tid,yx=space,mo_class=label",
            "crs": "EPSG:2100",
            "epoch": "2002-08-27T00:00:00+03:00",
        },
        178_299,
        381,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_every_row_is_taken(shared_data: Path, reading: Callable[..., Any], name: str) -> None:
    given, count, objects = CASES[name]
    result = reading(shared_data / name, **given)
    assert (len(result.rows), len(result.rejects)) == (count, 0)
    assert len({row["moving_object"] for row in result.rows}) == objects


def test_athens_is_around_athens(shared_data: Path, reading: Callable[..., Any]) -> None:
    name = "athens_vehicles/vehicles.parquet"
    rows = reading(shared_data / name, **CASES[name][0]).rows
    assert all(22 < row["lon"] < 25 and 37 < row["lat"] < 39 for row in rows)
