"""A release as files: sequences.csv (trajectory, ord, candidates), recoding.csv (place, candidates), audit.csv (released, source).

Released names are random; trajectories come in random order; ord counts 1 to n. audit.csv tells who is who: it is
written with mode 0600 and must never lie where a release is served.
"""

import csv
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from anonymize.files.table import first_line, read_table
from anonymize.verify import Published
from baquara.errors import BadInput
from baquara.sequences import SUPPRESSED, Released, Sequences

__all__ = ["random_names", "read_published", "write_release"]


def random_names(n: int, rng: np.random.Generator) -> list[str]:
    """``n`` different names that say nothing."""
    names: dict[str, None] = {}
    while len(names) < n:
        names |= dict.fromkeys(f"t-{value:016x}" for value in rng.integers(0, 2**63, n - len(names), dtype=np.int64))
    return list(names)


def write_release(folder: Path, published: Published, released: Released, original: Sequences) -> None:
    """The three tables. ``published`` is what was verified; its order and names are written as they are."""
    texts = ["|".join(sorted(published.candidates(c))) for c in range(published.set_count)]
    sizes = np.diff(published.offsets)
    ords = np.arange(len(published.visit)) - np.repeat(published.offsets[:-1], sizes) + 1
    names = pa.array(published.names, pa.string()).take(pa.array(np.repeat(np.arange(len(sizes)), sizes)))
    visits = pa.array(texts, pa.string()).take(pa.array(published.visit))
    _write(
        folder / "sequences.csv",
        ("trajectory", "ord", "candidates"),
        zip(names.to_pylist(), ords.tolist(), visits.to_pylist(), strict=True),
    )
    groups = ["|".join(sorted(original.places[p] for p in group)) for group in released.groups]
    recoding = [
        (name, "" if g == SUPPRESSED else groups[g])
        for name, g in zip(original.places, released.recoding.tolist(), strict=True)
    ]
    _write(folder / "recoding.csv", ("place", "candidates"), sorted(recoding))
    if published.source is not None:
        rows = [
            (name, original.trajectories[s]) for name, s in zip(published.names, published.source.tolist(), strict=True)
        ]
        _write(folder / "audit.csv", ("released", "source"), rows, mode=0o600)


def _write(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]], *, mode: int = 0o644) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(handle, "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def read_published(folder: Path, original: Sequences) -> Published:
    """A release that any program wrote: a folder with sequences.csv (or .parquet) and perhaps audit.csv, or the file itself."""
    path = _found(folder, "sequences") if folder.is_dir() else folder
    if path is None or not path.exists():
        raise BadInput(f"{folder}: no sequences.csv or sequences.parquet in it")
    table = read_table(path, ("trajectory", "ord", "candidates"))
    good = pc.match_substring_regex(table["ord"], r"^[0-9]{1,18}$")
    if not pc.all(good).as_py():
        raise BadInput(f"{path}, line {first_line(pc.invert(good))}: ord must be a whole number from 1")
    code = table["trajectory"].combine_chunks().dictionary_encode()
    codes, ords = code.indices.to_numpy(zero_copy_only=False), pc.cast(table["ord"], pa.int64()).to_numpy()
    order = np.lexsort([ords, codes])
    visits = table["candidates"].combine_chunks().take(pa.array(order)).dictionary_encode()
    names = code.dictionary.to_pylist()
    number = {name: i for i, name in enumerate(original.places)}
    sets = [[number.setdefault(p, len(number)) for p in text.split("|")] for text in visits.dictionary.to_pylist()]
    return Published.from_arrays(
        original,
        names=names,
        offsets=np.concatenate([[0], np.cumsum(np.bincount(codes, minlength=len(names)))]).astype(np.int64),
        visit=visits.indices.to_numpy(zero_copy_only=False).astype(np.int64),
        sets=sets,
        source=_audit(folder, names, original),
        unknown_places=list(number)[len(original.places) :],
    )


def _audit(folder: Path, names: list[str], original: Sequences) -> "np.ndarray[tuple[int], np.dtype[np.int64]] | None":
    path = _found(folder, "audit") if folder.is_dir() else None
    if path is None:
        return None
    table = read_table(path, ("released", "source"))
    source = dict(zip(table["released"].to_pylist(), table["source"].to_pylist(), strict=True))
    rows = {name: i for i, name in enumerate(original.trajectories)}
    bad = [name for name in names if source.get(name) not in rows]
    if bad:
        raise BadInput(
            f"{path}: does not say which original trajectory {len(bad)} released ones come from, first {bad[0]!r}"
        )
    return np.array([rows[source[name]] for name in names], dtype=np.int64)


def _found(folder: Path, stem: str) -> Path | None:
    return next(
        (folder / f"{stem}{suffix}" for suffix in (".csv", ".parquet") if (folder / f"{stem}{suffix}").exists()), None
    )
