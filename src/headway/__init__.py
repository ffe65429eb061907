"""Headway: play, solve and prove two-player games on a line.

Everything public is here, and is loaded when it is first used:

>>> game = headway.load("capture-the-flag")
>>> headway.Table(game).play("S1 2")
<Table capture-the-flag: S1 2; P2 to move>
>>> headway.solve(game).best(headway.Table(game))
['S1 1', 'S1 2', 'S2 1', 'S2 2']

Public as well are the names in `__all__` of `headway.policies` (the exact value of policies), `headway.errors` (why
something was refused), `headway.envs` (the games as environments of other libraries), `headway.lab` (what is true of
all variants of a game), `headway.arena` (agents and what their decisions give away) and, for authors of games,
`headway.rulekit`, `headway.phrases` and `headway.laws`; each is loaded when it is first used. All other modules are
internal and may change from one version to the next.
"""

__version__ = "0.2.0.dev0"

__all__ = [
    "Actor",
    "Audit",
    "Certificate",
    "Claim",
    "Finding",
    "Game",
    "Ply",
    "Reason",
    "Record",
    "Result",
    "Review",
    "Solution",
    "Table",
    "Tally",
    "Verdict",
    "Worth",
    "__version__",
    "audit",
    "games",
    "load",
    "play",
    "read",
    "review",
    "simulate",
    "solve",
    "write",
]

TYPE_CHECKING = False  # as in `typing`, which would have to be imported
if TYPE_CHECKING:
    from headway import arena as arena
    from headway import envs as envs
    from headway import errors as errors
    from headway import lab as lab
    from headway import laws as laws
    from headway import phrases as phrases
    from headway import policies as policies
    from headway import rulekit as rulekit
    from headway.api.audit import Audit, Claim, Finding, audit
    from headway.api.catalogue import games, load
    from headway.api.record import Record, read, write
    from headway.api.review import Ply, Review, review
    from headway.api.simulation import Tally, play, simulate
    from headway.api.solution import Solution, Verdict, Worth, solve
    from headway.game import Game
    from headway.solver.solution import Certificate
    from headway.table.outcome import Actor, Reason, Result
    from headway.table.table import Table
else:  # type checkers know the names above, and no others
    _MODULES = ("arena", "envs", "errors", "lab", "laws", "phrases", "policies", "rulekit")
    _HOMES = {
        "headway.api.audit": ("Audit", "Claim", "Finding", "audit"),
        "headway.api.catalogue": ("games", "load"),
        "headway.api.record": ("Record", "read", "write"),
        "headway.api.review": ("Ply", "Review", "review"),
        "headway.api.simulation": ("Tally", "play", "simulate"),
        "headway.api.solution": ("Solution", "Verdict", "Worth", "solve"),
        "headway.game": ("Game",),
        "headway.solver.solution": ("Certificate",),
        "headway.table.outcome": ("Actor", "Reason", "Result"),
        "headway.table.table": ("Table",),
    }

    def __getattr__(name: str) -> object:
        """A public name, from its module, when it is first asked for."""
        from importlib import import_module

        from headway.lazy_names import load_name

        if name in _MODULES:
            return import_module(f"headway.{name}")
        return load_name(globals(), _HOMES, name)


def __dir__() -> list[str]:
    return __all__
