"""Stage 7: decide exactly whether a release keeps a policy. Knows releases, no algorithm; believes nobody.

>>> from baquara.sequences import Policy, Sequences, Unit
>>> original = Sequences.of([("ana", "ab"), ("rui", "cb"), ("zoe", "ab")])
>>> release = Published.of([("r1", ["a", "b"]), ("r2", ["c", "b"])], original, audit={"r1": "t1", "r2": "t2"})
>>> verdict = verify(original, release, Policy(k=2, m=2))
>>> for violation in verdict.violations:
...     print(violation.rule, "|", violation.text)
anonymity | (a) is released for 1 by moving-object; the policy asks for 2
anonymity | (c) is released for 1 by moving-object; the policy asks for 2
knowledge | who knows that t1 went to (a) is left with 1 of 2
knowledge | who knows that t2 went to (c) is left with 1 of 2
knowledge | who knows that t1 went to (a, b) is left with 1 of 2
knowledge | who knows that t2 went to (c, b) is left with 1 of 2
"""

from anonymize.verify.decide import Refused, Verified, verify
from anonymize.verify.findings import ConstraintCount, Counts, Rule, Violation, Witness
from anonymize.verify.published import Published

__all__ = [
    "ConstraintCount",
    "Counts",
    "Published",
    "Refused",
    "Rule",
    "Verified",
    "Violation",
    "Witness",
    "verify",
]
