"""The workspace folder and its state: one small file that changes in one step.

Data files are immutable. A stage writes new ones under new names and then replaces
``private/state.json``, which says what counts; a run that dies before that has changed nothing, and
one that dies after it has done everything. What no state names is swept away by the next writer.

::

    baquara.toml            settings
    fixes/                  one GeoParquet file a dataset, sorted by moving object and time
    segments/               one Parquet file a dataset
    rejects/                every refused or removed row with file, line and reason
    private/state.json      what counts
    private/store-N/        the triple store
    releases/               what may be published
"""

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from baquara.errors import BadInput, BaquaraError
from baquara.settings import FILE_NAME, Settings

__all__ = ["State", "Transaction", "Workspace"]

_PRIVATE = ("fixes", "segments", "private", "rejects")
_MANAGED = ("fixes", "segments", "private")
_KEPT = {"state.json", "writer.lock", "readers.lock"}


@dataclass(slots=True)
class State:
    """What the workspace holds: JSON through and through."""

    generation: int = 0
    datasets: dict[str, dict[str, Any]] = field(default_factory=dict)
    graphs: dict[str, dict[str, Any]] = field(default_factory=dict)
    store: str | None = None

    def files(self) -> set[str]:
        """The data files and folders that count, relative to the workspace."""
        named = {d[key] for d in self.datasets.values() for key in ("fixes", "removed", "segments") if d.get(key)}
        return named | ({self.store} if self.store else set())

    def outdate(self, dataset: str) -> None:
        """The dataset's graphs are now older than its tables, until they are written anew."""
        for graph in self.graphs.values():
            graph["stale"] = graph["stale"] or graph["dataset"] == dataset


@dataclass(frozen=True, slots=True)
class Workspace:
    """A folder with a ``baquara.toml``."""

    root: Path
    settings: Settings

    @classmethod
    def create(cls, root: Path, settings: Settings) -> "Workspace":
        """A new workspace in an empty or new folder."""
        if (root / FILE_NAME).exists():
            raise BadInput(f"{root} is a workspace already; to start over, use another folder")
        if root.is_file():
            raise BadInput(f"{root} is a file; name a folder")
        for name in (*_PRIVATE, "releases"):
            (root / name).mkdir(parents=True, exist_ok=True)
        for name in _PRIVATE:
            (root / name).chmod(0o700)
        _replace(root / FILE_NAME, settings.to_toml())
        return cls(root, settings)

    @classmethod
    def find(cls, start: Path) -> "Workspace":
        """The workspace at ``start`` or above it."""
        start = start.resolve()
        for folder in (start, *start.parents):
            if (folder / FILE_NAME).is_file():
                return cls(folder, Settings.read(folder / FILE_NAME))
        raise BadInput(f"no {FILE_NAME} in {start} or above; make a workspace with `baquara init FOLDER`")

    def state(self) -> State:
        """What counts now."""
        path = self.root / "private" / "state.json"
        return State(**json.loads(path.read_text())) if path.exists() else State()

    def dataset(self, name: str, *, needs: str = "fixes") -> dict[str, Any]:
        """The state of one dataset that has what a stage needs, or an error that says what to run first."""
        datasets = self.state().datasets
        if name not in datasets:
            raise BadInput(
                f"no dataset {name!r}; there is: {', '.join(sorted(datasets)) or 'none (run `baquara ingest`)'}"
            )
        if not datasets[name].get(needs):
            raise BadInput(
                f"dataset {name!r} has no {needs} yet; run `baquara {'segment' if needs == 'segments' else 'ingest'}` first"
            )
        return datasets[name]

    @contextmanager
    def reading(self) -> Iterator[State]:
        """The state, whose files stay where they are until the block ends."""
        with _locked(self.root / "private" / "readers.lock", fcntl.LOCK_SH):
            yield self.state()

    @contextmanager
    def writing(self) -> Iterator["Transaction"]:
        """The only way to change the workspace; one writer at a time, others are told so."""
        try:
            with _locked(self.root / "private" / "writer.lock", fcntl.LOCK_EX | fcntl.LOCK_NB):
                self.sweep()
                yield Transaction(self, self.state())
                self.sweep()
        except BlockingIOError as error:
            raise BaquaraError(
                f"another baquara process is writing to {self.root}; try again when it is done"
            ) from error

    def sweep(self) -> None:
        """Remove what no state names: left by a run that died, or replaced. Waits for no reader: the next writer tries again."""
        try:
            with _locked(self.root / "private" / "readers.lock", fcntl.LOCK_EX | fcntl.LOCK_NB):
                kept = self.state().files() | {f"private/{name}" for name in _KEPT}
                for path in [p for name in _MANAGED for p in (self.root / name).iterdir()]:
                    if str(path.relative_to(self.root)) not in kept:
                        shutil.rmtree(path) if path.is_dir() else path.unlink()
        except BlockingIOError:
            return


@dataclass(slots=True)
class Transaction:
    """New files under new names, then one step that makes them count."""

    workspace: Workspace
    state: State
    _serial: int = 0

    def new(self, folder: str, stem: str, suffix: str = "") -> Path:
        """A path nobody has used: ``folder/stem-GENERATION.SERIAL+suffix``."""
        while True:
            self._serial += 1
            path = self.workspace.root / folder / f"{stem}-{self.state.generation + 1}.{self._serial}{suffix}"
            if not path.exists():  # a run that died may have left it, and a reader kept it from being swept
                return path

    def name(self, path: Path) -> str:
        """The path as the state names it."""
        return str(path.relative_to(self.workspace.root))

    def commit(self) -> None:
        """Make the state count. Before this call nothing has changed; after it, everything has."""
        self.state.generation += 1
        text = json.dumps(
            {f: getattr(self.state, f) for f in State.__slots__}, indent=1, sort_keys=True, ensure_ascii=False
        )
        _replace(self.workspace.root / "private" / "state.json", text + "\n")


@contextmanager
def _locked(path: Path, how: int) -> Iterator[IO[str]]:
    with path.open("a") as handle:
        fcntl.flock(handle, how)
        yield handle


def _replace(path: Path, text: str) -> None:
    """Write the whole file or none of it, and outlive a power cut."""
    beside = path.with_name(path.name + ".new")
    with beside.open("w", encoding="utf-8") as handle:
        handle.write(text)
        handle.flush()
        os.fsync(handle.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
