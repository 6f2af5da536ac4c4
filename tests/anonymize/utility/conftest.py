"""Fixtures, and the way to the helpers of this folder."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from utility_towns import Random, Town, any_town, figure_1


@pytest.fixture
def town() -> Town:
    return figure_1()


@pytest.fixture(params=range(25))
def random(request: pytest.FixtureRequest) -> Random:
    return any_town(request.param)
