"""The files that stages 6 to 8 exchange: CSV (UTF-8, with a header) or Parquet, columns as in docs/anonymize.md.

The only modules of this package that open files. Every error names the file and, where there is one, the line.
"""

from anonymize.files.places import read_places
from anonymize.files.release import read_published, write_release
from anonymize.files.sequences import read_sequences
from anonymize.files.trees import read_constraints, read_taxonomy

__all__ = ["read_constraints", "read_places", "read_published", "read_sequences", "read_taxonomy", "write_release"]
