"""The oracle for everything that is an expectation: try every reading of a small release, each equally likely."""

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pytest
from utility_towns import Random

from anonymize.utility.counts import guessed_percent
from anonymize.utility.flows import cells, density, flows
from anonymize.utility.queries import expected_supports
from anonymize.utility.semantics import class_supports
from anonymize.utility.view import View
from baquara.sequences import Released, Taxonomy

World = list[list[int]]


def worlds(released: Released) -> Iterator[World]:
    for choice in product(*(released.groups[g] for g in released.group)):
        yield [list(choice[a:b]) for a, b in zip(released.offsets[:-1], released.offsets[1:], strict=True)]


def contains(visits: list[int], query: tuple[int, ...]) -> bool:
    return query in set(combinations(visits, len(query)))


def test_expected_supports(random: Random) -> None:
    queries = ((0,), (3,), (0, 1), (1, 0), (2, 2), (0, 1, 0), (4, 5, 3))
    truth = [np.mean([sum(contains(t, q) for t in w) for w in worlds(random.released)]) for q in queries]
    assert expected_supports(View.of(random.released), queries).tolist() == pytest.approx(truth, abs=1e-12)


def ancestors(taxonomy: Taxonomy, place: int) -> set[int]:
    node, found = int(taxonomy.leaf[place]), set()
    while node >= 0:
        found.add(node)
        node = int(taxonomy.parent[node])
    return found


def test_class_supports(random: Random) -> None:
    up = [ancestors(random.taxonomy, p) for p in range(6)]
    truth = [np.mean([sum(any(c in up[p] for p in t) for t in w) for w in worlds(random.released)]) for c in range(9)]
    found = class_supports(View.of(random.released), random.taxonomy, np.arange(9))
    assert found.tolist() == pytest.approx(truth, abs=1e-12)


def test_density_and_flows(random: Random) -> None:
    cell = cells(random.places, side=3)
    there, trips, n = np.zeros(9), np.zeros((9, 9)), 0
    for world in worlds(random.released):
        n += 1
        for t in world:
            np.add.at(there, cell[t], 1)
            if len(t) > 1:
                trips[cell[t[0]], cell[t[-1]]] += 1
    view = View.of(random.released)
    assert density(view, cell, n_cells=9).tolist() == pytest.approx((there / n).tolist(), abs=1e-12)
    assert flows(view, cell, n_cells=9).ravel().tolist() == pytest.approx((trips / n).ravel().tolist(), abs=1e-12)


def test_guessed_percent(random: Random) -> None:
    source = random.sequences.place[random.released.source].tolist()
    right = [np.sum(np.array([p for t in w for p in t]) == source) for w in worlds(random.released)]
    expected = 100 * np.mean(right) / len(random.sequences.place)
    assert guessed_percent(random.sequences, View.of(random.released)) == pytest.approx(expected)
