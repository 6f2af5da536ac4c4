"""Datasets for the algorithms: the paper's, generated ones, named specimens; and a checker that shares no code with them."""

import random
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

import numpy as np

from baquara.sequences import SUPPRESSED, Constraints, Places, Policy, Released, Sequences, Taxonomy, Unit

TRAJECTORY = Unit.trajectory


@dataclass(frozen=True)
class Case:
    """One input of an algorithm."""

    sequences: Sequences
    places: Places
    policy: Policy
    taxonomy: Taxonomy
    constraints: Constraints

    def inputs(self) -> dict[str, object]:
        """Keyword arguments of ``Algorithm.run``."""
        return {
            "sequences": self.sequences,
            "places": self.places,
            "policy": self.policy,
            "taxonomy": self.taxonomy,
            "constraints": self.constraints,
        }

    def under(self, **changes: object) -> "Case":
        """The same data under another policy."""
        return replace(self, policy=replace(self.policy, **changes))  # type: ignore[arg-type]


# ---------------------------------------------------------------- the paper's example: Figures 1, 2 and 3a

XY = {"a": (1.0, 0.0), "b": (0.0, 0.0), "c": (2.0, 1.5), "d": (4.0, 3.0), "e": (7.0, 0.0)}
"""The order of nearness that Examples 4 and 5 tell of Figure 1b: b then c to a, d to a rather than e."""


def figure_1a(**policy: object) -> Case:
    """Six trajectories of five locations."""
    sequences = Sequences.of([("1", "dace"), ("2", "baec"), ("3", "ade"), ("4", "bdec"), ("5", "dc"), ("6", "de")])
    nodes = ("Locations", "Restaurants", "Coffee shops", *sequences.places)
    parent = [-1, 0, 0, *(1 if p in "ace" else 2 for p in sequences.places)]
    return Case(
        sequences,
        Places(*np.array([XY[p] for p in sequences.places]).T.copy()),
        Policy(**{"k": 2, "m": 2, **policy}),  # type: ignore[arg-type]
        Taxonomy(nodes, np.array(parent), 3 + np.arange(5)),
        Constraints(("u1", "u2"), np.array([0 if p in "bc" else 1 for p in sequences.places])),
    )


def named(case: Case, released: Released) -> list[str]:
    """The groups as strings of letters, sorted."""
    return sorted("".join(sorted(case.sequences.places[p] for p in group)) for group in released.groups)


def shown(case: Case, released: Released) -> list[str]:
    """The released trajectories, as the paper prints them: (d,abc,abc,e)."""
    names = ["".join(sorted(case.sequences.places[p] for p in group)) for group in released.groups]
    bounds = released.offsets
    return [",".join(names[g] for g in released.group[a:b]) for a, b in pairwise(bounds)]


# ---------------------------------------------------------------- generated


def tree(rng: random.Random, n: int) -> Taxonomy:
    """A random tree whose leaves are the places, and perhaps one leaf that is no place."""
    inner = rng.randint(1, 4)
    parent = [-1, *(rng.randrange(i) for i in range(1, inner))]
    childless = [i for i in range(inner) if i not in parent]
    leaves = [rng.randrange(inner) for _ in range(n)]
    extra = [node for node in childless if node not in leaves]
    parent += leaves + extra
    return Taxonomy(tuple(map(str, range(len(parent)))), np.array(parent), inner + np.arange(n))


def case_of(rows: list[tuple[str, str | list[str]]], rng: random.Random, policy: Policy, side: int = 4) -> Case:
    """Those trajectories, with everything else drawn; coordinates are on a small integer grid, so that ties happen."""
    sequences = Sequences.of(rows)
    n = len(sequences.places)
    x, y = ([float(rng.randrange(side)) for _ in range(n)] for _ in "xy")
    parts = rng.randint(1, 3)
    of = np.array([rng.randrange(parts) for _ in range(n)], dtype=np.int64)
    constraints = Constraints(tuple(f"u{i}" for i in range(parts)), of)
    return Case(sequences, Places(np.array(x), np.array(y)), policy, tree(rng, n), constraints)


def generated(seed: int) -> Case:
    """A small dataset: few places or many, repeated ones, empty trajectories, one owner of several trajectories."""
    rng = random.Random(seed)
    wide = seed % 3 > 0
    alphabet = [chr(97 + i) for i in range(rng.choice([5, 8, 14] if wide else [1, 2, 4, 6, 9]))]
    weights = [1 / (i + 1) for i in range(len(alphabet))]
    owners = rng.randint(*((15, 40) if wide else (1, 9)))
    longest = rng.choice([2, 3, 4, 5] if wide else [1, 2, 3, 4, 6])
    rows = [
        (str(rng.randrange(owners)), rng.choices(alphabet, weights, k=rng.randint(0, longest)))
        for _ in range(rng.randint(*((20, 60) if wide else (0, 12))))
    ]
    unit, delta = rng.choice(list(Unit)), rng.choice([100.0, 100.0, 60.0, 20.0])
    policy = Policy(k=rng.choice([2, 2, 3, 3, 4, 6]), m=rng.choice([1, 2, 2, 3, 3, 4, 9]), unit=unit, delta=delta)
    return case_of(rows, rng, policy, side=rng.choice([2, 3, 6]))


def crowd(seed: int, *, owners: int, places: int, mean: float, policy: Policy) -> Case:
    """A larger dataset whose places are unequally popular."""
    rng = random.Random(seed)
    weights = [1 / (i + 1) for i in range(places)]
    rows = [
        (str(o), [f"p{p}" for p in rng.choices(range(places), weights, k=1 + int(rng.expovariate(1 / mean)))])
        for o in range(owners)
        for _ in range(rng.choice([1, 1, 2]))
    ]
    return case_of(rows, rng, policy, side=10)


SPECIMENS: dict[str, tuple[list[tuple[str, str | list[str]]], Policy]] = {
    "empty": ([], Policy(k=2, m=2)),
    "only empty trajectories": ([("1", ""), ("2", "")], Policy(k=2, m=2)),
    "one visit": ([("1", "a")], Policy(k=2, m=2)),
    "one trajectory": ([("1", "abcab")], Policy(k=2, m=3)),
    "all equal": ([(str(i), "abc") for i in range(5)], Policy(k=5, m=3)),
    "one place": ([(str(i), "a" * (i % 3 + 1)) for i in range(6)], Policy(k=2, m=3)),
    "k larger than the crowd": ([("1", "ab"), ("2", "ab"), ("3", "ba")], Policy(k=4, m=2)),
    "m longer than every trajectory": ([("1", "ab"), ("2", "ab"), ("3", "c"), ("4", "ca")], Policy(k=2, m=50)),
    "five trips of one person": ([("1", "ab")] * 5 + [("2", "c"), ("3", "d")], Policy(k=2, m=2)),
    "long ones among short ones": (
        [(str(i), "xyz"[i % 3]) for i in range(30)] + [("l", "xyz"), ("m", "zyx")],
        Policy(k=3, m=2),
    ),
    "repeated places": ([("1", "aaaa"), ("2", "aab"), ("3", "bbaa"), ("4", "abab")], Policy(k=2, m=4)),
    "an empty one between": ([("1", "ab"), ("2", ""), ("3", "ba"), ("4", "ab")], Policy(k=2, m=2)),
}


def specimen(name: str, unit: Unit = Unit.moving_object) -> Case:
    """A named edge case."""
    rows, policy = SPECIMENS[name]
    return case_of(rows, random.Random(5), replace(policy, unit=unit))


# ---------------------------------------------------------------- what is wrong with a release, by brute force


def problems(case: Case, released: Released) -> list[str]:
    """Everything that a release promises and does not keep: recoding, truth, order, k^m."""
    s = case.sequences
    out = [*_shape(case, released)]
    t_of = np.repeat(np.arange(len(s)), np.diff(s.offsets))
    for t in range(len(s)):
        rows = released.source[released.offsets[t] : released.offsets[t + 1]]
        if (np.diff(rows) <= 0).any() or (t_of[rows] != t).any():
            out.append(f"trajectory {t}: visits out of order or of another one")
    if (released.recoding[s.place[released.source]] != released.group).any():
        out.append("a visit is not the recoding of its source")
    return out + unprotected(case, released)


def _shape(case: Case, released: Released) -> list[str]:
    n, members = len(case.sequences.places), [p for group in released.groups for p in group]
    out = [] if sorted(members) == sorted(set(members)) else ["groups overlap"]
    out += [] if all(list(group) == sorted(group) for group in released.groups) else ["a group is not ascending"]
    expected = [SUPPRESSED] * n
    for g, group in enumerate(released.groups):
        for p in group:
            expected[p] = g
    out += [] if released.recoding.tolist() == expected else ["recoding and groups differ"]
    gone = sum(g == SUPPRESSED for g in expected)
    return out + ([] if 100 * gone <= case.policy.delta * n else ["more than delta percent of the places suppressed"])


def unprotected(case: Case, released: Released) -> list[str]:
    """Subtrajectories of at most m visits with fewer than k owners, counted by listing all of them."""
    owners, bounds = case.sequences.owners(case.policy.unit), released.offsets
    who: dict[tuple[int, ...], set[int]] = {}
    for t, owner in enumerate(owners):
        visits = released.group[bounds[t] : bounds[t + 1]].tolist()
        for size in range(1, min(case.policy.m, len(visits)) + 1):
            for found in combinations(visits, size):
                who.setdefault(found, set()).add(int(owner))
    return [f"{s} has {len(o)} owners" for s, o in who.items() if len(o) < case.policy.k]


def differences(a: Released, b: Released) -> list[str]:
    """The fields in which two releases differ."""
    same = {
        "groups": a.groups == b.groups,
        "notes": a.notes == b.notes,
        **{
            name: getattr(a, name).dtype == getattr(b, name).dtype
            and np.array_equal(getattr(a, name), getattr(b, name))
            for name in ("recoding", "offsets", "group", "source")
        },
    }
    return [name for name, equal in same.items() if not equal]
