"""Every registered algorithm, every engine of it, every check."""

import pytest
from km_checks import CHECKS

from anonymize.registry import REGISTRY

ENGINES = [(algorithm.name, engine) for algorithm in REGISTRY.values() for engine in algorithm.engines]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize(("name", "engine"), ENGINES)
def test_contract(name: str, engine: str, check: str) -> None:
    CHECKS[check](REGISTRY[name], engine)
