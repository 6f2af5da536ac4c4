"""The five queries of the papers on the bundled sample give exactly what its plan implies."""

from pathlib import Path

import numpy as np
import pytest

import queries
from baquara.pipeline import CheckReport, check, run_query
from baquara.pipeline.demo import demo
from baquara.progress import Silent
from baquara.simulate import expected
from baquara.store import open_for_reading, select
from baquara.workspace import Workspace


@pytest.fixture(scope="module")
def rio(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return demo(tmp_path_factory.mktemp("demo") / "demo", fresh=False, progress=Silent()).workspace


def ask(workspace: Workspace, name: str) -> list[list[str]]:
    return run_query(workspace, queries.get(name), {}, lambda a: [[v.value for v in row] for row in a.rows])  # type: ignore[union-attr, misc]


@pytest.fixture(scope="module")
def trails(rio: Workspace) -> dict[str, tuple[str, str]]:
    """Each trail as the plan names it: moving object and local date."""
    text = """PREFIX bq: <https://w3id.org/baquara#>
    SELECT ?t ?id ?b { ?t a bq:Trail ; bq:begin ?b ; bq:ofMovingObject/bq:identifier ?id }"""
    store = open_for_reading(rio.root / str(rio.state().store))
    return {t.value: (i.value, b.value[:10]) for t, i, b in select(store, text).rows}  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["baquara_1", "baquara_2", "baquara2_1"])
def test_trails(rio: Workspace, trails: dict[str, tuple[str, str]], name: str) -> None:
    found = [trails[row[0]] for row in ask(rio, name.replace("_", "-"))]
    assert len(found) == len(set(found))
    assert set(found) == getattr(expected(), name)
    assert found, "a query without an answer shows nothing"


def test_percentage(rio: Workspace) -> None:
    [[share]] = ask(rio, "baquara2-2")
    assert float(share) == pytest.approx(expected().baquara2_2_percentage)
    assert 0 < float(share) < 100


def test_cities(rio: Workspace) -> None:
    text = """PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> SELECT ?c ?l { ?c a <http://linkedgeodata.org/ontology/City> ; rdfs:label ?l }"""
    store = open_for_reading(rio.root / str(rio.state().store))
    city = {label.value: iri.value for iri, label in select(store, text).rows}  # type: ignore[union-attr]
    found = {city[label]: int(n) for label, n in ask(rio, "baquara2-3")}
    assert found == expected().baquara2_3
    assert len(found) >= 2


GIVEN = {
    "daily-summary": {"object": "https://data.example/demo/rio/object/sim-000000"},
    "timeline": {"object": "https://data.example/demo/rio/object/sim-000000"},
    "hierarchy": {"segment": "https://data.example/demo/rio/segment/sim-000000/1"},
    "stops-near-point": {"point": "-43.2105,-22.9519"},
    "text-around-place": {"place": "http://dbpedia.org/resource/Corcovado"},
    "dwell-in-area": {"area": "-43.3,-23.1,-43.1,-22.8"},
    "trails-through-area": {"area": "-43.3,-23.1,-43.1,-22.8"},
}
SILENT = {
    "home-candidates": "phones are off at night",
    "doubtful-links": "venues given with the data carry no scores",
    "stops-without-link": "every stop of the sample has a venue",
    "silences": "the sample has no gap above the default",
}


@pytest.mark.parametrize("name", sorted(queries.all_queries()))
def test_every_question_runs_on_the_sample(rio: Workspace, name: str) -> None:
    rows = run_query(rio, queries.get(name), GIVEN.get(name, {}), lambda a: list(a.rows))
    assert bool(rows) != (name in SILENT), "no answer on the sample" if not rows else "it has an answer after all"


@pytest.fixture(scope="module")
def shacl(rio: Workspace) -> CheckReport:
    return check(rio, shacl=True, progress=Silent())


@pytest.mark.slow
def test_the_shapes_hold(shacl: CheckReport) -> None:
    assert shacl.shacl == "0 violations", shacl.violations[:3]


def test_sequences_of_the_workspace_are_its_trails(rio: Workspace, trails: dict[str, tuple[str, str]]) -> None:
    """Every trail is there under its IRI, its visits are its stops in order, and the audit leads back to it."""
    from baquara.pipeline.anonymize import from_workspace

    inputs = from_workspace(rio)
    s = inputs.sequences
    assert set(s.trajectories) == set(trails)
    one = "https://data.example/demo/rio/segment/sim-000000/1"
    row = s.trajectories.index(one)
    visited = [s.places[p].rsplit("/", 1)[-1] for p in s.place[s.offsets[row] : s.offsets[row + 1]]]
    assert "Corcovado" in visited
    assert s.moving_objects[s.moving_object[row]].endswith("/sim-000000")
    audit = (rio.root / "anonymized" / "audit.csv").read_text().splitlines()[1:]
    assert {line.split(",")[1] for line in audit} == set(trails)
    assert np.isfinite(inputs.places.x).all()


def test_the_demo_is_not_overwritten(rio: Workspace) -> None:
    from baquara.errors import BadInput

    with pytest.raises(BadInput, match="not empty"):
        demo(rio.root, fresh=False, progress=Silent())


def test_fresh_replaces_only_a_demo(tmp_path: Path) -> None:
    from baquara.errors import BadInput

    (tmp_path / "precious.txt").write_text("x")
    with pytest.raises(BadInput, match="not empty"):
        demo(tmp_path, fresh=True, progress=Silent())
    assert (tmp_path / "precious.txt").exists()
