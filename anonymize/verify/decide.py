"""All rules in turn; and the only maker of :class:`Verified`."""

from collections.abc import Mapping
from dataclasses import InitVar, dataclass
from typing import Final, NoReturn

from anonymize.verify.anonymity import anonymity
from anonymize.verify.case import Case
from anonymize.verify.digest import original_digest, release_digest
from anonymize.verify.findings import Counts, Rule, Violation
from anonymize.verify.knowledge import knowledge
from anonymize.verify.published import Published
from anonymize.verify.truth import audit, truth
from anonymize.verify.utility import constraints, counts, suppression
from baquara import __version__
from baquara.errors import BadInput
from baquara.progress import Progress, Silent
from baquara.sequences import Constraints, Policy, Sequences

__all__ = ["Refused", "Verified", "verify"]

_SEAL: Final = object()


@dataclass(frozen=True, slots=True, eq=False)
class Verified:
    """A release that keeps its policy. Only :func:`verify` makes one: it cannot be built, copied, pickled or derived.

    ``release`` still holds the audit, which is private; publish visits and names only.
    """

    release: Published
    policy: Policy
    counts: Counts
    decided: tuple[Rule, ...]
    """The rules that were decided; without an audit, truth is not among them."""
    release_digest: str
    """SHA-256 of what the world will see."""
    original_digest: str
    version: str
    seal: InitVar[object]

    def __post_init__(self, seal: object) -> None:
        if seal is not _SEAL:
            raise BadInput("only anonymize.verify.verify can say that a release is verified")

    def __init_subclass__(cls) -> None:
        raise TypeError("Verified cannot be derived from")

    def __reduce__(self) -> NoReturn:
        raise TypeError("Verified cannot be copied or pickled; verify again where it is needed")

    def intact(self) -> bool:
        """Whether the release is, bit by bit, what was verified."""
        return release_digest(self.release) == self.release_digest


@dataclass(frozen=True, slots=True)
class Refused:
    """A release that breaks its policy, and how."""

    violations: tuple[Violation, ...]
    """Witnesses, rule by rule; of each rule at most as many as was asked for."""
    found: Mapping[Rule, int]
    """How many cases there are of each broken rule: anonymity counts selections of the smallest size at which it
    fails; knowledge counts the witnesses that are named, there may be more."""
    policy: Policy
    counts: Counts
    release_digest: str
    original_digest: str
    version: str


def verify(
    original: Sequences,
    published: Published,
    policy: Policy,
    *,
    constraints: Constraints | None = None,
    limit: int = 20,
    progress: Progress | None = None,
) -> Verified | Refused:
    """Decide every rule exactly. ``limit`` is the number of witnesses to name for each broken rule.

    Without an audit in ``published`` people cannot be counted (BadInput unless the unit is trajectory) and truth
    cannot be decided; ``Verified.decided`` says so.
    """
    if limit < 1:
        raise BadInput(f"limit must be at least 1, got {limit}")
    case = Case.of(original, published, policy, limit=limit)
    violations, found, counted = _findings(case, constraints, progress or Silent())
    digests = release_digest(published), original_digest(original)
    if violations:
        return Refused(tuple(violations), found, policy, counted, *digests, __version__)
    return Verified(published, policy, counted, _decided(case, constraints), *digests, __version__, _SEAL)


def _findings(
    case: Case, given: Constraints | None, progress: Progress
) -> tuple[list[Violation], dict[Rule, int], Counts]:
    progress.start("verify", total=len(Rule))
    broken: list[tuple[list[Violation], int]] = []
    for rule in (audit, anonymity):
        broken.append(rule(case))
        progress.advance(1)
    exposed = knowledge(case) if broken[-1][1] else []  # Definition 4 implies the rule: see knowledge.py
    progress.advance(1)
    utility, wrong, rows = constraints(case, given)
    for more in ((exposed, len(exposed)), truth(case), (utility, wrong), suppression(case)):
        broken.append(more)
    progress.advance(3)
    found = {violations[0].rule: n for violations, n in broken if n}
    return [v for violations, _ in broken for v in violations], found, counts(case, rows)


def _decided(case: Case, given: Constraints | None) -> tuple[Rule, ...]:
    undecided = {Rule.truth} if case.published.source is None else set()
    if given is None:
        undecided.add(Rule.constraints)
    return tuple(rule for rule in Rule if rule not in undecided)
