"""fast == reference: the same release, the same notes, the same refusal."""

from dataclasses import replace

import pytest
from km_cases import SPECIMENS, Case, crowd, differences, generated, specimen

from anonymize.algorithms import engine
from anonymize.registry import REGISTRY
from baquara.errors import CannotMeet
from baquara.sequences import Places, Policy, Released, Unit

BLOCKS, PER_BLOCK = 20, 60


def outcome(name: str, engine: str, case: Case, *, suppress: bool = True) -> Released | str:
    try:
        return REGISTRY[name].run(**case.inputs(), suppress=suppress, engine=engine)  # type: ignore[arg-type]
    except CannotMeet as error:
        return str(error)


def unequal(name: str, case: Case, *, suppress: bool = True) -> list[str]:
    fast, slow = (outcome(name, engine, case, suppress=suppress) for engine in ("fast", "reference"))
    if isinstance(fast, str) or isinstance(slow, str):
        return [] if fast == slow else [f"{fast} / {slow}"]
    return differences(fast, slow)


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.parametrize("block", range(BLOCKS))
def test_generated(name: str, block: int) -> None:
    for seed in range(block * PER_BLOCK, (block + 1) * PER_BLOCK):
        assert unequal(name, generated(seed)) == [], f"seed {seed}"


@pytest.mark.parametrize("name", REGISTRY)
def test_generated_without_suppression(name: str) -> None:
    for seed in range(10_000, 10_150):
        assert unequal(name, generated(seed), suppress=False) == [], f"seed {seed}"


@pytest.mark.parametrize("unit", Unit)
@pytest.mark.parametrize("specimen_name", SPECIMENS)
@pytest.mark.parametrize("name", REGISTRY)
def test_specimens(name: str, specimen_name: str, unit: Unit) -> None:
    assert unequal(name, specimen(specimen_name, unit)) == []


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.parametrize("seed", range(3))
def test_larger(name: str, seed: int) -> None:
    policy = Policy(k=3 + seed, m=2 + seed % 2)
    assert unequal(name, crowd(seed, owners=40, places=12, mean=2.5, policy=policy)) == []


@pytest.mark.parametrize("name", REGISTRY)
@pytest.mark.parametrize("slots", [1, 64])
def test_where_there_are_too_many_subtrajectories_to_flag(
    name: str, slots: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "_FLAGS", 0)
    monkeypatch.setattr(engine, "_KNOWN", slots)
    for seed in range(70_000, 70_150):
        assert unequal(name, generated(seed)) == [], f"seed {seed}"


@pytest.mark.parametrize("name", REGISTRY)
def test_coordinates_that_are_no_whole_numbers(name: str) -> None:
    for seed in range(90_000, 90_150):
        case = generated(seed)
        turned = Places(
            case.places.x * 0.6 - case.places.y * 0.8 + 0.1, case.places.x * 0.8 + case.places.y * 0.6 + 0.3
        )
        assert unequal(name, replace(case, places=turned)) == [], f"seed {seed}"
