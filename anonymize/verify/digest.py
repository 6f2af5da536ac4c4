"""A fingerprint of what was checked."""

import hashlib
import json
from collections.abc import Sequence

import numpy as np

from anonymize.verify.published import Published
from anonymize.verify.ragged import Ints
from baquara.sequences import Sequences

__all__ = ["original_digest", "release_digest"]


def release_digest(published: Published) -> str:
    """SHA-256 of what the world sees of a release: names, candidate places by name, order. Not of the audit.

    It does not depend on how places or sets are numbered.

    >>> a, b = Sequences.of([("ana", "ab"), ("rui", "b")]), Sequences.of([("rui", "b"), ("ana", "ab")])
    >>> rows = [("r1", ["ab"]), ("r2", ["ba", "b"])]
    >>> release_digest(Published.of(rows, a)) == release_digest(Published.of(rows, b))
    True
    """
    sets = [sorted(published.candidates(c)) for c in range(published.set_count)]
    number = {tuple(names): i for i, names in enumerate(sorted(sets))}
    order = np.array([number[tuple(names)] for names in sets], dtype=np.int64)
    visits = _numbers(order[published.visit])
    return _sha256(_names(published.names), _names(sorted(sets)), _numbers(published.offsets), visits)


def original_digest(original: Sequences) -> str:
    """SHA-256 of the original sequences, names and numbers."""
    names = (original.places, original.trajectories, original.moving_objects)
    numbers = (original.offsets, original.place, original.moving_object)
    return _sha256(*(_names(n) for n in names), *(_numbers(n) for n in numbers))


def _names(names: Sequence[object]) -> bytes:
    return json.dumps(names).encode("ascii")


def _numbers(values: Ints) -> bytes:
    return values.astype("<i8").tobytes()


def _sha256(*parts: bytes) -> str:
    sha = hashlib.sha256()
    for part in parts:
        sha.update(len(part).to_bytes(8, "big"))
        sha.update(part)
    return sha.hexdigest()
