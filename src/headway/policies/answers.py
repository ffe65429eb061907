"""A policy that is a table of answers, which another program or a person gave."""

from collections.abc import Mapping
from fractions import Fraction
from math import isfinite

from headway.errors import BadArgument, expected, quoted
from headway.game import Game, State
from headway.policies.policy import BadPolicy, Odds, Policy
from headway.rulekit import P1, P2
from headway.solver import Value
from headway.table.table import Table
from headway.tolerances import ODDS_SUM

Answer = str | Mapping[str, Value]
"""A move as a player types it, or several with their odds."""


class Answers(Policy):
    """The moves that were answered at some tables.

    `answers` has a move for each table, or odds for several moves: `{"2": 0.25, "3": 0.75}`, which add up to 1 but for
    rounding. A table may be given as its text. Answers are needed only where the policy itself leads, whatever the
    other side does; without one there, it is refused, unless `otherwise` is a policy that then decides. `missing`
    counts, after an evaluation, the information sets that were asked for and had no answer.

    >>> game = headway.load("race-to-the-center")
    >>> start = headway.Table(game)
    >>> answers = headway.policies.Answers(game, {start: "2", start.play("2").play("2").text: {"1": 0.5, "2": 0.5}})
    >>> headway.policies.evaluate(game, answers, "random")
    Traceback (most recent call last):
    headway.policies.policy.BadPolicy: There is no answer in {...}: one of 1 and 2.
    >>> answers = headway.policies.Answers(game, {start: "2"}, otherwise=headway.policies.Random(game))
    >>> headway.policies.evaluate(game, answers, "random").value(), answers.missing
    (Fraction(19, 32), 19)
    """

    def __init__(
        self,
        game: Game,
        answers: Mapping[Table | str, Answer],
        otherwise: Policy | None = None,
        name: str = "answers",
    ) -> None:
        super().__init__(game, name)
        if not isinstance(answers, Mapping):
            raise expected("answers as a mapping from tables to moves", answers)
        if otherwise is not None and not isinstance(otherwise, Policy):
            raise expected("a policy that decides where there is no answer, or None", otherwise)
        if otherwise is not None and otherwise.game != game:
            raise BadArgument(f"This is a policy for {otherwise.game}, and not for {game}.")
        self.otherwise = otherwise
        self._asked: set[State] = set()
        self._answers = dict[State, Odds]()
        for table, answer in answers.items():
            seen, odds = self._read(table, answer)
            if self._answers.setdefault(seen, odds) != odds:
                raise BadPolicy(f"There are two different answers in {game.dump(seen)}.")

    @property
    def missing(self) -> int:
        """How many information sets were asked for that had no answer.

        >>> game = headway.load("cross-over")
        >>> answers = headway.policies.Answers(game, {}, otherwise=headway.policies.Random(game))
        >>> answers.missing, len(answers.odds(game.start())), answers.missing
        (0, 3, 1)
        """
        return len(self._asked)

    def _knows(self, seen: State) -> bool:
        """Is there an answer in an information set?"""
        return seen in self._answers

    @property
    def _is_partial(self) -> bool:
        """Answers are needed only where the policy leads."""
        return self.otherwise is None

    def odds(self, seen: State) -> Odds:
        """The odds of the answer."""
        known = self._answers.get(seen)
        if known is not None:
            return known
        moves = self.game.moves_at(seen)
        if len(moves) == 1:
            return {moves[0]: Fraction(1)}
        self._asked.add(seen)
        if self.otherwise is None:
            *some, last = map(self.game.token, moves)
            listed = f"{', '.join(some)} and {last}"
            raise BadPolicy(f"There is no answer in {self.game.dump(seen)}: one of {listed}.")
        return self.otherwise.odds(seen)

    def _read(self, given: Table | str, answer: Answer) -> tuple[State, Odds]:
        """An answer by the information set that it is for."""
        table = Table.from_text(given) if isinstance(given, str) else given
        if not isinstance(table, Table):
            raise expected("a table, or the text of one", table)
        if table.game != self.game:
            raise BadArgument(f"These are answers for {self.game}, and the table is of {table.game}.")
        if table.actor not in (P1, P2):
            raise BadPolicy(f"No player is to move at {table}, so there is nothing to answer.")
        odds: Mapping[str, Value] = {answer: Fraction(1)} if isinstance(answer, str) else answer
        if not isinstance(odds, Mapping):
            raise expected("a move as a player types it, or odds by such moves", odds)
        found = dict[int, Fraction]()
        for move, share in odds.items():
            if not isinstance(move, str):
                raise expected("a move as a player types it", move)
            number = self.game.parse(table.state, move)
            found[number] = found.get(number, Fraction(0)) + _exactly(share, table)
        total = sum(found.values(), start=Fraction(0))
        if float(abs(total - 1)) > ODDS_SUM or min(found.values()) < 0:
            raise BadPolicy(f"The odds of an answer at {table} are not those of a choice: they must add up to 1.")
        return table.view(table.actor), {move: share / total for move, share in found.items()}


def _exactly(share: object, table: Table) -> Fraction:
    """Odds as they are written: 0.1 is meant as a tenth."""
    if not isinstance(share, int | float | Fraction) or not isfinite(share):
        raise BadPolicy(f"The odds of an answer at {table} are numbers from 0 to 1, not {quoted(str(share))}.")
    return share if isinstance(share, Fraction) else Fraction(str(float(share)))
