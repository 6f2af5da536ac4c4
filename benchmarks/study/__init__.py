"""The study of Poulis et al. (2014), section 5, again: ``python -m benchmarks.study`` writes docs/study.md."""
