"""The private triple store: the only package that opens one.

A store on disk is never changed in place. :func:`rebuilt` makes the next one beside it, with some graphs new and all
others as they were, and the workspace's state then points there.
"""

from baquara.store.build import GraphSource, rebuilt
from baquara.store.read import Answer, open_for_reading, select

__all__ = ["Answer", "GraphSource", "open_for_reading", "rebuilt", "select"]
