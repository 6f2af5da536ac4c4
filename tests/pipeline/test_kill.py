"""``kill -9`` at any moment loses nothing and leaves no half state."""

import multiprocessing
import os
import shutil
import signal
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from walkers import NESTED, build, dump

from baquara.pipeline import check
from baquara.progress import Silent
from baquara.segment import Plan
from baquara.workspace import Workspace

RUNS = 50


def _work(root: str, source: str, redo: bool) -> None:
    build(Path(root), Path(source), plan=Plan() if redo else NESTED)


def _whole(workspace: Workspace) -> None:
    """Whatever counts is there, complete, and agrees with itself."""
    state = workspace.state()
    for name in state.files():
        assert (workspace.root / name).exists(), f"{name} counts but is not there"
    for dataset in state.datasets.values():
        assert pq.read_metadata(workspace.root / dataset["fixes"]).num_rows == dataset["rows"]
        if dataset.get("segments"):
            assert pq.read_metadata(workspace.root / dataset["segments"]).num_rows == sum(dataset["kinds"].values())
    if state.store:
        assert len(dump(workspace)) == sum(graph["triples"] for graph in state.graphs.values())


@pytest.mark.slow
def test_kill_at_random_moments(tmp_path: Path, walkers: Path) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["baquara.pipeline", "pyshacl", "rdflib", "numba"])
    fresh, redone = build(tmp_path / "fresh", walkers), build(tmp_path / "redone", walkers)
    build(redone.root, walkers, plan=Plan())
    expected = {False: dump(fresh), True: dump(redone)}
    assert expected[False] != expected[True]

    def start(root: Path, redo: bool) -> multiprocessing.process.BaseProcess:
        process = context.Process(target=_work, args=(str(root), str(walkers), redo))
        process.start()
        return process

    began = time.monotonic()
    start(tmp_path / "timed", False).join()
    lasts = time.monotonic() - began
    rng = np.random.default_rng(9)
    stages_reached = set()
    for run in range(RUNS):
        redo = run % 2 == 1
        root = tmp_path / f"run-{run}"
        if redo:
            shutil.copytree(fresh.root, root)
        process = start(root, redo)
        time.sleep(float(rng.uniform(0, lasts)))
        if process.pid is not None and process.is_alive():
            os.kill(process.pid, signal.SIGKILL)
        process.join()
        if (root / "baquara.toml").exists():
            workspace = Workspace.find(root)
            _whole(workspace)
            stages_reached.add((redo, workspace.state().generation))
        else:
            stages_reached.add((redo, -1))
            shutil.rmtree(root, ignore_errors=True)
        process = start(root, redo)
        process.join()
        assert process.exitcode == 0
        assert dump(Workspace.find(root)) == expected[redo], f"run {run} ended elsewhere"
        shutil.rmtree(root)
    assert len(stages_reached) >= 4, f"the kills hit too few moments: {stages_reached}"


def test_the_result_conforms(tmp_path: Path, walkers: Path) -> None:
    report = check(build(tmp_path / "w", walkers), shacl=False, progress=Silent())
    assert report.conforms, report.violations[:3]
