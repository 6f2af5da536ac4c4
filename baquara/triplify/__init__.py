"""Stage 3: fixes and movement segments to N-Triples, one stream a named graph.

Text is put together column by column with Arrow, never row by row in Python, and goes straight into the bulk loader.
"""

from baquara.triplify.annotations import write_annotations
from baquara.triplify.names import Names
from baquara.triplify.places import Containment, write_places
from baquara.triplify.positions import write_positions
from baquara.triplify.segments import write_hulls, write_segments

__all__ = [
    "Containment",
    "Names",
    "write_annotations",
    "write_hulls",
    "write_places",
    "write_positions",
    "write_segments",
]
