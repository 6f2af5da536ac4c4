import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data, or a visible skip."""
    root = Path(__file__).resolve().parents[2]
    found = Path(os.environ.get("BAQUARA_DATA") or root.parent / "shared" / "data")
    if not found.is_dir():
        pytest.skip(f"no real data at {found}; set BAQUARA_DATA")
    return found
