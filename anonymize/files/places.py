"""Places: columns place, x, y (metres) or place, lon, lat (degrees, then projected)."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from anonymize.files.table import first_line, read_table
from baquara.errors import BadInput
from baquara.sequences import Places

__all__ = ["projected", "read_places"]


def read_places(path: Path, names: tuple[str, ...]) -> Places:
    """Where each of these places is. A place that the file lacks is an error; one that nobody visits is passed over."""
    table = read_table(path, ("place", "x", "y"), others=[("place", "lon", "lat")])
    _, first, second = table.column_names
    x, y = (_numbers(table[name], name, path) for name in (first, second))
    row = _rows(table["place"], x, y, path)
    missing = [name for name in names if name not in row]
    if missing:
        raise BadInput(f"{path}: {len(missing)} of {len(names)} visited places are not in it, first {missing[0]!r}")
    at = np.array([row[name] for name in names], dtype=np.int64)
    x, y = x[at], y[at]
    if first == "lon":
        if len(x) and not (np.abs(x).max() <= 180 and np.abs(y).max() <= 90):
            raise BadInput(
                f"{path}: lon must be from -180 to 180 and lat from -90 to 90; are these metres? Then name the columns x and y"
            )
        x, y = projected(x, y)
    return Places(x, y)


def projected(lon: Any, lat: Any) -> tuple[Any, Any]:  # noqa: ANN401
    """Metres east and north of the middle: an azimuthal equidistant projection around it, on the ellipsoid."""
    from pyproj import Transformer

    if not len(lon):
        return lon, lat
    middle = f"+proj=aeqd +lon_0={np.median(lon):.6f} +lat_0={np.median(lat):.6f} +ellps=WGS84 +units=m"
    return Transformer.from_crs("EPSG:4326", middle, always_xy=True).transform(lon, lat)


def _numbers(column: pa.ChunkedArray, name: str, path: Path) -> Any:  # noqa: ANN401
    good = pc.match_substring_regex(column, r"^\s*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?\s*$")
    if not pc.all(good).as_py():
        line = first_line(pc.invert(good))
        raise BadInput(f"{path}, line {line}: {name} must be a finite number, got {column[line - 2].as_py()!r}")
    values = pc.cast(pc.utf8_ltrim(pc.utf8_trim_whitespace(column), "+"), pa.float64()).to_numpy()
    if not np.isfinite(values).all():
        raise BadInput(f"{path}, line {int(np.flatnonzero(~np.isfinite(values))[0]) + 2}: {name} is too large")
    return values


def _rows(names: pa.ChunkedArray, x: Any, y: Any, path: Path) -> dict[str, int]:  # noqa: ANN401
    row: dict[str, int] = {}
    for i, name in enumerate(names.to_pylist()):
        before = row.setdefault(name, i)
        if (x[before], y[before]) != (x[i], y[i]):
            raise BadInput(f"{path}, line {i + 2}: place {name!r} is somewhere else than on line {before + 2}")
    return row
