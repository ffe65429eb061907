"""What is shown of a state of a game: to everyone, and to each viewer.

A viewer is P1, P2 or SPECTATOR. Many tables play the same game under the same rules and reach the same states, so
it is worked out once for all of them. An open secret is in none of it.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from headway.effects import as_json
from headway.game import Game, State
from headway.rulekit import OVER, P1, P2, SPECTATOR
from headway.table.events import NAMES
from headway.table.match import Match
from headway.table.outcome import Reason, Result
from headway.table.status import tell_result, tell_standing, tell_turn
from headway.voice import Names, Voice, tell_owners
from headway.web.json_text import dumps

Texts = dict[int, str]
"""JSON texts by viewer."""
VIEWERS = (P1, P2, SPECTATOR)


class TextsOnDemand(Texts):
    """JSON texts by viewer, each made when it is first read: most tables have no spectators."""

    def __init__(self, names: Names, make: Callable[[Voice], str]) -> None:
        self._names, self._make = names, make

    def __missing__(self, viewer: int) -> str:
        text = self[viewer] = self._make(voices(self._names)[viewer])
        return text


@lru_cache(maxsize=10_000)
def voices(names: Names) -> dict[int, Voice]:
    """How each viewer is spoken to, with what the players are called."""
    return {viewer: Voice(viewer, names) for viewer in VIEWERS}


class Situation(NamedTuple):
    """What is shown of a state, as the fields of JSON objects without their braces."""

    everyone: str
    viewers: Texts  # each viewer's moves, and what is to be done, or how the game ended


def situation(match: Match) -> Situation:
    """What is shown of the state of the last game."""
    table = match.table
    if table.result is not None and table.reason is not None:
        return _at_end(table.game, table.state, table.chooser, match.called, table.result, table.reason)
    return _at_turn(table.game, table.state, table.chooser, match.called)


@lru_cache(maxsize=10_000)
def _at_end(game: Game, state: State, chooser: int | None, names: Names, result: Result, reason: Reason) -> Situation:
    def text(voice: Voice) -> str:
        told = tell_result(game, state, result, reason, voice)
        return f'"legal":[],"moves":[],"status":{dumps(told)}{_owners(game, state, voice)}'

    return Situation(_everyone(game, state, OVER, chooser, result, reason), TextsOnDemand(names, text))


@lru_cache(maxsize=10_000)
def _at_turn(game: Game, state: State, chooser: int | None, names: Names) -> Situation:
    actor = game.actor(state)

    def text(voice: Voice) -> str:
        # what each move does on the board, as far as the viewer can know
        moves = [as_json(game, state, move) for move in game.moves_at(state)] if voice.viewer == actor else []
        legal, told = dumps([move["move"] for move in moves]), tell_turn(game, state, chooser, voice)
        standing = tell_standing(game, state, voice)
        stands = f',"turn_words":{dumps(standing)}' if standing else ""
        return f'"legal":{legal},"moves":{dumps(moves)},"status":{dumps(told)}{_owners(game, state, voice)}{stands}'

    return Situation(_everyone(game, state, actor, chooser), TextsOnDemand(names, text))


def _everyone(
    game: Game,
    state: State,
    actor: int,
    chooser: int | None,
    result: Result | None = None,
    reason: Reason | None = None,
) -> str:
    seen, is_seat = game.view(state, SPECTATOR), actor in (P1, P2)
    return dumps({
        **swapped_sides(game, state),
        "to_move": NAMES[actor] if is_seat else None,
        "positions": game.positions(seen),
        "secret": is_seat and game.secret(seen),
        "chosen": None if chooser is None else NAMES[chooser],
        "result": result,
        "reason": reason,
    })[1:-1]  # fmt: skip


def _owners(game: Game, state: State, voice: Voice) -> str:
    """Who plays which pieces, once they are swapped, as the last field of a JSON object."""
    told = owners(game, state, voice)
    return f',"owners":{dumps(told)}' if told else ""


def owners(game: Game, state: State, voice: Voice) -> str:
    """Who plays which pieces, in a sentence; empty as long as each player has their own."""
    return tell_owners(game.pieces, (game.side(state, P1), game.side(state, P2)), voice)


def swapped_sides(game: Game, state: State) -> dict[str, list[int]]:
    """The sides that the seats play, once they are swapped."""
    sides = [game.side(state, seat) for seat in (P1, P2)]
    return {} if sides == [P1, P2] else {"sides": sides}
