"""Fewer, larger places: cells of a grid, or N areas of about equal weight.

The papers do this first: 100 cells for Oldenburg, 662 locations for Gowalla (Poulis et al., section 5). Visits in a row
to the same area become one visit.
"""

import numpy as np
from numpy.typing import NDArray

from baquara.errors import BadInput
from baquara.sequences import Places, Sequences

__all__ = ["cluster", "grid"]

Ints = NDArray[np.int64]


def grid(sequences: Sequences, places: Places, *, size_m: float) -> tuple[Sequences, Places]:
    """Every place becomes its square cell of the given size; the cell's place is its middle.

    >>> s, p = grid(Sequences.of([("a", "xyz")]), Places(np.array([1.0, 40.0, 70.0]), np.zeros(3)), size_m=50)
    >>> s.places, s.place.tolist(), p.x.tolist()
    (('cell:0:0', 'cell:1:0'), [0, 1], [25.0, 75.0])
    """
    if not size_m > 0:
        raise BadInput(f"--grid: the size of a cell must be above 0 m, got {size_m}")
    column, row = (np.floor(v / size_m).astype(np.int64) for v in (places.x, places.y))
    x, y = ((cell + 0.5) * np.float64(size_m) for cell in (column, row))
    names = [f"cell:{c}:{r}" for c, r in zip(column.tolist(), row.tolist(), strict=True)]
    return _recoded(sequences, names, x.astype(np.float64), y.astype(np.float64))


def cluster(sequences: Sequences, places: Places, *, areas: int) -> tuple[Sequences, Places]:
    """At most ``areas`` areas: the one with most visits is halved at its median, across its longer side, until there are enough.

    Deterministic; an area of one position cannot be halved, so there may be fewer.
    """
    if areas < 1:
        raise BadInput(f"--cluster: at least 1 area, got {areas}")
    visits = np.bincount(sequences.place, minlength=len(sequences.places))
    parts = [np.arange(len(sequences.places))] if len(sequences.places) else []
    whole: list[Ints] = []
    while parts and len(parts) + len(whole) < areas:
        parts.sort(key=lambda part: (int(visits[part].sum()), len(part)))
        halves = _halved(parts.pop(), places, visits)
        (parts if len(halves) == 2 else whole).extend(halves)
    area_of = np.empty(len(sequences.places), np.int64)
    everything = sorted([*parts, *whole], key=lambda part: int(part.min()))
    for i, part in enumerate(everything):
        area_of[part] = i
    middle = [(float(places.x[part].mean()), float(places.y[part].mean())) for part in everything]
    names = [f"area:{i}" for i in area_of.tolist()]
    x, y = (np.array([m[axis] for m in middle])[area_of] if len(area_of) else np.empty(0) for axis in (0, 1))
    return _recoded(sequences, names, x, y)


def _halved(part: Ints, places: Places, visits: Ints) -> list[Ints]:
    """Two parts of about equal visits; one where all places lie at one position."""
    x, y = places.x[part], places.y[part]
    along = x if np.ptp(x) >= np.ptp(y) else y
    order = np.argsort(along, kind="stable")
    reached = np.cumsum(visits[part][order])
    cut = int(np.clip(np.searchsorted(reached, reached[-1] / 2) + 1, 1, len(part) - 1)) if len(part) > 1 else 0
    values = along[order]
    while 0 < cut < len(part) and values[cut] == values[cut - 1]:
        cut += 1
    if cut in (0, len(part)):
        cut = int(np.searchsorted(values, values[-1])) if len(part) else 0
    return [part] if cut in (0, len(part)) else [part[order[:cut]], part[order[cut:]]]


def _recoded(
    sequences: Sequences, names: list[str], x: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[Sequences, Places]:
    """The sequences with new names of places, numbered by first appearance, without repeats in a row."""
    owner = np.repeat(np.arange(len(sequences)), np.diff(sequences.offsets))
    rank = {name: i for i, name in enumerate(dict.fromkeys(names))}
    code = np.array([rank[name] for name in names], dtype=np.int64)[sequences.place] if names else sequences.place
    keep = np.ones(len(code), bool)
    keep[1:] = (np.diff(code) != 0) | (np.diff(owner) != 0)
    code, owner = code[keep], owner[keep]
    used, first = np.unique(code, return_index=True)
    used = used[np.argsort(first)]
    new = np.empty(len(rank), np.int64)
    new[used] = np.arange(len(used))
    first_place = {name: i for i, name in reversed(list(enumerate(names)))}
    all_names = list(rank)
    at = np.array([first_place[all_names[u]] for u in used], dtype=np.int64)
    recoded = Sequences(
        places=tuple(all_names[u] for u in used),
        offsets=np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=len(sequences)))]).astype(np.int64),
        place=new[code],
        trajectories=sequences.trajectories,
        moving_objects=sequences.moving_objects,
        moving_object=sequences.moving_object,
    )
    return recoded, Places(x[at], y[at])
