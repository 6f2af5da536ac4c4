"""The stages in order; the only package that knows them all.

Each function runs one stage on a workspace and says what it did as a frozen report. It changes everything or nothing:
see :mod:`baquara.workspace`.
"""

from baquara.pipeline.check import CheckReport, check
from baquara.pipeline.drop import drop
from baquara.pipeline.ingest import Cleaning, IngestReport, ingest
from baquara.pipeline.places import PlacesReport, add_places
from baquara.pipeline.query import run_query
from baquara.pipeline.segment import SegmentReport, segment
from baquara.pipeline.triplify import TriplifyReport, triplify

__all__ = [
    "CheckReport",
    "Cleaning",
    "IngestReport",
    "PlacesReport",
    "SegmentReport",
    "TriplifyReport",
    "add_places",
    "check",
    "drop",
    "ingest",
    "run_query",
    "segment",
    "triplify",
]
