"""The table of docs/real-data.md is what `baquara ingest` says, with the options of the README."""

import os
import re
import shlex
from pathlib import Path

import pytest

from baquara.cli import main

ROOT = Path(__file__).parents[2]
DATA = Path(os.environ.get("BAQUARA_DATA", ROOT.parent / "shared" / "data"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "real-data.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\w+) \| ([\d,]+) \| (.*?) ?\| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)


def number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.shared_data
@pytest.mark.skipif(not DATA.is_dir(), reason=f"no real data at {DATA}; set BAQUARA_DATA")
@pytest.mark.parametrize("row", ROW.findall(PAGE), ids=lambda row: row[0])
def test_counts(row: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import json

    name, rows, removed, fixes, objects = row
    [line] = re.findall(rf"^\$ baquara (ingest -w nyc -d {name} .*)$", README, re.MULTILINE)
    assert main(["init", str(tmp_path / "nyc")]) == 0
    capsys.readouterr()
    words = shlex.split(line.replace("$BAQUARA_DATA", str(DATA)).replace("-w nyc", f"-w {tmp_path / 'nyc'}"))
    assert main([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    expected = {word.rsplit(" ", 1)[0]: number(word.rsplit(" ", 1)[1]) for word in removed.split(", ") if word}
    assert (report["rows"], report["removed"], report["fixes"], report["moving_objects"]) == (
        number(rows),
        expected,
        number(fixes),
        number(objects),
    )


def test_the_table_has_all_four() -> None:
    assert [row[0] for row in ROW.findall(PAGE)] == ["gowalla", "foursquare", "geolife", "athens"]
