import numpy as np
import pytest
from utility_towns import Town

from anonymize.utility.flows import cells, density, flows, jensen_shannon_bits
from baquara.errors import BadInput
from baquara.sequences import Places

# With 2 cells a side over x 0..6, y 0..8: a (0,0), c (0,4)!, b (3,0)!, e (6,0), d (6,8). A place on an inner border goes up.
A, E, C, D = 0, 1, 2, 3


def test_cells_of_the_town(town: Town) -> None:
    names = dict(zip(town.sequences.places, cells(town.places, side=2).tolist(), strict=True))
    assert names == {"a": A, "b": E, "c": C, "d": D, "e": E}


def test_cells_of_a_line_and_of_one_spot() -> None:
    assert cells(Places(np.array([0.0, 5.0, 10.0]), np.zeros(3)), side=4).tolist() == [0, 2, 3]
    assert cells(Places(np.ones(2), np.ones(2)), side=4).tolist() == [0, 0]
    assert cells(Places(np.zeros(0), np.zeros(0)), side=4).tolist() == []
    with pytest.raises(BadInput, match="at least 1"):
        cells(Places(np.ones(2), np.ones(2)), side=0)


def test_density(town: Town) -> None:
    cell = cells(town.places, side=2)
    # d 5, a 3, c 4, e 5, b 2: cell A 3, E 5 + 2, C 4, D 5
    assert density(town.original, cell, n_cells=4).tolist() == [3, 7, 4, 5]
    # {a, b, c}: 9 visits, 3 in each of A, E, C
    assert density(town.view("abc", "d", "e"), cell, n_cells=4).tolist() == pytest.approx([3, 8, 3, 5])


def test_flows(town: Town) -> None:
    cell = cells(town.places, side=2)
    # dace D->E, baec E->C, ade A->E, bdec E->C, dc D->C, de D->E
    expected = np.zeros((4, 4))
    expected[D, E], expected[E, C], expected[A, E], expected[D, C] = 2, 2, 1, 1
    assert flows(town.original, cell, n_cells=4).tolist() == expected.tolist()
    # c suppressed: dae D->E, bae E->E, ade A->E, bde E->E, d nothing, de D->E
    expected = np.zeros((4, 4))
    expected[D, E], expected[E, E], expected[A, E] = 2, 2, 1
    assert flows(town.view("a", "b", "d", "e"), cell, n_cells=4).tolist() == expected.tolist()


def test_flows_in_blocks(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    cell = cells(town.places, side=2)
    whole = flows(town.view("abc", "d", "e"), cell, n_cells=4)
    monkeypatch.setattr("anonymize.utility.flows._BLOCK", 1)
    assert flows(town.view("abc", "d", "e"), cell, n_cells=4) == pytest.approx(whole)


def test_jensen_shannon() -> None:
    # (1/2, 1/2) and (1, 0), middle (3/4, 1/4): (1/2 log2 2/3 + 1/2 log2 2) / 2 + (log2 4/3) / 2
    expected = (0.5 * np.log2(2 / 3) + 0.5) / 2 + np.log2(4 / 3) / 2
    assert jensen_shannon_bits(np.array([3.0, 3.0]), np.array([2.0, 0.0])) == pytest.approx(expected)
    assert jensen_shannon_bits(np.array([1.0, 2.0]), np.array([2.0, 4.0])) == 0
    assert jensen_shannon_bits(np.zeros(2), np.array([2.0, 4.0])) is None
