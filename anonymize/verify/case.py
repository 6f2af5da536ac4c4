"""Original and release side by side, with the owner of every trajectory: what each rule looks at."""

from dataclasses import dataclass

import numpy as np

from anonymize.verify.published import Published
from anonymize.verify.ragged import Ints
from baquara.errors import BadInput
from baquara.sequences import Policy, Sequences, Unit

__all__ = ["Case"]


@dataclass(frozen=True, slots=True)
class Case:
    """A release, what it claims to be a release of, and the policy it must meet."""

    original: Sequences
    published: Published
    policy: Policy
    owner: Ints
    """For each released trajectory, whom it counts for."""
    limit: int
    """How many witnesses of a rule to name."""

    @classmethod
    def of(cls, original: Sequences, published: Published, policy: Policy, *, limit: int) -> "Case":
        """Owners come from the audit; without one, each released trajectory owns itself."""
        if published.places[: len(original.places)] != original.places:
            raise BadInput(
                "the release was made for other places than those of the original; build it with this original"
            )
        if published.source is not None:
            return cls(original, published, policy, original.owners(policy.unit)[published.source], limit)
        if policy.unit is not Unit.trajectory:
            raise BadInput(
                "without an audit nobody knows whose a released trajectory is, so people cannot be counted; "
                "give the audit, or count by unit trajectory"
            )
        return cls(original, published, policy, np.arange(len(published), dtype=np.int64), limit)

    def owner_name(self, owner: int) -> str:
        """What an owner is called: a moving object, an original trajectory, or without an audit a released one."""
        if self.published.source is None:
            return self.published.names[owner]
        by_object = self.policy.unit is Unit.moving_object
        return (self.original.moving_objects if by_object else self.original.trajectories)[owner]

    def owner_names(self, trajectories: Ints) -> tuple[str, ...]:
        """The distinct owners of released trajectories."""
        return tuple(self.owner_name(int(o)) for o in np.unique(self.owner[trajectories]))

    def names(self, trajectories: Ints) -> tuple[str, ...]:
        """What released trajectories are called."""
        return tuple(self.published.names[t] for t in trajectories)
