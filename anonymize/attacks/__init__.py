"""Attacks beyond what k^m-anonymity promises, as figures: how many people are singled out, before and after.

They measure; they decide nothing. All of them know the truth (the audit) and count people or trajectories by unit.
"""

from anonymize.attacks.figures import Figure
from anonymize.attacks.membership import Membership, membership, split
from anonymize.attacks.places import consecutive, unicity
from anonymize.attacks.top import top_places

__all__ = ["Figure", "Membership", "consecutive", "membership", "split", "top_places", "unicity"]
