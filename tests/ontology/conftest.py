import os
import re
from pathlib import Path

import pytest
from rdflib import Graph

import ontology

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def words() -> Graph:
    """The OWL ontology. Shared: tests that change it take a copy."""
    return ontology.load()


@pytest.fixture(scope="session")
def cases() -> dict[str, Graph]:
    """The Turtle blocks of docs/modelling, one graph a page."""
    pages = sorted((ROOT / "docs" / "modelling").glob("[0-9]*.md"))
    return {page.stem: _block(page) for page in pages}


def _block(page: Path) -> Graph:
    blocks = re.findall(r"```turtle\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 1, f"{page.name} must hold exactly one Turtle block"
    return Graph().parse(data=blocks[0], format="turtle")


@pytest.fixture(scope="session")
def shared_ontologies() -> Path:
    """The folder of foreign ontologies, or a visible skip."""
    folder = Path(os.environ.get("BAQUARA_DATA", ROOT.parent / "shared" / "data")) / "ontologies"
    if not folder.is_dir():
        pytest.skip(f"no shared data: {folder.name} not found; set BAQUARA_DATA")
    return folder
