"""What people see: tables and progress on a terminal, plain lines elsewhere, nothing with ``--quiet`` or ``--json``."""

import sys
import time
from collections.abc import Iterable, Sequence

from rich.console import Console, JustifyMethod
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table

__all__ = ["Ui"]

_WIDE = 180
"""Columns where there is no terminal to ask."""


class Ui:
    """Progress for the stages, and the tables of the result."""

    def __init__(self, *, json: bool, quiet: bool) -> None:
        self._silent = json or quiet
        self._show = not json
        self.out = Console(width=None if sys.stdout.isatty() else _WIDE, highlight=False, markup=False)
        self._bar: Progress | None = None
        self._task: object = None
        self._what, self._done, self._said = "", 0, 0.0

    def start(self, what: str, total: int | None = None) -> None:
        """Begin a new piece of work."""
        self._finish()
        if self._bar is None and not self._silent and sys.stderr.isatty():
            self._bar = Progress(*_columns(), console=Console(stderr=True), transient=True)
            self._bar.start()
        self._what, self._done, self._said = what, 0, time.monotonic()
        if self._bar is not None:
            self._task = self._bar.add_task(what, total=total)

    def advance(self, n: int) -> None:
        """More is done; without a terminal, say so every ten seconds."""
        self._done += n
        if self._bar is not None:
            self._bar.advance(self._task, n)  # type: ignore[arg-type]
        elif not self._silent and time.monotonic() - self._said > 10:
            self._said = time.monotonic()
            sys.stderr.write(f"{self._what}: {self._done:,}\n")

    def _finish(self) -> None:
        if self._bar is not None and self._task is not None:
            self._bar.remove_task(self._task)  # type: ignore[arg-type]
            self._task = None

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar, self._task = None, None

    def say(self, text: str = "") -> None:
        """A line of the result."""
        if self._show:
            self.close()
            self.out.print(text)

    def note(self, text: str) -> None:
        """A line beside the result, on standard error."""
        if not self._silent:
            sys.stderr.write(text + "\n")

    def table(self, title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """A table; numbers to the right."""
        if not self._show:
            return
        self.close()
        lines = [[_text(value) for value in row] for row in rows]
        if title:
            self.out.print(title, style="bold")
        table = Table(header_style="bold")
        for i, column in enumerate(columns):
            justify: JustifyMethod = "right" if lines and all(_is_number(line[i]) for line in lines) else "left"
            table.add_column(column, justify=justify, overflow="fold")
        for row in lines:
            table.add_row(*row)
        self.out.print(table)


def _columns() -> tuple[ProgressColumn, ...]:
    return (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())


def _text(value: object) -> str:
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _is_number(text: str) -> bool:
    return text == "" or text.replace(",", "").replace(".", "", 1).lstrip("-").isdigit()
