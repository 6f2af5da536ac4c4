import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import baquara.simulate

MODULES = [f"baquara.simulate.{m.name}" for m in pkgutil.iter_modules(baquara.simulate.__path__)]


@pytest.mark.parametrize("name", ["baquara.simulate", *MODULES])
def test_what_is_listed_exists_and_is_said(name: str) -> None:
    module = importlib.import_module(name)
    assert sorted(set(module.__all__)) == sorted(module.__all__)
    assert all(hasattr(module, item) for item in module.__all__)
    assert module.__doc__


def test_every_example_of_the_page_runs() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "simulate.md"
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried > 10
    assert failed == 0
