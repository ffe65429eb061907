"""The audit of a game: what its book claims, against the truth."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from headway.api.arguments import checked_game
from headway.game import Game
from headway.phrases import count
from headway.progress import Progress, checked_progress

if TYPE_CHECKING:
    from headway.analysis import audit as analysis


class Finding(NamedTuple):
    """An answer to a question about the rules.

    `question` is its short name, `answer` is yes, no, or None where it is neither, and `sentence` says it in words.
    `witness` shows it: commands that replay a line of play, or counts.

    >>> finding = headway.audit(headway.load("cross-over")).findings[0]
    >>> finding.question, finding.answer, finding.sentence
    ('ends', True, 'Every game ends, after 16 moves at most.')
    >>> finding.witness[1][:25]
    'headway replay cross-over'
    """

    question: str
    answer: bool | None
    sentence: str
    witness: tuple[str, ...]


class Claim(NamedTuple):
    """A sentence of the rule book, held against the truth.

    `text` is the sentence and `finding` decides it. `is_true` says whether it is true or, where it `is_rule`, whether
    the rule ever applies; None where the question does not apply to these rules. Where `part` is not empty, only these
    words of the sentence are meant.

    >>> claim = headway.audit(headway.load("number-race")).claims[0]
    >>> claim.text, claim.is_rule, claim.is_true
    ('strategically moving through positions', False, False)
    >>> claim.finding.sentence
    "There is nothing to decide: every player's move is forced."
    >>> rule = headway.audit(headway.load("number-race")).claims[7]
    >>> rule.text, rule.part, rule.is_true
    ('The first player to reach or pass position 20 wins the game', 'or pass', False)
    """

    text: str
    is_rule: bool
    is_true: bool | None
    finding: Finding
    part: str = ""


@dataclass(frozen=True, repr=False)
class Audit:
    """What is true of a rule set, and which of the sentences in its book are.

    `findings` are the answers to all questions about the `game`, and `claims` the sentences of its book. `str` gives
    all of them, a line for each.

    >>> audit = headway.audit(headway.load("number-race"))
    >>> audit
    <Audit of number-race: 1 of 7 claims is true, 1 of 2 rules applies>
    >>> audit.game, len(audit.claims), str(audit).splitlines()[1] == audit.findings[1].sentence
    (<Game number-race>, 9, True)
    """

    game: Game
    findings: tuple[Finding, ...]
    claims: tuple[Claim, ...]

    def __str__(self) -> str:
        told = [finding.sentence for finding in self.findings]
        marks = {True: "true ", False: "FALSE", None: "-    "}
        for claim in self.claims:
            part = f'"{claim.part}" in ' if claim.part else ""
            told.append(f'{marks[claim.is_true]} {part}"{claim.text}": {claim.finding.sentence}')
        return "\n".join(told)

    def __repr__(self) -> str:
        claims = [claim.is_true is True for claim in self.claims if not claim.is_rule]
        rules = [claim.is_true is True for claim in self.claims if claim.is_rule]
        true, applies = "is" if sum(claims) == 1 else "are", "applies" if sum(rules) == 1 else "apply"
        return (
            f"<Audit of {self.game.name}: {sum(claims)} of {count(len(claims), 'claim')} {true} true, "
            f"{sum(rules)} of {count(len(rules), 'rule')} {applies}>"
        )


def audit(game: Game, *, progress: Progress | None = None) -> Audit:
    """Hold what the rule book of a game claims against what is true of it, each answer with a witness.

    A long audit tells `progress`, if it is given, what it is doing: `progress=print`.

    >>> ends = headway.audit(headway.load("capture-the-flag", length=4)).findings[0]
    >>> ends.question, ends.answer, ends.witness[0][:31]
    ('ends', False, 'headway replay capture-the-flag')
    """
    from headway.analysis import audit as analysis

    found = analysis.Audit(checked_game(game), progress=checked_progress(progress))
    claims = (
        Claim(verdict.claim, verdict.is_rule, verdict.is_true, _named(verdict.finding), verdict.part)
        for verdict in found.verdicts
    )
    return Audit(game, tuple(_named(finding) for finding in found.findings), tuple(claims))


def _named(finding: "analysis.Finding") -> Finding:
    """A finding whose question is plain text."""
    return Finding(str(finding.question), finding.answer, finding.sentence, finding.witness)
