"""Public is what is listed, and the constants of the code are those of the ontology."""

import importlib
import pkgutil
from types import ModuleType

import pytest

PACKAGES = ("anonymize", "baquara", "enrichment", "ontology", "queries")


def modules() -> list[str]:
    found = list(PACKAGES)
    for name in PACKAGES:
        package = importlib.import_module(name)
        found += [info.name for info in pkgutil.walk_packages(package.__path__, f"{name}.")]
    return [name for name in found if not name.endswith("__main__")]


@pytest.mark.parametrize("name", modules())
def test_every_module_lists_what_is_public(name: str) -> None:
    module = importlib.import_module(name)
    listed = getattr(module, "__all__", None)
    assert listed is not None, "no __all__"
    assert len(set(listed)) == len(listed)
    for item in listed:
        assert hasattr(module, item), f"{item} is listed but not there"
    own = {
        key
        for key, value in vars(module).items()
        if not key.startswith("_")
        and not isinstance(value, ModuleType)
        and getattr(value, "__module__", None) == name
        and callable(value)
    }
    assert own <= set(listed), f"visible but not listed: {sorted(own - set(listed))}"


def test_versions_agree() -> None:
    from importlib.metadata import version

    import baquara

    assert version("baquara") == baquara.__version__
