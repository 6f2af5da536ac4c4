"""Movement data as a knowledge graph, from raw fixes to a release in which nobody can be picked out.

The floors of the house, from the top (an import may only go down; ``import-linter`` checks it)::

    baquara.cli                          commands, one file each; no logic
    baquara.pipeline                     the stages in order; the only package that knows them all
    anonymize  |  enrichment             arrays and trees  |  linking to open data
    baquara.ingest | segment | triplify  files -> fixes -> movement segments -> quads
    baquara.simulate                     people who never lived, and the truth about them
    baquara.store                        the only package that opens a triple store
    baquara.geosparql | tables           functions for it  |  the bulk on disk
    queries | ontology                   questions (.rq) | words (.ttl)
    baquara.workspace                    a folder whose state changes in one step
    baquara.settings | geo | vocab | progress | compiled
    baquara.model | sequences            frozen values: fixes, segments, sequences, taxonomy
    baquara.errors
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
