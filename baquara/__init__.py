"""Movement data as a knowledge graph, from raw fixes to a release in which nobody can be picked out.

The floors of the house, from the top (an import may only go down; ``import-linter`` checks it)::

    baquara.cli                          commands, one file each; no logic
    baquara.pipeline                     the stages in order; the only module that knows them all
    baquara.ingest | segment | triplify  files -> fixes -> movement segments -> quads
    baquara.simulate                     people who never lived, and the truth about them
    baquara.store                        the only package that opens a triple store
    queries | ontology                   questions (.rq) | words (.ttl)
    baquara.workspace | geo | vocab
    baquara.model                        frozen values: fixes, segments
    baquara.errors
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
