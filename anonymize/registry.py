"""The algorithms by name. To add one: write its file in ``algorithms`` (and in ``reference``), and its line here.

>>> [a.name for a in REGISTRY.values()]
['seqanon', 'sd-seqanon', 'u-seqanon', 'seqanon-f']
>>> REGISTRY["sd-seqanon"].needs
('places', 'taxonomy')
"""

from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

import numpy as np

from baquara.errors import BadInput
from baquara.progress import Progress, Silent
from baquara.sequences import Constraints, Places, Policy, Released, Sequences, Taxonomy

__all__ = ["REGISTRY", "Algorithm", "Run"]

_FAR_M = 1e12
_FOLDERS = {"fast": "anonymize.algorithms", "reference": "anonymize.reference"}


class Run(Protocol):
    """What the file of an algorithm has to offer, as ``run``."""

    def __call__(
        self,
        sequences: Sequences,
        places: Places,
        policy: Policy,
        *,
        taxonomy: Taxonomy | None = None,
        constraints: Constraints | None = None,
        suppress: bool = True,
        progress: Progress | None = None,
    ) -> Released:
        """A release that meets the policy, or CannotMeet."""


@dataclass(frozen=True, slots=True)
class Algorithm:
    """An algorithm: its name, what it does, which inputs it needs, and the engines that it has, the default first."""

    name: str
    summary: str
    needs: tuple[str, ...] = ("places",)
    engines: tuple[str, ...] = ("fast", "reference")

    def engine(self, name: str | None = None) -> Run:
        """The function of that engine, imported only now."""
        if (name or self.engines[0]) not in self.engines:
            raise BadInput(f"{self.name} has no engine {name!r}; it has {', '.join(self.engines)}")
        module = import_module(f"{_FOLDERS[name or self.engines[0]]}.{self.name.replace('-', '_')}")
        return cast(Run, module.run)

    def run(
        self,
        sequences: Sequences,
        places: Places,
        policy: Policy,
        *,
        taxonomy: Taxonomy | None = None,
        constraints: Constraints | None = None,
        suppress: bool = True,
        progress: Progress | None = None,
        engine: str | None = None,
    ) -> Released:
        """A release that meets the policy, or CannotMeet; BadInput if what it needs is missing or does not fit.

        >>> s = Sequences.of([("1", "ab"), ("2", "ab"), ("3", "c"), ("4", "a")])
        >>> REGISTRY["seqanon"].run(s, Places(x=np.arange(3.0), y=np.zeros(3)), Policy(k=2, m=2), engine="reference").groups
        ((0,), (1, 2))
        """
        self._check(sequences, places, taxonomy, constraints)
        return self.engine(engine)(
            sequences,
            places,
            policy,
            taxonomy=taxonomy,
            constraints=constraints,
            suppress=suppress,
            progress=progress or Silent(),
        )

    def _check(
        self, sequences: Sequences, places: Places, taxonomy: Taxonomy | None, constraints: Constraints | None
    ) -> None:
        given = {"places": places, "taxonomy": taxonomy, "constraints": constraints}
        missing = [need for need in self.needs if given[need] is None]
        if missing:
            raise BadInput(f"{self.name} needs {' and '.join(missing)}")
        n = len(sequences.places)
        lengths = {"places": len(places.x), "taxonomy": n, "constraints": n}
        if taxonomy is not None:
            lengths["taxonomy"] = len(taxonomy.leaf)
        if constraints is not None:
            lengths["constraints"] = len(constraints.of)
        for name, length in lengths.items():
            if length != n:
                raise BadInput(f"{name}: {length} places, but the sequences have {n}; they must be the same places")
        if not ((np.abs(places.x) <= _FAR_M).all() and (np.abs(places.y) <= _FAR_M).all()):
            raise BadInput(f"a coordinate of a place is not a finite number of metres, at most {_FAR_M:g} from zero")


REGISTRY = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("seqanon", "merges places that are near"),
        Algorithm("sd-seqanon", "merges places that are near and alike", needs=("places", "taxonomy")),
        Algorithm(
            "u-seqanon", "merges near places inside constraints, suppresses others", needs=("places", "constraints")
        ),
        Algorithm("seqanon-f", "SeqAnon without the apriori principle, for comparison"),
    )
}
"""Every algorithm, by name."""
