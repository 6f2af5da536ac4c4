"""The registry: lazy, complete, and the edge where inputs are checked."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from km_cases import Case, figure_1a

import anonymize
from anonymize.registry import REGISTRY
from baquara.errors import BadInput
from baquara.sequences import Constraints, Places

HELPERS = {"__init__", "arrays", "engine", "heal", "release", "search", "state", "trajectories"}


@pytest.mark.parametrize(("folder", "engine"), [("algorithms", "fast"), ("reference", "reference")])
def test_every_file_is_registered_and_every_engine_has_a_file(folder: str, engine: str) -> None:
    files = {path.stem for path in (Path(anonymize.__file__).parent / folder).glob("*.py")} - HELPERS
    assert files == {a.name.replace("-", "_") for a in REGISTRY.values() if engine in a.engines}


def test_numba_is_imported_only_by_the_fast_engine_when_it_runs() -> None:
    code = (
        "import sys; from anonymize.registry import REGISTRY; [a.engine(e) for a in REGISTRY.values() for e in a.engines];"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def without(case: Case, need: str) -> dict[str, object]:
    return case.inputs() | {need: None}


@pytest.mark.parametrize(("name", "need"), [("sd-seqanon", "taxonomy"), ("u-seqanon", "constraints")])
def test_what_an_algorithm_needs(name: str, need: str) -> None:
    with pytest.raises(BadInput, match=f"{name} needs {need}"):
        REGISTRY[name].run(**without(figure_1a(), need))  # type: ignore[arg-type]
    for engine in REGISTRY[name].engines:
        with pytest.raises(BadInput, match=name):
            REGISTRY[name].engine(engine)(**without(figure_1a(), need))  # type: ignore[arg-type]


def test_an_engine_that_is_not_there() -> None:
    with pytest.raises(BadInput, match="seqanon has no engine 'gpu'; it has fast, reference"):
        REGISTRY["seqanon"].engine("gpu")


def test_places_that_do_not_fit() -> None:
    case = figure_1a()
    few = replace(case, places=Places(case.places.x[:3], case.places.y[:3]))
    with pytest.raises(BadInput, match="places: 3 places, but the sequences have 5"):
        REGISTRY["seqanon"].run(**few.inputs())  # type: ignore[arg-type]
    short = replace(case, constraints=Constraints(("u",), np.zeros(4, dtype=np.int64)))
    with pytest.raises(BadInput, match="constraints: 4 places"):
        REGISTRY["u-seqanon"].run(**short.inputs())  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e300])
def test_coordinates_must_be_metres(value: float) -> None:
    case = figure_1a()
    bad = replace(case, places=Places(np.array([0, 1, value, 2, 3]), case.places.y))
    with pytest.raises(BadInput, match="not a finite number"):
        REGISTRY["seqanon"].run(**bad.inputs())  # type: ignore[arg-type]
