"""Objects that move on a road network, seen as sequences of the cells of a 10 x 10 grid (section 5, "Oldenburg").

The paper used Brinkhoff's generator, of which the road network is left. Here, too, an object goes from one node to another by
the shortest path, in one of three classes of speed, and its position is reported once a tick; visits in a row to one cell are one visit.
The speed is the one parameter that is tuned, so that trajectories have the wanted average length.
"""

from dataclasses import dataclass
from heapq import heappop, heappush
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from baquara.errors import BadInput
from baquara.sequences import Places, Sequences

__all__ = ["SIDE", "Network", "read_network", "simulate"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
SIDE = 10
"""Cells a side."""
MAP = 1000.0
"""Coordinates are normalized to a map of 1000 x 1000, as in the paper."""
SPEEDS = (0.5, 1.0, 2.0)
"""Of the three classes, relative to the tuned one."""


@dataclass(frozen=True, slots=True)
class Network:
    """Nodes on the normalized map; for each node its neighbours, each with the length of the edge."""

    x: Floats
    y: Floats
    near: tuple[tuple[tuple[int, float], ...], ...]

    def cells(self) -> Ints:
        """The cell of each node, row by row."""
        column, row = (np.minimum((v / (MAP / SIDE)).astype(np.int64), SIDE - 1) for v in (self.x, self.y))
        return row * SIDE + column


def read_network(folder: Path) -> Network:
    """From the text files of the generator: ``node x y *`` and ``edge class node node *``."""
    nodes, edges = (_rows(folder / f"oldenburgGen.{kind}.txt") for kind in ("node", "edge"))
    number = {row[0]: i for i, row in enumerate(nodes)}
    x, y = (np.array([float(row[axis]) for row in nodes]) for axis in (1, 2))
    x, y = ((v - v.min()) * (MAP / max(float(np.ptp(v)), 1e-9)) for v in (x, y))
    near: list[list[tuple[int, float]]] = [[] for _ in nodes]
    for row in edges:
        a, b = number[row[2]], number[row[3]]
        length = float(np.hypot(x[a] - x[b], y[a] - y[b]))
        near[a].append((b, length))
        near[b].append((a, length))
    return Network(x, y, tuple(tuple(each) for each in near))


def _rows(path: Path) -> list[list[str]]:
    if not path.exists():
        raise BadInput(f"{path} is missing; --data must name the folder that has oldenburg/")
    return [line.split() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def simulate(
    network: Network, *, trajectories: int, mean_length: float, sources: int, seed: int
) -> tuple[Sequences, Places]:
    """That many trajectories, each of an object of its own, of about that average length."""
    rng = np.random.default_rng(seed)
    routes = _routes(network, trajectories, sources, rng)
    speed = rng.choice(SPEEDS, size=len(routes))
    offset = rng.random(len(routes))
    cells = network.cells()
    low, high = MAP / 1000, 2 * MAP
    for _ in range(14):
        step = float(np.sqrt(low * high))
        sample = [len(_seen(cells, *routes[i], step * speed[i], offset[i])) for i in range(0, len(routes), 4)]
        low, high = (step, high) if np.mean(sample) > mean_length else (low, step)
    seen = [_seen(cells, *route, step * s, o) for route, s, o in zip(routes, speed, offset, strict=True)]
    sequences = Sequences.of([(f"o{i}", [f"cell:{c}" for c in visits]) for i, visits in enumerate(seen)])
    cell = np.array([int(name.removeprefix("cell:")) for name in sequences.places])
    return sequences, Places((cell % SIDE + 0.5) * (MAP / SIDE), (cell // SIDE + 0.5) * (MAP / SIDE))


def _routes(network: Network, count: int, sources: int, rng: np.random.Generator) -> list[tuple[Ints, Floats]]:
    """Shortest paths from some random nodes to random nodes: the nodes, and how far along each is."""
    routes = []
    shares = np.bincount(np.arange(count) % sources, minlength=sources)
    for source, share in zip(rng.choice(len(network.x), size=sources), shares, strict=True):
        distance, before = _tree(network, int(source))
        reached = np.flatnonzero(np.isfinite(distance))
        for target in rng.choice(reached, size=share).tolist():
            path = _path(before, target)
            routes.append((path, distance[path]))
    return [routes[i] for i in rng.permutation(len(routes))]


def _tree(network: Network, source: int) -> tuple[Floats, list[int]]:
    """Dijkstra: distances from the source, and the node before each."""
    distance, before = [float("inf")] * len(network.x), [-1] * len(network.x)
    distance[source] = 0.0
    queue = [(0.0, source)]
    while queue:
        so_far, node = heappop(queue)
        if so_far > distance[node]:
            continue
        for other, length in network.near[node]:
            if so_far + length < distance[other]:
                distance[other], before[other] = so_far + length, node
                heappush(queue, (so_far + length, other))
    return np.array(distance), before


def _path(before: list[int], target: int) -> Ints:
    path = [target]
    while before[path[-1]] >= 0:
        path.append(before[path[-1]])
    return np.array(path[::-1], dtype=np.int64)


def _seen(cells: Ints, path: Ints, along: Floats, step: float, offset: float) -> list[int]:
    """The cells at the ticks, the end of the route included, without repeats in a row."""
    ticks = np.append(np.arange(offset * step, along[-1], step), along[-1])
    at = cells[path[np.minimum(np.searchsorted(along, ticks), len(path) - 1)]]
    return at[np.append(True, np.diff(at) != 0)].tolist()  # type: ignore[no-any-return]
