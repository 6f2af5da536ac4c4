"""The command line as people use it: help that teaches, JSON, errors without traceback, exit codes, any folder."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from walkers import write_walkers

from baquara.cli import COMMANDS, main, make_parser

BAQUARA = [sys.executable, "-m", "baquara"]


@pytest.fixture
def city(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A workspace with two people, segmented."""
    source = write_walkers(tmp_path / "walkers.csv", people=2)
    root = tmp_path / "city"
    for command in (
        ["init", str(root)],
        ["ingest", "-w", str(root), str(source)],
        ["segment", "-w", str(root), "--scale", "30min/500m", "--scale", "10min/60m"],
    ):
        assert main(command) == 0
    capsys.readouterr()
    return root


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([name, "--help"])
    assert stopped.value.code == 0
    assert f"  baquara {name}" in capsys.readouterr().out


def test_help_is_quick_because_it_loads_no_stage() -> None:
    code = "import sys; from baquara.cli import make_parser; make_parser().format_help(); print([m for m in ('numba', 'pyarrow', 'pandas', 'rdflib', 'pyoxigraph') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_every_option_says_what_it_is_for() -> None:
    parser = make_parser()
    for group in parser._subparsers._group_actions:  # type: ignore[union-attr]
        for name, sub in group.choices.items():  # type: ignore[union-attr]
            assert all(action.help for action in sub._actions), name


def test_json_is_json_and_nothing_else(city: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (
        ["show"],
        ["check", "--no-shacl"],
        ["query", "longest-stops", "--min-minutes", "30"],
        ["triplify"],
        ["segment", "--no-graph"],
        ["query", "--list"],
    ):
        assert main([command[0], "-w", str(city), *command[1:], "--json"]) == 0
        assert json.loads(capsys.readouterr().out)


def test_query_formats(city: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def ask(*more: str) -> str:
        assert main(["query", "-w", str(city), "segments-on-map", "--min-minutes", "30", *more]) == 0
        return capsys.readouterr().out

    lines = ask("--format", "csv").splitlines()
    assert lines[0] == "segment,object,begin,minutes,place,wkt"
    features = json.loads(ask("--format", "geojson"))["features"]
    rows = json.loads(ask("--format", "json"))
    assert len(features) == len(rows) == len(lines) - 1 > 5
    assert features[0]["geometry"]["type"] == "Point"
    assert isinstance(rows[0]["minutes"], float)
    assert f"{len(rows)} rows" in ask()
    assert "are not shown" in ask("--limit", "2")


def test_own_query_from_a_file(city: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.rq"
    path.write_text("PREFIX bq: <https://w3id.org/baquara#> SELECT (COUNT(?t) AS ?trails) { ?t a bq:Trail }")
    assert main(["query", "-w", str(city), "--file", str(path), "--format", "csv"]) == 0
    assert int(capsys.readouterr().out.split()[1]) > 1


def test_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["query", "baquara2-1", "--about"]) == 0
    assert "section 5.3" in capsys.readouterr().out


BAD = {
    "no workspace": (["show", "-w", "/"], "baquara init"),
    "no such file": (["ingest", "-w", "CITY", "nowhere.csv"], "nowhere.csv: no such file"),
    "unknown column": (["ingest", "-w", "CITY", "CSV", "--map", "time=tiem"], "did you mean"),
    "unknown zone": (["ingest", "-w", "CITY", "CSV", "--timezone", "Mars/Olympus"], "Mars/Olympus"),
    "bad share": (["ingest", "-w", "CITY", "CSV", "--max-rejects", "many"], "--max-rejects"),
    "share above all": (["ingest", "-w", "CITY", "CSV", "--max-rejects", "200%"], "--max-rejects"),
    "bad speed": (["ingest", "-w", "CITY", "CSV", "--dataset", "x", "--max-speed", "-3"], "--max-speed"),
    "bad compression": (["ingest", "-w", "CITY", "CSV", "--compress", "dp"], "dp:20m"),
    "bad scale": (["segment", "-w", "CITY", "--scale", "often"], "30min/500m"),
    "scales the wrong way": (
        ["segment", "-w", "CITY", "--scale", "5min/50m", "--scale", "30min/500m"],
        "coarse to fine",
    ),
    "bad duration": (["segment", "-w", "CITY", "--max-gap", "soon"], "--max-gap"),
    "gap without length": (["segment", "-w", "CITY", "--trails", "gap"], "gap"),
    "no polygons": (["segment", "-w", "CITY", "--areas", "CSV"], "walkers.csv"),
    "unknown dataset": (["segment", "-w", "CITY", "-d", "nope"], "there is: main"),
    "unknown query": (["query", "-w", "CITY", "longest-stop"], "longest-stops"),
    "unknown parameter": (["query", "-w", "CITY", "longest-stops", "--minutes", "3"], "min_minutes"),
    "bad value": (["query", "-w", "CITY", "longest-stops", "--min-minutes", "3) } DROP ALL"], "min_minutes"),
    "no geometry": (["query", "-w", "CITY", "longest-stops", "--format", "geojson"], "geometry"),
    "bad picture": (["map", "-w", "CITY", "-o", "x.gif"], ".png"),
    "unknown object": (["map", "-w", "CITY", "-o", "x.png", "--object", "nobody"], "nobody"),
    "nothing to simulate": (["simulate", "-o", "x", "--rows", "-5"], "rows"),
    "places that do not parse": (["places", "-w", "CITY", "CSV"], "walkers.csv"),
    "second workspace": (["init", "CITY"], "already"),
}


@pytest.mark.parametrize("case", sorted(BAD))
def test_bad_input_is_told_in_one_line_with_code_2(
    case: str, city: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = (city / "private" / "state.json").read_bytes()
    words, expected = BAD[case]
    code = main([{"CITY": str(city), "CSV": str(tmp_path / "walkers.csv")}.get(w, w) for w in words])
    error = capsys.readouterr().err
    assert code == 2, error
    assert expected in error
    assert "Traceback" not in error
    assert error.startswith("baquara: ")
    assert (city / "private" / "state.json").read_bytes() == before


def test_wrong_usage_is_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["show", "--colour"], ["dance"], []):
        with pytest.raises(SystemExit) as stopped:
            main(words)
        assert stopped.value.code == 2


def test_a_broken_rule_is_code_1(city: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import pyoxigraph as ox

    state = json.loads((city / "private" / "state.json").read_text())
    store = ox.Store(str(city / state["store"]))
    store.update(
        "PREFIX bq: <https://w3id.org/baquara#> DELETE { GRAPH ?g { ?s bq:ord ?o } } INSERT { GRAPH ?g { ?s bq:ord 7 } } WHERE { GRAPH ?g { ?s a bq:Trail ; bq:ord ?o } }"
    )
    store.flush()
    del store
    assert main(["check", "-w", str(city), "--no-shacl"]) == 1
    assert "trails-are-counted" in capsys.readouterr().out


def test_from_below_the_workspace_and_from_standard_input(city: Path) -> None:
    data = "id;when;lat;lon\nז'אן;2014-06-12T12:00:00Z;-22.9;-43.2\nז'אן;2014-06-12T13:00:00Z;-22.9;-43.2\n"
    done = subprocess.run(
        [*BAQUARA, "ingest", "-", "-d", "stdin", "--json"],
        cwd=city / "releases",
        input=data,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["fixes"] == 2


def test_settings_give_defaults_and_a_misspelt_one_is_refused(city: Path, capsys: pytest.CaptureFixture[str]) -> None:
    toml = city / "baquara.toml"
    text = toml.read_text()
    toml.write_text(text + '\n[segment]\nscales = ["20min/200m"]\ntrails = "object"\n')
    assert main(["segment", "-w", str(city), "--no-graph", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kinds"]["Trail"] == 2
    toml.write_text(text + '\n[segment]\nscale = ["20min/200m"]\n')
    assert main(["segment", "-w", str(city), "--no-graph"]) == 2
    assert "no option 'scale'" in capsys.readouterr().err


def test_ctrl_c_says_so_and_changes_nothing(city: Path) -> None:
    """Standard input stays open, so the program is still reading when it is interrupted."""
    before = (city / "private" / "state.json").read_bytes()
    command = [*BAQUARA, "ingest", "-w", str(city), "-d", "more", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not _keeps_input(process.pid):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
        assert process.stderr is not None
        error = process.stderr.read()
    assert process.returncode == 130
    assert "interrupted" in error
    assert "Traceback" not in error
    assert (city / "private" / "state.json").read_bytes() == before


def _keeps_input(pid: int) -> bool:
    """Whether the process has opened the file that it keeps standard input in."""
    folder = Path(f"/proc/{pid}/fd")
    return any("baquara-" in str(link.readlink()) for link in list(folder.iterdir()) if link.is_symlink())


def test_a_closed_pipe_is_no_error(city: Path) -> None:
    command = f"{sys.executable} -m baquara query -w {city} segments-on-map --format csv | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, env=os.environ, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("segment,")


def test_stops_in_areas(city: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = {
        "type": "Polygon",
        "coordinates": [[[-43.3, -23.0], [-43.1, -23.0], [-43.1, -22.8], [-43.3, -22.8], [-43.3, -23.0]]],
    }
    path = tmp_path / "areas.geojson"
    path.write_text(
        json.dumps(
            {
                "type": "FeatureCollection",
                "features": [{"type": "Feature", "geometry": box, "properties": {"name": "http://x.example/centre"}}],
            }
        )
    )
    assert main(["segment", "-w", str(city), "--areas", str(path), "--area-name", "name"]) == 0
    capsys.readouterr()
    mine = tmp_path / "mine.rq"
    mine.write_text(
        "PREFIX bq: <https://w3id.org/baquara#> SELECT ?s { ?s a bq:Stop ; bq:occursIn <http://x.example/centre> }"
    )
    assert main(["query", "-w", str(city), "--file", str(mine), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)


def test_map(city: Path, tmp_path: Path) -> None:
    for name in ("a.png", "a.svg"):
        assert main(["map", "-w", str(city), "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).stat().st_size > 10_000


def test_simulate_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert main(["simulate", "--rows", "300", "--kind", "posts", "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "a" / "posts.csv").read_bytes() == (tmp_path / "b" / "posts.csv").read_bytes()


def test_drop(city: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["drop", "-w", str(city), "main"]) == 0
    capsys.readouterr()
    assert main(["show", "-w", str(city), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["datasets"] == {}
