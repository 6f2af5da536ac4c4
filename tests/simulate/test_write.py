import csv
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

from baquara.errors import BadInput
from baquara.simulate import HONEST, Options, simulate, write

OPTIONS = {
    kind: Options(kind=kind, rows=3000 if kind == "gps" else 300, batch_rows=500)  # type: ignore[arg-type]
    for kind in ("gps", "checkins", "posts")
}


@pytest.mark.parametrize("kind", OPTIONS)
def test_the_same_seed_gives_the_same_bytes(kind: str, tmp_path: Path) -> None:
    one, again = (write(OPTIONS[kind], seed=3, to=tmp_path / name) for name in "ab")
    other = write(OPTIONS[kind], seed=4, to=tmp_path / "c")
    for a, b in ((one.rows_file, again.rows_file), (one.truth_file, again.truth_file)):
        assert a.read_bytes() == b.read_bytes()
    assert one.rows_file.read_bytes() != other.rows_file.read_bytes()


@pytest.mark.parametrize("kind", OPTIONS)
def test_the_csv_holds_what_simulate_gives(kind: str, tmp_path: Path) -> None:
    written = write(OPTIONS[kind], seed=3, to=tmp_path)
    made = simulate(OPTIONS[kind], np.random.default_rng(3))
    with written.rows_file.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == made.rows.column_names
    texts = [{k: "" if v is None else str(v) for k, v in r.items()} for r in made.rows.to_pylist()]
    numbers = ("lon", "lat")
    assert [{k: float(v) if k in numbers else v for k, v in r.items()} for r in rows] == [
        {k: float(v) if k in numbers else v for k, v in r.items()} for r in texts
    ]
    assert (written.rows, written.truths, written.outliers) == tuple(map(len, (made.rows, made.truth, made.outliers)))
    assert written.people == len(made.rows["moving_object"].unique())


def test_parquet_and_csv_agree_and_say_that_they_are_simulated(tmp_path: Path) -> None:
    table = pyarrow.parquet.read_table(write(OPTIONS["gps"], seed=3, to=tmp_path, form="parquet").rows_file)
    assert table.schema.metadata[b"note"].decode() == HONEST
    keep = pyarrow.csv.ConvertOptions(column_types={"time": pa.string()})
    text = pyarrow.csv.read_csv(write(OPTIONS["gps"], seed=3, to=tmp_path).rows_file, convert_options=keep)
    assert table.equals(text)


def test_the_readme_is_honest(tmp_path: Path) -> None:
    written = write(OPTIONS["posts"], seed=3, to=tmp_path)
    assert written.readme_file.read_text("utf-8").splitlines()[0] == "simulated: nobody in this file exists"


def test_progress_is_told(tmp_path: Path) -> None:
    seen: list[int] = []
    write(OPTIONS["gps"], seed=3, to=tmp_path, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 3000
    assert len(seen) > 3


def test_a_run_that_breaks_leaves_what_was_there(tmp_path: Path) -> None:
    before = write(OPTIONS["gps"], seed=3, to=tmp_path).rows_file.read_bytes()

    def stop(rows: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(OPTIONS["gps"], seed=4, to=tmp_path, progress=stop)
    assert (tmp_path / "gps.csv").read_bytes() == before
    assert not list(tmp_path.glob("*.part"))


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="xlsx"):
        write(OPTIONS["gps"], seed=1, to=tmp_path, form="xlsx")  # type: ignore[arg-type]


def peak_mb(rows: int, to: Path) -> float:
    """Peak memory of a fresh process that writes so many rows."""
    code = (
        "import sys, resource; from pathlib import Path; from baquara.simulate import Options, write;"
        f"write(Options(rows={rows}, batch_rows=50_000), seed=1, to=Path(sys.argv[1]));"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(to)], capture_output=True, text=True, check=True)
    return int(done.stdout) / (1024 if sys.platform != "darwin" else 1024**2)


def test_memory_does_not_grow_with_the_rows(tmp_path: Path) -> None:
    assert resource.RUSAGE_SELF == 0
    small, large = peak_mb(100_000, tmp_path / "s"), peak_mb(1_000_000, tmp_path / "l")
    assert large - small < 60
    with (tmp_path / "l" / "gps.csv").open("rb") as stream:
        assert sum(chunk.count(b"\n") for chunk in iter(lambda: stream.read(1 << 20), b"")) == 1_000_001
