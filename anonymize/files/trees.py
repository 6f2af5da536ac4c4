"""Taxonomies (columns child, parent) and constraints (columns constraint, place)."""

from pathlib import Path

import numpy as np

from anonymize.files.table import read_table
from baquara.errors import BadInput
from baquara.sequences import Constraints, Taxonomy

__all__ = ["read_constraints", "read_taxonomy"]


def read_taxonomy(path: Path, places: tuple[str, ...]) -> Taxonomy:
    """One rooted tree that has every visited place as a leaf."""
    table = read_table(path, ("child", "parent"))
    parent = _parents(table["child"].to_pylist(), table["parent"].to_pylist(), path)
    inner = set(parent.values())
    nodes = {name: i for i, name in enumerate(dict.fromkeys([*parent, *parent.values()]))}
    roots = [name for name in nodes if name not in parent]
    if len(roots) != 1:
        raise BadInput(
            f"{path}: "
            + (
                f"{len(roots)} roots ({', '.join(roots[:3])}, …); a taxonomy has one"
                if roots
                else "no root: the edges go round in a circle"
            )
        )
    _check_no_cycle(parent, roots[0], path)
    for place in places:
        if place not in parent or place in inner:
            raise BadInput(
                f"{path}: the visited place {place!r} is {'an inner node' if place in inner else 'not in it'}; every place must be a leaf"
            )
    up = np.array([nodes[parent[name]] if name in parent else -1 for name in nodes], dtype=np.int64)
    return Taxonomy(tuple(nodes), up, np.array([nodes[place] for place in places], dtype=np.int64))


def _parents(children: list[str], parents: list[str], path: Path) -> dict[str, str]:
    parent: dict[str, str] = {}
    for line, (child, above) in enumerate(zip(children, parents, strict=True), start=2):
        if parent.setdefault(child, above) != above:
            raise BadInput(f"{path}, line {line}: {child!r} has two parents, {parent[child]!r} and {above!r}")
    return parent


def _check_no_cycle(parent: dict[str, str], root: str, path: Path) -> None:
    safe = {root}
    for start in parent:
        walked: dict[str, None] = {}
        node = start
        while node not in safe:
            if node in walked:
                raise BadInput(f"{path}: a cycle goes through {node!r}; a taxonomy is a tree")
            walked[node] = None
            node = parent[node]
        safe.update(walked)


def read_constraints(path: Path, places: tuple[str, ...]) -> Constraints:
    """A partition of the visited places; places that nobody visits are passed over."""
    table = read_table(path, ("constraint", "place"))
    of: dict[str, str] = {}
    for line, (name, place) in enumerate(
        zip(table["constraint"].to_pylist(), table["place"].to_pylist(), strict=True), start=2
    ):
        if of.setdefault(place, name) != name:
            raise BadInput(
                f"{path}, line {line}: place {place!r} is in {of[place]!r} and in {name!r}; constraints must be a partition"
            )
    missing = [place for place in places if place not in of]
    if missing:
        raise BadInput(
            f"{path}: {len(missing)} visited places are in no constraint, first {missing[0]!r}; constraints must be a partition"
        )
    names = {name: i for i, name in enumerate(dict.fromkeys(of[place] for place in places))}
    return Constraints(tuple(names), np.array([names[of[place]] for place in places], dtype=np.int64))
