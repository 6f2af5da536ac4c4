"""The fast engine: the same releases as the reference, to the last visit."""

__all__: list[str] = []
