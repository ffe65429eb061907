"""The exact value of policies: of two against each other, of the best response to one, and what each decision costs.

A policy gives a distribution over the legal moves for each information set: for what the side to move may see.

>>> headway.policies.evaluate(headway.load("cross-over"), "random", "random").value()
Fraction(917485, 1417176)
"""

from headway.policies.answers import Answers
from headway.policies.evaluation import Bounds, Evaluation
from headway.policies.length import Length
from headway.policies.losses import Decision, Losses
from headway.policies.names import best_response, evaluate, exploitability, named
from headway.policies.policy import BadPolicy, Erring, Policy, Random
from headway.policies.response import BestResponse, Exploitability

__all__ = [
    "Answers",
    "BadPolicy",
    "BestResponse",
    "Bounds",
    "Decision",
    "Erring",
    "Evaluation",
    "Exploitability",
    "Length",
    "Losses",
    "Policy",
    "Random",
    "best_response",
    "evaluate",
    "exploitability",
    "named",
]
