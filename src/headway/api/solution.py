"""What is true of a game: the value of every table, what each move is worth, and the certificate."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from headway import solver
from headway.api.arguments import checked_game, checked_table
from headway.errors import BadArgument
from headway.game import Game, State
from headway.phrases import count, percent, player
from headway.progress import Progress, checked_progress
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import Certificate, Value, value_for
from headway.table.outcome import Result
from headway.table.table import Table


class Verdict(Enum):
    """How a game goes on under best play.

    `P1` or `P2` wins for certain, play is `ENDLESS`, or both can win because of `CHANCE` or secrets. It is a `DRAW` if
    best play can end, but only in one; so is a game that its players have ended as one.

    >>> headway.solve(headway.load("cross-over")).verdict()
    <Verdict.P1: 'P1'>
    >>> headway.solve(headway.load("capture-the-flag")).verdict()
    <Verdict.ENDLESS: 'endless'>
    >>> headway.solve(headway.load("number-race")).verdict()
    <Verdict.CHANCE: 'chance'>
    >>> truth = headway.solve(headway.load("race-to-the-center"))
    >>> truth.verdict(), truth.verdict(headway.Table(truth.game).end(headway.Reason.AGREED))
    (<Verdict.P2: 'P2'>, <Verdict.DRAW: 'draw'>)
    """

    P1 = "P1"
    P2 = "P2"
    ENDLESS = "endless"
    CHANCE = "chance"
    DRAW = "draw"


ENDED: dict[Result | None, tuple[Fraction, Verdict]] = {
    Result.P1: (Fraction(1), Verdict.P1),
    Result.P2: (Fraction(0), Verdict.P2),
    Result.DRAW: (Fraction(1, 2), Verdict.DRAW),
}
"""The value and the verdict of a game that has a result."""


class Worth(NamedTuple):
    """What a legal move is worth.

    `move` is what a player types, `value` the chance that P1 wins after it, `verdict` how the game goes on then,
    `plies` how long it does where that is certain, and `odds` how often best play chooses the move.

    >>> headway.solve(headway.load("cross-over")).worths()[0]
    Worth(move='3', value=Fraction(1, 1), verdict=<Verdict.P1: 'P1'>, plies=6, odds=1.0)
    """

    move: str
    value: Value
    verdict: Verdict
    plies: int | None
    odds: float


@dataclass(frozen=True, repr=False, eq=False)
class Solution:
    """The truth about a game: the value of every table that can come up, with a certificate.

    Values are the chance that P1 wins under best play, draws and endless play counting one half. They are fractions
    where they are exact, and floats otherwise. Without a table, the start with P1 to move is meant.

    A table whose game was won or drawn has the value of its result, and no moves. One that stopped at the limit has no
    moves either; its value, verdict and plies are those of its last state, as if the game went on. A table of another
    game, or of the same under other rules, is refused.

    >>> truth = headway.solve(headway.load("race-to-the-center"))
    >>> truth
    <Solution of race-to-the-center: P2 wins; value 0, certified with a gap of 0 over 62 states>
    >>> truth.certificate.proof
    'local proof of every win, loss and endless state'
    >>> resigned = headway.Table(truth.game).end(headway.Reason.RESIGNED, headway.Actor.P2)
    >>> truth.value(resigned), truth.verdict(resigned), truth.plies(resigned), truth.best(resigned)
    (Fraction(1, 1), <Verdict.P1: 'P1'>, 0, [])
    >>> truth.value(headway.Table(headway.load("cross-over")))
    Traceback (most recent call last):
    headway.errors.BadArgument: This is the solution of race-to-the-center, and the table is of cross-over.
    """

    _solution: solver.Solution

    @property
    def game(self) -> Game:
        """The game that is solved, with its rules.

        >>> headway.solve(headway.load("cross-over")).game
        <Game cross-over>
        """
        return self._solution.game

    @property
    def certificate(self) -> Certificate:
        """What was checked after the solution was found, and how far the values can be from the truth at most.

        >>> headway.solve(headway.load("predictive-pursuit")).certificate.gap < 0.000_000_001
        True
        """
        return self._solution.certificate

    @property
    def states(self) -> int:
        """How many states of the game can come up.

        >>> headway.solve(headway.load("cross-over")).states
        144
        """
        return self._solution.states

    def value(self, table: Table | None = None, *, secrets: bool = False) -> Value:
        """The chance that P1 wins from here, as far as the side to move can know; with `secrets`, as one who knows all.

        >>> truth = headway.solve(headway.load("capture-the-flag"))
        >>> truth.value(headway.Table(truth.game).play("S1 2").play("S3 1"))
        Fraction(1, 2)
        """
        table = self._checked(table)
        if table.result in ENDED:
            return ENDED[table.result][0]
        return self._solution.value(table.state if secrets else self._seen(table))

    def verdict(self, table: Table | None = None) -> Verdict:
        """How the game goes on from here under best play; of a game that was won or drawn, its result.

        >>> truth = headway.solve(headway.load("number-race"))
        >>> truth.verdict(), 0.5 < truth.value() < 1
        (<Verdict.CHANCE: 'chance'>, True)
        """
        table = self._checked(table)
        if table.result in ENDED:
            return ENDED[table.result][1]
        return self._verdict(self._seen(table))

    def plies(self, table: Table | None = None) -> int | None:
        """How many plies the game goes on under best play where a win or a draw is certain; None elsewhere.

        A game that was won or drawn goes on for none.

        >>> headway.solve(headway.load("cross-over")).plies()
        7
        """
        table = self._checked(table)
        return 0 if table.result in ENDED else self._solution.plies(table.state)

    def worths(self, table: Table | None = None) -> list[Worth]:
        """What each legal move is worth, the best for the side to move first; of a roll, the best for P1.

        There are none once the game is over.

        >>> truth = headway.solve(headway.load("cross-over"))
        >>> [(worth.move, worth.value) for worth in truth.worths()]
        [('3', Fraction(1, 1)), ('1', Fraction(0, 1)), ('2', Fraction(0, 1))]
        """
        table = self._checked(table)
        if table.result is not None:
            return []
        seen, sign = self._seen(table), -1 if table.actor == P2 else 1
        best = set(self._solution.best(seen))
        found = sorted(
            self._solution.worths(seen),
            key=lambda worth: (-sign * worth.value, worth.move not in best, -worth.odds, worth.move),
        )
        return [
            Worth(table.game.token(worth.move), worth.value, self._verdict_after(seen, worth), worth.plies, worth.odds)
            for worth in found
        ]

    def best(self, table: Table | None = None) -> list[str]:
        """The best moves: they keep the value and, where play is certain, win or draw soonest, or lose latest.

        Where a choice is secret or a guess, best play draws from them by their odds. There are none for chance,
        and none once the game is over.

        >>> headway.solve(headway.load("cross-over")).best()
        ['3']
        """
        table = self._checked(table)
        return [] if table.result is not None else [*map(table.game.token, self._solution.best(self._seen(table)))]

    def svg(self, table: Table | None = None) -> str:
        """A picture of what each move is worth here; a notebook shows that of the start by itself.

        >>> headway.solve(headway.load("cross-over")).svg()[:4]
        '<svg'
        """
        from headway.analysis.worths import odds_in_words
        from headway.drawing import Bar, draw_worths

        table = self._checked(table)
        seat = P2 if table.actor == P2 else P1
        best = set(self.best(table))
        bars = []
        for worth in self.worths(table):
            chance = value_for(seat, worth.value)
            told = _told(worth, chance)
            if self._solution.odds(self._seen(table)) is not None:
                told += f", {odds_in_words(worth.odds)}"
            bars.append(Bar(worth.move, chance, told, seat, worth.move in best))
        what = "roll" if table.actor == CHANCE else "move"
        title = f"{self.game.title}: what each {what} is worth to {player(seat)}"
        if not bars:
            title = f"{self.game.title}: the game is over"
        return draw_worths(bars, title, "; ".join(f"{bar.name}: {bar.told}" for bar in bars))

    def _checked(self, table: Table | None) -> Table:
        if table is None:
            return Table(self.game)
        if checked_table(table).game != self.game:
            raise BadArgument(f"This is the solution of {self.game}, and the table is of {table.game}.")
        return table

    def _seen(self, table: Table) -> State:
        """The state as the side to move may know it."""
        return table.state if table.game.actor(table.state) == OVER else table.view(table.game.actor(table.state))

    def _verdict(self, state: State) -> Verdict:
        return Verdict(self._solution.verdict(state))

    def _verdict_after(self, seen: State, worth: solver.Worth) -> Verdict:
        if not self._solution.is_guess(seen):
            return self._verdict(self.game.play_unchecked(seen, worth.move))
        if worth.is_endless or worth.is_drawn:
            return Verdict.ENDLESS if worth.is_endless else Verdict.DRAW
        return Verdict.P1 if worth.value == 1 else Verdict.P2 if worth.value == 0 else Verdict.CHANCE

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        how = {
            Verdict.P1: "P1 wins",
            Verdict.P2: "P2 wins",
            Verdict.ENDLESS: "best play never ends",
            Verdict.CHANCE: "both can win",
            Verdict.DRAW: "best play is a draw",
        }[self.verdict()]
        value, gap = self.value(), self.certificate.gap
        told = value if isinstance(value, Fraction) and value.denominator < 100 else f"{float(value):.6g}"
        proof = f"certified with a gap of {gap:.2g} over {self.states:,} states"
        return f"<Solution of {self.game}: {how}; value {told}, {proof}>"


def _told(worth: Worth, chance: float) -> str:
    if worth.plies is not None:
        verb = "draws" if worth.verdict is Verdict.DRAW else "wins" if chance > 0.5 else "loses"
        return f"{verb} in {count(worth.plies + 1, 'move')}"
    return worth.verdict.value if worth.verdict in (Verdict.ENDLESS, Verdict.DRAW) else percent(chance)


def solve(game: Game, *, exact: bool = False, progress: Progress | None = None) -> Solution:
    """Solve a game under its rules, and prove the solution. Solutions are kept on disk.

    If it takes long, `progress` is told, about once a second, how far it is: `progress=print`. With `exact`, the
    values of a game of chance without choice are fractions, however large it is and however long that takes. (Python
    writes a number of more than 4,300 digits only after `sys.set_int_max_str_digits`.)

    >>> truth = headway.solve(headway.load("capture-the-flag"))
    >>> truth.value(), truth.certificate.gap
    (Fraction(1, 2), 0.0)
    >>> headway.solve(headway.load("number-race", board=[1, 2]), exact=True).value()
    Fraction(6, 11)
    >>> headway.solve(headway.load("capture-the-flag", length=1000))
    Traceback (most recent call last):
    headway.errors.TooLarge: Capture the Flag has up to ... The largest length that fits is ...
    """
    from headway.solver.cache import solved

    return Solution(solved(checked_game(game), checked_progress(progress), exact))
