"""The table: a game, who moves first, and the moves so far. The state is replayed from them."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from headway.errors import GameOver, NoTakeback
from headway.game import Game, Positions, State
from headway.rulekit import CHANCE, OVER, P1, SPECTATOR
from headway.table.outcome import Actor, Reason, Result


class Ending(NamedTuple):
    """How a game ended that the rules did not end: a draw, the limit, or a resignation or a forfeit by `seat`."""

    reason: Reason
    seat: int | None = None

    @property
    def result(self) -> Result:
        """What came of the game."""
        if self.seat is not None:
            return Result.win(1 - self.seat)
        return Result.DRAW if self.reason is Reason.AGREED else Result.UNFINISHED


@dataclass(frozen=True, repr=False)
class Table:
    """One game at one moment. A table is a value: a move gives another table."""

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
        """The state now, secrets included."""
        return self.states[-1]

    @cached_property
    def actor(self) -> int:
        """Who acts: a seat, CHANCE, or OVER."""
        return OVER if self.ending else self.game.actor(self.state)

    @property
    def to_move(self) -> Actor | None:
        """Who acts, by name; None once the game is over."""
        return None if self.actor == OVER else Actor(self.actor)

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves, as players type them."""
        if self.actor == OVER:
            return ()
        return tuple(self.game.token(move) for move in self.game.moves_at(self.state))

    @property
    def positions(self) -> Positions:
        """Where the pieces of both sides stand."""
        return self.game.positions(self.view(SPECTATOR))

    @property
    def ply(self) -> int:
        """How many moves have been made, chance and secrets included."""
        return len(self.moves)

    @property
    def result(self) -> Result | None:
        """What came of the game; None while it runs."""
        if self.ending is not None:
            return self.ending.result
        return Result.win(self.game.winner(self.state)) if self.actor == OVER else None

    @property
    def reason(self) -> Reason | None:
        """Why the game ended; None while it runs."""
        if self.ending is not None:
            return self.ending.reason
        return Reason.RULES if self.actor == OVER else None

    @property
    def is_secret_open(self) -> bool:
        """Has the last move been made in secret, and not been answered yet?"""
        return bool(self.moves) and self.game.secret(self.states[-2])

    def play(self, move: str | int) -> "Table":
        """The table after a move, as a player types it or by its number; the refusal of an illegal one says why."""
        if self.actor == OVER:
            raise GameOver
        if isinstance(move, str):
            move = self.game.parse(self.state, move)
        else:
            self.game.check(self.state, move)
        return self.play_unchecked(move)

    def play_unchecked(self, move: int) -> "Table":
        """The table after a move that is known to be legal."""
        return self._with((*self.moves, move), (*self.states, self.game.play_unchecked(self.state, move)))

    def end(self, reason: Reason, seat: int | None = None) -> "Table":
        """The table after the players, or the limit, ended the game; `seat` is the one that resigned or failed."""
        if self.actor == OVER:
            raise GameOver
        return replace(self, ending=Ending(reason, seat))

    def earlier(self, plies: int) -> "Table":
        """The table as it was that many moves ago."""
        return self._with(self.moves[: self.ply - plies], self.states[: self.ply - plies + 1])

    def take_back(self, plies: int) -> "Table":
        """The table with that many moves taken back; refuses to take back a roll or a secret that was revealed."""
        if self.actor == OVER:
            raise GameOver
        for back in range(1, plies + 1):
            before = self.earlier(back)
            if before.actor == CHANCE:
                raise NoTakeback("A die that has been rolled stays rolled; nothing was taken back.")
            if before.is_secret_open:
                raise NoTakeback("A choice that has been revealed cannot be taken back.")
        return self.earlier(plies)

    def plies_since(self, seat: int) -> int:
        """How many moves to take back for a seat to make its own last move again; refuses where it cannot."""
        for plies in range(1, self.ply + 1):
            if self.take_back(plies).actor == seat:
                return plies
        raise NoTakeback("There is no move of yours to take back.")

    def by(self, index: int) -> int:
        """Who made the move at that index: a seat or CHANCE."""
        return self.game.actor(self.states[index])

    def log(self, viewer: int) -> list[str]:
        """The moves so far as `viewer` may know them: "?" for a secret of another seat that is still open."""
        tokens = [self.game.token(move) for move in self.moves]
        if self.is_secret_open and viewer != self.by(-2):
            tokens[-1] = "?"
        return tokens

    def view(self, viewer: int) -> State:
        """The state as `viewer` may know it."""
        return self.game.view(self.state, viewer)

    def __repr__(self) -> str:
        now = (
            f"{self.result.value} by {self.reason.value}" if self.result and self.reason else f"{self.to_move} to move"
        )
        return f"<Table {self.game.name}: {', '.join(self.log(SPECTATOR)) or 'no moves'}; {now}>"

    def _with(self, moves: tuple[int, ...], states: tuple[State, ...]) -> "Table":
        table = Table(self.game, self.first, moves)
        table.__dict__["states"] = states  # known already, so it need not be replayed
        return table
