"""Movement segments as triples (Definition 2 of Baquara², in the words of ontology/core.ttl)."""

from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import shapely

from baquara.model import NONE, Fixes
from baquara.shapes import hull, line
from baquara.triplify.lines import Lines, coordinates, escaped, instants, line_strings, minutes, numbers
from baquara.triplify.names import Names
from baquara.vocab import GEO, bq

__all__ = ["SLICE_ROWS", "Chunk", "slices", "write_hulls", "write_segments"]

Chunk = tuple[int, Fixes, pa.Table, int, pa.Table]
"""Row of the first fix, fixes, their attributes; row of the first segment, segments."""

SLICE_ROWS = 200_000
"""Rows put into text at a time: no column of text comes near Arrow's 2 GB."""


def write_segments(out: BinaryIO, chunks: Iterator[Chunk], names: Names, *, positions: bool) -> int:
    """Write every segment; with ``positions``, also which positions begin and end it. Returns the triples written."""
    lines = Lines(out)
    lines.one(names.root, "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", f"<{bq('Dataset')}>")
    lines.one(names.root, bq("identifier"), f'"{names.dataset}"')
    for first_fix, fixes, attributes, first_segment, segments in chunks:
        _objects(lines, fixes, names)
        points = coordinates(fixes.lon, fixes.lat)
        subjects = names.segments(segments["moving_object"], segments["path"].combine_chunks())
        _mo_classes(lines, attributes, segments, subjects, names)
        for start, part in slices(segments):
            _some(lines, part, subjects, start, first_segment, names)
            _geometries(lines, part, subjects.slice(start, len(part)), points, fixes, first_fix)
            if positions:
                _ends(lines, part, subjects.slice(start, len(part)), fixes, first_fix, names)
    return lines.count


def slices(table: pa.Table) -> Iterator[tuple[int, pa.Table]]:
    """``(first row, part)`` of at most :data:`SLICE_ROWS` rows."""
    for start in range(0, len(table), SLICE_ROWS):
        yield start, table.slice(start, SLICE_ROWS)


def _some(lines: Lines, part: pa.Table, subjects: pa.Array, start: int, first_segment: int, names: Names) -> None:
    own = subjects.slice(start, len(part))
    kind, level = _strings(part["kind"]), _numpy(part["level"])
    root = pa.array(level == 0)
    lines.write(own, f"> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{bq('Stop')[:-4]}", kind, "> .\n")
    lines.types(own.filter(root), bq("SemanticTrajectory"))
    lines.types(own.filter(pc.invert(root)), bq("Episode"))
    mo = names.objects(part["moving_object"])
    lines.links(own, bq("ofMovingObject"), mo)
    lines.links(own.filter(root), bq("inDataset"), pa.array([f"<{names.root}>"] * int(np.sum(level == 0)), pa.string()))
    closed = pc.binary_join_element_wise(subjects, ">", "")
    for column in ("father", "prev", "next"):
        lines.links(own, bq(column), _linked(closed, _numpy(part[column]), first_segment))
    episodes = pa.array(level == 1)
    of = _linked(subjects, _numpy(part["father"]), first_segment).filter(episodes)
    lines.links(of, bq("hasEpisode"), closed.slice(start, len(part)).filter(episodes))
    begin, end = _numpy(part["begin"].cast(pa.int64())), _numpy(part["end"].cast(pa.int64()))
    lines.interval(
        own, instants(begin, _numpy(part["begin_offset_min"])), instants(end, _numpy(part["end_offset_min"]))
    )
    lines.literals(own, bq("hasDuration"), minutes(end - begin), "decimal")
    lines.literals(own, bq("level"), numbers(level), "integer")
    lines.literals(own, bq("ord"), numbers(_numpy(part["ord"])), "integer")
    lines.literals(own, bq("fixCount"), numbers(_numpy(part["last"]) - _numpy(part["first"]) + 1), "integer")
    lines.literals(own, bq("length"), _lengths(part, kind), "double")
    areas = part["area"].combine_chunks()
    if areas.null_count < len(areas):
        lines.links(
            own,
            bq("occursIn"),
            pa.array([None if a is None else f"<{names.place(a)}>" for a in areas.to_pylist()], pa.string()),
        )


def _lengths(part: pa.Table, kind: pa.Array) -> pa.Array:
    """Metres to the millimetre of trails and moves; none for stops."""
    text = numbers(np.round(_numpy(part["length_m"]), 3))
    return pc.if_else(pc.equal(kind, "Stop"), pa.scalar(None, pa.string()), text)


def _geometries(lines: Lines, part: pa.Table, own: pa.Array, points: pa.Array, fixes: Fixes, first_fix: int) -> None:
    is_stop = _numpy(pc.equal(_strings(part["kind"]), "Stop"))
    at = coordinates(_numpy(part["lon"])[is_stop], _numpy(part["lat"])[is_stop])
    lines.geometries(own.filter(pa.array(is_stop)), pc.binary_join_element_wise("POINT(", at, ")", ""))
    first, last = _numpy(part["first"])[~is_stop] - first_fix, _numpy(part["last"])[~is_stop] - first_fix
    wkt = _cut_at_antimeridian(line_strings(points, first, last), fixes, first, last)
    lines.geometries(own.filter(pa.array(~is_stop)), wkt)


def _cut_at_antimeridian(
    wkt: pa.Array, fixes: Fixes, first: np.ndarray[Any, Any], last: np.ndarray[Any, Any]
) -> pa.Array:
    """A step over half the world in longitude is a step over the antimeridian: such a line is written in two parts."""
    crossings = np.concatenate([[0], np.cumsum(np.abs(np.diff(fixes.lon)) > 180)])
    crossed = np.flatnonzero(crossings[last] > crossings[first])
    if not len(crossed):
        return wkt
    texts = wkt.to_pylist()
    for row in crossed.tolist():
        rows = slice(int(first[row]), int(last[row]) + 1)
        texts[row] = shapely.to_wkt(line(fixes.lon[rows], fixes.lat[rows]), rounding_precision=7)
    return pa.array(texts, pa.string())


def write_hulls(out: BinaryIO, chunks: Iterator[Chunk], names: Names) -> int:
    """Write the convex hull of each stop's fixes, beside its centroid (``bq:hasHull``). Returns the triples written."""
    lines = Lines(out)
    for first_fix, fixes, _, _, segments in chunks:
        stops = segments.filter(pc.equal(segments["kind"].cast(pa.string()), "Stop"))
        own = names.segments(stops["moving_object"], stops["path"].combine_chunks())
        ends = zip(
            (_numpy(stops["first"]) - first_fix).tolist(), (_numpy(stops["last"]) - first_fix + 1).tolist(), strict=True
        )
        shapes = [hull(fixes.lon[a:b], fixes.lat[a:b]) for a, b in ends]
        wkt = pa.array(
            shapely.to_wkt(np.array(shapes, dtype=object), rounding_precision=7).tolist() if shapes else [], pa.string()
        )
        lines.links(own, bq("hasHull"), pc.binary_join_element_wise(own, "/hull>", ""))
        lines.write(own, f'/hull> <{GEO}asWKT> "', wkt, f'"^^<{GEO}wktLiteral> .\n')
    return lines.count


def _ends(lines: Lines, part: pa.Table, own: pa.Array, fixes: Fixes, first_fix: int, names: Names) -> None:
    """``p_i`` and ``p_j`` of Definition 2, where positions are in the graph too."""
    for column, term in (("first", "firstPosition"), ("last", "lastPosition")):
        rows = _numpy(part[column]) - first_fix
        ord_ = rows - fixes.offsets[np.searchsorted(fixes.offsets, rows, side="right") - 1] + 1
        at = names.positions(part["moving_object"], numbers(ord_))
        lines.links(own, bq(term), pc.binary_join_element_wise(at, ">", ""))


def _objects(lines: Lines, fixes: Fixes, names: Names) -> None:
    mo = pa.array(fixes.moving_objects, pa.string())
    subjects = pc.binary_replace_slice(names.objects(mo), -1, 2**31 - 1, "").cast(pa.string())
    lines.types(subjects, bq("MovingObject"))
    lines.literals(subjects, bq("identifier"), escaped(mo))


def _mo_classes(lines: Lines, attributes: pa.Table, segments: pa.Table, subjects: pa.Array, names: Names) -> None:
    """``bq:isOfMOclass`` of moving objects and of their trails, for each class that the object's fixes carry."""
    if "mo_class" not in attributes.column_names:
        return
    given = attributes.select(["moving_object", "mo_class"]).drop_null()
    given = given.set_column(0, "moving_object", given["moving_object"].cast(pa.string()))
    pairs = (
        given.group_by(["moving_object", "mo_class"])
        .aggregate([])
        .sort_by([("moving_object", "ascending"), ("mo_class", "ascending")])
    )
    classes = pa.array([f"<{names.mo_class(name)}>" for name in pairs["mo_class"].to_pylist()], pa.string())
    owners = pc.binary_replace_slice(names.objects(pairs["moving_object"]), -1, 2**31 - 1, "").cast(pa.string())
    lines.links(owners, bq("isOfMOclass"), classes)
    root = pc.equal(segments["level"], 0).combine_chunks()
    trails = pa.table(
        {"moving_object": segments["moving_object"].filter(root).cast(pa.string()), "trail": subjects.filter(root)}
    )
    joined = trails.join(
        pa.table({"moving_object": pairs["moving_object"], "mo_class": classes}), "moving_object", join_type="inner"
    )
    joined = joined.sort_by([("trail", "ascending"), ("mo_class", "ascending")]).combine_chunks()
    for _, part in slices(joined):
        lines.links(_whole(part["trail"]), bq("isOfMOclass"), _whole(part["mo_class"]))


def _whole(column: pa.ChunkedArray) -> pa.Array:
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)


def _linked(targets: pa.Array, rows: np.ndarray[Any, Any], first_segment: int) -> pa.Array:
    """The targets at these rows of the whole file; null for none."""
    return targets.take(pa.array(rows - first_segment, mask=rows == NONE))


def _strings(column: pa.ChunkedArray) -> pa.Array:
    return column.cast(pa.string()).combine_chunks()


def _numpy(column: pa.ChunkedArray | pa.Array) -> np.ndarray[Any, Any]:
    return np.asarray(column.to_numpy(zero_copy_only=False) if isinstance(column, pa.Array) else column.to_numpy())
