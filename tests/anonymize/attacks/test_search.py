"""The compiled search against itertools, on generated releases with overlapping sets."""

import doctest
import importlib
import pkgutil
import random
import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest

import anonymize.attacks
from anonymize.attacks.figures import search
from anonymize.attacks.selections import Selections, at_random, in_a_row
from anonymize.attacks.traces import Traces
from anonymize.verify import Published
from baquara.sequences import Sequences, Unit

MODULES = [f"anonymize.attacks.{m.name}" for m in pkgutil.iter_modules(anonymize.attacks.__path__)]
Case = tuple[list[tuple[str, str]], list[list[str]]]


def generated(seed: int) -> Case:
    r = random.Random(seed)
    rows = [(f"p{r.randrange(4)}", "".join(r.choices("abcde", k=r.randint(0, 5)))) for _ in range(r.randint(1, 7))]
    rows[0] = (rows[0][0], "ab")
    wide = r.randint(0, 2)
    return rows, [[p + "".join(r.sample("abcde", wide)) for p in v if r.random() > 0.2] for _, v in rows]


def fits(known: str, visits: list[str], row: bool) -> bool:
    windows = combinations(visits, len(known))
    if row:
        windows = (tuple(visits[i : i + len(known)]) for i in range(len(visits) - len(known) + 1))  # type: ignore[assignment]
    return any(all(p in c for p, c in zip(known, w, strict=True)) for w in windows)


@pytest.mark.parametrize("row", [False, True])
@pytest.mark.parametrize("unit", list(Unit))
def test_search_equals_the_obvious_one(row: bool, unit: Unit) -> None:
    for seed in range(300):
        rows, visits = generated(seed)
        original = Sequences.of(list(rows))
        audit = {f"r{i}": f"t{i + 1}" for i in range(len(rows))}
        published = Published.of([(f"r{i}", v) for i, v in enumerate(visits)], original, audit=audit)
        size = seed % 3 + 1
        rng = np.random.default_rng(seed)
        known = in_a_row(original, size, unit=unit) if row else at_random(original, size, unit=unit, draws=4, rng=rng)
        check(original, Traces.after(original, published, unit), known, visits, unit, row)
        check(original, Traces.before(original, unit), known, [list(v) for _, v in rows], unit, row)


def check(s: Sequences, traces: Traces, known: Selections, visits: list[list[str]], unit: Unit, row: bool) -> None:
    fitting, right = search(traces, known, consecutive=row, cap=100)
    owners = s.owners(unit).tolist()
    for q in range(len(known.target)):
        places = "".join(s.places[p] for p in known.place[known.offsets[q] : known.offsets[q + 1]])
        who = {owners[t] for t, v in enumerate(visits) if fits(places, v, row)}
        assert fitting[q] == len(who)
        assert right[q] == (known.target[q] in who)


def test_counting_stops_at_the_cap() -> None:
    original = Sequences.of([(f"p{i}", "a") for i in range(9)])
    known = at_random(original, 1, unit=Unit.moving_object, draws=1, rng=np.random.default_rng(0))
    fitting, right = search(Traces.before(original, Unit.moving_object), known, consecutive=False, cap=4)
    assert fitting.tolist() == [4] * 9
    assert right.tolist() == [1] * 9


def test_every_choice_is_drawn_as_often_as_any_other() -> None:
    """3 of 6 places: 20 choices; 40,000 draws give each 2,000 +- 5 standard deviations."""
    original = Sequences.of([(f"p{i}", "abcdef") for i in range(4000)])
    known = at_random(original, 3, unit=Unit.moving_object, draws=10, rng=np.random.default_rng(5))
    rows, times = np.unique(known.place.reshape(-1, 3), axis=0, return_counts=True)
    assert sorted(map(tuple, rows.tolist())) == list(combinations(range(6), 3))
    assert np.abs(times - 2000).max() < 5 * 45


def test_importing_the_attacks_does_not_import_numba() -> None:
    code = "import sys, anonymize.attacks; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("name", ["anonymize.attacks", *MODULES])
def test_every_module_lists_what_is_public_and_its_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    assert sorted(set(module.__all__)) == sorted(module.__all__)
    assert all(hasattr(module, item) for item in module.__all__)
    assert doctest.testmod(module).failed == 0
