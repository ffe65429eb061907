"""The table: a game, who moves first, and the moves so far. The state is replayed from them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from headway.bound import A_SEAT
from headway.contract import default_side
from headway.errors import BadArgument, GameOver, IllegalMove, expected
from headway.game import A_GAME, Game, Positions, State, checked_move
from headway.lazy import lazy
from headway.phrases import count
from headway.rulekit import CHANCE, OVER, P1, P2, SPECTATOR
from headway.table.outcome import Actor, Ending, Reason, Result
from headway.table.random_source import A_SEED, RandomSource, draw
from headway.voice import NAMELESS, Names, checked_viewer, voice_of


@dataclass(frozen=True, init=False, repr=False)
class Table:
    """One game at one moment. A table is a value: a move gives another table, and the first stays as it was.

    `game` is what is played, `first` the seat that moves first, and `moves` are the moves so far by their numbers among
    the moves of the game; `history` has them as players type them.

    >>> table = headway.Table(headway.load("capture-the-flag"))
    >>> table.play("S1 2").play("S3 1")
    <Table capture-the-flag: S1 2, S3 1; P1 to move>
    >>> table
    <Table capture-the-flag: no moves; P1 to move>
    >>> table.play("S1 3")
    Traceback (most recent call last):
    headway.errors.UnknownMove: "S1 3" is not a move here. You can enter S1 1, S1 2, S2 1, or S2 2.
    >>> table = table.play("S1 2")
    >>> table.moves, table.history
    ((1,), ('S1 2',))
    >>> headway.Table(table.game, table.first, table.moves) == table
    True
    """

    game: Game
    first: int
    moves: tuple[int, ...]
    _ending: Ending | None

    def __init__(self, game: Game, first: int = P1, moves: tuple[int, ...] = ()) -> None:
        if not isinstance(game, Game):
            raise expected(A_GAME, game)
        if first not in (P1, P2):
            raise expected(A_SEAT, first)
        if not isinstance(moves, tuple):
            raise expected("the moves as a tuple of their numbers", moves)
        # rules name seats by numbers, and states hold them
        self.__dict__.update(game=game, first=int(first), moves=(), _ending=None)
        if moves:
            table = Table(game, self.first)
            for move in moves:
                table = table.play_move(move)
            self.__dict__.update(moves=table.moves, states=table.states)

    @classmethod
    def from_text(cls, text: str, *, most: int | None = None) -> "Table":
        """The table that a `text` holds; a link that ends with one is taken as well. The refusal says what is wrong.

        A program that reads the texts of strangers can refuse those of more than `most` moves at once.

        >>> headway.Table.from_text("10KngceW")
        <Table cross-over: 3, 2; P1 to move>
        >>> headway.Table.from_text("10KngcWe")
        Traceback (most recent call last):
        headway.errors.BadPosition: This text is damaged: ...
        >>> headway.Table.from_text("10KngceW", most=1)
        Traceback (most recent call last):
        headway.errors.BadPosition: A text may have at most 1 move here, not 2.
        """
        from headway.table.position_text import MAX_TEXT_MOVES, read_text

        if not isinstance(text, str):
            raise expected("the text of a table, as its attribute text has it", text)
        if most is not None and not isinstance(most, int):
            raise expected("a number of moves", most)
        line = read_text(text, MAX_TEXT_MOVES if most is None else most)
        return cls(line.game, line.first)._with(line.moves, line.states)

    @lazy
    def states(self) -> tuple[State, ...]:
        """Every state from the start to now.

        >>> headway.Table(headway.load("cross-over")).play("3").states
        (State(places=(1, 9), mover=0), State(places=(4, 9), mover=1))
        """
        return (self.game.start(self.first),)  # other tables are made with their states

    @lazy
    def state(self) -> State:
        """The state now, secrets included.

        >>> headway.Table(headway.load("cross-over")).play("3").state
        State(places=(4, 9), mover=1)
        """
        return self.states[-1]

    @lazy
    def actor(self) -> int:
        """Who acts, as a number of `headway.rulekit`: P1, P2, CHANCE or OVER. `to_move` has it by name.

        >>> headway.Table(headway.load("cross-over")).actor == headway.Actor.P1
        True
        """
        return OVER if self._ending else self.game.actor(self.state)

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
        return self.game.positions(self.game.view(self.state, SPECTATOR))

    @property
    def sides(self) -> tuple[int, int]:
        """Whose pieces and goals each seat has: its own, until the players swap sides.

        >>> table = headway.Table(headway.load("cross-over", pie="yes")).play("3")
        >>> table.sides, table.play("swap").sides
        ((0, 1), (1, 0))
        """
        if self.game.code.side is default_side:  # asked for with every board
            return P1, P2
        return self.game.side(self.state, P1), self.game.side(self.state, P2)

    @property
    def history(self) -> tuple[str, ...]:
        """The moves so far as players type them, those of chance and secrets included.

        >>> headway.Table(headway.load("number-race")).play("roll").play("6").history
        ('roll', '6')
        """
        return tuple(self.game.token(move) for move in self.moves)

    @lazy
    def ply(self) -> int:
        """How many moves have been made, chance and secrets included.

        >>> headway.Table(headway.load("number-race")).play("roll").play("6").ply
        2
        """
        return len(self.moves)

    @lazy
    def result(self) -> Result | None:
        """What came of the game; None while it runs.

        >>> headway.play(headway.load("cross-over")).result
        <Result.P1: 'P1'>
        """
        if self._ending is not None:
            return self._ending.result
        return Result.by_rules(self.game.winner(self.state)) if self.actor == OVER else None

    @property
    def reason(self) -> Reason | None:
        """Why the game ended; None while it runs.

        >>> headway.play(headway.load("cross-over")).reason
        <Reason.RULES: 'rules'>
        """
        if self._ending is not None:
            return self._ending.reason
        return Reason.RULES if self.actor == OVER else None

    @lazy
    def is_secret_open(self) -> bool:
        """Has the last move been made in secret, and not been answered yet?

        >>> table = headway.Table(headway.load("predictive-pursuit")).play("1")
        >>> table.is_secret_open, table.play("2").is_secret_open
        (True, False)
        """
        return bool(self.moves) and self.game.secret(self.states[-2])

    @lazy
    def chooser(self) -> Actor | None:
        """The seat that has chosen in secret and has not been answered yet; None if there is none.

        >>> headway.Table(headway.load("predictive-pursuit")).play("1").chooser
        <Actor.P1: 0>
        """
        return Actor(self.by(-1)) if self.is_secret_open else None

    @property
    def text(self) -> str:
        """The game, its rules, who moves first and the moves in one short text that can stand in a link.

        How the players ended the game is not in it, nor is a secret that is not answered yet.

        >>> table = headway.Table(headway.load("cross-over")).play("3").play("2")
        >>> table.text
        '10KngceW'
        >>> headway.Table.from_text(table.text) == table
        True
        """
        from headway.table.position_text import Line, write_text

        known = self.ply - self.is_secret_open
        return write_text(Line(self.game, self.first, self.moves[:known], self.states))

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
        """The table after a move by its number among the moves of the game, as solvers and environments name it.

        >>> headway.Table(headway.load("capture-the-flag")).play_move(1)
        <Table capture-the-flag: S1 2; P2 to move>
        """
        if self.actor == OVER:
            raise GameOver
        move = checked_move(move)
        self.game.check(self.state, move)
        return self.play_unchecked(move)

    def play_unchecked(self, move: int) -> "Table":
        """The table after a move that is known to be legal.

        It is quicker than `play_move`, and for a move that is not legal it gives a table that makes no sense.

        >>> table = headway.Table(headway.load("capture-the-flag"))
        >>> table.play_unchecked(1) == table.play_move(1)
        True
        """
        return self._with((*self.moves, move), (*self.states, self.game.play_unchecked(self.state, move)))

    def roll(self, seed: int | None = None) -> "Table":
        """The table after chance has moved, by its odds. A seed gives the same roll at the same ply every time.

        >>> table = headway.Table(headway.load("number-race")).play("roll")
        >>> table.roll(seed=3) == table.roll(seed=3)
        True
        """
        if self.actor != CHANCE:
            raise IllegalMove("Chance is not to move here.")
        if seed is not None and not isinstance(seed, int):
            raise expected(A_SEED, seed)
        return self.play_unchecked(draw(self.game, self.state, RandomSource(seed).at(self.ply)))

    def end(self, reason: Reason, seat: int | None = None) -> "Table":
        """The table after the players, or the limit, ended the game; `seat` is the one that resigned or failed.

        >>> table = headway.Table(headway.load("cross-over")).play("3")
        >>> table.end(headway.Reason.RESIGNED, headway.Actor.P2)
        <Table cross-over: 3; P1 won, P2 resigned>
        >>> table.end(headway.Reason.AGREED)
        <Table cross-over: 3; a draw>
        """
        if self.actor == OVER:
            raise GameOver
        if not isinstance(reason, Reason) or reason is Reason.RULES:
            raise expected("headway.Reason.RESIGNED, FORFEIT, AGREED or LIMIT", reason)
        needs_seat = reason in (Reason.RESIGNED, Reason.FORFEIT)
        if needs_seat and seat not in (P1, P2):
            raise expected(f"the seat that ended the game ({reason.value}), {A_SEAT}", seat)
        if not needs_seat and seat is not None:
            raise expected(f"no seat with {reason}", seat)
        table = self._with(self.moves, self.states)
        table.__dict__.update(_ending=Ending(reason, seat), actor=OVER)
        return table

    def earlier(self, plies: int) -> "Table":
        """The table as it was that many moves ago, before the players ended the game if they did.

        >>> table = headway.Table(headway.load("cross-over")).play("3").play("2")
        >>> table.earlier(1)
        <Table cross-over: 3; P2 to move>
        """
        if not isinstance(plies, int) or plies < 0:
            raise expected("a number of moves", plies)
        if plies > self.ply:
            made = f"{count(self.ply, 'move')} {'has' if self.ply == 1 else 'have'}"
            raise BadArgument(f"Only {made} been made.")
        return self._with(self.moves[: self.ply - plies], self.states[: self.ply - plies + 1])

    def by(self, index: int) -> int:
        """Who made the move at that index, from the end if it is negative: a seat or CHANCE.

        >>> table = headway.Table(headway.load("number-race")).play("roll").play("6")
        >>> [headway.Actor(table.by(index)).name for index in range(table.ply)]
        ['P1', 'CHANCE']
        """
        if not isinstance(index, int) or not -self.ply <= index < self.ply:
            raise expected(f"the index of one of the {self.ply} moves", index)
        return self.game.actor(self.states[index if index >= 0 else index - 1])

    def log(self, viewer: int) -> list[str]:
        """The moves so far as `viewer` may know them: "?" for a secret of another seat that is still open.

        >>> headway.Table(headway.load("predictive-pursuit")).play("1").log(headway.Actor.P2)
        ['?']
        """
        viewer, tokens = checked_viewer(viewer), list(self.history)
        if self.is_secret_open and viewer != self.chooser:
            tokens[-1] = "?"
        return tokens

    def view(self, viewer: int) -> State:
        """The state as `viewer` may know it.

        >>> one, two = (headway.Table(headway.load("predictive-pursuit")).play(choice) for choice in "12")
        >>> one.view(headway.Actor.P2) == two.view(headway.Actor.P2), one.state == two.state
        (True, False)
        """
        return self.game.view(self.state, checked_viewer(viewer))

    def story(self, viewer: int = SPECTATOR, names: Names = NAMELESS) -> list[str]:
        """What happened so far, a sentence or two for each move, as it is told to a seat or to a spectator.

        The players are called by their names, if given; None stands for a player without one.

        >>> table = headway.Table(headway.load("predictive-pursuit")).play("1").play("2")
        >>> table.story(headway.Actor.P2)
        ['Player 1 has chosen in secret.', 'You guessed 2; Player 1 had chosen 1 and moves to 1.']
        >>> table.story(names=("Ada", None))[-1]
        'Player 2 guessed 2; Ada had chosen 1 and moves to 1.'
        """
        from headway.table.telling import tell_table

        return tell_table(self, voice_of(viewer, names))

    def svg(self, names: Names = NAMELESS) -> str:
        """A picture of the board, which a notebook shows by itself; the players are called by their names, if given.

        >>> headway.Table(headway.load("cross-over")).svg()[:4]
        '<svg'
        >>> "Ada to move" in headway.Table(headway.load("cross-over")).svg(names=("Ada", "Grace"))
        True
        """
        from headway.drawing import draw_board
        from headway.table.summary import caption

        voice = voice_of(SPECTATOR, names)
        before = self.game.positions(self.earlier(1).view(SPECTATOR)) if self.moves else None
        return draw_board(self.game, self.positions, before, caption(self, voice), voice, self.sides)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        from headway.table.summary import summary

        return f"<Table {summary(self)}>"

    def _with(
        self, moves: tuple[int, ...], states: tuple[State, ...], known: Mapping[str, Any] | None = None
    ) -> "Table":
        """The table after other moves, whose states are known and need not be replayed."""
        table = object.__new__(type(self))  # this is done at every move, and several times as fast as `Table(...)`
        state = states[-1]
        table.__dict__.update(
            game=self.game,
            first=self.first,
            moves=moves,
            ply=len(moves),
            states=states,
            state=state,
            _ending=None,
        )
        table.__dict__.update(known or {"actor": self.game.actor(state)})
        return table


def continued(
    table: Table, moves: tuple[int, ...], states: tuple[State, ...], known: Mapping[str, Any] | None = None
) -> Table:
    """A table of the same game after other moves, which are known to be legal and to lead to these states.

    `known` are attributes of that table, by name, which need not be computed; `actor` must be among them.
    """
    return table._with(moves, states, known)
