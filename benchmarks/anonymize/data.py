"""Check-ins of a city that does not exist: popularity falls as in Zipf's law, people stay near a home, lengths have a long tail."""

import numpy as np

from baquara.sequences import Places, Sequences

__all__ = ["city"]


def city(
    trajectories: int, locations: int, *, mean_length: float, seed: int = 1, near: float = 0.93
) -> tuple[Sequences, Places]:
    """Trajectories, one per moving object, and where their places are, in metres.

    A visit is, with chance ``near``, one of the 24 places next to the trajectory's home, and else any, by popularity.
    """
    rng = np.random.default_rng(seed)
    x, y = rng.integers(0, 50_000, size=(2, locations)).astype(np.float64)
    lengths = _lengths(rng, trajectories, mean_length)
    popular = 1.0 / (np.arange(locations) + 5.0)
    home = np.repeat(rng.choice(locations, size=trajectories, p=popular / popular.sum()), lengths)
    around = _around(x, y)
    visits = int(lengths.sum())
    place = rng.choice(locations, size=visits, p=popular / popular.sum())
    stays = rng.random(visits) < near
    step = np.minimum(rng.geometric(0.15, size=visits) - 1, around.shape[1] - 1)
    place[stays] = around[home[stays], step[stays]]
    return _sequences(place, lengths, x, y)


def _lengths(rng: np.random.Generator, n: int, mean: float) -> np.ndarray:
    """Whole numbers from 1, log-normal, with that mean to within a thousandth."""
    z, lo, hi = rng.normal(size=n), -5.0, 5.0
    for _ in range(40):
        mu = (lo + hi) / 2
        lengths = np.clip(np.exp(mu + 0.8 * z), 1, 80).astype(np.int64)
        lo, hi = (mu, hi) if lengths.mean() < mean else (lo, mu)
    return lengths


def _around(x: np.ndarray, y: np.ndarray, k: int = 24) -> np.ndarray:
    """The k places nearest to each place, itself first."""
    k = min(k, len(x))
    near = np.empty((len(x), k), dtype=np.int64)
    for i in range(len(x)):
        d = (x - x[i]) ** 2 + (y - y[i]) ** 2
        few = np.argpartition(d, k - 1)[:k]
        near[i] = few[np.argsort(d[few], kind="stable")]
    return near


def _sequences(place: np.ndarray, lengths: np.ndarray, x: np.ndarray, y: np.ndarray) -> tuple[Sequences, Places]:
    """Places numbered by first appearance."""
    known, first, inverse = np.unique(place, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(known), dtype=np.int64)
    rank[order] = np.arange(len(known))
    names = tuple(map(str, range(len(lengths))))
    sequences = Sequences(
        places=tuple(f"p{p}" for p in known[order]),
        offsets=np.append(0, np.cumsum(lengths)),
        place=rank[inverse],
        trajectories=names,
        moving_objects=names,
        moving_object=np.arange(len(lengths)),
    )
    return sequences, Places(x[known[order]], y[known[order]])
