import subprocess
import sys
from pathlib import Path

from rdflib import OWL, RDF, Graph, URIRef

import ontology
from ontology.__main__ import main
from ontology.page import page


def test_the_committed_page_is_fresh(root: Path) -> None:
    committed = (root / "docs" / "ontology.md").read_text(encoding="utf-8")
    assert committed == page(), "docs/ontology.md is stale: run python -m ontology docs/ontology.md"


def test_every_term_has_a_row(words: Graph) -> None:
    text = page()
    for kind in (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty):
        for term in words.subjects(RDF.type, kind):
            if isinstance(term, URIRef) and term.startswith(ontology.NAMESPACE):
                assert f"| `bq:{term.partition('#')[2]}` |" in text


def test_it_can_be_written_to_a_file(tmp_path: Path) -> None:
    assert main([str(tmp_path / "page.md")]) == 0
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == page()


def test_it_can_be_printed(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ontology"], cwd=root, capture_output=True, check=True, encoding="utf-8"
    )
    assert done.stdout == page()


def test_the_index_of_cases_lists_them_all(root: Path, cases: dict[str, Graph]) -> None:
    index = (root / "docs" / "modelling" / "README.md").read_text(encoding="utf-8")
    assert [name for name in cases if f"({name}.md)" not in index] == []
