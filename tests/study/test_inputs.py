from pathlib import Path

import numpy as np
import pytest

from baquara.errors import BadInput
from baquara.sequences import Places
from benchmarks.study.datasets import QUICK, datasets, describe, subset
from benchmarks.study.gowalla import read_gowalla
from benchmarks.study.knowledge import CONSTRAINT_SIZES, constraints, order, taxonomy
from benchmarks.study.oldenburg import Network, _path, _seen, _tree, read_network, simulate


def test_the_shortest_path_is_found() -> None:
    near = (((1, 1.0), (2, 5.0)), ((0, 1.0), (2, 1.0)), ((0, 5.0), (1, 1.0)), ())
    distance, before = _tree(Network(np.zeros(4), np.zeros(4), near), 0)
    assert distance.tolist() == [0, 1, 2, np.inf]
    assert _path(before, 2).tolist() == [0, 1, 2]


def test_a_slow_object_is_seen_in_every_cell_and_a_fast_one_jumps() -> None:
    path, along, cells = np.arange(6), np.arange(6.0) * 10, np.array([0, 0, 1, 2, 2, 3])
    assert _seen(cells, path, along, 1.0, 0.5) == [0, 1, 2, 3]
    assert _seen(cells, path, along, 25.0, 0.0) == [0, 2, 3]


def test_simulated_trajectories_have_the_length_asked_for_and_repeat(data: Path) -> None:
    network = read_network(data / "oldenburg")
    made = [simulate(network, trajectories=800, mean_length=4.72, sources=20, seed=5)[0] for _ in range(2)]
    assert len(made[0]) == 800
    assert np.diff(made[0].offsets).mean() == pytest.approx(4.72, abs=0.25)
    assert np.array_equal(made[0].place, made[1].place)


def test_simulated_places_are_the_middles_of_their_cells(data: Path) -> None:
    sequences, places = simulate(read_network(data / "oldenburg"), trajectories=50, mean_length=4, sources=5, seed=1)
    cell = int(sequences.places[3].removeprefix("cell:"))
    assert (places.x[3], places.y[3]) == (cell % 10 * 100 + 50, cell // 10 * 100 + 50)


def test_a_missing_network_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="--data must name the folder"):
        read_network(tmp_path)


def test_users_or_days_are_trajectories(data: Path) -> None:
    users, _ = read_gowalla(data / "gowalla_nyc", areas=30, by_day=False)
    days, _ = read_gowalla(data / "gowalla_nyc", areas=30, by_day=True)
    assert len(users) == len(users.moving_objects) == len(days.moving_objects) == 200
    assert len(days) > len(users)
    assert len(users.places) == 30


def test_check_ins_of_a_user_can_be_capped(data: Path) -> None:
    few, _ = read_gowalla(data / "gowalla_nyc", areas=80, by_day=False, users_max=7, visits_max=2)
    assert len(few) == 7
    assert np.diff(few.offsets).max() <= 2


def test_rows_go_from_west_to_east_and_from_south_to_north() -> None:
    x, y = (np.tile([0.0, 1.0, 2.0], 3), np.repeat([0.0, 1.0, 2.0], 3))
    mixed = np.array([4, 0, 8, 2, 6, 1, 3, 7, 5])
    assert mixed[order(Places(x[mixed], y[mixed]), how="rows", seed=1)].tolist() == list(range(9))
    assert sorted(order(Places(x, y), how="shuffled", seed=1).tolist()) == list(range(9))


@pytest.mark.parametrize(("leaves", "fan_out"), [(100, 5), (662, 6), (1, 5), (7, 6)])
def test_a_taxonomy_is_one_tree_with_few_children(leaves: int, fan_out: int) -> None:
    tree = taxonomy(np.random.default_rng(1).permutation(leaves), fan_out=fan_out)
    assert np.sum(tree.parent == -1) == 1
    assert np.bincount(tree.parent[tree.parent >= 0]).max() <= fan_out
    assert tree.leaf.tolist() == list(range(leaves))


@pytest.mark.parametrize("name", CONSTRAINT_SIZES)
def test_constraints_are_as_large_as_figure_18_says(name: str) -> None:
    leaves = np.random.default_rng(1).permutation(100)
    assert tuple(np.bincount(constraints(leaves, name=name).of)) == CONSTRAINT_SIZES[name]
    assert len(np.unique(constraints(np.arange(37), name=name).of)) == len(CONSTRAINT_SIZES[name])


def test_a_subset_is_a_part_of_the_trajectories(data: Path) -> None:
    whole = datasets(data, QUICK)["oldenburg/rows"]
    part = subset(whole, 40, seed=1).sequences
    names = {name: t for t, name in enumerate(whole.sequences.trajectories)}
    s = whole.sequences
    assert len(part) == 40
    for i, name in enumerate(part.trajectories):
        t = names[name]
        mine, theirs = part.place[part.offsets[i] : part.offsets[i + 1]], s.place[s.offsets[t] : s.offsets[t + 1]]
        assert mine.tolist() == theirs.tolist()


def test_subtrajectories_are_counted_once() -> None:
    from baquara.sequences import Sequences

    about = describe(Sequences.of([("a", "xyz"), ("b", "xz"), ("c", "zx")]))
    assert about["subtrajectories"] == [3, 4, 1, 0]
    assert about["least_support"] == 1
