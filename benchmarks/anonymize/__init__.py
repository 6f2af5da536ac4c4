"""Stage 6 beside a literal C++ program; ``python -m benchmarks.anonymize`` runs it."""
