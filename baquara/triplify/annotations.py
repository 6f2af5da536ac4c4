"""What the data says of its segments: text, tags, mentions and venues, in the long and the short form.

A fix belongs to every episode that spans it: to a stop with all its fixes, to a move with the fixes strictly between
its stops. So what was said at a stall in the market is said at the stop there, and at the stop in the market.

A stop *visits* the smallest place that is or contains the venues of all its fixes; where they have nothing in common,
the venue of most of its fixes. It *occurs in* that place and in every container of it. A trail *visits* every place
that contains all the places that its own stops visit.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from baquara.triplify.lines import Lines, escaped, numbers
from baquara.triplify.names import Names, is_iri
from baquara.triplify.places import Containment
from baquara.triplify.segments import SLICE_ROWS, Chunk
from baquara.vocab import PROV, bq

__all__ = ["SPEAKING", "Owned", "owned_fixes", "write_annotations"]

SPEAKING = ("text", "tags", "mentions", "venue")
"""Attributes that become annotations; the others stay in the table of fixes."""


def write_annotations(out: BinaryIO, chunks: Iterator[Chunk], names: Names, containment: Containment) -> int:
    """Write the annotations of every segment. Returns the triples written."""
    lines = Lines(out)
    lines.one(f"{names.root}/run/given", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", f"<{PROV}Activity>")
    for chunk in chunks:
        writer, attributes = _Chunk(lines, names, chunk), chunk[2]
        for name in ("text", "tags", "mentions"):
            if name in attributes.column_names:
                writer.said(name, attributes[name].combine_chunks())
        if "venue" in attributes.column_names:
            writer.visited(attributes["venue"].combine_chunks(), containment)
    return lines.count


class Owned:
    """Pairs (segment, fix) of the chunk: which episodes span which of the marked fixes."""

    def __init__(self, segment: np.ndarray[Any, Any], fix: np.ndarray[Any, Any]) -> None:
        self.segment = segment
        self.fix = fix


def owned_fixes(
    segments: pa.Table, first_fix: int, marked: np.ndarray[Any, Any], kinds: tuple[str, ...] = ("Stop", "Move")
) -> Owned:
    """The episodes of some kinds with each marked fix that they span, by segment and then by fix."""
    kind = segments["kind"].cast(pa.string()).to_numpy(zero_copy_only=False)
    chosen = np.flatnonzero(np.isin(kind, kinds))
    move = kind[chosen] == "Move"
    low = segments["first"].to_numpy()[chosen] - first_fix + (move & (segments["prev"].to_numpy()[chosen] >= 0))
    high = segments["last"].to_numpy()[chosen] - first_fix + 1 - (move & (segments["next"].to_numpy()[chosen] >= 0))
    rank = np.concatenate([[0], np.cumsum(marked)])
    begin, size = rank[low], np.maximum(rank[np.maximum(high, low)] - rank[low], 0)
    which = np.flatnonzero(marked)
    at = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size - begin, size)
    return Owned(np.repeat(chosen, size), which[at])


class _Chunk:
    """Writes the annotations of one chunk."""

    def __init__(self, lines: Lines, names: Names, chunk: Chunk) -> None:
        self._lines, self._names = lines, names
        self._first_fix, fixes, _, self._first_segment, self._segments = chunk
        self._subjects = names.segments(self._segments["moving_object"], self._segments["path"].combine_chunks())
        self._ords = np.arange(len(fixes)) - np.repeat(fixes.offsets[:-1], np.diff(fixes.offsets)) + 1
        self._run = f"<{names.root}/run/given>"

    def said(self, name: str, column: pa.Array) -> None:
        """Text as it is; tags and mentions word by word."""
        owned = owned_fixes(self._segments, self._first_fix, pc.is_valid(column).to_numpy(zero_copy_only=False))
        for start in range(0, len(owned.fix), SLICE_ROWS):
            segment, fix = owned.segment[start : start + SLICE_ROWS], owned.fix[start : start + SLICE_ROWS]
            values = column.take(pa.array(fix))
            if name == "text":
                nodes = self._nodes(segment, "t", numbers(self._ords[fix]))
                self._free("FreeTextAnnotation", nodes, segment, values)
                continue
            words = pc.utf8_split_whitespace(values)
            parent, words = pc.list_parent_indices(words).to_numpy(), pc.list_flatten(words)
            place = np.arange(len(parent)) - np.searchsorted(parent, parent) + 1
            suffix = pc.binary_join_element_wise(numbers(self._ords[fix[parent]]), numbers(place), ".")
            nodes = self._nodes(segment[parent], name[0], suffix)
            if name == "tags":
                self._free("TagAnnotation", nodes, segment[parent], words)
            else:
                self._mentioned(nodes, segment[parent], words)

    def _nodes(self, segment: np.ndarray[Any, Any], letter: str, suffix: pa.Array) -> pa.Array:
        return pc.binary_join_element_wise(self._subjects.take(pa.array(segment)), f"/annotation/{letter}", suffix, "")

    def _annotation(self, kind: str, nodes: pa.Array, segment: np.ndarray[Any, Any], about: str) -> None:
        targets = self._subjects.take(pa.array(segment))
        closed = pc.binary_join_element_wise(nodes, ">", "")
        self._lines.links(targets, bq("hasAnnotation"), closed)
        self._lines.types(nodes, bq(kind))
        self._lines.links(nodes, bq("target"), pc.binary_join_element_wise(targets, ">", ""))
        self._lines.write(nodes, f"> <{bq('property')}> <{bq(about)}> .\n")
        self._lines.write(nodes, f"> <{PROV}wasGeneratedBy> {self._run} .\n")

    def _free(self, kind: str, nodes: pa.Array, segment: np.ndarray[Any, Any], values: pa.Array) -> None:
        self._annotation(kind, nodes, segment, "hasAnnotation")
        self._lines.literals(nodes, bq("hasValue"), escaped(values))

    def _mentioned(self, nodes: pa.Array, segment: np.ndarray[Any, Any], words: pa.Array) -> None:
        good = np.array([is_iri(word) for word in words.to_pylist()], bool)
        mask = pa.array(good)
        iris = pc.binary_join_element_wise("<", words.filter(mask), ">", "")
        self._semantic(nodes.filter(mask), segment[good], "mentions", iris)
        rest = pa.array(~good)
        self._free("FreeTextAnnotation", nodes.filter(rest), segment[~good], words.filter(rest))

    def _semantic(self, nodes: pa.Array, segment: np.ndarray[Any, Any], about: str, iris: pa.Array) -> None:
        self._annotation("SemanticAnnotation", nodes, segment, about)
        self._lines.links(nodes, bq("hasValue"), iris)
        self._lines.links(self._subjects.take(pa.array(segment)), bq(about), iris)

    def visited(self, column: pa.Array, containment: Containment) -> None:
        """``bq:visits`` and ``bq:occursIn`` of stops, ``bq:visits`` of trails."""
        encoded = column.dictionary_encode()
        places = [self._names.place(venue) for venue in encoded.dictionary.to_pylist()]
        owned = owned_fixes(
            self._segments, self._first_fix, pc.is_valid(column).to_numpy(zero_copy_only=False), ("Stop",)
        )
        codes = encoded.indices.take(pa.array(owned.fix)).to_numpy(zero_copy_only=False).astype(np.int64)
        stops, chosen = _choose(owned.segment, codes, places, containment)
        for start in range(0, len(stops), SLICE_ROWS):
            segment, place = stops[start : start + SLICE_ROWS], chosen[start : start + SLICE_ROWS]
            nodes = pc.binary_join_element_wise(self._subjects.take(pa.array(segment)), "/annotation/v", "")
            self._semantic(nodes, segment, "visits", pa.array([f"<{p}>" for p in place], pa.string()))
            self._occurs_in(segment, place, containment)
        self._trails(stops, chosen, containment)

    def _occurs_in(self, segment: np.ndarray[Any, Any], place: list[str], containment: Containment) -> None:
        chains = {p: [f"<{q}>" for q in (p, *containment.above(p))] for p in set(place)}
        rows = np.repeat(segment, [len(chains[p]) for p in place])
        areas = [area for p in place for area in chains[p]]
        self._lines.links(self._subjects.take(pa.array(rows)), bq("occursIn"), pa.array(areas, pa.string()))

    def _trails(self, stops: np.ndarray[Any, Any], chosen: list[str], containment: Containment) -> None:
        father, level = self._segments["father"].to_numpy(), self._segments["level"].to_numpy()
        common: dict[int, tuple[str, ...]] = {}
        for stop, place in zip(stops.tolist(), chosen, strict=True):
            if level[stop] == 1:
                above = containment.above(place)
                common[father[stop]] = tuple(p for p in common.get(father[stop], above) if p in above)
        pairs = [(trail, place) for trail, places in common.items() for place in places]
        if pairs:
            rows = np.array([trail for trail, _ in pairs]) - self._first_segment
            self._lines.links(
                self._subjects.take(pa.array(rows)), bq("visits"), pa.array([f"<{p}>" for _, p in pairs], pa.string())
            )


def _choose(
    segment: np.ndarray[Any, Any], codes: np.ndarray[Any, Any], places: list[str], containment: Containment
) -> tuple[np.ndarray[Any, Any], list[str]]:
    """For each stop with a venue, the place it visits. The pairs come by segment."""
    if not len(segment):
        return segment, []
    starts = np.flatnonzero(np.diff(segment, prepend=-1))
    ends = np.append(starts[1:], len(segment))
    same = np.minimum.reduceat(codes, starts) == np.maximum.reduceat(codes, starts)
    chosen = [places[c] for c in codes[starts]]
    for i in np.flatnonzero(~same):
        counts = Counter(places[c] for c in codes[starts[i] : ends[i]])
        most = min(counts, key=lambda p: (-counts[p], p))
        chosen[i] = containment.smallest_common(counts) or most
    return segment[starts], chosen
