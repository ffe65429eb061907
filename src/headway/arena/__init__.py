"""The arena: agents are asked for their moves, and scored by the exact value that each move gives away.

An agent is the name of one ("random", "1" to "9", "perfect", "reader", "engine:COMMAND", "llm:MODEL"), a policy, a
Python function that is given an `Observation` and returns a move, or what `model` returns. The names are loaded when
they are first used.

>>> headway.arena.audit("random", headway.load("cross-over")).lost
Fraction(7, 54)
"""

__all__ = [
    "Audited",
    "Entrant",
    "Match",
    "Observation",
    "Outcome",
    "Pairing",
    "PlayedGame",
    "RuleReading",
    "Score",
    "Standings",
    "audit",
    "compare",
    "model",
    "play",
]

TYPE_CHECKING = False  # as in `typing`, which would have to be imported
if TYPE_CHECKING:
    from headway.arena.comparison import Audited, Pairing, compare
    from headway.arena.interface import audit, model, play
    from headway.arena.played import PlayedGame
    from headway.arena.reply import Outcome
    from headway.arena.rule_reading import RuleReading
    from headway.arena.score import Score
    from headway.arena.standings import Entrant, Match, Standings
    from headway.players.player import Observation
else:  # type checkers know the names above, and no others
    _HOMES = {
        "headway.arena.comparison": ("Audited", "Pairing", "compare"),
        "headway.arena.interface": ("audit", "model", "play"),
        "headway.arena.played": ("PlayedGame",),
        "headway.arena.reply": ("Outcome",),
        "headway.arena.rule_reading": ("RuleReading",),
        "headway.arena.score": ("Score",),
        "headway.arena.standings": ("Entrant", "Match", "Standings"),
        "headway.players.player": ("Observation",),
    }

    def __getattr__(name: str) -> object:
        """A public name, from its module, when it is first asked for."""
        from headway.lazy_names import load_name

        return load_name(globals(), _HOMES, name)


def __dir__() -> list[str]:
    return __all__
