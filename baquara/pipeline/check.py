"""Do the rules of the hierarchy hold in the store?

Two ways that say the same: the SHACL shapes of the ontology (any engine understands them, slow) and SPARQL checks (fast,
for stores of any size). Neither shares code with the stages that wrote the store.
"""

from dataclasses import dataclass, field

import pyoxigraph as ox

from baquara.errors import BadInput
from baquara.progress import Progress
from baquara.store import open_for_reading, select
from baquara.workspace import Workspace
from queries.internal import checks

__all__ = ["SHACL_LIMIT", "CheckReport", "Violation", "check"]

SHACL_LIMIT = 60_000
"""Triples above which a SHACL engine in Python takes minutes; only the SPARQL checks run then, unless asked otherwise."""
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that breaks a rule."""

    rule: str
    subject: str
    detail: str


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What was checked and what was found."""

    triples: int
    rules: dict[str, int]
    shacl: str
    violations: list[Violation] = field(default_factory=list)

    @property
    def conforms(self) -> bool:
        """Nothing was found."""
        return not self.violations


def check(workspace: Workspace, *, shacl: bool | None = None, progress: Progress) -> CheckReport:
    """Check the whole store. ``shacl``: always, never, or by size."""
    with workspace.reading() as state:
        if state.store is None:
            raise BadInput("the store is empty; run `baquara ingest` and `baquara segment` first")
        store = open_for_reading(workspace.root / state.store)
        triples = sum(graph["triples"] for graph in state.graphs.values())
        rules, found = _sparql(store, progress)
        if shacl is False or (shacl is None and triples > SHACL_LIMIT):
            return CheckReport(
                triples, rules, "not run" if shacl is False else f"not run: more than {SHACL_LIMIT:,} triples", found
            )
        progress.start("shapes")
        more = _shapes(store)
        return CheckReport(triples, rules, f"{len(more)} violations", [*found, *more])


def _sparql(store: ox.Store, progress: Progress) -> tuple[dict[str, int], list[Violation]]:
    rules, found = {}, []
    texts = checks()
    progress.start("rules", len(texts))
    for rule, text in texts.items():
        rows = list(select(store, text, name=rule).rows)
        rules[rule] = len(rows)
        found += [Violation(rule, str(row[0]), " ".join(str(v) for v in row[1:])) for row in rows[:_SHOWN]]
        progress.advance(1)
    return rules, found


def _shapes(store: ox.Store) -> list[Violation]:
    from rdflib import Graph

    from ontology.conformance import breaches

    text = b"".join(f"{q.triple} .\n".encode() for q in store.quads_for_pattern(None, None, None, None))
    found = breaches(Graph().parse(data=text, format="nt"))
    return [Violation(breach.shape, breach.node, breach.message) for breach in found]
