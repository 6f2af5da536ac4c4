"""Real movement: both engines on the GeoLife sample."""

import csv
import gzip
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msh import broken_rules
from segment_specimens import differences

from baquara.model import Fixes
from baquara.segment import Plan, Scale, segment, segment_reference

DATA = Path(os.environ.get("BAQUARA_DATA", Path(__file__).parents[2].parent / "shared" / "data"))
SAMPLE = DATA / "geolife" / "geolife_sample.txt.gz"

pytestmark = [
    pytest.mark.shared_data,
    pytest.mark.skipif(not SAMPLE.exists(), reason="no geolife sample; set BAQUARA_DATA"),
]


@pytest.fixture(scope="module")
def fixes() -> Fixes:
    """Every seventh position, up to 12,000."""
    with gzip.open(SAMPLE, "rt") as lines:
        rows = list(csv.DictReader(lines))[::7][:12_000]
    seconds = [int(datetime.fromisoformat(row["datetime"]).replace(tzinfo=UTC).timestamp()) for row in rows]
    table = {(row["uid"], s): (float(row["lng"]), float(row["lat"])) for row, s in zip(rows, seconds, strict=True)}
    return Fixes.of([(uid, s, s, *position) for (uid, s), position in table.items()])


@pytest.mark.parametrize("max_gap_s", [None, 600.0])
def test_both_engines_agree(fixes: Fixes, max_gap_s: float | None) -> None:
    scales = tuple(Scale.parse(text) for text in ("30min/2km", "20min/300m", "5min/50m"))
    plan = Plan(scales=scales, max_gap_s=max_gap_s)
    s = segment(fixes, plan)
    assert differences(s, segment_reference(fixes, plan)) == []
    assert broken_rules(fixes, s) == []
    assert s.level.max() == 3
