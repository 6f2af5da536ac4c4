"""Check-ins of gowalla_nyc as sequences of 662 areas (section 5, "Gowalla")."""

import csv
import gzip
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np

from anonymize.aggregate import cluster
from anonymize.files.places import projected
from baquara.errors import BadInput
from baquara.sequences import Places, Sequences

__all__ = ["AREAS", "read_gowalla"]

AREAS = 662
HERE = ZoneInfo("America/New_York")


def read_gowalla(
    folder: Path, *, areas: int, by_day: bool, users_max: int | None = None, visits_max: int | None = None
) -> tuple[Sequences, Places]:
    """One trajectory a user as in the paper, or one a user and local day; a user is a moving object.

    Exact duplicates are one check-in; check-ins in a row in one area are one visit.
    The first ``users_max`` users and the first ``visits_max`` check-ins of each are taken.
    """
    rows = _rows(folder / "gowalla_events.csv.gz")
    users = list(dict.fromkeys(row[0] for row in rows))[:users_max]
    left = dict.fromkeys(users, len(rows) if visits_max is None else visits_max)
    visits: dict[tuple[int, str], list[str]] = {}
    position: dict[str, tuple[float, float]] = {}
    for user, instant, lat, lon, place in rows:
        left[user] = left.get(user, 0) - 1
        if left[user] >= 0:
            visits.setdefault((user, _day(instant) if by_day else ""), []).append(place)
            position.setdefault(place, (lon, lat))
    sequences = Sequences.of([(f"u{user}", stops) for (user, _), stops in visits.items()])
    lon_lat = np.array([position[name] for name in sequences.places])
    return cluster(sequences, Places(*projected(lon_lat[:, 0], lon_lat[:, 1])), areas=areas)


def _rows(path: Path) -> list[tuple[int, str, float, float, str]]:
    """User, instant, latitude, longitude, place; by user, then in order of time."""
    if not path.exists():
        raise BadInput(f"{path} is missing; --data must name the folder that has gowalla_nyc/")
    with gzip.open(path, "rt", encoding="utf-8", newline="") as handle:
        return sorted({(int(u), t, float(a), float(o), p) for u, t, a, o, p in csv.reader(handle, delimiter="\t")})


def _day(instant: str) -> str:
    return datetime.fromisoformat(instant).astimezone(HERE).date().isoformat()
