"""Stages 1 to 3 on a workspace: all or nothing, twice is once, the same result in any order."""

import csv
import gzip
from pathlib import Path

import pyoxigraph as ox
import pytest
from walkers import PLACES, build, dump, run_stages, write_walkers

from baquara.errors import BadInput
from baquara.ingest.options import ReadOptions
from baquara.pipeline import Cleaning, add_places, drop, ingest, segment, triplify
from baquara.progress import Silent
from baquara.segment import Plan
from baquara.settings import Settings
from baquara.tables.fixes import FixesReader
from baquara.workspace import Workspace


def take(workspace: Workspace, *paths: Path, **cleaning: object) -> object:
    return ingest(workspace, "walks", paths, options=ReadOptions(), cleaning=Cleaning(**cleaning), progress=Silent())  # type: ignore[arg-type]


def rows(workspace: Workspace) -> list[dict[str, object]]:
    with FixesReader(workspace.root / workspace.state().datasets["walks"]["fixes"]) as reader:
        found = [row for table in reader.tables() for row in table.to_pylist()]
    return [{k: v for k, v in row.items() if k != "source"} for row in found]


def test_taking_a_file_twice_changes_nothing(workspace: Workspace, walkers: Path, tmp_path: Path) -> None:
    take(workspace, walkers)
    before = (workspace.root / "private" / "state.json").read_bytes()
    assert take(workspace, walkers).known_files == ("walkers.csv",)  # type: ignore[attr-defined]
    packed = tmp_path / "again.csv.gz"
    packed.write_bytes(gzip.compress(walkers.read_bytes()))
    assert take(workspace, packed).files == 0  # type: ignore[attr-defined]
    assert (workspace.root / "private" / "state.json").read_bytes() == before


def test_files_in_any_order_give_the_same_fixes(tmp_path: Path) -> None:
    a, b = write_walkers(tmp_path / "a.csv", seed=1, people=3), write_walkers(tmp_path / "b.csv", seed=2, people=4)
    b.write_text(b.read_text().replace(":00Z", ":30Z").replace(",-43.", ",-44."))  # the same people, far away
    one, two, three = (Workspace.create(tmp_path / name, Settings.new("w")) for name in ("one", "two", "three"))
    take(one, a, b)
    take(two, b), take(two, a)
    take(three, a), take(three, b)
    assert rows(one) == rows(two) == rows(three)
    assert one.state().datasets["walks"]["removed"], "no leap between the two: nothing to judge again"


def test_speed_is_judged_again_when_more_comes(tmp_path: Path, workspace: Workspace) -> None:
    def csv(name: str, *lines: str) -> Path:
        path = tmp_path / name
        path.write_text("\n".join(["moving_object,time,lon,lat", *lines]) + "\n")
        return path

    far = csv("far.csv", "a,2014-06-12T12:00:00Z,0,0", "a,2014-06-12T13:00:00Z,9,0", "a,2014-06-12T14:00:00Z,9.1,0")
    near = csv("near.csv", "a,2014-06-12T12:30:00Z,2,0", "a,2014-06-12T12:01:00Z,0,0")
    take(workspace, far, max_speed_kmh=500)
    assert workspace.state().datasets["walks"]["removed"]
    take(workspace, near, max_speed_kmh=500)
    other = Workspace.create(tmp_path / "other", Settings.new("w"))
    take(other, near, far, max_speed_kmh=500)
    assert rows(other) == rows(workspace)


def test_too_many_bad_rows_change_nothing_and_are_listed(tmp_path: Path, workspace: Workspace, walkers: Path) -> None:
    take(workspace, walkers)
    before = (workspace.root / "private" / "state.json").read_bytes()
    lines = walkers.read_text().replace("m 0", "other").splitlines(keepends=True)
    bad = tmp_path / "bad.csv"
    bad.write_text("".join(lines[:100]) + "m 1,not a time,0,0,,,,\n" * 5 + "m 1,2014-06-12T12:00:00Z,999,0,,,,\n")
    with pytest.raises(BadInput, match=r"bad\.csv: 6 of .* more than --max-rejects 1\.00%"):
        take(workspace, bad)
    assert (workspace.root / "private" / "state.json").read_bytes() == before
    listed = (workspace.root / "rejects" / "walks-2.csv").read_text().splitlines()
    assert listed[0] == "file,line,reason,content"
    assert [line.split(",")[:3] for line in listed[1:]][-1][2] == "out-of-range"
    assert len(listed) == 7
    assert take(workspace, bad, max_rejects=0.1).removed == {"bad-time": 5, "out-of-range": 1}  # type: ignore[attr-defined]


def test_duplicates_count_as_bad_rows(tmp_path: Path, workspace: Workspace) -> None:
    path = tmp_path / "twice.csv"
    path.write_text("moving_object,time,lon,lat\n" + "a,2014-06-12T12:00:00Z,0,0\n" * 3)
    with pytest.raises(BadInput, match="duplicate 2"):
        take(workspace, path)
    assert workspace.state().datasets == {}


def test_one_bad_file_keeps_the_good_one_out(tmp_path: Path, workspace: Workspace, walkers: Path) -> None:
    broken = tmp_path / "broken.csv.gz"
    broken.write_bytes(gzip.compress(walkers.read_bytes())[:-2000])
    with pytest.raises(BadInput, match=r"broken\.csv\.gz"):
        take(workspace, walkers, broken)
    assert workspace.state().datasets == {}
    [row] = list(csv.DictReader((workspace.root / "rejects" / "walks-1.csv").read_text(encoding="utf-8").splitlines()))
    assert (row["file"], row["reason"]) == ("broken.csv.gz", "file-refused")
    assert int(row["line"]) > 1


def test_an_empty_file_is_taken_and_gives_nothing(tmp_path: Path, workspace: Workspace) -> None:
    path = tmp_path / "empty.csv"
    path.write_text("moving_object,time,lon,lat\n")
    assert take(workspace, path).fixes == 0  # type: ignore[attr-defined]
    segment(workspace, "walks", plan=Plan(), progress=Silent())
    assert triplify(workspace, "walks", progress=Silent()).triples > 0


def test_stages_can_be_redone(tmp_path: Path, walkers: Path) -> None:
    workspace = build(tmp_path / "w", walkers)
    once = dump(workspace)
    segment(workspace, "walks", plan=Plan(), progress=Silent())
    triplify(workspace, "walks", progress=Silent())
    assert dump(workspace) != once
    build(workspace.root, walkers)
    assert dump(workspace) == once


def test_a_dataset_can_be_dropped_whole(tmp_path: Path, walkers: Path) -> None:
    workspace = build(tmp_path / "w", walkers)
    other = write_walkers(tmp_path / "other.csv", seed=7)
    ingest(workspace, "other", [other], options=ReadOptions(), cleaning=Cleaning(), progress=Silent())
    segment(workspace, "other", plan=Plan(), progress=Silent())
    before = dump(workspace)
    triplify(workspace, "other", progress=Silent())
    assert len(dump(workspace)) > len(before)
    drop(workspace, "other", progress=Silent())
    assert dump(workspace) == before
    assert sorted(workspace.state().datasets) == ["walks"]
    assert not list((workspace.root / "fixes").glob("other*"))


def test_places_tell_what_lies_in_what(tmp_path: Path, workspace: Workspace, walkers: Path) -> None:
    places = tmp_path / "places.ttl"
    places.write_text(PLACES)
    add_places(workspace, "x", [places], progress=Silent())
    run_stages(workspace, walkers)
    store = ox.Store.read_only(str(workspace.root / str(workspace.state().store)))
    ask = "PREFIX bq: <https://w3id.org/baquara#> PREFIX x: <http://x.example/> ASK { %s }"
    holds = {
        text: bool(store.query(ask % text, use_default_graph_as_union=True))
        for text in (
            "?s a bq:Stop ; bq:visits x:stall ; bq:occursIn x:stall , x:market , x:city , x:country",
            "?s a bq:Stop ; bq:visits x:market ; bq:hasAnnotation [ bq:property bq:visits ; bq:hasValue x:market ]",
            "?s a bq:Trail ; bq:visits x:country",
            "?s a bq:Stop ; bq:visits <https://data.example/w/walks/place/x%207>",
            "?s a bq:Move ; bq:visits ?p",
            "?s a bq:Trail ; bq:visits x:stall",
        )
    }
    assert list(holds.values()) == [True, True, True, True, False, False], holds


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (lambda w: segment(w, "nope", plan=Plan(), progress=Silent()), "no dataset 'nope'"),
        (lambda w: triplify(w, "walks", progress=Silent()), "no segments yet"),
        (lambda w: drop(w, "nope", progress=Silent()), "no dataset"),
        (lambda w: add_places(w, "x", [Path("missing.ttl")], progress=Silent()), "missing.ttl"),
        (
            lambda w: ingest(w, "No Way", [], options=ReadOptions(), cleaning=Cleaning(), progress=Silent()),
            "dataset name",
        ),
    ],
)
def test_errors_say_what_to_do(workspace: Workspace, walkers: Path, action: object, message: str) -> None:
    take(workspace, walkers)
    with pytest.raises(BadInput, match=message):
        action(workspace)  # type: ignore[operator]
