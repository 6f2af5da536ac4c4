"""What was published as it is, what was generalized and what was suppressed: counts of locations and of visits.

Figures 6 to 9 and 17 of Poulis et al. (2014) count locations; analysts ask about visits. All figures are exact.
"""

from dataclasses import dataclass

import numpy as np

from anonymize.utility.view import View, mean_or_none
from baquara.sequences import Constraints, Sequences

__all__ = ["Locations", "Visits", "constraints_violated", "count_locations", "count_visits", "guessed_percent"]


@dataclass(frozen=True, slots=True)
class Locations:
    """``intact`` + ``generalized_places`` + ``suppressed`` is the number of places."""

    intact: int
    """Places that are published as themselves (Figure 6a: original locations)."""
    generalized: int
    """Groups of at least two places that some visit shows (Figure 6b)."""
    generalized_places: int
    """Places inside those groups."""
    suppressed: int
    """Places that are a candidate of no published visit."""
    average_size: float | None
    """Places per generalized location (Figure 6c); None when there is none."""


@dataclass(frozen=True, slots=True)
class Visits:
    """``published`` + ``suppressed`` is the number of visits of the original; ``intact`` of the published show one place."""

    total: int
    published: int
    intact: int
    suppressed: int


def count_locations(view: View) -> Locations:
    """Count the locations of a release (section 5.1)."""
    published = view.published()
    intact = int(np.sum(published & (view.size == 1)))
    size = view.size[published & (view.size > 1)]
    inside = int(size.sum())
    left = len(view.recoding) - intact - inside
    return Locations(intact, len(size), inside, left, mean_or_none(size.astype(np.float64)))


def count_visits(sequences: Sequences, view: View) -> Visits:
    """Count the visits of a release."""
    total, published = len(sequences.place), len(view.group)
    return Visits(total, published, int(np.sum(view.size[view.group] == 1)), total - published)


def guessed_percent(sequences: Sequences, view: View) -> float | None:
    """The expected share of the original visits that a blind guess gets right, in percent.

    For each visit of the original: 1 over the number of its candidates, 0 when it was suppressed; the mean of these.
    """
    n = len(sequences.place)
    return float((1 / view.size[view.group]).sum() / n * 100) if n else None


def constraints_violated(view: View, constraints: Constraints) -> int:
    """How many published generalized locations touch more than one utility constraint (Definition 10, condition i)."""
    owner = constraints.of[view.members]
    differs = owner != np.repeat(owner[view.starts[:-1]], view.size)
    torn = np.bincount(view.group_of_member(), weights=differs, minlength=view.n_groups) > 0
    return int(np.sum(torn & view.published()))
