import numpy as np
import pytest
from utility_towns import Town

from anonymize.utility.counts import (
    Locations,
    Visits,
    constraints_violated,
    count_locations,
    count_visits,
    guessed_percent,
)
from anonymize.utility.view import View
from baquara.errors import BadInput
from baquara.sequences import Constraints, Sequences


def test_locations_of_figure_4c(town: Town) -> None:
    # d and e are intact, {a, b, c} is one generalized location of three places
    assert count_locations(town.view("abc", "d", "e")) == Locations(2, 1, 3, 0, 3.0)


def test_average_size_is_over_generalized_locations_only(town: Town) -> None:
    # {a, b, c} and {d, e}: (3 + 2) / 2
    assert count_locations(town.view("abc", "de")) == Locations(0, 2, 5, 0, 2.5)


def test_locations_untouched_and_suppressed(town: Town) -> None:
    assert count_locations(town.original) == Locations(5, 0, 0, 0, None)
    assert count_locations(town.view("ac", "e")) == Locations(1, 1, 2, 2, 2.0)
    assert count_locations(town.view()) == Locations(0, 0, 0, 5, None)


def test_a_place_of_which_every_visit_was_suppressed_is_suppressed(town: Town) -> None:
    visits = tuple(np.flatnonzero(town.sequences.place == town.number("b")[0]).tolist())
    assert count_locations(View.of(town.release("ac", "b", "d", "e", drop=visits))) == Locations(2, 1, 2, 1, 2.0)


def test_visits(town: Town) -> None:
    # 19 visits: d 5, a 3, c 4, e 5, b 2. b is suppressed, {a, c} generalized: 17 published, 10 of them intact
    view = town.view("ac", "d", "e")
    assert count_visits(town.sequences, view) == Visits(19, 17, 10, 2)


def test_guessed_right(town: Town) -> None:
    # 10 visits at 1, 7 at 1/2, 2 at 0: 13.5 of 19
    assert guessed_percent(town.sequences, town.view("ac", "d", "e")) == pytest.approx(100 * 13.5 / 19)
    assert guessed_percent(town.sequences, town.original) == 100
    assert guessed_percent(Sequences.of([]), View.original(Sequences.of([]))) is None


def test_constraints_of_figure_3(town: Town) -> None:
    # Figure 3a: u1 = {b, c}, u2 = {a, d, e}; {a, b, c} touches both, {b, c} and {a, d, e} one each (Example 3)
    constraints = Constraints(("u1", "u2"), np.array([1, 1, 0, 1, 0]))
    assert constraints_violated(town.view("abc", "d", "e"), constraints) == 1
    assert constraints_violated(town.view("bc", "ade"), constraints) == 0
    assert constraints_violated(town.view(), constraints) == 0


def test_a_release_of_other_sequences_is_refused(town: Town) -> None:
    with pytest.raises(BadInput, match="6 trajectories, the original 1"):
        town.original.check(Sequences.of([("ana", "a")]))
    with pytest.raises(BadInput, match="5 places, the original has 6"):
        town.original.check(Sequences.of([(str(i), "abcdef") for i in range(6)]))
