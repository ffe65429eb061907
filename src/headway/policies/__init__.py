"""The exact value of policies: of two against each other, of the best response to one, and what each decision costs.

A policy gives a distribution over the legal moves for each information set: for what the side to move may see. The
names are loaded when they are first used: a player at the table needs few of them.

>>> headway.policies.evaluate(headway.load("cross-over"), "random", "random").value()
Fraction(917485, 1417176)
"""

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

TYPE_CHECKING = False  # as in `typing`, which would have to be imported
if TYPE_CHECKING:
    from headway.policies.answers import Answers
    from headway.policies.bounds import Bounds
    from headway.policies.evaluation import Evaluation
    from headway.policies.length import Length
    from headway.policies.losses import Decision, Losses
    from headway.policies.names import best_response, evaluate, exploitability, named
    from headway.policies.nash_conv import Exploitability
    from headway.policies.policy import BadPolicy, Erring, Policy, Random
    from headway.policies.response import BestResponse
else:  # type checkers know the names above, and no others
    _HOMES = {
        "headway.policies.answers": ("Answers",),
        "headway.policies.bounds": ("Bounds",),
        "headway.policies.evaluation": ("Evaluation",),
        "headway.policies.length": ("Length",),
        "headway.policies.losses": ("Decision", "Losses"),
        "headway.policies.names": ("best_response", "evaluate", "exploitability", "named"),
        "headway.policies.policy": ("BadPolicy", "Erring", "Policy", "Random"),
        "headway.policies.nash_conv": ("Exploitability",),
        "headway.policies.response": ("BestResponse",),
    }

    def __getattr__(name: str) -> object:
        """A public name, from its module, when it is first asked for."""
        from headway.lazy_names import load_name

        return load_name(globals(), _HOMES, name)


def __dir__() -> list[str]:
    return __all__
