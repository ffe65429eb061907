"""The questions of an audit about decisions: whether there are any, what they cost, and what skill is worth."""

from collections.abc import Callable, Sequence
from functools import cached_property

from headway.analysis.audit.subject import Finding, Subject
from headway.analysis.turns import Turns
from headway.claims import Question
from headway.game import Game
from headway.phrases import percent
from headway.policies import Bounds, Random
from headway.policies.evaluation import evaluate_policies
from headway.policies.perfect import PerfectPlay
from headway.policies.response import best_response_in
from headway.rulekit import P1, P2
from headway.solver import Solution
from headway.table.table import Table
from headway.tolerances import PROVEN


class Decisions(Subject):
    """What follows from the moves that the players can choose from, and from the worth of these."""

    def __init__(self, game: Game, turns: Turns, solution: Solution) -> None:
        super().__init__(game, turns)
        self.solution = solution

    @property
    def questions(self) -> dict[Question, Callable[[], Finding]]:
        """The questions by their names."""
        return {
            Question.DECISION: self._is_there_a_decision,
            Question.COUNTS: self._does_every_decision_count,
            Question.SKILL: self._does_skill_pay,
        }

    @cached_property
    def _choices(self) -> list[int]:
        """The turns at which a player has a choice."""
        return [at for at, turn in enumerate(self.turns) if turn.actor in (P1, P2) and len(turn.edges) > 1]

    def _is_there_a_decision(self) -> Finding:
        if not self._choices:
            sentence = "There is nothing to decide: every player's move is forced."
            return Finding(Question.DECISION, False, sentence, (self.counted,))
        told = f"in {len(self._choices):,} of {len(self.turns):,} states there is a choice; the first is after"
        return Finding(Question.DECISION, True, "There is something to decide.", (told, self.line_to(self._choices)))

    def _does_every_decision_count(self) -> Finding:
        """Is there a move that gives something away, as a review calls it, in every situation with a choice?"""
        idle, situations = list[int](), set[object]()
        for at in self._choices:
            turn = self.turns[at]
            seen = self.game.view(turn.state, turn.actor)  # secrets that look alike are one situation of the guesser
            if seen not in situations:
                situations.add(seen)
                worths = [float(worth.value) for worth in self.solution.worths(seen)]
                if max(worths) - min(worths) <= PROVEN:
                    idle.append(at)
        if not situations:
            sentence = "There is no choice between moves in any state."
            return Finding(Question.COUNTS, None, sentence, (self.counted,))
        if not idle:
            sentence = "In every situation with a choice some move costs something against best play."
            return Finding(Question.COUNTS, True, sentence, (self.counted,))
        sentence = (
            f"In {len(idle):,} of the {len(situations):,} situations with a choice no move costs anything against "
            "best play, as it is after this line."
        )
        return Finding(Question.COUNTS, False, sentence, (self.line_to(idle),))

    def _does_skill_pay(self) -> Finding:
        """Can a player win more than half of the games against a random player?"""
        known, seats = self.turns.explored, (P1, P2)
        player, perfect = Random(self.game), PerfectPlay(self.solution)
        responses = [best_response_in(known, player, seat) for seat in seats]
        pairs = [evaluate_policies(perfect, player, known), evaluate_policies(player, perfect, known)]
        best, share = (self._mean([found.bounds for found in each]) for each in (responses, pairs))
        sentence = (
            f"The best response to a random player wins {_percent(best)} of the games; perfect play, which does not "
            f"know its opponent, wins {_percent(share)} (endless games count half)."
        )
        return Finding(Question.SKILL, best.low > 0.5 + PROVEN, sentence, (self.counted,))

    def _mean(self, bounds: Sequence[Callable[[Table], Bounds]]) -> Bounds:
        """The chance to win as either seat, by bounds on P1's chance for each, averaged over seats and first movers."""
        tables = [Table(self.game, first) for first in (P1, P2)]
        as_p1, as_p2 = ([each(table) for table in tables] for each in bounds)
        found = [*as_p1, *(Bounds(1 - lost.high, 1 - lost.low) for lost in as_p2)]
        return Bounds(sum(each.low for each in found) / 4, sum(each.high for each in found) / 4)


def _percent(share: Bounds) -> str:
    """A share in percent; with both bounds where they are not equal."""
    least, most = (percent(bound, ".2f", unsure=PROVEN) for bound in share)
    return f"{least} to {most}" if share.high - share.low > PROVEN else least
