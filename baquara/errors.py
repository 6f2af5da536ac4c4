"""What can go wrong, as a tree.

::

    BaquaraError            exit code 1
    ├── BadInput            exit code 2: a file, an option or a row that cannot be used
    └── CannotMeet          exit code 1: a goal that cannot be met with good input

A message says what, where (file and line), how many, and what to do next.
"""

__all__ = ["BadInput", "BaquaraError", "CannotMeet"]


class BaquaraError(Exception):
    """The root of every error that baquara raises on purpose."""

    exit_code = 1


class BadInput(BaquaraError):
    """A file, an option or a row that cannot be used as it is."""

    exit_code = 2


class CannotMeet(BaquaraError):
    """The input is fine, but the goal cannot be met with it."""
