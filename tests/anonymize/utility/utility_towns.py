"""The town of the paper's Figure 1, with coordinates that make right triangles, and random towns."""

from dataclasses import dataclass

import numpy as np

from anonymize.utility.view import View
from baquara.sequences import SUPPRESSED, Places, Released, Sequences, Taxonomy

# Figure 1a; places are numbered by first appearance: d 0, a 1, c 2, e 3, b 4.
FIGURE_1 = ["dace", "baec", "ade", "bdec", "dc", "de"]
XY = {"d": (6.0, 8.0), "a": (0.0, 0.0), "c": (0.0, 4.0), "e": (6.0, 0.0), "b": (3.0, 0.0)}
# Figure 2: Restaurants {a, c, e}, Coffee shops {b, d}.
FIGURE_2 = Taxonomy(
    nodes=("any", "Restaurants", "Coffee shops", "d", "a", "c", "e", "b"),
    parent=np.array([-1, 0, 0, 2, 1, 1, 1, 2]),
    leaf=np.array([3, 4, 5, 6, 7]),
)


def release(sequences: Sequences, groups: list[str] | list[list[int]], *, drop: tuple[int, ...] = ()) -> Released:
    """Recode with these groups of place names; places in no group and the visits in ``drop`` are suppressed."""
    number = {name: i for i, name in enumerate(sequences.places)}
    members = [tuple(sorted(number[p] if isinstance(p, str) else p for p in group)) for group in groups]
    recoding = np.full(len(number), SUPPRESSED, dtype=np.int64)
    for g, places in enumerate(members):
        recoding[list(places)] = g
    keep = recoding[sequences.place] >= 0
    keep[list(drop)] = False
    source = np.flatnonzero(keep)
    offsets = np.concatenate([[0], np.cumsum(keep)])[sequences.offsets].astype(np.int64)
    return Released(tuple(members), recoding, offsets, recoding[sequences.place[source]], source)


@dataclass(frozen=True)
class Town:
    sequences: Sequences
    places: Places
    taxonomy: Taxonomy

    def number(self, names: str) -> tuple[int, ...]:
        return tuple(self.sequences.places.index(name) for name in names)

    def release(self, *groups: str, drop: tuple[int, ...] = ()) -> Released:
        return release(self.sequences, list(groups), drop=drop)

    @property
    def original(self) -> View:
        return View.original(self.sequences)

    def view(self, *groups: str) -> View:
        return View.of(self.release(*groups))


@dataclass(frozen=True)
class Random:
    """A small random dataset and release; few enough visits to try every reading of it."""

    sequences: Sequences
    released: Released
    places: Places
    taxonomy: Taxonomy


def figure_1() -> Town:
    sequences = Sequences.of([(f"person {i}", visits) for i, visits in enumerate(FIGURE_1)])
    x, y = np.array([XY[name] for name in sequences.places]).T
    return Town(sequences, Places(x, y), FIGURE_2)


def any_town(seed: int) -> Random:
    rng = np.random.default_rng(seed)
    names = "abcdef"
    rows = [(str(i), "".join(rng.choice(list(names), rng.integers(1, 4)))) for i in range(3)]
    rows.append(("all", names))
    sequences = Sequences.of(rows)
    order = rng.permutation(6)
    groups = [g.tolist() for g in np.split(order, np.sort(rng.choice(np.arange(1, 6), 3, replace=False)))]
    gone = tuple(range(int(sequences.offsets[-2]), len(sequences.place)))  # the last trajectory is suppressed
    released = release(sequences, groups[: 4 - int(rng.integers(2))], drop=gone)
    places = Places(rng.integers(0, 8, 6).astype(float), rng.integers(0, 8, 6).astype(float))
    parent = np.array([-1, 0, 0, *rng.integers(1, 3, 6)])
    parent[3:5] = 1, 2  # both classes have a place
    return Random(sequences, released, places, Taxonomy(tuple(map(str, range(9))), parent, np.arange(3, 9)))
