"""Stages 4 and 5, linking movement to open data and deriving taxonomies. Nothing is here yet."""

__all__: list[str] = []
