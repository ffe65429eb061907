"""The questions of an audit about the order of the moves: what it is worth to move first, or second."""

from collections.abc import Callable

from headway.analysis.audit.lines import Command, Line, command
from headway.analysis.audit.subject import Finding, Subject
from headway.analysis.turns import Turn, Turns
from headway.claims import Question
from headway.game import Game
from headway.phrases import percent, player
from headway.rulekit import P1, P2
from headway.solver import Solution, value_for
from headway.tolerances import PROVEN, VALUE_DIGITS


class Order(Subject):
    """What follows from who moves before whom."""

    def __init__(self, game: Game, turns: Turns, solution: Solution) -> None:
        super().__init__(game, turns)
        self.solution = solution

    @property
    def questions(self) -> dict[Question, Callable[[], Finding]]:
        """The questions by their names."""
        return {Question.FIRST: self._is_it_better_to_begin, Question.SECOND: self._is_it_better_to_follow}

    def _is_it_better_to_begin(self) -> Finding:
        one, two = (float(self.solution.value(self.game.start(first))) for first in (P1, P2))
        gain = one - two
        if abs(gain) < PROVEN:
            sentence = "Moving first is worth nothing under best play."
        else:
            order, worth = "first" if gain > 0 else "second", percent(abs(gain), ".5g", PROVEN)
            sentence = f"Moving {order} is worth {worth} of a win to {player(P1)} under best play."
        values = f"values {one:.{VALUE_DIGITS}f} and {two:.{VALUE_DIGITS}f}, with {player(P1)} and {player(P2)} first"
        lines = (best_line(self.game, self.solution, first) for first in (P1, P2))
        return Finding(Question.FIRST, gain > PROVEN, sentence, (values, *(line for line in lines if line)))

    def _is_it_better_to_follow(self) -> Finding:
        """Where both can reach a goal, one after the other: is the side that moves second ever ahead?"""
        racing = [at for at, turn in enumerate(self.turns) if self._is_race(turn)]
        if not racing:
            sentence = "In no state can the side to move reach a goal, and the other side too, with its answer."
            return Finding(Question.SECOND, None, sentence, (self.counted,))
        ahead = [at for at in racing if self._worth_to_the_second(self.turns[at]) > 0.5 + PROVEN]
        told = (
            f"of the {len(racing):,} states in which the side to move can reach a goal, and the other with its answer,"
        )
        if not ahead:
            sentence = f"In none {told} is the other side ahead under best play."
            return Finding(Question.SECOND, False, sentence, (self.counted,))
        sentence = f"In {len(ahead):,} {told} the other side is ahead under best play, as after this line."
        return Finding(Question.SECOND, True, sentence, (self.line_to(ahead),))

    def _is_race(self, turn: Turn) -> bool:
        """Can the side to move reach a goal, and the other side too, with its answer to some move?"""
        if turn.actor not in (P1, P2) or not self._can_arrive(turn):
            return False
        answers = [self.after(edge) for edge in turn.edges]
        return any(answer.actor == 1 - turn.actor and self._can_arrive(answer) for answer in answers)

    def _can_arrive(self, turn: Turn) -> bool:
        """Can the side to move put a piece on one of its goals with one move?"""
        own = self.game.side(turn.state, turn.actor)
        goals, before = set(self.game.goals[own]), self.positions(turn.state)[own]
        after = (self.positions(self.after(edge).state)[own] for edge in turn.edges)
        return any(goals.intersection(places).difference(before) for places in after)

    def _worth_to_the_second(self, turn: Turn) -> float:
        return value_for(1 - turn.actor, self.solution.value(turn.state))


def best_line(game: Game, solution: Solution, first: int) -> Command | None:
    """The command that replays best play if one side wins; None if chance decides or play is endless."""
    state, moves = game.start(first), list[int]()
    while solution.plies(state):
        moves.append(solution.best(state)[0])
        state = game.play_unchecked(state, moves[-1])
    return command(game, Line(first, moves)) if moves else None
