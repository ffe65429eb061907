"""The table: a game, who moves first, and the moves so far. The state is replayed from them."""

from dataclasses import dataclass, replace

from headway.errors import GameOver, HeadwayError, IllegalMove, NoTakeback
from headway.game import Game, Positions, State
from headway.lazy import lazy
from headway.phrases import player
from headway.rulekit import CHANCE, OVER, P1, P2, SPECTATOR
from headway.table.outcome import Actor, Ending, Reason, Result
from headway.table.random_source import RandomSource, draw
from headway.voice import Voice

MOST_SHOWN = 12
"""How many of the last moves are in the `repr` of a table."""


@dataclass(frozen=True, repr=False)
class Table:
    """One game at one moment. A table is a value: a move gives another table, and the first stays as it was.

    >>> table = headway.Table(headway.load("capture-the-flag"))
    >>> table.play("S1 2").play("S3 1")
    <Table capture-the-flag: S1 2, S3 1; P1 to move>
    >>> table
    <Table capture-the-flag: no moves; P1 to move>
    >>> table.play("S1 3")
    Traceback (most recent call last):
    headway.errors.UnknownMove: "S1 3" is not a move here. You can enter S1 1, S1 2, S2 1, or S2 2.
    """

    game: Game
    first: int = P1
    moves: tuple[int, ...] = ()
    ending: Ending | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise HeadwayError(f"A table needs a game, as headway.load gives it, not {self.game!r}.")

    @lazy
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

    @lazy
    def actor(self) -> int:
        """Who acts: a seat, CHANCE, or OVER."""
        return OVER if self.ending else self.game.actor(self.state)

    @property
    def to_move(self) -> Actor | None:
        """Who acts, by name; None once the game is over.

        >>> headway.Table(headway.load("cross-over"), first=headway.Actor.P2).to_move
        <Actor.P2: 1>
        """
        return None if self.actor == OVER else Actor(self.actor)

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal moves, as players type them.

        >>> headway.Table(headway.load("cross-over")).legal
        ('1', '2', '3')
        """
        if self.actor == OVER:
            return ()
        return tuple(self.game.token(move) for move in self.game.moves_at(self.state))

    @property
    def positions(self) -> Positions:
        """Where the pieces of both sides stand, as all may see it.

        >>> headway.Table(headway.load("capture-the-flag")).play("S1 2").positions
        ((2, 0), (10, 10))
        """
        return self.game.positions(self.view(SPECTATOR))

    @property
    def history(self) -> tuple[str, ...]:
        """The moves so far as players type them, those of chance and secrets included.

        >>> headway.Table(headway.load("number-race")).play("roll").play("6").history
        ('roll', '6')
        """
        return tuple(self.game.token(move) for move in self.moves)

    @property
    def ply(self) -> int:
        """How many moves have been made, chance and secrets included."""
        return len(self.moves)

    @lazy
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

    @lazy
    def is_secret_open(self) -> bool:
        """Has the last move been made in secret, and not been answered yet?"""
        return bool(self.moves) and self.game.secret(self.states[-2])

    def play(self, move: str | int) -> "Table":
        """The table after a move of the side to act, or of chance, as a player types it: `play("S1 2")`, `play(3)`.

        The refusal of an illegal move says why.

        >>> table = headway.Table(headway.load("capture-the-flag")).play("S1 2")
        >>> table.play("S1 1")
        Traceback (most recent call last):
        headway.errors.IllegalMove: S1 is Player 1's soldier; you can move S3 or S4.
        """
        if self.actor == OVER:
            raise GameOver
        return self.play_unchecked(self.game.parse(self.state, str(move)))

    def play_move(self, move: int) -> "Table":
        """The table after a move by its number among the moves of the game, as solvers and environments name it."""
        if self.actor == OVER:
            raise GameOver
        self.game.check(self.state, move)
        return self.play_unchecked(move)

    def play_unchecked(self, move: int) -> "Table":
        """The table after a move that is known to be legal."""
        return self._with((*self.moves, move), (*self.states, self.game.play_unchecked(self.state, move)))

    def roll(self, seed: int | None = None) -> "Table":
        """The table after chance has moved, by its odds. A seed gives the same roll at the same ply every time.

        >>> table = headway.Table(headway.load("number-race")).play("roll")
        >>> table.roll(seed=3) == table.roll(seed=3)
        True
        """
        if self.actor != CHANCE:
            raise IllegalMove("Chance is not to move here.")
        return self.play_unchecked(draw(self.game, self.state, RandomSource(seed).at(self.ply)))

    def end(self, reason: Reason, seat: int | None = None) -> "Table":
        """The table after the players, or the limit, ended the game; `seat` is the one that resigned or failed."""
        if self.actor == OVER:
            raise GameOver
        if reason is Reason.RULES or (reason in (Reason.RESIGNED, Reason.FORFEIT)) != (seat in (P1, P2)):
            raise HeadwayError(f"A game cannot be ended like this: {reason.value} by {seat}.")
        return replace(self, ending=Ending(reason, seat))

    def earlier(self, plies: int) -> "Table":
        """The table as it was that many moves ago."""
        if not 0 <= plies <= self.ply:
            raise HeadwayError(f"Only {self.ply} moves have been made.")
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
        """How many moves to take back so that a seat can make its own last move again; refused if there is none."""
        for plies in range(1, self.ply + 1):
            if self.take_back(plies).actor == seat:
                return plies
        raise NoTakeback("There is no move of yours to take back.")

    def by(self, index: int) -> int:
        """Who made the move at that index: a seat or CHANCE."""
        return self.game.actor(self.states[index])

    def log(self, viewer: int) -> list[str]:
        """The moves so far as `viewer` may know them: "?" for a secret of another seat that is still open."""
        tokens = list(self.history)
        if self.is_secret_open and viewer != self.by(-2):
            tokens[-1] = "?"
        return tokens

    def view(self, viewer: int) -> State:
        """The state as `viewer` may know it."""
        return self.game.view(self.state, viewer)

    def story(self, viewer: int = SPECTATOR) -> list[str]:
        """What happened so far, a sentence or two for each move, as it is told to a seat or to a spectator.

        >>> table = headway.Table(headway.load("predictive-pursuit")).play("1").play("2")
        >>> table.story(headway.Actor.P2)
        ['Player 1 has chosen in secret.', 'You guessed 2; Player 1 had chosen 1 and moves to 1.']
        """
        from headway.table.telling import tell_table

        return tell_table(self, Voice(viewer))

    def svg(self) -> str:
        """A picture of the board, which a notebook shows by itself.

        >>> headway.Table(headway.load("cross-over")).svg()[:4]
        '<svg'
        """
        from headway.drawing import draw_board

        before = self.game.positions(self.earlier(1).view(SPECTATOR)) if self.moves else None
        return draw_board(self.game, self.positions, before, self._caption())

    def _caption(self) -> str:
        """How far the game is, in a line above the board."""
        last = self.log(SPECTATOR)[-1:]
        after = f"after move {self.ply}, {'a secret' if last == ['?'] else last[0]}" if last else "at the start"
        if self.result is not None:
            winner = self.result.winner
            return f"{after}; {self.result.value if winner is None else f'{player(winner)} wins'}"
        return f"{after}; {'the die rolls' if self.actor == CHANCE else f'{player(self.actor)} to move'}"

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        now = (
            f"{self.result.value} by {self.reason.value}" if self.result and self.reason else f"{self.to_move} to move"
        )
        tokens = self.log(SPECTATOR)
        shown = tokens if self.ply <= MOST_SHOWN else ["...", *tokens[-MOST_SHOWN:]]
        return f"<Table {self.game.name}: {', '.join(shown) or 'no moves'}; {now}>"

    def _with(self, moves: tuple[int, ...], states: tuple[State, ...]) -> "Table":
        """The table after other moves, whose states are known and need not be replayed."""
        table = object.__new__(type(self))  # this is done at every move, and several times as fast as `Table(...)`
        actor = self.game.actor(states[-1])
        table.__dict__.update(game=self.game, first=self.first, moves=moves, ending=None, states=states, actor=actor)
        return table
