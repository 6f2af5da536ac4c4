"""The papers' pseudocode in plain Python, one file each: slow, obvious, and what the fast engine must equal."""

__all__: list[str] = []
