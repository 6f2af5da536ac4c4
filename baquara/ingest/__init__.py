"""Stage 1: files of fixes, check-ins and posts to a table of fixes.

Readers (:mod:`baquara.ingest.readers`) give batches of fixes and rejects; :mod:`baquara.ingest.sort` puts them in order in
bounded memory; :mod:`baquara.ingest.clean` takes away what nobody can have done. docs/ingest.md says what is read and how.
"""

from baquara.ingest.options import ReadOptions, parse_mapping
from baquara.ingest.readers import describe, read
from baquara.ingest.sources import Source, expand

__all__ = ["ReadOptions", "Source", "describe", "expand", "parse_mapping", "read"]
