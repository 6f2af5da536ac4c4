"""Descriptions of places (RDF files of any syntax) as a graph of their own, for venues to point at."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import pyoxigraph as ox

from baquara.errors import BadInput
from baquara.pipeline.triplify import replace_graphs, write_triples
from baquara.progress import Progress
from baquara.settings import check_name
from baquara.workspace import Workspace

__all__ = ["PlacesReport", "add_places"]


@dataclass(frozen=True, slots=True)
class PlacesReport:
    """What came in."""

    name: str
    graph: str
    triples: int


def add_places(workspace: Workspace, name: str, paths: Sequence[Path], *, progress: Progress) -> PlacesReport:
    """Load the files as the graph ``BASE/places/NAME``, replacing what was there under that name."""
    check_name(name, "places")
    graph = f"{workspace.settings.base_iri}places/{name}"
    with workspace.writing() as tx:
        counts = replace_graphs(
            tx, f"places:{name}", {graph: lambda out: _copy(paths, out)}, dropped=set(), progress=progress
        )
    return PlacesReport(name, graph, counts[graph])


def _copy(paths: Sequence[Path], out: BinaryIO) -> int:
    return write_triples(out, (quad for path in paths for quad in _parsed(path)))


def _parsed(path: Path) -> Iterator[ox.Quad]:
    try:
        yield from ox.parse(path=str(path))
    except (SyntaxError, ValueError) as error:
        raise BadInput(f"{path}: {error}") from error
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from error
