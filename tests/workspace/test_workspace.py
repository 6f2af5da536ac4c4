"""The state changes in one step, one writer at a time; what no state names is swept away."""

import multiprocessing
import stat
from pathlib import Path

import pytest

from baquara.errors import BadInput, BaquaraError
from baquara.settings import Settings
from baquara.workspace import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.create(tmp_path / "w", Settings.new("w"))


def test_what_is_private_is_closed_to_others(workspace: Workspace) -> None:
    for name in ("fixes", "segments", "private", "rejects"):
        assert stat.S_IMODE((workspace.root / name).stat().st_mode) == 0o700


def test_found_from_below(workspace: Workspace) -> None:
    below = workspace.root / "releases" / "deep"
    below.mkdir()
    assert Workspace.find(below).root == workspace.root.resolve()


def test_a_second_workspace_in_the_same_folder_is_refused(workspace: Workspace) -> None:
    with pytest.raises(BadInput, match="already"):
        Workspace.create(workspace.root, Settings.new("other"))


def test_nothing_counts_before_the_commit(workspace: Workspace) -> None:
    with workspace.writing() as tx:
        path = tx.new("fixes", "a", ".parquet")
        path.write_text("x")
        tx.state.datasets["a"] = {"fixes": tx.name(path)}
    assert workspace.state().datasets == {}
    assert not path.exists()


def test_everything_counts_after_it(workspace: Workspace) -> None:
    with workspace.writing() as tx:
        path = tx.new("fixes", "a", ".parquet")
        path.write_text("x")
        tx.state.datasets["a"] = {"fixes": tx.name(path)}
        tx.commit()
    assert workspace.state().datasets["a"]["fixes"] == tx.name(path)
    assert path.exists()


def test_a_replaced_file_goes_unless_somebody_reads(workspace: Workspace) -> None:
    paths = []
    for _ in range(2):
        with workspace.writing() as tx:
            paths.append(tx.new("fixes", "a", ".parquet"))
            paths[-1].write_text("x")
            tx.state.datasets["a"] = {"fixes": tx.name(paths[-1])}
            tx.commit()
    assert [p.exists() for p in paths] == [False, True]
    with workspace.reading(), workspace.writing() as tx:
        tx.state.datasets.clear()
        tx.commit()
    assert paths[1].exists(), "swept under a reader's feet"
    with workspace.writing():
        pass
    assert not paths[1].exists()


def _try_to_write(root: Path, answer: "multiprocessing.queues.Queue[str]") -> None:
    try:
        with Workspace.find(root).writing():
            answer.put("wrote")
    except BaquaraError as error:
        answer.put(str(error))


def test_a_second_writer_is_told_so(workspace: Workspace) -> None:
    spawn = multiprocessing.get_context("spawn")
    answer = spawn.Queue()
    with workspace.writing():
        other = spawn.Process(target=_try_to_write, args=(workspace.root, answer))
        other.start()
        assert "another baquara process" in answer.get(timeout=60)
        other.join()


@pytest.mark.parametrize(
    "text", ["", "[workspace]\nname='x'", "[workspace]\nname='X Y'\nbase_iri='http://a/'", "[surprise]", "not toml"]
)
def test_bad_settings_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "baquara.toml").write_text(text)
    with pytest.raises(BadInput):
        Workspace.find(tmp_path)


def test_a_datasets_own_defaults_win(tmp_path: Path) -> None:
    text = (
        "[workspace]\nname='x'\nbase_iri='http://a/'\n[segment]\ngap='1h'\ntrails='gap'\n[datasets.d.segment]\ngap='2h'"
    )
    (tmp_path / "baquara.toml").write_text(text)
    settings = Settings.read(tmp_path / "baquara.toml")
    assert settings.options("segment", "d") == {"gap": "2h", "trails": "gap"}
    assert settings.options("segment", "e") == {"gap": "1h", "trails": "gap"}
