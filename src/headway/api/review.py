"""The review of a game: what each move gave away, and what was luck."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from headway.analysis import review as analysis
from headway.analysis.review_words import value_names
from headway.api.arguments import checked_seat, checked_table
from headway.api.solution import Solution
from headway.errors import expected
from headway.phrases import count
from headway.progress import Progress, checked_progress
from headway.rulekit import SPECTATOR
from headway.solver import Value
from headway.solver.cache import solved
from headway.table.outcome import Actor, Reason
from headway.table.table import Table
from headway.voice import NAMELESS, Names, voice_of


class Ply(NamedTuple):
    """One ply of a review: the value before and after it, how much of the change was luck, what its maker gave away.

    `number` counts from 1, and `by` made the `move`. `before`, `after`, `luck` and `given_away` are values: chances
    that P1 wins, or differences of them. Where it `is_endless`, best play after this ply never ends. `comment` says
    what was wrong with a mistake. Where players ended the game themselves, the last ply is that end: then `move` is its
    name and `reason` is set.

    >>> game = headway.load("cross-over")
    >>> ply = headway.review(headway.Table(game).play("1")).plies[0]
    >>> ply.number, ply.by, ply.move, ply.comment
    (1, <Actor.P1: 0>, '1', 'P1 to 2 let P2 reach 0; P1 to 4 won.')
    >>> ply.before, ply.after, ply.luck, ply.given_away
    (Fraction(1, 1), Fraction(0, 1), 0, Fraction(1, 1))
    >>> ply.is_endless, ply.reason
    (False, None)
    """

    number: int
    by: Actor
    move: str
    before: Value
    after: Value
    luck: Value
    given_away: Value
    is_endless: bool
    comment: str
    reason: Reason | None = None


@dataclass(frozen=True, repr=False, eq=False)
class Review:
    """A game gone through again, by the truth about it.

    It adds up exactly: `start + luck - given_by(P1) + given_by(P2) == result`.

    >>> game = headway.load("cross-over")
    >>> headway.review(headway.Table(game).play("1").play("3"))
    <Review of cross-over: 2 moves; start 1, luck +0, given away by P1 1 and by P2 0; value so far 0>
    """

    _found: analysis.Review

    @property
    def table(self) -> Table:
        """The table that is reviewed.

        >>> headway.review(headway.Table(headway.load("cross-over")).play("3")).table
        <Table cross-over: 3; P2 to move>
        """
        return self._found.table

    @property
    def start(self) -> Value:
        """The value before the first move.

        >>> headway.review(headway.Table(headway.load("cross-over"))).start
        Fraction(1, 1)
        """
        return self._found.start

    @property
    def luck(self) -> Value:
        """All that chance gave to P1: a negative number if it favoured P2.

        >>> table = headway.Table(headway.load("number-race")).play("roll").play("6")
        >>> float(headway.review(table).luck) < 0
        True
        """
        return self._found.luck

    @property
    def result(self) -> Value:
        """1 or 0 for a game that was won, one half for a draw, the value so far for a game without a result.

        >>> headway.review(headway.Table(headway.load("cross-over")).play("1")).result
        Fraction(0, 1)
        """
        return self._found.result

    def given_by(self, seat: Actor) -> Value:
        """All that a side gave away.

        >>> headway.review(headway.Table(headway.load("cross-over")).play("1")).given_by(headway.Actor.P1)
        Fraction(1, 1)
        """
        return self._found.given_by(checked_seat(seat))

    @cached_property
    def plies(self) -> tuple[Ply, ...]:
        """Every ply of the game.

        >>> [ply.move for ply in headway.review(headway.Table(headway.load("cross-over")).play("3").play("2")).plies]
        ['3', '2']
        """
        return tuple(self._ply(ply) for ply in self._found.plies)

    @property
    def mistakes(self) -> tuple[Ply, ...]:
        """The plies that gave something away.

        >>> headway.review(headway.Table(headway.load("cross-over")).play("1")).mistakes[0].comment
        'P1 to 2 let P2 reach 0; P1 to 4 won.'
        """
        return tuple(ply for ply in self.plies if ply.comment)

    @property
    def turning_point(self) -> Ply | None:
        """The ply that changed the value most, if one did.

        >>> headway.review(headway.Table(headway.load("cross-over")).play("1")).turning_point.number
        1
        """
        turning = self._found.turning_point
        return None if turning is None else self.plies[turning.number - 1]

    def svg(self, names: Names = NAMELESS) -> str:
        """A picture of the value over the game, with the mistakes marked; a notebook shows it by itself.

        The players are called by their names, if given.

        >>> found = headway.review(headway.Table(headway.load("cross-over")).play("1"))
        >>> "the chance that Ada wins" in found.svg(names=("Ada", "Grace"))
        True
        """
        from headway.analysis.review_chart import draw_review

        return draw_review(self._found, voice_of(SPECTATOR, names))

    def _ply(self, ply: analysis.Ply) -> Ply:
        comment = analysis.sentence(self._found, ply) if ply in self._found.mistakes else ""
        return Ply(
            ply.number,
            Actor(ply.by),
            ply.move,
            ply.before,
            ply.after,
            ply.luck,
            ply.given_away,
            ply.is_endless,
            comment,
            ply.reason,
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        one, two = self.given_by(Actor.P1), self.given_by(Actor.P2)
        start, end = value_names(self._found)
        moves = sum(plies[0].reason is None for plies in self._found.moves)
        return (
            f"<Review of {self.table.game.name}: {count(moves, 'move')}; start {_short(self.start)}{_named(start)}, "
            f"luck {float(self.luck):+.4g}, given away by P1 {_short(one)} and by P2 {_short(two)}; "
            f"{'result' if self._found.is_finished else 'value so far'} {_short(self.result)}{_named(end)}>"
        )


def _named(name: str) -> str:
    return f" ({name})" if name else ""


def _short(value: Value) -> str:
    return f"{float(value):.4g}"


def review(table: Table, truth: Solution | None = None, *, progress: Progress | None = None) -> Review:
    """Go through a game, finished or not: what each move gave away, what was luck, and where it turned.

    The game is solved for it, unless its solution is given; if that takes long, `progress` is told how far it is.

    >>> table = headway.play(headway.load("capture-the-flag"), "random", "perfect", seed=1)
    >>> found = headway.review(table)
    >>> P1, P2 = headway.Actor.P1, headway.Actor.P2
    >>> found.start + found.luck - found.given_by(P1) + found.given_by(P2) == found.result
    True
    """
    table, tell = checked_table(table), checked_progress(progress)
    if truth is None:
        return Review(analysis.review(table, solved(table.game, tell)))
    if not isinstance(truth, Solution):
        raise expected("the solution of the game, as headway.solve gives it", truth)
    return Review(analysis.review(truth._checked(table), truth._solution))
