"""The bulk tables on disk: fixes (GeoParquet) and movement segments (Parquet)."""

from baquara.tables.fixes import FixesReader, FixesWriter
from baquara.tables.segments import SegmentsReader, SegmentsWriter

__all__ = ["FixesReader", "FixesWriter", "SegmentsReader", "SegmentsWriter"]
