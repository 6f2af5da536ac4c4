import numpy as np
import pytest
from utility_towns import Town, release

from anonymize.utility.semantics import class_count_error, class_supports, dissimilarity, leaves_below, semantic_penalty
from anonymize.utility.view import View
from baquara.sequences import Sequences, Taxonomy


def test_leaves_of_figure_2(town: Town) -> None:
    assert leaves_below(town.taxonomy).tolist() == [5, 3, 2, 1, 1, 1, 1, 1]


def test_dissimilarity_of_example_2(town: Town) -> None:
    # SD({a, c, e}) = 3/5, SD({a, d}) = 5/5, SD({b, d}) = 2/5, one place 1/5
    assert dissimilarity(town.view("ace", "bd"), town.taxonomy).tolist() == [0.6, 0.4]
    assert dissimilarity(town.view("ad", "b"), town.taxonomy).tolist() == [1.0, 0.2]


def test_penalty_of_figure_4c(town: Town) -> None:
    # {a, b, c} has SD 1, d and e 1/5: dace 2.4/4, baec 3.2/4, ade 1.4/3, bdec 2.4/4, dc 1.2/2, de 0.4/2
    view = town.view("abc", "d", "e")
    expected = (0.6 + 0.8 + 1.4 / 3 + 0.6 + 0.6 + 0.2) / 6
    assert semantic_penalty(view, dissimilarity(view, town.taxonomy)) == pytest.approx(expected, rel=1e-12)


def test_penalty_without_generalization_is_one_over_the_leaves(town: Town) -> None:
    assert semantic_penalty(town.original, dissimilarity(town.original, town.taxonomy)) == pytest.approx(0.2)
    assert semantic_penalty(town.view(), np.zeros(0)) is None


def test_class_count_error_of_figure_4c(town: Town) -> None:
    # All 6 trajectories visit a restaurant, a coffee shop, and some place. {a, b, c} is a restaurant with 2/3, a coffee shop with 1/3.
    # Restaurants: dc is one with 2/3, the others visit e: 5 + 2/3, error (1/3)/6.
    # Coffee shops: baec visits {a, b, c} three times and no d: 1 - (2/3)^3 = 19/27, error (8/27)/6. Root: 0.
    error = class_count_error(town.original, town.view("abc", "d", "e"), town.taxonomy)
    assert error == pytest.approx((1 / 18 + 4 / 81 + 0) / 3, rel=1e-12)


def test_groups_inside_a_class_leave_its_count_right(town: Town) -> None:
    assert class_count_error(town.original, town.view("ace", "bd"), town.taxonomy) == pytest.approx(0, abs=1e-15)


def test_suppression_is_an_error_even_at_the_root(town: Town) -> None:
    # everything suppressed: each class counts 0 instead of 6
    assert class_count_error(town.original, town.view(), town.taxonomy) == 1


def test_a_rare_class_in_a_large_dataset() -> None:
    # 100 trajectories xy and one zz; {x, z} is published as one. Class X = {x}, Z = {z}, y is in neither.
    # X: 100 times 1/2 and 1 - (1/2)^2 = 50.75 for 100; Z: the same for 1. Few visits to a class are summed another way than many.
    s = Sequences.of([(str(i), "xy") for i in range(100)] + [("z", "zz")])
    taxonomy = Taxonomy(("any", "X", "Z", "x", "y", "z"), np.array([-1, 0, 0, 1, 0, 2]), np.array([3, 4, 5]))
    assert class_supports(View.original(s), taxonomy, np.arange(6)).tolist() == pytest.approx(
        [101, 100, 1, 100, 100, 1]
    )
    error = class_count_error(View.original(s), View.of(release(s, ["xz", "y"])), taxonomy)
    assert error == pytest.approx((0 + 49.25 / 100 + 49.75) / 3)


def test_a_rare_class_that_spans_groups() -> None:
    # Class C = {p, q}; {p, r} and {q, s, t} are published. q alone 1/3, p alone 1/2, q then p 1 - 2/3 * 1/2 = 2/3: 1.5 in all
    s = Sequences.of([("1", "q"), ("2", "p"), ("3", "qp"), *((f"y{i}", "y") for i in range(100)), ("4", "rst")])
    leaf = {name: 2 + i for i, name in enumerate(s.places)}
    parent = np.array([-1, 0, *(1 if name in "pq" else 0 for name in s.places)])
    taxonomy = Taxonomy(("any", "C", *s.places), parent, np.array(list(leaf.values())))
    last = tuple(range(len(s.place) - 3, len(s.place)))
    view = View.of(release(s, ["pr", "qst", "y"], drop=last))
    assert class_supports(view, taxonomy, np.array([1])).tolist() == pytest.approx([1.5])
