"""The IRIs of a dataset's things. The same data gives the same IRIs, whatever else is in the workspace.

================================  ==========================================
thing                             IRI (``B`` = base IRI, ``D`` = dataset)
================================  ==========================================
dataset                           ``B D``
moving object                     ``B D/object/ID``
segment 3.1.2 of an object        ``B D/segment/ID/3.1.2``
its geometry                      ``B D/segment/ID/3.1.2/geometry``
its hull (on demand)              ``B D/segment/ID/3.1.2/hull``
position 17 of an object          ``B D/position/ID/17``
annotation of a segment           ``B D/segment/ID/3.1.2/annotation/…``
venue that is no IRI              ``B D/place/ID``
class that is no IRI              ``B D/class/NAME``
graph of a stage                  ``B D/graph/STAGE``
================================  ==========================================
"""

import re
from dataclasses import dataclass
from urllib.parse import quote

import pyarrow as pa
import pyarrow.compute as pc

__all__ = ["STAGES", "Names", "is_iri", "quoted"]

STAGES = ("segments", "hulls", "positions", "annotations", "places")
_IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`\x00-\x20]+")


def is_iri(text: str) -> bool:
    """Whether the text is an absolute IRI that may stand in N-Triples.

    >>> is_iri("http://dbpedia.org/resource/Corcovado"), is_iri("Corcovado"), is_iri("a:b c")
    (True, False, False)
    """
    return _IRI.fullmatch(text) is not None and ("//" in text or text.startswith("urn:"))


@dataclass(frozen=True, slots=True)
class Names:
    """Makes the IRIs of one dataset."""

    base_iri: str
    dataset: str

    @property
    def root(self) -> str:
        """The dataset itself."""
        return self.base_iri + self.dataset

    def graph(self, stage: str) -> str:
        """The named graph that a stage fills."""
        return f"{self.root}/graph/{stage}"

    def place(self, venue: str) -> str:
        """A venue's IRI: its own, or one made from its identifier."""
        return venue if is_iri(venue) else f"{self.root}/place/{quote(venue, safe='')}"

    def mo_class(self, name: str) -> str:
        """A class of moving objects: its own IRI, or one made from its name."""
        return name if is_iri(name) else f"{self.root}/class/{quote(name, safe='')}"

    def objects(self, names: pa.Array) -> pa.Array:
        """``<…/object/ID>`` for each moving object."""
        return pc.binary_join_element_wise(f"<{self.root}/object/", quoted(names), ">", "")

    def segments(self, objects: pa.Array, paths: pa.Array) -> pa.Array:
        """``<…/segment/ID/PATH>`` without its closing bracket, so that more can be put behind it."""
        return pc.binary_join_element_wise(f"<{self.root}/segment/", quoted(objects), "/", paths, "")

    def positions(self, objects: pa.Array, ords: pa.Array) -> pa.Array:
        """``<…/position/ID/ORD`` without its closing bracket."""
        return pc.binary_join_element_wise(f"<{self.root}/position/", quoted(objects), "/", ords, "")


def quoted(names: pa.Array | pa.ChunkedArray) -> pa.Array:
    """Percent-encoded, each distinct name once.

    >>> quoted(pa.array(["a b", "ção"])).to_pylist()
    ['a%20b', '%C3%A7%C3%A3o']
    """
    if isinstance(names, pa.ChunkedArray):
        names = names.combine_chunks()
    if isinstance(names, pa.ChunkedArray):
        names = names.chunk(0) if names.num_chunks else pa.array([], names.type)
    encoded = names if pa.types.is_dictionary(names.type) else names.dictionary_encode()
    distinct = pa.array([quote(name, safe="") for name in encoded.dictionary.to_pylist()], pa.string())
    return distinct.take(encoded.indices)
