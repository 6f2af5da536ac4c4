"""How much a release still says: the measures of the papers, and those that people ask for next."""

from anonymize.utility.measures import Measures, Options
from anonymize.utility.report import measure, measure_synthetic

__all__ = ["Measures", "Options", "measure", "measure_synthetic"]
