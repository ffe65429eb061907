"""The functions of a game's `rules.py` with its rules filled in."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from headway.contract import Code, Goals, Pieces, Positions, RuleSet, State, Words
from headway.errors import BadGame, expected
from headway.rulekit import P1, P2
from headway.tolerances import MOST_WEIGHT

A_SEAT = "headway.Actor.P1 or headway.Actor.P2"
"""What is asked for where a user passed something else."""


@dataclass(frozen=True)
class BoundRules:
    """A game's folder and one set of rules."""

    name: str
    code: Code
    words: Words
    folder: Path
    rules: RuleSet
    _plain: "BoundRules | None" = None  # the game without its changes, if it has any (`headway.changes`)

    @property
    def title(self) -> str:
        """The game's name as people write it.

        >>> headway.load("cross-over").title
        'Cross Over'
        """
        return self.words.TITLE

    def start(self, first: int = P1) -> State:
        """The state before the first move.

        >>> headway.load("cross-over").start()
        State(places=(1, 9), mover=0)
        """
        if first not in (P1, P2):
            raise expected(A_SEAT, first)
        return self.code.start(self.rules, first)

    def actor(self, state: State) -> int:
        """Who acts: P1, P2, CHANCE or OVER.

        >>> game = headway.load("number-race")
        >>> headway.Actor(game.actor(game.start()))
        <Actor.P1: 0>
        """
        return self.code.actor(self.rules, state)

    def legal(self, state: State, move: int) -> bool:
        """Is one of the game's moves legal here?

        >>> game = headway.load("cross-over")
        >>> [game.legal(game.start(), move) for move in game.all_moves]
        [True, True, True, False]
        """
        return self.code.legal(self.rules, state, move)

    def play_unchecked(self, state: State, move: int) -> State:
        """The state after a move that is known to be legal.

        It is quicker than `play`, and for a move that is not legal it gives a state that makes no sense.

        >>> game = headway.load("cross-over")
        >>> game.play_unchecked(game.start(), 2) == game.play(game.start(), 2)
        True
        """
        return self.code.play(self.rules, state, move)

    def winner(self, state: State) -> int:
        """Who has won, once the game is over: a seat, or DRAW of `headway.rulekit`.

        >>> game = headway.load("cross-over")
        >>> headway.Actor(game.winner(headway.play(game).state))
        <Actor.P1: 0>
        """
        return self.code.winner(self.rules, state)

    def secret(self, state: State) -> bool:
        """Is the move about to be made kept from the other side?

        >>> game = headway.load("predictive-pursuit")
        >>> game.secret(game.start()), game.secret(game.play(game.start(), 0))
        (True, False)
        """
        return self.code.secret(self.rules, state)

    def view(self, state: State, seat: int) -> State:
        """What a seat, or a SPECTATOR, may see of a state.

        >>> game = headway.load("predictive-pursuit")
        >>> chosen = game.play(game.start(), 0)
        >>> game.view(chosen, headway.Actor.P1) == chosen, game.view(chosen, headway.Actor.P2) == chosen
        (True, False)
        """
        return self.code.view(self.rules, state, seat)

    def side(self, state: State, seat: int) -> int:
        """Whose pieces and goals a seat has: its own, until the players swap sides.

        >>> game = headway.load("cross-over", pie="yes")
        >>> swapped = headway.Table(game).play("3").play("swap")
        >>> [game.side(swapped.state, seat) for seat in (headway.Actor.P1, headway.Actor.P2)]
        [1, 0]
        """
        return self.code.side(self.rules, state, seat)

    def weight(self, state: State, move: int) -> int:
        """The odds of a move of chance, against the weights of the others; `BadGame` if it is not a positive int.

        >>> game = headway.load("number-race")
        >>> rolling = game.play(game.start(), game.tokens["roll"])
        >>> [game.weight(rolling, face) for face in game.moves_at(rolling)]
        [1, 1, 1, 1, 1, 1]
        """
        weight = self.code.weight(self.rules, state, move)
        if type(weight) is not int or not 1 <= weight <= MOST_WEIGHT:
            token = self.words.token(self.rules, move)
            raise BadGame(f'{self.title}: the weight of "{token}" in the state {tuple(state)} is {_wrong(weight)}.')
        return weight

    def positions(self, state: State) -> Positions:
        """Where the pieces of both sides stand, and then the neutral ones, in a game that has any.

        >>> game = headway.load("cross-over")
        >>> game.positions(game.start())
        ((1,), (9,))
        """
        return self.code.positions(self.rules, state)

    @cached_property
    def all_moves(self) -> range:
        """Every move the game has.

        >>> [*map(headway.load("cross-over").token, headway.load("cross-over").all_moves)]
        ['1', '2', '3', 'skip']
        """
        return range(self.code.moves(self.rules))

    @cached_property
    def track(self) -> tuple[int, int]:
        """The first and the last square.

        >>> headway.load("capture-the-flag", length=12).track
        (0, 12)
        """
        return self.code.track(self.rules)

    @cached_property
    def goals(self) -> Goals:
        """The squares that each side makes for.

        >>> headway.load("capture-the-flag", length=12).goals
        ((12,), (0,))
        """
        return self.code.goals(self.rules)

    @cached_property
    def pieces(self) -> Pieces:
        """What the pieces are called, in the order of their positions.

        >>> headway.load("capture-the-flag").pieces
        (('S1', 'S2'), ('S3', 'S4'))
        """
        return self.words.pieces(self.rules)


def _wrong(weight: object) -> str:
    """What is wrong with a weight."""
    if type(weight) is int and weight > MOST_WEIGHT:
        return "above 10^290, which floats cannot compute with"
    return f"{weight!r}, not a positive whole number"
