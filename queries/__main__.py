"""``python -m queries`` prints the documentation page of the library; with a file name it writes it there."""

import sys
from pathlib import Path

from queries.library import all_queries
from queries.page import page

__all__ = ["main"]


def main(arguments: list[str]) -> None:
    """Print the page, or write it to the file named first."""
    text = page(all_queries())
    if arguments:
        Path(arguments[0]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
