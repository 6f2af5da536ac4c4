"""Published and Verified as values: what cannot be built, changed or forged."""

import copy
import dataclasses
import doctest
import importlib
import pickle
import pkgutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import anonymize.verify
from anonymize.verify import Published, Verified, verify
from anonymize.verify.support import Walks, _supports, rare
from baquara.errors import BadInput
from baquara.sequences import Policy, Released, Sequences

ORIGINAL = Sequences.of([("ana", "ab"), ("rui", "ab"), ("zoe", "")])
ROWS = [("r1", ["a", "b"]), ("r2", ["a", "b"])]
MODULES = [f"anonymize.verify.{m.name}" for m in pkgutil.iter_modules(anonymize.verify.__path__)]


def good() -> Verified:
    published = Published.of(ROWS, ORIGINAL, audit={"r1": "t2", "r2": "t1"})
    result = verify(ORIGINAL, published, Policy(k=2, m=2))
    assert isinstance(result, Verified)
    return result


def test_only_the_verifier_makes_verified() -> None:
    v = good()
    fields = [getattr(v, f.name) for f in dataclasses.fields(v)]
    for seal in (None, object(), "seal", v):
        with pytest.raises(BadInput, match=r"only anonymize\.verify"):
            Verified(*fields, seal)
    with pytest.raises(TypeError):
        Verified(*fields)  # type: ignore[call-arg]
    with pytest.raises((TypeError, ValueError)):
        dataclasses.replace(v, policy=Policy(k=9, m=9))


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, pickle.dumps])
def test_verified_cannot_be_copied(how: object) -> None:
    with pytest.raises(TypeError, match="cannot be copied"):
        how(good())  # type: ignore[operator]


def test_verified_cannot_be_derived_or_changed() -> None:
    with pytest.raises(TypeError, match="derived"):
        type("Mine", (Verified,), {})
    with pytest.raises(dataclasses.FrozenInstanceError):
        good().policy = Policy(k=9, m=9)  # type: ignore[misc]
    with pytest.raises(AttributeError):
        object.__new__(Verified).policy  # noqa: B018


def test_what_was_verified_cannot_be_written_to() -> None:
    v = good()
    for name in ("visit", "offsets", "set_place", "set_offsets", "source"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(v.release, name)[0] = 0
    assert v.intact()
    v.release.visit.setflags(write=True)
    v.release.visit[0] = 1
    assert not v.intact()


def test_the_arrays_of_the_caller_are_not_shared() -> None:
    visit = np.array([0, 1, 0, 1])
    p = Published.from_arrays(ORIGINAL, names=["r1", "r2"], offsets=np.array([0, 2, 4]), visit=visit, sets=[[0], [1]])
    visit[0] = 1
    assert p.visit.tolist() == [0, 1, 0, 1]


def test_equal_sets_are_one_set_however_they_are_given() -> None:
    sets = [[1, 0], [0, 1, 1], (0,), [1]]
    p = Published.from_arrays(ORIGINAL, names=["r1"], offsets=np.array([0, 3]), visit=np.array([0, 1, 3]), sets=sets)
    assert p.sets == ((0, 1), (1,))
    assert p.visit.tolist() == [0, 0, 1]


def test_the_digest_depends_on_all_that_is_published_and_on_nothing_else() -> None:
    base = good().release_digest
    other = [
        Published.of([("r1", ["a", "b"]), ("r3", ["a", "b"])], ORIGINAL),
        Published.of([("r1", ["a", "ab"]), ("r2", ["a", "b"])], ORIGINAL),
        Published.of([("r1", ["a", "b", "a"]), ("r2", ["b"])], ORIGINAL),
        Published.of(ROWS[::-1], ORIGINAL),
    ]
    digests = {anonymize.verify.digest.release_digest(p) for p in other}
    assert len(digests | {base}) == 5
    assert anonymize.verify.digest.release_digest(Published.of(ROWS, ORIGINAL)) == base


def test_from_released_publishes_visits_in_random_order_and_no_empty_trajectory() -> None:
    groups = ((0, 1),)
    r = Released(groups, np.array([0, 0]), np.array([0, 2, 3, 3]), np.array([0, 0, 0]), np.array([0, 1, 2]))
    orders = {
        tuple(Published.from_released(r, ORIGINAL, rng=np.random.default_rng(i)).source.tolist()) for i in range(9)
    }  # type: ignore[union-attr]
    assert orders == {(0, 1), (1, 0)}
    p = Published.from_released(r, ORIGINAL, rng=np.random.default_rng(0))
    assert sorted(np.diff(p.offsets).tolist()) == [1, 2]
    assert p.source is not None
    assert np.diff(p.offsets).tolist() == [[2, 1][s] for s in p.source]


BAD = {
    "share a name": {"names": ["r1", "r1"]},
    "do not cut": {"offsets": np.array([0, 3, 2])},
    "names candidate set": {"visit": np.array([0, 7, 0, 1])},
    "is empty": {"sets": [[0], []]},
    "names place": {"sets": [[0], [5]]},
    "has 1 rows for 2": {"source": np.array([0])},
    "names trajectory 9": {"source": np.array([0, 9])},
}


@pytest.mark.parametrize("message", BAD)
def test_bad_columns_are_refused(message: str) -> None:
    columns = {
        "names": ["r1", "r2"],
        "offsets": np.array([0, 2, 4]),
        "visit": np.array([0, 1, 0, 1]),
        "sets": [[0], [1]],
    }
    with pytest.raises(BadInput, match=message):
        Published.from_arrays(ORIGINAL, **{**columns, **BAD[message]})  # type: ignore[arg-type]


def test_an_audit_with_holes_or_strangers_is_refused() -> None:
    with pytest.raises(BadInput, match="does not say where 1 released"):
        Published.of(ROWS, ORIGINAL, audit={"r1": "t1"})
    with pytest.raises(BadInput, match="lacks, first t99"):
        Published.of(ROWS, ORIGINAL, audit={"r1": "t1", "r2": "t99"})


def test_a_release_of_other_places_is_refused() -> None:
    with pytest.raises(BadInput, match="other places"):
        verify(
            Sequences.of([("ana", "xy")]),
            Published.of(ROWS, ORIGINAL, audit={"r1": "t1", "r2": "t2"}),
            Policy(k=2, m=1),
        )


def test_counts_do_not_overflow() -> None:
    """Keys times owners beyond 64 bits: 3 keys near 2**40, owners near 2**40."""
    key, owner = np.array([2**40, 5, 2**40, 5]), np.array([2**40, 1, 7, 1])
    found, support = _supports(key, owner)
    assert found.tolist() == [5, 2**40]
    assert support.tolist() == [1, 2]


def test_repeated_labels_need_as_many_visits() -> None:
    walks = Walks.of(np.array([0, 3, 5]), np.array([0, 0, 0, 0, 0]), np.array([0, 1]), size=3)
    assert [(s.tolist(), n.tolist()) for s, n in rare(walks, size=3, k=2)] == [([[0, 0, 0]], [1])]


def test_numba_and_the_algorithms_are_never_imported() -> None:
    code = "import sys, anonymize.verify; print([m for m in sys.modules if m.split('.')[0] in {'numba', 'pandas'} or 'anonymize.alg' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["anonymize.verify", *MODULES])
def test_every_module_lists_what_is_public_and_its_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    assert sorted(set(module.__all__)) == sorted(module.__all__)
    assert all(hasattr(module, item) for item in module.__all__)
    assert doctest.testmod(module).failed == 0


def test_every_example_of_the_page_runs() -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "verify.md"
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried > 8
    assert failed == 0
