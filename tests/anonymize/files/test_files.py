"""The files of stages 6 to 8: read exactly, refused clearly, written so that they say nothing."""

import csv
import json
import stat
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from anonymize.aggregate import cluster, grid
from anonymize.files import read_constraints, read_places, read_published, read_sequences, read_taxonomy
from baquara.cli import main
from baquara.errors import BadInput
from baquara.geo import distance_m
from baquara.sequences import Places, Sequences

SEQUENCES = "trajectory,moving_object,ord,place\nt2,ana,2,b\nt1,rui,1,c\nt2,ana,1,a\nt1,rui,7,a\n"
PLACES = "place,x,y\na,0,0\nb,3,4\nc,10,0\nnobody,9,9\n"
TAXONOMY = "child,parent\na,food\nb,food\nc,shop\nfood,any\nshop,any\n"
CONSTRAINTS = "constraint,place\nu1,a\nu1,b\nu2,c\n"


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_sequences_are_numbered_by_first_appearance(tmp_path: Path) -> None:
    s = read_sequences(write(tmp_path, "s.csv", SEQUENCES))
    assert s.trajectories == ("t2", "t1")
    assert s.places == ("a", "b", "c")
    assert s.place.tolist() == [0, 1, 2, 0]
    assert s.offsets.tolist() == [0, 2, 4]
    assert [s.moving_objects[i] for i in s.moving_object] == ["ana", "rui"]


def test_parquet_reads_the_same(tmp_path: Path) -> None:
    table = pa.table(
        {
            "trajectory": ["t2", "t1", "t2", "t1"],
            "moving_object": ["ana", "rui", "ana", "rui"],
            "ord": [2, 1, 1, 7],
            "place": ["b", "c", "a", "a"],
        }
    )
    pq.write_table(table, tmp_path / "s.parquet")
    a, b = read_sequences(tmp_path / "s.parquet"), read_sequences(write(tmp_path, "s.csv", SEQUENCES))
    assert (a.places, a.place.tolist(), a.trajectories) == (b.places, b.place.tolist(), b.trajectories)


def test_places_in_degrees_become_metres(tmp_path: Path) -> None:
    p = read_places(write(tmp_path, "p.csv", "place,lon,lat\na,-43.21,-22.95\nb,-43.15,-22.94\n"), ("a", "b"))
    assert np.hypot(p.x[0] - p.x[1], p.y[0] - p.y[1]) == pytest.approx(
        float(distance_m(-43.21, -22.95, -43.15, -22.94)), rel=1e-5
    )


def test_taxonomy_and_constraints(tmp_path: Path) -> None:
    t = read_taxonomy(write(tmp_path, "t.csv", TAXONOMY), ("a", "b", "c"))
    parents = [t.nodes[t.parent[leaf]] for leaf in t.leaf]
    assert parents == ["food", "food", "shop"]
    assert [t.nodes[i] for i in np.flatnonzero(t.parent == -1)] == ["any"]
    c = read_constraints(write(tmp_path, "c.csv", CONSTRAINTS), ("a", "b", "c"))
    assert c.names == ("u1", "u2")
    assert c.of.tolist() == [0, 0, 1]


BAD = {
    "no column": ("s", "trajectory,ord,place\nt,1,a\n", "moving_object"),
    "empty file": ("s", "", "is empty"),
    "empty cell": ("s", "trajectory,moving_object,ord,place\nt,m,1,a\nt,m,2,\n", "line 3: place is empty"),
    "ord is no number": (
        "s",
        "trajectory,moving_object,ord,place\nt,m,first,a\n",
        "line 2: ord must be a whole number",
    ),
    "ord twice": ("s", "trajectory,moving_object,ord,place\nt,m,1,a\nt,m,1,b\n", "ord 1 twice"),
    "two movers": ("s", "trajectory,moving_object,ord,place\nt,m,1,a\nt,n,2,b\n", "two moving objects"),
    "bar in a name": ("s", "trajectory,moving_object,ord,place\nt,m,1,a|b\n", "'|'"),
    "a million columns": ("s", ",".join(f"c{i}" for i in range(1_000_000)) + "\n", "more than 1000 columns"),
    "broken encoding": ("s", "trajectory,moving_object,ord,place\nt,m,1,\udce9\n", "s.csv"),
    "ragged": ("s", "trajectory,moving_object,ord,place\nt,m,1\n", "s.csv"),
    "unknown place": ("p", "place,x,y\na,0,0\n", "2 of 3 visited places are not in it"),
    "NaN": ("p", "place,x,y\na,nan,0\nb,1,1\nc,2,2\n", "line 2: x must be a finite number"),
    "infinite": ("p", "place,x,y\na,1e999,0\nb,1,1\nc,2,2\n", "x is too large"),
    "place twice": ("p", "place,x,y\na,0,0\nb,1,1\nc,2,2\na,5,5\n", "somewhere else"),
    "metres as degrees": ("p", "place,lon,lat\na,500000,0\nb,1,1\nc,2,2\n", "are these metres"),
    "cycle": ("t", "child,parent\na,food\nfood,shop\nshop,food\nb,any\nc,any\n", "cycle"),
    "only a cycle": ("t", "child,parent\na,b\nb,a\n", "no root"),
    "two roots": ("t", "child,parent\na,food\nb,food\nc,shop\n", "2 roots"),
    "two parents": ("t", "child,parent\na,food\na,shop\n", "two parents"),
    "place is inner": ("t", "child,parent\na,b\nb,any\nc,any\n", "an inner node"),
    "place is missing": ("t", "child,parent\na,any\nb,any\n", "not in it"),
    "place in two constraints": ("c", "constraint,place\nu1,a\nu2,a\nu2,b\nu2,c\n", "partition"),
    "place in no constraint": ("c", "constraint,place\nu1,a\n", "partition"),
}


@pytest.mark.parametrize("case", sorted(BAD))
def test_bad_files_are_refused_by_name(case: str, tmp_path: Path) -> None:
    kind, text, expected = BAD[case]
    path = tmp_path / f"{kind}.csv"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    readers = {
        "s": read_sequences,
        "p": lambda p: read_places(p, ("a", "b", "c")),
        "t": lambda p: read_taxonomy(p, ("a", "b", "c")),
        "c": lambda p: read_constraints(p, ("a", "b", "c")),
    }
    with pytest.raises(BadInput) as error:
        readers[kind](path)
    assert expected in str(error.value)
    assert f"{kind}.csv" in str(error.value)


def crowd(folder: Path, people: int = 40, seed: int = 3) -> list[str]:
    """People who visit a few of ten places; the options that name the files."""
    rng = np.random.default_rng(seed)
    rows = [
        f"trip {p} {d},p{p},{n + 1},place {x}"
        for p in range(people)
        for d in range(2)
        for n, x in enumerate(rng.choice(10, rng.integers(1, 5)))
    ]
    write(folder, "s.csv", "trajectory,moving_object,ord,place\n" + "\n".join(rows) + "\n")
    write(folder, "p.csv", "place,x,y\n" + "".join(f"place {i},{(i * 37) % 11},{(i * 17) % 7}\n" for i in range(10)))
    write(
        folder,
        "t.csv",
        "child,parent\n"
        + "".join(f"place {i},kind {i % 3}\n" for i in range(10))
        + "".join(f"kind {i},any\n" for i in range(3)),
    )
    write(folder, "c.csv", "constraint,place\n" + "".join(f"u{i % 2},place {i}\n" for i in range(10)))
    return ["--sequences", str(folder / "s.csv"), "--places", str(folder / "p.csv")]


MORE = {
    "seqanon": [],
    "seqanon-f": [],
    "sd-seqanon": ["--taxonomy", "t.csv"],
    "u-seqanon": ["--constraints", "c.csv", "--delta", "100"],
}


@pytest.mark.parametrize("unit", ["moving-object", "trajectory"])
@pytest.mark.parametrize("algorithm", sorted(MORE))
def test_release_and_verify(
    algorithm: str, unit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    policy = ["-k", "4", "-m", "2", "--unit", unit]
    words = [
        "anonymize",
        *crowd(tmp_path),
        *MORE[algorithm],
        "--algorithm",
        algorithm,
        *policy,
        "--seed",
        "5",
        "--json",
    ]
    assert main([*words, "-o", "one"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["verdict"]["verified"] is True
    assert report["policy"]["k"] == 4
    assert report["seconds"] >= 0
    assert main([*words, "-o", "two", "--engine", "reference"]) == 0
    capsys.readouterr()
    for name in ("sequences.csv", "recoding.csv", "audit.csv"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert main(["verify", "--original", "s.csv", "--release", "one", *policy, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verified"] is True


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    assert main(["anonymize", *crowd(tmp_path), "-k", "4", "-m", "2", "--seed", "5", "-o", "release"]) == 0
    capsys.readouterr()
    return tmp_path / "release"


def test_what_is_the_owners_is_closed_to_others(release: Path) -> None:
    for name in ("audit.csv", "report.json"):
        assert stat.S_IMODE((release / name).stat().st_mode) == 0o600


def test_released_names_and_order_say_nothing(release: Path) -> None:
    rows = list(csv.DictReader((release / "audit.csv").read_text(encoding="utf-8").splitlines()))
    sources = [row["source"] for row in rows]
    assert sources != sorted(sources)
    assert not any(word in row["released"] for row in rows for word in ("trip", "p1"))
    assert "trip" not in (release / "sequences.csv").read_text()
    visits = list(csv.DictReader((release / "sequences.csv").read_text(encoding="utf-8").splitlines()))
    by_name: dict[str, list[int]] = {}
    for row in visits:
        by_name.setdefault(row["trajectory"], []).append(int(row["ord"]))
        assert row["candidates"].split("|") == sorted(row["candidates"].split("|"))
    assert all(ords == list(range(1, len(ords) + 1)) for ords in by_name.values())


def test_another_seed_gives_other_names_but_the_same_recoding(release: Path, tmp_path: Path) -> None:
    assert main(["anonymize", *crowd(tmp_path), "-k", "4", "-m", "2", "--seed", "6", "-o", "other"]) == 0
    assert (release / "recoding.csv").read_bytes() == (tmp_path / "other" / "recoding.csv").read_bytes()
    assert (release / "sequences.csv").read_bytes() != (tmp_path / "other" / "sequences.csv").read_bytes()


def test_a_release_is_never_overwritten(release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (release / "sequences.csv").read_bytes()
    assert main(["anonymize", *crowd(tmp_path), "-k", "4", "-m", "2", "-o", str(release)]) == 2
    assert "never overwritten" in capsys.readouterr().err
    assert (release / "sequences.csv").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.csv", "p.csv", "release", "s.csv", "t.csv"]


@pytest.mark.parametrize("k", [5, 9])
def test_a_promise_that_was_not_kept_is_found(release: Path, k: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The release was made for k = 4; some larger k fails, and one visit put back fails for the same k."""
    path = release / "sequences.csv"
    rows = path.read_text().splitlines()
    first = rows[1].split(",")
    rows[1] = f"{first[0]},{first[1]},place 0"
    path.write_text("\n".join(rows) + "\n")
    assert main(["verify", "--original", "s.csv", "--release", "release", "-k", str(k), "-m", "2"]) == 1
    assert "refused" in capsys.readouterr().out


def test_without_audit_only_trips_can_be_counted(release: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (release / "audit.csv").unlink()
    assert main(["verify", "--original", "s.csv", "--release", "release", "-k", "4", "-m", "2"]) == 2
    assert (
        main(["verify", "--original", "s.csv", "--release", "release", "-k", "4", "-m", "2", "--unit", "trajectory"])
        == 0
    )


def test_a_goal_that_cannot_be_met_is_code_1_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "s.csv", "trajectory,moving_object,ord,place\nt,a,1,x\nt,a,2,y\nu,b,1,x\n")
    write(tmp_path, "p.csv", "place,x,y\nx,0,0\ny,1,1\n")
    assert (
        main(
            ["anonymize", "--sequences", "s.csv", "--places", "p.csv", "-k", "2", "-m", "2", "--no-suppress", "-o", "r"]
        )
        == 1
    )
    assert not (tmp_path / "r").exists()
    assert "k" in capsys.readouterr().err
    assert main(["anonymize", "--sequences", "s.csv", "--places", "p.csv", "-k", "1", "-m", "2", "-o", "r"]) == 2


def test_published_files_round_trip(release: Path, tmp_path: Path) -> None:
    original = read_sequences(tmp_path / "s.csv")
    published = read_published(release, original)
    audit = {
        row["released"]: row["source"]
        for row in csv.DictReader((release / "audit.csv").read_text(encoding="utf-8").splitlines())
    }
    assert published.source is not None
    for name, source in zip(published.names, published.source, strict=True):
        assert original.trajectories[source] == audit[name]


def test_grid_and_cluster_keep_order_and_drop_repeats() -> None:
    s = Sequences.of([("a", "xyzw"), ("b", "wx")])
    p = Places(np.array([1.0, 2.0, 900.0, 901.0]), np.zeros(4))
    for made, at in (grid(s, p, size_m=100), cluster(s, p, areas=2)):
        assert made.place.tolist() == [0, 1, 1, 0]
        assert made.offsets.tolist() == [0, 2, 4]
        assert len(at.x) == len(made.places) == 2


@pytest.mark.parametrize("areas", [1, 3, 7, 50])
def test_cluster_makes_as_many_as_it_can(areas: int) -> None:
    rng = np.random.default_rng(1)
    n = 30
    rows = [(str(i), [str(v) for v in rng.integers(0, n, 5)]) for i in range(60)]
    s = Sequences.of(rows)
    x = rng.integers(0, 12, len(s.places)).astype(float)
    made, _ = cluster(s, Places(x, np.zeros(len(x))), areas=areas)
    assert len(made.places) == min(areas, len(set(x)))
    again, _ = cluster(s, Places(x, np.zeros(len(x))), areas=areas)
    assert made.place.tolist() == again.place.tolist()


def test_compare_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    words = [
        "compare",
        *crowd(tmp_path),
        "--algorithms",
        "seqanon,seqanon-f",
        "--vary",
        "k=2,4",
        "-o",
        "study",
        "--json",
    ]
    assert main(words) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert [(r["algorithm"], r["policy"]["k"]) for r in results] == [
        ("seqanon", 2),
        ("seqanon", 4),
        ("seqanon-f", 2),
        ("seqanon-f", 4),
    ]
    stamps = {p.name: p.stat().st_mtime_ns for p in (tmp_path / "study" / "runs").iterdir()}
    assert main(words) == 0
    assert {p.name: p.stat().st_mtime_ns for p in (tmp_path / "study" / "runs").iterdir()} == stamps
    assert len(list(csv.DictReader((tmp_path / "study" / "table.csv").read_text(encoding="utf-8").splitlines()))) == 4
    for name in ("locations", "queries", "seconds"):
        assert (tmp_path / "study" / f"{name}.png").stat().st_size > 5000


def test_ngrams_says_that_it_is_not_truthful(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["anonymize", *crowd(tmp_path), "--algorithm", "ngrams", "--epsilon", "2", "--seed", "3"]
    assert main([*words, "-o", "synthetic"]) == 0
    out = capsys.readouterr().out
    assert "not truthful" in out
    assert "Do not publish" in out
    report = json.loads((tmp_path / "synthetic" / "report.json").read_text())
    assert report["truthful"] is False
    assert report["fit_for_release"] is False
    rows = list(csv.DictReader((tmp_path / "synthetic" / "synthetic.csv").read_text(encoding="utf-8").splitlines()))
    assert {row["place"] for row in rows} <= {f"place {i}" for i in range(10)}
    assert len({row["trajectory"] for row in rows}) == report["counts"]["synthetic_trajectories"]


def test_k_and_m_are_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["anonymize", *crowd(tmp_path), "-o", str(tmp_path / "r")]) == 2
    assert "needs -k and -m" in capsys.readouterr().err


def test_attack_keeps_to_the_promise_within_m(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["attack", *crowd(tmp_path), "-k", "4", "-m", "2", "-o", "attacks", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    after = [f for f in result["figures"] if f["data"] == "after" and f["attack"] == "places"]
    assert {f["known"] for f in after} == set(range(1, 7))
    assert all(f["singled_out"] == 0 and f["success"] <= 1 / 4 for f in after if f["known"] <= 2)
    before = [f["singled_out"] for f in result["figures"] if f["data"] == "before"]
    assert max(before) > 0.5
    assert (tmp_path / "attacks.png").stat().st_size > 5000
