"""The refusal of a game whose states leave the span that its rules declare."""

from headway.errors import BadGame
from headway.game import Game, State
from headway.rulekit import P1, P2
from headway.solver.numbering import Numbering


def start_numbers(game: Game, number: Numbering) -> list[int]:
    """The numbers of the states in which a game begins, each once."""
    found = list[int]()
    for first in (P1, P2):
        start = number.number(game.start(first))
        if start is None:
            raise BadGame(f"{game.title} begins outside the span that its rules declare, with {game.start(first)}.")
        found.append(start)
    return list(dict.fromkeys(found))


def leaves_span(game: Game, number: Numbering, state: State) -> BadGame:
    """The error for a state from which a move leads out of the span; of a secret, the move may be the answer to it."""
    waiting = [state]
    for before in waiting:
        for move in game.moves_at(before):
            after = game.play_unchecked(before, move)
            if number.number(after) is None and not game.secret(before):
                told = f'in {before} the move "{game.token(move)}" leads to {after}'
                return BadGame(f"{game.title} leaves the span that its rules declare: {told}.")
            if game.secret(before):
                waiting.append(after)
    raise AssertionError(f"{state} does not leave the span")
