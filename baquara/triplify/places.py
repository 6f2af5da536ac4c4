"""Places that the data itself names (venues), and what lies in what."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from baquara.triplify.lines import Lines, coordinates, escaped
from baquara.triplify.names import Names, is_iri
from baquara.triplify.segments import slices
from baquara.vocab import bq

__all__ = ["Containment", "write_places"]


@dataclass(frozen=True, slots=True)
class Containment:
    """Which place is a part of which: one container a place.

    >>> c = Containment({"stall": "market", "pub": "market", "market": "Rio", "Rio": "Brazil"})
    >>> c.smallest_common(["stall", "pub"]), c.smallest_common(["stall"]), c.above("market")
    ('market', 'stall', ('Rio', 'Brazil'))
    """

    container: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> "Containment":
        """From ``(whole, part)``; where a part has several wholes, the first in order of IRI is taken."""
        container: dict[str, str] = {}
        for whole, part in sorted(pairs):
            container.setdefault(part, whole)
        return cls(container)

    def above(self, place: str) -> tuple[str, ...]:
        """The containers of a place, smallest first. A cycle ends where it closes."""
        seen = [place]
        while (up := self.container.get(seen[-1])) is not None and up not in seen:
            seen.append(up)
        return tuple(seen[1:])

    def smallest_common(self, places: Iterable[str]) -> str | None:
        """The smallest place that is or contains each of these; None where there is none."""
        chains = [(place, *self.above(place)) for place in sorted(set(places))]
        common = set(chains[0]).intersection(*chains[1:])
        return next((place for place in chains[0] if place in common), None)


def write_places(out: BinaryIO, venues: Mapping[str, tuple[int, float, float]], names: Names) -> int:
    """Describe venues that have no IRI of their own: identifier and mean position. Returns the triples written.

    ``venues`` has for each the number of its fixes and the sums of their longitudes and latitudes.
    """
    lines = Lines(out)
    own = sorted(venue for venue in venues if not is_iri(venue))
    count, lon, lat = np.array([venues[v] for v in own], float).reshape(-1, 3).T
    table = pa.table({"id": pa.array(own, pa.string()), "at": coordinates(lon / count, lat / count)})
    for _, part in slices(table):
        ids = part["id"].to_pylist()
        subjects = pa.array([f"<{names.place(v)}" for v in ids], pa.string())
        lines.types(subjects, bq("Place"))
        lines.literals(subjects, bq("identifier"), escaped(pa.array(ids, pa.string())))
        lines.geometries(subjects, pc.binary_join_element_wise("POINT(", part["at"].combine_chunks(), ")", ""))
    return lines.count
