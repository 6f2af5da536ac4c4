"""Stage 3: fixes and segments to named graphs of the next store."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyoxigraph as ox

import ontology
from baquara.progress import Progress
from baquara.store import GraphSource, open_for_reading, rebuilt, select
from baquara.tables.fixes import FixesReader
from baquara.tables.segments import SegmentsReader
from baquara.triplify import (
    Containment,
    Names,
    write_annotations,
    write_hulls,
    write_places,
    write_positions,
    write_segments,
)
from baquara.triplify.annotations import SPEAKING
from baquara.triplify.names import STAGES
from baquara.triplify.segments import Chunk
from baquara.vocab import ONTOLOGY_GRAPH
from baquara.workspace import State, Transaction, Workspace
from queries.internal import internal

__all__ = ["TriplifyReport", "ontology_source", "replace_graphs", "triplify", "write_triples"]


@dataclass(frozen=True, slots=True)
class TriplifyReport:
    """Triples written, by graph."""

    dataset: str
    graphs: dict[str, int]

    @property
    def triples(self) -> int:
        """All of them."""
        return sum(self.graphs.values())


def triplify(
    workspace: Workspace, dataset: str, *, positions: bool = False, hulls: bool = False, progress: Progress
) -> TriplifyReport:
    """Write the dataset's graphs anew; those of other datasets stay as they are."""
    with workspace.writing() as tx:
        now = workspace.dataset(dataset, needs="segments")
        names = Names(workspace.settings.base_iri, dataset)
        tables = _Tables(workspace.root / now["fixes"], workspace.root / now["segments"])
        sources = _sources(tables, now, names, _containment(workspace, tx.state), positions=positions, hulls=hulls)
        old = {names.graph(stage) for stage in STAGES} & set(tx.state.graphs)
        counts = replace_graphs(tx, dataset, sources, dropped=old - set(sources), progress=progress)
        return TriplifyReport(dataset, counts)


def replace_graphs(
    tx: Transaction, dataset: str, sources: dict[str, GraphSource], *, dropped: set[str], progress: Progress
) -> dict[str, int]:
    """Make the next store with these graphs new and those dropped, and make it count."""
    root, state = tx.workspace.root, tx.state
    version = ontology.version()
    if sources and state.graphs.get(ONTOLOGY_GRAPH, {}).get("version") != version:
        sources = {ONTOLOGY_GRAPH: ontology_source, **sources}
    path = tx.new("private", "store")
    old = root / state.store if state.store else None
    counts = rebuilt(
        old, path, present=set(state.graphs), sources=sources, dropped=frozenset(dropped), progress=progress
    )
    for graph in dropped:
        del state.graphs[graph]
    for graph, triples in counts.items():
        own = {"dataset": "ontology", "version": version} if graph == ONTOLOGY_GRAPH else {"dataset": dataset}
        state.graphs[graph] = {**own, "triples": triples, "stale": False}
    state.store = tx.name(path)
    tx.commit()
    return counts


def ontology_source(out: BinaryIO) -> int:
    """The ontology, so that questions can go up its class tree."""
    texts = [ontology.path(name).read_bytes() for name in ontology.MODULES]
    return write_triples(out, (quad for text in texts for quad in ox.parse(text, ox.RdfFormat.TURTLE)))


def write_triples(out: BinaryIO, quads: Iterable[ox.Quad]) -> int:
    """Parsed statements as N-Triples, each once."""
    lines = {f"{quad.triple} .\n" for quad in quads}
    out.write("".join(sorted(lines)).encode())
    return len(lines)


@dataclass(frozen=True, slots=True)
class _Tables:
    fixes: Path
    segments: Path

    def chunks(self, attributes: list[str]) -> Iterator[Chunk]:
        """Fixes and their segments, row group by row group."""
        first_segment = 0
        with FixesReader(self.fixes) as fixes, SegmentsReader(self.segments) as segments:
            for (first_fix, some, table), part in zip(fixes.chunks(attributes), segments.tables(), strict=True):
                yield first_fix, some, table, first_segment, part
                first_segment += len(part)


def _sources(
    tables: _Tables,
    now: dict[str, Any],
    names: Names,
    containment: Containment,
    *,
    positions: bool,
    hulls: bool = False,
) -> dict[str, GraphSource]:
    given = set(now["attributes"])
    sources: dict[str, GraphSource] = {
        names.graph("segments"): lambda out: write_segments(
            out, tables.chunks(["mo_class"]), names, positions=positions
        )
    }
    if hulls:
        sources[names.graph("hulls")] = lambda out: write_hulls(out, tables.chunks([]), names)
    if positions:
        sources[names.graph("positions")] = lambda out: write_positions(out, tables.chunks([]), names)
    if given & set(SPEAKING):
        sources[names.graph("annotations")] = lambda out: write_annotations(
            out, tables.chunks(list(SPEAKING)), names, containment
        )
    if "venue" in given:
        sources[names.graph("places")] = lambda out: write_places(out, _venues(tables), names)
    return sources


def _venues(tables: _Tables) -> dict[str, tuple[int, float, float]]:
    """Each venue with the number of its fixes and the sums of their coordinates."""
    parts = []
    with FixesReader(tables.fixes) as reader:
        for table in reader.tables(["venue"]):
            some = table.select(["venue", "lon", "lat"]).filter(pc.is_valid(table["venue"]))
            parts.append(some.group_by("venue").aggregate([("lon", "count"), ("lon", "sum"), ("lat", "sum")]))
    if not parts:
        return {}
    total = (
        pa.concat_tables(parts)
        .group_by("venue")
        .aggregate([("lon_count", "sum"), ("lon_sum", "sum"), ("lat_sum", "sum")])
    )
    columns = [total[c].to_pylist() for c in ("venue", "lon_count_sum", "lon_sum_sum", "lat_sum_sum")]
    return {
        venue: (int(n), float(lon), float(lat)) for venue, n, lon, lat in zip(*columns, strict=True) if np.isfinite(lon)
    }


def _containment(workspace: Workspace, state: State) -> Containment:
    """What lies in what, as the places in the store say."""
    if state.store is None:
        return Containment()
    answer = select(open_for_reading(workspace.root / state.store), internal("containment"))
    return Containment.of((str(whole.value), str(part.value)) for whole, part in answer.rows if whole and part)  # type: ignore[union-attr]
