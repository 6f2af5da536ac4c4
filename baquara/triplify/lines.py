"""N-Triples, many lines at a time: each call joins columns of text and writes them."""

from typing import Any, BinaryIO, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from baquara.vocab import GEO, RDF_TYPE, RDFS, XSD, bq

__all__ = ["Lines", "coordinates", "escaped", "instants", "line_strings", "minutes", "numbers"]

_TYPE: Final = f"> <{RDF_TYPE}> <"
_MINUTE_US: Final = 60_000_000


class Lines:
    """Writes statements about a column of subjects and counts them.

    Subjects are IRIs without their closing bracket: ``<https://…/3.1``.
    """

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self.count = 0

    def write(self, *parts: pa.Array | str) -> None:
        """One line a row: the parts joined. A row with a null in any part is left out."""
        joined = pc.binary_join_element_wise(*parts, "")
        if joined.null_count:
            joined = joined.drop_null()
        if not len(joined):
            return
        _, offsets, data = joined.buffers()
        ends = np.frombuffer(offsets, np.int32, len(joined) + 1, joined.offset * 4)
        self._out.write(memoryview(data)[ends[0] : ends[-1]])
        self.count += len(joined)

    def types(self, subjects: pa.Array, iri: str) -> None:
        """``subject a <iri>``."""
        self.write(subjects, f"{_TYPE}{iri}> .\n")

    def links(self, subjects: pa.Array, predicate: str, objects: pa.Array) -> None:
        """``subject predicate object``; objects are bracketed IRIs, a null writes nothing."""
        self.write(subjects, f"> <{predicate}> ", objects, " .\n")

    def literals(self, subjects: pa.Array, predicate: str, values: pa.Array, datatype: str = "string") -> None:
        """``subject predicate "value"^^xsd:datatype``; values are escaped already."""
        mark = "" if datatype == "string" else f"^^<{XSD}{datatype}>"
        self.write(subjects, f'> <{predicate}> "', values, f'"{mark} .\n')

    def geometries(self, subjects: pa.Array, wkt: pa.Array) -> None:
        """``subject geo:hasGeometry [ geo:asWKT wkt ]`` with a named geometry."""
        self.write(subjects, f"> <{GEO}hasGeometry> ", subjects, "/geometry> .\n")
        self.write(subjects, f'/geometry> <{GEO}asWKT> "', wkt, f'"^^<{GEO}wktLiteral> .\n')

    def one(self, subject: str, predicate: str, value: str) -> None:
        """One statement; ``value`` is N-Triples already."""
        self._out.write(f"<{subject}> <{predicate}> {value} .\n".encode())
        self.count += 1

    def labels(self, subjects: pa.Array, values: pa.Array) -> None:
        """``subject rdfs:label "value"``."""
        self.literals(subjects, RDFS + "label", values)

    def interval(self, subjects: pa.Array, begin: pa.Array, end: pa.Array) -> None:
        """``bq:begin`` and ``bq:end``."""
        self.literals(subjects, bq("begin"), begin, "dateTimeStamp")
        self.literals(subjects, bq("end"), end, "dateTimeStamp")


def numbers(values: np.ndarray[Any, Any]) -> pa.Array:
    """Numbers as text."""
    return pc.cast(pa.array(values), pa.string())


def minutes(duration_us: np.ndarray[Any, Any]) -> pa.Array:
    """Microseconds as decimal minutes, rounded to a millionth.

    >>> minutes(np.array([36_270_000_000, 1])).to_pylist()
    ['604.500000', '0.000000']
    """
    millionths = np.rint(duration_us / 60).astype(np.int64)
    whole, rest = numbers(millionths // 1_000_000), numbers(millionths % 1_000_000)
    return pc.binary_join_element_wise(whole, pc.utf8_lpad(rest, 6, "0"), ".")


def instants(us: np.ndarray[Any, Any], offset_min: np.ndarray[Any, Any]) -> pa.Array:
    """xsd:dateTimeStamp with the local offset; fractions only where there are any.

    >>> instants(np.array([1402574531000000, 1402574531250000]), np.array([-180, 0])).to_pylist()
    ['2014-06-12T09:02:11-03:00', '2014-06-12T12:02:11.25Z']
    """
    local = us + offset_min.astype(np.int64) * _MINUTE_US
    text = pc.cast(pa.array(local // 1_000_000, pa.timestamp("s")), pa.string())
    fraction = local % 1_000_000
    if fraction.any():
        digits = pc.utf8_rtrim(pc.utf8_lpad(numbers(fraction), 6, "0"), "0")
        text = pc.if_else(pa.array(fraction == 0), text, pc.binary_join_element_wise(text, digits, "."))
    distinct, codes = np.unique(offset_min, return_inverse=True)
    zones = pa.array([_zone(int(o)) for o in distinct]).take(pa.array(codes))
    return pc.binary_join_element_wise(pc.binary_replace_slice(text, 10, 11, "T").cast(pa.string()), zones, "")


def _zone(offset_min: int) -> str:
    hours, rest = divmod(abs(offset_min), 60)
    return "Z" if offset_min == 0 else f"{'-' if offset_min < 0 else '+'}{hours:02}:{rest:02}"


def coordinates(lon: np.ndarray[Any, Any], lat: np.ndarray[Any, Any]) -> pa.Array:
    """``lon lat`` with at most 7 decimals (1 cm)."""
    return pc.binary_join_element_wise(numbers(np.round(lon, 7)), numbers(np.round(lat, 7)), " ")


def line_strings(points: pa.Array, first: np.ndarray[Any, Any], last: np.ndarray[Any, Any]) -> pa.Array:
    """WKT of the rows ``first`` to ``last`` of ``points``: a line, or a point where there is but one.

    >>> line_strings(pa.array(["1 2", "3 4", "5 6"]), np.array([0, 2]), np.array([1, 2])).to_pylist()
    ['LINESTRING(1 2,3 4)', 'POINT(5 6)']
    """
    sizes = last - first + 1
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    rows = np.arange(offsets[-1]) - np.repeat(offsets[:-1] - first, sizes)
    lists = pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), points.take(pa.array(rows)))
    name = pc.if_else(pa.array(sizes > 1), "LINESTRING(", "POINT(")
    return pc.binary_join_element_wise(name, pc.binary_join(lists, ","), ")", "")


def escaped(texts: pa.Array) -> pa.Array:
    r"""Text as it may stand between the quotes of N-Triples.

    >>> escaped(pa.array(['say "a\\b"\n'])).to_pylist()
    ['say \\"a\\\\b\\"\\n']
    """
    for raw, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r")):
        texts = pc.replace_substring(texts, raw, written)
    return texts
