"""Plans are checked when they are made."""

import subprocess
import sys
from typing import Any

import pytest
from shapely import box

import baquara.segment
from baquara.errors import BadInput
from baquara.segment import Areas, Plan, Scale


@pytest.mark.parametrize(
    ("text", "seconds", "metres"),
    [
        ("30min/500m", 1800, 500),
        ("20min/2km", 1200, 2000),
        (" 90s / 50 m ", 90, 50),
        ("1.5h/0.3km", 5400, 300),
        ("1d/1m", 86400, 1),
    ],
)
def test_a_scale_is_parsed(text: str, seconds: float, metres: float) -> None:
    assert Scale.parse(text) == Scale(seconds, metres)
    assert Scale.parse(str(Scale.parse(text))) == Scale(seconds, metres)


@pytest.mark.parametrize(
    "text", ["", "30min", "30/500", "min/m", "1.2.3min/5m", "-3min/5m", "0min/5m", "5min/0m", "5m/5min"]
)
def test_a_bad_scale_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Scale.parse(text)


@pytest.mark.parametrize(
    "options",
    [
        {"trails": "week"},
        {"trails": "gap"},
        {"trails": "day", "gap_s": 5.0},
        {"trails": "window", "window_s": 0.0},
        {"trails": "window", "gap_s": 60.0, "window_s": 60.0},
        {"max_gap_s": -1.0},
        {"max_gap_s": float("nan")},
        {"scales": ()},
        {"scales": (Scale(60, 50), Scale(60, 50))},
        {"scales": (Scale(60, 50), Scale(30, 60))},
        {"scales": (Scale(60, 50), Scale(61, 50))},
        {"checkins": True, "areas": Areas.of([box(0, 0, 1, 1)], min_duration_s=1.0)},
    ],
)
def test_a_bad_plan_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        Plan(**options)


@pytest.mark.parametrize(
    "values", [(0.0, 5.0), (5.0, 0.0), (float("inf"), 5.0), (5.0, float("inf")), (float("nan"), 5.0)]
)
def test_a_scale_is_finite_and_positive(values: tuple[float, float]) -> None:
    with pytest.raises(BadInput):
        Scale(*values)


def test_numba_is_not_imported_before_it_is_needed() -> None:
    code = "import sys, baquara.segment; sys.exit('numba' in sys.modules or 'shapely' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_public_names_exist() -> None:
    assert all(hasattr(baquara.segment, name) for name in baquara.segment.__all__)
