"""The functions of a game's `rules.py` with its rules filled in."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from headway.contract import Code, Positions, RuleSet, State, Words
from headway.rulekit import P1


@dataclass(frozen=True)
class BoundRules:
    """A game's folder and one set of rules."""

    name: str
    code: Code
    words: Words
    folder: Path
    rules: RuleSet

    def start(self, first: int = P1) -> State:
        """The state before the first move."""
        return self.code.start(self.rules, first)

    def actor(self, state: State) -> int:
        """Who acts: P1, P2, CHANCE or OVER."""
        return self.code.actor(self.rules, state)

    def legal(self, state: State, move: int) -> bool:
        """Is one of the game's moves legal here?"""
        return self.code.legal(self.rules, state, move)

    def play_unchecked(self, state: State, move: int) -> State:
        """The state after a move that is known to be legal."""
        return self.code.play(self.rules, state, move)

    def winner(self, state: State) -> int:
        """Who has won, once the game is over."""
        return self.code.winner(self.rules, state)

    def secret(self, state: State) -> bool:
        """Is the move about to be made kept from the other side?"""
        return self.code.secret(self.rules, state)

    def view(self, state: State, seat: int) -> State:
        """What a seat, or a SPECTATOR, may see of a state."""
        return self.code.view(self.rules, state, seat)

    def weight(self, state: State, move: int) -> int:
        """The odds of a move of chance, against the weights of the others."""
        return self.code.weight(self.rules, state, move)

    def positions(self, state: State) -> Positions:
        """Where the pieces of both sides stand."""
        return self.code.positions(self.rules, state)

    @cached_property
    def all_moves(self) -> range:
        """Every move the game has."""
        return range(self.code.moves(self.rules))

    @cached_property
    def track(self) -> tuple[int, int]:
        """The first and the last square."""
        return self.code.track(self.rules)

    @cached_property
    def goals(self) -> Positions:
        """The squares that each side makes for."""
        return self.code.goals(self.rules)

    @cached_property
    def pieces(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What the pieces of both sides are called, in the order of their positions."""
        return self.words.pieces(self.rules)
