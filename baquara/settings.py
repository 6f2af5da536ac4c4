"""``baquara.toml``: names, the base IRI, and defaults for the options of each stage.

::

    [workspace]
    name = "rio"
    base_iri = "https://data.example/rio/"

    [ingest]                        # defaults of `baquara ingest` in this workspace
    timezone = "America/Sao_Paulo"

    [datasets.flickr.segment]       # defaults for one dataset win over the general ones
    scales = ["30min/500m", "10min/50m"]
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from baquara.errors import BadInput

__all__ = ["FILE_NAME", "Settings", "check_name"]

FILE_NAME = "baquara.toml"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")
_IRI = re.compile(r"[a-z][a-z0-9+.-]*:[^\s<>\"{}|\\^`\x00-\x20]+[/#:]", re.IGNORECASE)
_STAGES = ("ingest", "segment", "triplify")


def check_name(name: str, what: str = "dataset") -> str:
    """The name, if it can stand in a file name and in an IRI.

    >>> check_name("flickr-2014")
    'flickr-2014'
    """
    if not _NAME.fullmatch(name):
        raise BadInput(f"{what} name {name!r}: use 1 to 63 lower-case letters, digits, '-' and '_'")
    return name


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``baquara.toml`` says."""

    name: str
    base_iri: str
    defaults: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    datasets: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_name(self.name, "workspace")
        if not _IRI.fullmatch(self.base_iri):
            raise BadInput(f"base_iri {self.base_iri!r}: give an absolute IRI that ends in '/', '#' or ':'")

    @classmethod
    def new(cls, name: str, base_iri: str | None = None) -> "Settings":
        """Settings of a new workspace; without a base IRI, one under the reserved domain ``data.example``.

        >>> Settings.new("rio").base_iri
        'https://data.example/rio/'
        """
        return cls(check_name(name, "workspace"), base_iri or f"https://data.example/{name}/")

    @classmethod
    def read(cls, path: Path) -> "Settings":
        """Read and check the file; an unknown section is an error, not a surprise later."""
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadInput(f"{path}: {error}") from error
        unknown = set(raw) - {"workspace", "datasets", *_STAGES}
        if unknown:
            raise BadInput(
                f"{path}: unknown section {sorted(unknown)[0]!r}; known: workspace, datasets, {', '.join(_STAGES)}"
            )
        head = raw.get("workspace", {})
        if not {"name", "base_iri"} <= set(head):
            raise BadInput(f"{path}: section [workspace] needs name and base_iri")
        return cls(head["name"], head["base_iri"], {s: raw.get(s, {}) for s in _STAGES}, raw.get("datasets", {}))

    def options(self, stage: str, dataset: str) -> dict[str, Any]:
        """Defaults of a stage for a dataset: the general ones, then the dataset's own over them."""
        return {**self.defaults.get(stage, {}), **self.datasets.get(dataset, {}).get(stage, {})}

    def to_toml(self) -> str:
        """The file of a new workspace, with the rest explained."""
        return (
            f'[workspace]\nname = "{self.name}"\nbase_iri = "{self.base_iri}"\n\n'
            "# Defaults for the options of a stage, under the names of its options:\n"
            '# [ingest]\n# timezone = "America/Sao_Paulo"\n\n'
            '# [datasets.NAME.segment]\n# scales = ["30min/500m", "10min/50m"]\n'
        )
