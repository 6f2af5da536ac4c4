import doctest
from pathlib import Path

from anonymize.utility import Measures
from anonymize.utility.plots import PANELS

PAGE = Path(__file__).parents[3] / "docs" / "utility.md"


def test_the_page_runs() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (failed, tried > 15) == (0, True)


def test_the_page_names_every_measure() -> None:
    text = PAGE.read_text(encoding="utf-8")
    counted = {
        "k",
        "m",
        "unit",
        "trajectories",
        "places",
        "diameter_m",
        "visits",
        "queries",
        "frequent_patterns",
        "projections",
    }
    derived = tuple(f"_{end}" for end in ("se", "sd", "mean", "lost"))
    names = [n for n in Measures.names() if n not in counted and not n.endswith(derived)]
    stems = [n.removesuffix("_percent") if n.startswith(("visits", "suppressed_places")) else n for n in names]
    assert [n for n in stems if f"`{n}" not in text] == []


def test_the_page_names_every_figure() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in PANELS if f"`{name}`" not in text] == []
