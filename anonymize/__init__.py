"""Stages 6 and 7, k^m-anonymity and its verifier. Nothing is here yet."""

__all__: list[str] = []
