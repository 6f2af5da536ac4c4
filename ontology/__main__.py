"""``python -m ontology [FILE]``: the page of all terms, printed or written to a file."""

import sys
from pathlib import Path

from ontology.page import page

__all__ = ["main"]


def main(arguments: list[str]) -> int:
    """Write the page to the file that is named, or print it."""
    if arguments:
        Path(arguments[0]).write_text(page(), encoding="utf-8")
    else:
        sys.stdout.write(page())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
