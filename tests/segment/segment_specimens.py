"""Small tables of positions in which ties happen (grids in space, whole minutes in time), and plans to try on them."""

import dataclasses
from typing import Any

import numpy as np
from shapely import box

from baquara.model import Fixes, Kind, Segments
from baquara.segment import Areas, Plan, Scale

MINUTE = 60
STEP_DEG = 0.001
BASES = [(-43.2, -22.9), (180.0, 0.0), (10.0, 89.999), (0.0, 0.0), (116.3, 39.9)]


def fixes_of(
    minutes: list[float], cells: list[tuple[float, float]], *, base: tuple[float, float] = (0.0, 0.0)
) -> Fixes:
    """Instants of one moving object on a grid of about 111 m."""
    lon, lat = base
    return Fixes.of(
        [
            ("ana", int(MINUTE * t), int(MINUTE * t), lon + STEP_DEG * x, lat + STEP_DEG * y)
            for t, (x, y) in zip(minutes, cells, strict=True)
        ]
    )


def stay(x: float, *, since: int, until: int, every: int = 5) -> tuple[list[float], list[tuple[float, float]]]:
    """Instants at one place, from minute to minute, both included."""
    minutes: list[float] = list(range(since, until + 1, every))
    return minutes, [(x, 0.0)] * len(minutes)


def joined(*parts: tuple[list[float], list[tuple[float, float]]]) -> Fixes:
    return fixes_of([t for part in parts for t in part[0]], [c for part in parts for c in part[1]])


def random_fixes(rng: np.random.Generator) -> Fixes:
    """Up to three moving objects that walk, dwell and jump on a grid, with instants and intervals."""
    rows = [_walk(rng, int(rng.integers(0, 40))) for _ in range(rng.integers(1, 4))]
    begin, end, lon, lat, offset = (np.concatenate([row[n] for row in rows]) for n in range(5))
    return Fixes(
        moving_objects=tuple(f"o{n}" for n in range(len(rows))),
        offsets=np.cumsum([0, *(len(row[0]) for row in rows)]).astype(np.int64),
        begin=(begin * 60_000_000).astype(np.int64),
        end=(end * 60_000_000).astype(np.int64),
        utc_offset_min=offset.astype(np.int16),
        lon=lon,
        lat=lat,
    )


def _walk(rng: np.random.Generator, n: int) -> list[Any]:
    ticks = np.cumsum(rng.choice([1, 1, 2, 5, 30, 700], size=2 * n, p=[0.4, 0.2, 0.2, 0.15, 0.04, 0.01]))
    begin, end = ticks[::2], ticks[1::2].copy()
    end = np.where(rng.random(n) < 0.7, begin, end)
    touch = rng.random(n) < 0.1
    end[:-1] = np.where(touch[:-1], begin[1:], end[:-1])
    step = rng.choice([-3, -1, 0, 0, 0, 0, 1, 3], size=(n, 2)) * (rng.random((n, 1)) < rng.choice([0.2, 0.9]))
    cell = np.cumsum(step, axis=0).reshape(n, 2)
    lon, lat = BASES[rng.integers(len(BASES))]
    x, y = lon + STEP_DEG * cell[:, 0], np.clip(lat + STEP_DEG * cell[:, 1], -90, 90)
    offset = rng.choice([0, -180, 330], size=1)[0] + 60 * (np.arange(n) > n / 2) * rng.integers(-1, 2)
    return [begin, end, np.where(x > 180, x - 360, x), y, np.broadcast_to(offset, n)]


def random_plan(rng: np.random.Generator) -> Plan:
    """Any kind of trails, up to three scales, gaps, check-ins, areas."""
    kind = str(rng.choice(["day", "gap", "object", "window"]))
    radii = np.sort(rng.choice([1.0, 112.0, 223.0, 320.0, 500.0, 2000.0], size=3, replace=False))[::-1]
    durations = np.sort(rng.choice([60.0, 120.0, 300.0, 600.0, 1800.0], size=3))[::-1]
    scales = tuple(Scale(float(d), float(r)) for d, r in zip(durations, radii, strict=True))[: rng.integers(1, 4)]
    areas = random_areas(rng) if rng.random() < 0.3 else None
    return Plan(
        trails=kind,  # type: ignore[arg-type]
        gap_s=float(rng.choice([120, 600])) if kind == "gap" else None,
        window_s=float(rng.choice([600, 3600, 7000])) if kind == "window" else None,
        checkins=areas is None and rng.random() < 0.1,
        scales=scales if areas is None or rng.random() < 0.5 else (),
        max_gap_s=float(rng.choice([0, 60, 300, 1800])) if rng.random() < 0.5 else None,
        areas=areas,
    )


def random_areas(rng: np.random.Generator) -> Areas:
    """Boxes on the grid: beside, inside and across one another, some equal."""
    boxes = []
    for _ in range(rng.integers(1, 7)):
        x, y, w, h = *rng.integers(-5, 5, size=2), *rng.integers(1, 8, size=2)
        boxes.append(box(*(STEP_DEG * v for v in (x, y, x + w, y + h))))
    return Areas(tuple(boxes), tuple(float(s) for s in rng.choice([0, 60, 300], size=len(boxes))))


def differences(a: Segments, b: Segments) -> list[str]:
    """The columns in which two tables are not the same, bit by bit."""
    names = [field.name for field in dataclasses.fields(Segments)]
    return [name for name in names if not _same(getattr(a, name), getattr(b, name))]


def _same(a: np.ndarray, b: np.ndarray) -> bool:  # type: ignore[type-arg]
    return a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")


def outline(s: Segments) -> list[tuple[int, str, int, int]]:
    """Level, kind, first and last of each row."""
    columns = zip(s.level.tolist(), s.kind, s.first.tolist(), s.last.tolist(), strict=True)
    return [(level, Kind(kind).name, first, last) for level, kind, first, last in columns]


def stops_of(s: Segments) -> list[tuple[int, int]]:
    """First and last row of each stop."""
    return [(first, last) for _, kind, first, last in outline(s) if kind == "Stop"]
