"""The table: a game, who moves first, and the moves so far. The state is replayed from them."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from headway.errors import IllegalMove, OutOfTurn
from headway.game import Game, State
from headway.phrases import player
from headway.rulekit import CHANCE, OVER, P1, P2

SEATS = {P1: "P1", P2: "P2", CHANCE: "CHANCE"}
"""How records and JSON name those who act."""

AGREED, RESIGNED, FORFEIT, LIMIT = "draw", "resigned", "forfeit", "limit"
DRAW, UNFINISHED = "draw", "unfinished"


class Ending(NamedTuple):
    """How a game ended that the rules did not end: a draw, the limit, or a resignation or a forfeit by `seat`."""

    reason: str
    seat: int | None = None


@dataclass(frozen=True)
class Table:
    """One game at one moment."""

    game: Game
    first: int = P1
    moves: tuple[int, ...] = ()
    ending: Ending | None = None

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Every state from the start to now."""
        states = [self.game.start(self.first)]
        for move in self.moves:
            states.append(self.game.play_unchecked(states[-1], move))
        return tuple(states)

    @property
    def state(self) -> State:
        return self.states[-1]

    @cached_property
    def actor(self) -> int:
        """Who acts: a seat, CHANCE, or OVER."""
        return OVER if self.ending else self.game.actor(self.state)

    @property
    def ply(self) -> int:
        """How many moves have been made, chance and secrets included."""
        return len(self.moves)

    @property
    def result(self) -> str | None:
        """The winner's seat, "draw" or "unfinished"; None while the game runs."""
        if self.ending is None:
            return SEATS[self.game.winner(self.state)] if self.actor == OVER else None
        if self.ending.seat is not None:
            return SEATS[1 - self.ending.seat]
        return DRAW if self.ending.reason == AGREED else UNFINISHED

    @property
    def is_secret_open(self) -> bool:
        """Has the last move been made in secret, and not been answered yet?"""
        return bool(self.moves) and self.game.secret(self.states[-2])

    def play(self, move: int, by: int, ply: int) -> "Table":
        """The table after a move by a seat (or CHANCE) that saw `ply` moves; refuses what is illegal or out of turn."""
        self.check_turn(by, ply)
        self.game.check(self.state, move)
        return self.after(move)

    def after(self, move: int) -> "Table":
        """The table after a move that is known to be legal."""
        return self._with((*self.moves, move), (*self.states, self.game.play_unchecked(self.state, move)))

    def check_turn(self, by: int, ply: int) -> None:
        """Refuse whoever is not to move, or saw another moment of the game."""
        if self.actor == OVER:
            raise IllegalMove("The game is over.")
        if ply != self.ply:
            raise OutOfTurn(f"That move was meant for ply {ply + 1}, and the game is at ply {self.ply + 1}.")
        if by != self.actor:
            waited = "the die" if self.actor == CHANCE else player(self.actor)
            raise OutOfTurn(f"It is not your turn; {waited} is to move.")

    def end(self, reason: str, seat: int | None = None) -> "Table":
        """The table after the players, or the limit, ended the game."""
        if self.actor == OVER:
            raise IllegalMove("The game is over.")
        return replace(self, ending=Ending(reason, seat))

    def undo(self, seat: int, is_human: tuple[bool, bool]) -> "Table":
        """The table before the last move; against a computer, before the seat's own last move."""
        back = 1
        while back <= self.ply:
            self._refuse_undo(back)
            earlier = self.earlier(back)
            if is_human[earlier.actor] and (earlier.actor == seat or all(is_human)):
                return earlier
            back += 1
        raise IllegalMove("There is no move of yours to take back.")

    def _refuse_undo(self, back: int) -> None:
        before = self.earlier(back)
        if before.actor == CHANCE:
            raise IllegalMove("A die that has been rolled stays rolled; nothing was taken back.")
        if before.is_secret_open:
            raise IllegalMove("A choice that has been revealed cannot be taken back.")

    def earlier(self, back: int) -> "Table":
        """The table as it was that many moves ago."""
        return self._with(self.moves[: self.ply - back], self.states[: self.ply - back + 1])

    def _with(self, moves: tuple[int, ...], states: tuple[State, ...]) -> "Table":
        table = Table(self.game, self.first, moves)
        table.__dict__["states"] = states  # known already, so it need not be replayed
        return table

    def by(self, index: int) -> int:
        """Who made the move at that index: a seat or CHANCE."""
        return self.game.actor(self.states[index])

    def log(self, viewer: int) -> list[str]:
        """The moves so far as `viewer` may know them: "?" for a secret that is still another's."""
        tokens = [self.game.token(move) for move in self.moves]
        if self.is_secret_open and viewer != self.by(-2):
            tokens[-1] = "?"
        return tokens

    def view(self, viewer: int) -> State:
        """The state as `viewer` may know it."""
        return self.game.view(self.state, viewer)
