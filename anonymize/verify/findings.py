"""What the verifier has to say of a release: rules, violations with their witnesses, counts."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["ConstraintCount", "Counts", "Rule", "Violation", "Witness"]


class Rule(StrEnum):
    """What a release must obey."""

    audit = "audit"
    """Each original trajectory is released at most once."""
    anonymity = "anonymity"
    """k^m of what was released (Definition 4)."""
    knowledge = "knowledge"
    """k^m from the side of an attacker who knows up to m places of somebody."""
    truth = "truth"
    """Released visits are visits of the source, in order."""
    constraints = "constraints"
    """Utility constraints (Definition 10, first condition)."""
    suppression = "suppression"
    """At most delta percent of the places are suppressed (Definition 10, second condition)."""


@dataclass(frozen=True, slots=True)
class Witness:
    """The case that breaks a rule, so that anybody can look it up.

    ``places`` are candidate sets or single places, in order; ``released`` and ``source`` names of trajectories;
    ``supporters`` the names of all the moving objects or trajectories that count.
    """

    places: tuple[tuple[str, ...], ...] = ()
    released: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    supporters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Violation:
    """One case in which a rule is broken."""

    rule: Rule
    witness: Witness
    text: str


@dataclass(frozen=True, slots=True)
class ConstraintCount:
    """Who visited any place of a constraint, before and after; they differ only where visits of it were suppressed."""

    constraint: str
    owners_before: int
    owners_after: int
    visits_suppressed: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there was, and how much of it is in the release.

    A place is suppressed when somebody visited it and no released visit has it among its candidates.
    """

    trajectories: int
    trajectories_released: int
    owners_released: int
    visits: int
    visits_released: int
    places: int
    places_suppressed: int
    sets: int
    sets_overlap: bool
    constraints: tuple[ConstraintCount, ...] = ()

    @property
    def visits_suppressed(self) -> int:
        """Visits of the original for which no released visit stands, those of trajectories left out included."""
        return self.visits - self.visits_released

    @property
    def places_suppressed_percent(self) -> float:
        """Share of the visited places that are suppressed; 0 where nobody went anywhere."""
        return 100.0 * self.places_suppressed / self.places if self.places else 0.0
