"""How long work tells where it is. The stages call it; the rim decides what people see."""

from typing import Protocol

__all__ = ["Progress", "Silent"]


class Progress(Protocol):
    """One line of work after another, each with a count that grows."""

    def start(self, what: str, total: int | None = None) -> None:
        """Begin a new piece of work of ``total`` units, if known."""

    def advance(self, n: int) -> None:
        """``n`` more units are done."""


class Silent:
    """Says nothing."""

    def start(self, what: str, total: int | None = None) -> None:
        """Nothing."""

    def advance(self, n: int) -> None:
        """Nothing."""
