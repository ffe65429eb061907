"""The audit of a rule set: the claims of its book checked against the solution, with lines of play as witnesses."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from headway.analysis.audit.decisions import Decisions
from headway.analysis.audit.lines import Command, can_go_on_for_ever, command, escapes, longest, loop
from headway.analysis.audit.order import Order, best_line
from headway.analysis.audit.pieces import Pieces
from headway.analysis.audit.subject import Finding, Subject
from headway.analysis.turns import Turns
from headway.claims import Question
from headway.errors import BadGame
from headway.game import Game
from headway.laws import undecidable_claim
from headway.phrases import count, player
from headway.rulekit import P1, P2
from headway.solver import explore, solve
from headway.solver.size import refuse_too_large
from headway.solver.solution import ENDLESS
from headway.tolerances import PROVEN_DIGITS

__all__ = ["Audit", "Command", "Finding", "Verdict"]

ALWAYS_ASKED = (Question.ENDS, Question.BREAKS, Question.DECISION, Question.COUNTS, Question.SKILL, Question.BLOCKS)
"""The questions that are asked of every game, before those that its book claims something about."""


class Verdict(NamedTuple):
    """A sentence of the book, whether it is true (a rule: whether it ever applies), and the finding that shows it.

    Where `part` is not empty, only these words of the sentence were decided.
    """

    claim: str
    part: str
    is_rule: bool
    is_true: bool | None  # None where the question does not apply to these rules
    finding: Finding


class Audit(Subject):
    """All questions about one rule set, answered once."""

    def __init__(self, game: Game, most: int = 600_000, progress: Callable[[str], None] = lambda doing: None) -> None:
        if (wrong := undecidable_claim(game)) is not None:
            raise BadGame(f"{game.title} cannot be audited: {wrong}.")
        refuse_too_large(game, most)
        progress("enumerating the states")
        super().__init__(game, Turns(explore(game, progress)))
        progress("solving the game")
        self.solution = solve(game, progress=progress, known=self.turns.explored)
        progress("answering the questions")
        self.questions: dict[Question, Callable[[], Finding]] = {
            Question.ENDS: self._does_it_end,
            Question.BREAKS: self._can_every_defence_be_broken,
            **Decisions(game, self.turns, self.solution).questions,
            **Pieces(game, self.turns).questions,
            **Order(game, self.turns, self.solution).questions,
        }
        claimed = [(claim.question, claim.move) for claim in game.words.CLAIMS]
        asked = [*((question, "") for question in ALWAYS_ASKED), *claimed, (Question.FIRST, "")]
        asked += [(Question.MOVE, token) for token in self._moves_that_never_come()]
        found = [self._answer(question, move) for question, move in dict.fromkeys(asked)]
        self._found = {finding.question: finding for finding in [*found, *self._rulings_that_matter(progress)]}

    @property
    def findings(self) -> list[Finding]:
        """The answers to all questions."""
        return list(self._found.values())

    @property
    def verdicts(self) -> list[Verdict]:
        """The sentences of the book, each with its finding."""
        found = ((claim, self._found[claim.asks]) for claim in self.game.words.CLAIMS)
        return [Verdict(claim.sentence, claim.part, claim.is_rule, finding.answer, finding) for claim, finding in found]

    def _answer(self, question: Question, move: str) -> Finding:
        return self._move_comes(move) if question is Question.MOVE else self.questions[question]()

    # -- does the game end, and who wins

    def _does_it_end(self) -> Finding:
        around = loop(self.turns)
        if around is None:
            line = longest(self.turns)
            sentence = f"Every game ends, after {count(len(line.moves), 'move')} at most."
            return Finding(Question.ENDS, True, sentence, (self.counted, command(self.game, line)))
        line, back = around
        witness, again = (
            (command(self.game, line),),
            f"this line returns to the state that it had {count(back, 'move')} earlier",
        )
        if not can_go_on_for_ever(self.turns.explored.normal):
            sentence = (
                f"A game can last any number of moves, but ends with probability one, whatever is played: {again}."
            )
            return Finding(Question.ENDS, True, sentence, witness)
        best = self.solution.verdict(self.game.start()) == ENDLESS
        more = " Under best play it never does." if best else ""
        return Finding(Question.ENDS, False, f"A game need not end: {again}.{more}", witness)

    def _can_every_defence_be_broken(self) -> Finding:
        ways = [escapes(self.turns.explored, seat, self.won_by(1 - seat)) for seat in (P1, P2)]
        holders = [seat for seat in (P1, P2) if all(start in ways[seat] for start in self.starts)]
        if len(holders) < 2:
            sentence = (
                "Not both sides can make sure never to lose, whichever moves first: at least one of them may lose, "
                "whatever it plays."
            )
            return Finding(Question.BREAKS, True, sentence, (self.counted,))
        sentence = "Each side can make sure never to lose, whatever the other does. If both do, play goes on like this."
        return Finding(Question.BREAKS, False, sentence, (command(self.game, self.meeting(ways)),))

    def _rulings_that_matter(self, progress: Callable[[str], None]) -> Iterator[Finding]:
        """The value under each reading of a ruling, and with and without a change that is made to the game.

        Does it change the winner, only the odds, or nothing?
        """
        changes = {change.name for change in self.game.change_list}
        for rule in self.game.rule_list:
            if not rule.choices:
                continue
            verdicts, values, witness = set(), set(), list[str]()
            for choice in rule.choices:
                variant = self.game.variant({**self.game.settings, rule.name: choice})
                progress(f"solving the game under {rule.name}={choice}")
                solution = solve(variant, progress=progress)
                starts = [variant.start(first) for first in (P1, P2)]
                verdicts.add(tuple(map(solution.verdict, starts)))
                values.add(tuple(round(float(solution.value(start)), PROVEN_DIGITS) for start in starts))
                told = ", ".join(f"{solution.verdict(start)} ({float(solution.value(start)):.4f})" for start in starts)
                witness.append(f"{choice}: {told}, with {player(P1)} and {player(P2)} first")
                witness.append(best_line(variant, solution, P1) or "")
            kind = "rule" if rule.name in changes else "ruling"
            sentence = f"The {kind} {rule.name} {_changes(verdicts, values)} of best play."
            yield Finding(f"ruling {rule.name}", len(values) > 1, sentence, tuple(told for told in witness if told))

    # -- moves

    def _moves_that_never_come(self) -> list[str]:
        used = {edge.move for turn in self.turns for edge in turn.edges}
        return [self.game.token(move) for move in self.game.all_moves if move not in used]

    def _move_comes(self, token: str) -> Finding:
        found = [at for at, turn in enumerate(self.turns) if any(self.game.token(e.move) == token for e in turn.edges)]
        if not found:
            return Finding(f"{Question.MOVE} {token}", False, f'The move "{token}" is never legal.', (self.counted,))
        return Finding(f"{Question.MOVE} {token}", True, f'The move "{token}" can come up.', (self.line_to(found),))


def _changes(verdicts: set[tuple[str, ...]], values: set[tuple[float, ...]]) -> str:
    if len(verdicts) > 1:
        return "changes the outcome"
    return "changes the odds, not the kind of outcome," if len(values) > 1 else "does not change the outcome"
