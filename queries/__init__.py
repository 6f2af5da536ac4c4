"""The question library: SPARQL texts with a header, and the safe way to give them parameters.

No store is opened here: this package only knows the texts. Every ``.rq`` file declares the prefixes
it uses and holds its own defaults, so it also runs unchanged at any other GeoSPARQL endpoint.

>>> query = get("longest-stops")
>>> [(p.name, p.type, p.default) for p in query.params][:1]
[('min_minutes', 'decimal', '240')]
>>> "VALUES ?min_minutes { 90.0 }" in bind(query, {"min_minutes": "90"})
True

The header is the block of comments at the top::

    # title: Longest stops
    # about: What it answers, and what it does not; may repeat.
    # source: Baquara² Query 1, section 5.3
    # param min_minutes (decimal, default 240): the least duration of a stop, in minutes
    # param object (iri, optional): one moving object; all when left out
    # column stop: the stop

A parameter stands in the text as a variable of the same name, bound by a line of its own in each group
that needs it: ``VALUES ?min_minutes { 240 }`` (``{ UNDEF }`` for an optional parameter). :func:`bind` puts the value
there as one typed term; see :mod:`queries.terms` for what is accepted.
"""

from queries.binding import bind
from queries.header import Column, Param, Query, parse
from queries.library import all_queries, get

__all__ = ["Column", "Param", "Query", "all_queries", "bind", "get", "parse"]
