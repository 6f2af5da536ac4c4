"""Every command of README and docs runs, in order, in an empty folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
DATA = Path(os.environ.get("BAQUARA_DATA", ROOT.parent / "shared" / "data"))


def commands(page: Path) -> list[str]:
    lines = [line for block in BLOCK.findall(page.read_text(encoding="utf-8")) for line in block.splitlines()]
    return [line[2:] for line in lines if line.startswith("$ ")]


def run(command: str, folder: Path) -> None:
    env = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "BAQUARA_DATA": str(DATA),
        "COLUMNS": "160",
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("page", [p for p in PAGES if commands(p)], ids=lambda p: p.name)
@pytest.mark.slow
def test_commands(page: Path, tmp_path: Path) -> None:
    wanted = commands(page)
    made = {match for c in wanted if (match := re.match(r"make (\w+)$", c))}
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {m[1] for m in made} <= set(targets)
    for command in wanted:
        if command.startswith("make ") or ("BAQUARA_DATA" in command and not DATA.is_dir()):
            continue
        if "-w real" in command and not DATA.is_dir():
            continue
        run(command, tmp_path)


def test_the_readme_lists_every_command_as_its_help_does() -> None:
    from importlib import import_module

    from baquara.cli import COMMANDS

    rows = dict(re.findall(r"^\| `baquara (\w+)` \| (.*?) \|$", (ROOT / "README.md").read_text(), re.MULTILINE))
    assert rows == {name: import_module(f"baquara.cli.{name}").HELP for name in COMMANDS}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"
