"""The interface of a player, and the observation it decides by."""

from random import Random
from typing import NamedTuple, Protocol

from headway.errors import HeadwayError
from headway.game import Game, State
from headway.table.table import Table


class Observation(NamedTuple):
    """What one seat may know of a game: its view of the `state`, and how the game came there.

    `game` is what is played, `seat` is to move, `first` has moved first, and `moves` are the numbers of the moves so
    far; a secret that is not answered yet is not among them.

    >>> seen = []
    >>> def longest(observation):
    ...     seen.append(observation)
    ...     return observation.legal[-1]
    >>> standings = headway.arena.play([longest, "random"], headway.load("cross-over"), games=2)
    >>> seen[0].game, seen[0].state, seen[0].seat, seen[0].first, seen[0].moves
    (<Game cross-over>, State(places=(1, 9), mover=0), 0, 0, ())
    """

    game: Game
    seat: int
    state: State
    first: int
    moves: tuple[int, ...]

    @classmethod
    def of(cls, table: Table, seat: int) -> "Observation":
        """The observation of a seat at a table; a secret of the other side is left out until it is answered.

        >>> table = headway.Table(headway.load("predictive-pursuit")).play("1")
        >>> headway.arena.Observation.of(table, headway.Actor.P2).moves
        ()
        """
        hides = table.is_secret_open and table.chooser != seat
        return cls(table.game, seat, table.view(seat), table.first, table.moves[:-1] if hides else table.moves)

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves, as players type them.

        >>> table = headway.Table(headway.load("cross-over"))
        >>> headway.arena.Observation.of(table, headway.Actor.P1).legal
        ('1', '2', '3')
        """
        return tuple(self.game.token(move) for move in self.game.moves_at(self.state))

    @property
    def secret_state(self) -> State | None:
        """The state in which the other side made the secret move that this seat is to answer; None if there is none.

        >>> table = headway.Table(headway.load("predictive-pursuit")).play("1")
        >>> headway.arena.Observation.of(table, headway.Actor.P2).secret_state == table.states[0]
        True
        """
        state = self.game.start(self.first)
        for move in self.moves:
            state = self.game.play_unchecked(state, move)
        is_secret = self.game.actor(state) == 1 - self.seat and self.game.secret(state)
        return state if is_secret else None


class PlayerFailed(HeadwayError):
    """A player gave no legal move: it crashed, was too slow, or gave an answer that is not a move."""

    name = "player-failed"


class IllegalAnswer(PlayerFailed):
    """The answer of a player is a move, but not a legal one."""


class UnparsableAnswer(PlayerFailed):
    """The answer of a player is not a move at all."""


class Player(Protocol):
    """A program that plays."""

    def start(self) -> None:
        """Start what the player needs, before its first move; raises `PlayerFailed` if that cannot be started."""

    def choose(self, observation: Observation, rng: Random) -> int:
        """One of the legal moves; raises `PlayerFailed` if the player does not give one."""

    def agrees_to_draw(self, observation: Observation) -> bool:
        """Does the player accept a draw that the other side offers?"""

    def close(self) -> None:
        """Release what the player holds: no more moves will be asked for."""
