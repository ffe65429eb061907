"""The questions of an audit about decisions: whether there are any, what they cost, and what skill is worth."""

from collections.abc import Callable, Sequence
from functools import cached_property

from headway.analysis.audit.policies import Bounds, win_chances
from headway.analysis.audit.subject import Finding, Subject
from headway.claims import Question
from headway.game import Game
from headway.policies.perfect import PerfectPlay
from headway.rulekit import P1, P2
from headway.solver import Solution, backend_for, value_for
from headway.solver.graph import Graph
from headway.solver.normal_form import node_numbers, normal_form
from headway.solver.strategies import guarantee
from headway.tolerances import PROVEN


class Decisions(Subject):
    """What follows from the moves that the players can choose from, and from the worth of these."""

    def __init__(self, game: Game, graph: Graph, solution: Solution) -> None:
        super().__init__(game, graph)
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
        """The nodes at which a player has a choice."""
        return [at for at, node in enumerate(self.graph.nodes) if node.actor in (P1, P2) and len(node.edges) > 1]

    def _is_there_a_decision(self) -> Finding:
        if not self._choices:
            sentence = "There is nothing to decide: every player's move is forced."
            return Finding(Question.DECISION, False, sentence, (self.counted,))
        told = f"in {len(self._choices):,} of {len(self.graph.nodes):,} states there is a choice; the first is after"
        return Finding(Question.DECISION, True, "There is something to decide.", (told, self.line_to(self._choices)))

    def _does_every_decision_count(self) -> Finding:
        """Is there a move that gives something away, as a review calls it, in every situation with a choice?"""
        idle, situations = list[int](), set[object]()
        for at in self._choices:
            node = self.graph.nodes[at]
            seen = self.game.view(node.state, node.actor)  # secrets that look alike are one situation of the guesser
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
        best, perfect = self._best_reply_to_random(), self._perfect_against_random()
        sentence = (
            f"The best reply to a random player wins {_percent(Bounds(best, best))} of the games; perfect play, which "
            f"does not know its opponent, wins {_percent(perfect)} (endless games count half)."
        )
        return Finding(Question.SKILL, best > 0.5 + PROVEN, sentence, (self.counted,))

    def _best_reply_to_random(self) -> float:
        """The chance that the best reply to a random player wins, averaged over both seats and both starts."""
        normal, numbers = normal_form(self.graph, backend_for(self.graph)), node_numbers(self.graph)
        total = 0.0
        for seat in (P1, P2):
            values = guarantee(normal, normal.even_odds(), 1 - seat)
            for start in self.starts:
                total += value_for(seat, float(values[numbers[start]]))
        return total / 4

    def _perfect_against_random(self) -> Bounds:
        """The chance that perfect play wins against a random player, averaged likewise."""
        play = PerfectPlay(self.solution)

        def perfect(at: int) -> Sequence[float]:
            node = self.graph.nodes[at]
            odds = play.odds(self.game.view(node.state, node.actor))
            return [float(odds.get(edge.move, 0)) for edge in node.edges]

        as_p1 = win_chances(self.graph, (perfect, self._evenly), self.starts)
        as_p2 = win_chances(self.graph, (self._evenly, perfect), self.starts)
        found = [*as_p1, *(Bounds(1 - lost.high, 1 - lost.low) for lost in as_p2)]
        return Bounds(sum(each.low for each in found) / 4, sum(each.high for each in found) / 4)

    def _evenly(self, at: int) -> tuple[float, ...]:
        """The odds of a random player at a node."""
        edges = self.graph.nodes[at].edges
        return tuple(1 / len(edges) for _ in edges)


def _percent(share: Bounds) -> str:
    """A share in percent, rounded, but not to all or nothing; with both bounds where they are not equal."""
    if share.high - share.low > PROVEN:
        return f"{100 * share.low:.2f} % to {100 * share.high:.2f} %"
    if 0.99995 <= share.low < 1 - PROVEN:
        return "more than 99.99 %"
    return "less than 0.01 %" if PROVEN < share.high < 0.00005 else f"{100 * share.low:.2f} %"
