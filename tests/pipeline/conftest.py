"""Walkers and an empty workspace."""

from pathlib import Path

import pytest
from walkers import write_walkers

from baquara.settings import Settings
from baquara.workspace import Workspace


@pytest.fixture(scope="session")
def walkers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_walkers(tmp_path_factory.mktemp("walkers") / "walkers.csv")


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.create(tmp_path / "w", Settings.new("w"))
