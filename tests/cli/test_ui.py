"""Progress: a bar on a terminal, also after something was said; plain lines elsewhere; nothing when quiet."""

import sys
import time

import pytest

from baquara.cli.ui import Ui


def test_a_bar_comes_back_after_something_was_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    ui = Ui(json=False, quiet=False)
    ui.say("what is to come")
    ui.start("work", 10)
    ui.advance(4)
    assert ui._bar is not None
    assert [(task.description, task.completed, task.total) for task in ui._bar.tasks] == [("work", 4, 10)]
    ui.start("more work")
    assert [task.description for task in ui._bar.tasks] == ["more work"]
    ui.close()
    assert ui._bar is None
    assert "what is to come" in capsys.readouterr().out


def test_without_a_terminal_a_line_every_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    ui = Ui(json=False, quiet=False)
    ui.start("read")
    for _ in range(25):
        now[0] += 1
        ui.advance(1000)
    assert capsys.readouterr().err.splitlines() == ["read: 11,000", "read: 22,000"]


@pytest.mark.parametrize("how", [{"json": True, "quiet": False}, {"json": False, "quiet": True}])
def test_quiet(how: dict[str, bool], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    ui = Ui(**how)
    ui.start("work", 10)
    ui.advance(5)
    ui.note("beside")
    ui.close()
    assert capsys.readouterr().err == ""
