"""Measurements: ratios against a peer or a limit in the same run. ``python -m benchmarks`` runs them all."""
