"""What can be asked of a release, and the answer: options and measures as frozen values."""

from dataclasses import dataclass, fields

from anonymize.utility.queries import Query
from baquara.errors import BadInput

__all__ = ["Measures", "Options"]


@dataclass(frozen=True, slots=True)
class Options:
    """What to measure with.

    >>> Options(min_support=0.0)
    Traceback (most recent call last):
    baquara.errors.BadInput: min_support is a share above 0 and up to 1, got 0.0
    """

    queries: int = 100
    """How many COUNT queries to draw, for ARE and for the KL divergence of pairs."""
    query_sizes: tuple[int, ...] = (1, 2)
    workload: tuple[Query, ...] | None = None
    """The COUNT queries themselves; then none are drawn for ARE."""
    min_support: float = 0.01
    """The share of trajectories that makes a pattern frequent."""
    pattern_size_max: int = 3
    """Visits of the longest pattern to look for. Long trajectories have very many longer ones."""
    projections: int = 10
    """How many random projections to mine; 0 skips mining."""
    grid_side: int = 16
    """Cells a side, for density and flows."""

    def __post_init__(self) -> None:
        if not 0 < self.min_support <= 1:
            raise BadInput(f"min_support is a share above 0 and up to 1, got {self.min_support}")
        if min(self.queries, self.projections) < 0:
            raise BadInput(f"queries and projections cannot be negative, got {self.queries} and {self.projections}")
        if self.workload is not None and not all(self.workload):
            raise BadInput("a COUNT query needs at least one place; remove the empty ones from the workload")


@dataclass(frozen=True, slots=True)
class Measures:
    """All measures of one release; None where one is not defined or not applicable. JSON-ready with ``asdict``.

    A name says its unit; without one it is a plain number, and a share lies between 0 and 1. ``_se`` is a standard error.
    The function that computes a measure has its definition.
    """

    k: int
    m: int
    unit: str
    trajectories: int
    places: int
    diameter_m: float
    distance_m: float | None = None
    """D of Definition 6 over the published visits."""
    distance: float | None = None
    """D over the diameter, from 0 to 1."""
    distance_charged: float | None = None
    """The same where a suppressed visit costs 1."""
    combined_m: float | None = None
    """C of Definition 8 over the published visits."""
    combined: float | None = None
    combined_charged: float | None = None
    intact_locations: int | None = None
    generalized_locations: int | None = None
    generalized_places: int | None = None
    suppressed_places: int | None = None
    suppressed_places_percent: float | None = None
    average_size: float | None = None
    average_distance_percent: float | None = None
    semantic_penalty: float | None = None
    class_count_error: float | None = None
    constraints_violated: int | None = None
    constraints_met: bool | None = None
    """Definition 10: no constraint violated, and at most delta percent of the places suppressed."""
    visits: int | None = None
    visits_published: int | None = None
    visits_published_percent: float | None = None
    visits_intact: int | None = None
    visits_intact_percent: float | None = None
    visits_suppressed: int | None = None
    visits_suppressed_percent: float | None = None
    guessed_percent: float | None = None
    queries: int | None = None
    are: float | None = None
    are_se: float | None = None
    kl_locations_nats: float | None = None
    kl_locations_lost: int | None = None
    kl_pairs_nats: float | None = None
    kl_pairs_lost: int | None = None
    frequent_patterns: int | None = None
    projections: int | None = None
    patterns_kept_percent: float | None = None
    """Median over the projections, as the paper plots."""
    patterns_kept_percent_mean: float | None = None
    patterns_kept_percent_sd: float | None = None
    patterns_kept_percent_se: float | None = None
    patterns_invented_percent: float | None = None
    patterns_invented_percent_mean: float | None = None
    patterns_invented_percent_sd: float | None = None
    patterns_invented_percent_se: float | None = None
    sim1: float | None = None
    sim1_se: float | None = None
    sim2: float | None = None
    sim2_se: float | None = None
    density_divergence_bits: float | None = None
    od_divergence_bits: float | None = None

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The measures, in order."""
        return tuple(f.name for f in fields(cls))
