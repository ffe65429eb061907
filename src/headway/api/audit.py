"""The audit of a game: what its book claims, against the truth."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from headway.game import Game
from headway.phrases import count

if TYPE_CHECKING:
    from headway.analysis import audit as analysis


class Finding(NamedTuple):
    """An answer to a question about the rules: yes, no, or None where it is neither; in a sentence, with witnesses.

    A witness is a command that replays a line of play, or a count.

    >>> finding = headway.audit(headway.load("cross-over")).findings[0]
    >>> finding.question, finding.answer, finding.sentence
    ('ends', True, 'Every game ends, after 16 moves at most.')
    """

    question: str
    answer: bool | None
    sentence: str
    witness: tuple[str, ...]


class Claim(NamedTuple):
    """A sentence of the rule book, and whether it is true; of a rule, whether it ever applies.

    >>> headway.audit(headway.load("number-race")).claims[0][:3]
    ('strategically moving through positions', False, False)
    """

    text: str
    is_rule: bool
    is_true: bool | None
    finding: Finding


@dataclass(frozen=True, repr=False)
class Audit:
    """What is true of a rule set, and which of the sentences in its book are.

    >>> headway.audit(headway.load("number-race"))
    <Audit of number-race: 1 of 7 claims is true, 1 of 2 rules applies>
    """

    game: Game
    findings: tuple[Finding, ...]
    claims: tuple[Claim, ...]

    def __str__(self) -> str:
        told = [finding.sentence for finding in self.findings]
        marks = {True: "true ", False: "FALSE", None: "-    "}
        told += [f'{marks[claim.is_true]} "{claim.text}": {claim.finding.sentence}' for claim in self.claims]
        return "\n".join(told)

    def __repr__(self) -> str:
        claims = [claim.is_true is True for claim in self.claims if not claim.is_rule]
        rules = [claim.is_true is True for claim in self.claims if claim.is_rule]
        true, applies = "is" if sum(claims) == 1 else "are", "applies" if sum(rules) == 1 else "apply"
        return (
            f"<Audit of {self.game.name}: {sum(claims)} of {count(len(claims), 'claim')} {true} true, "
            f"{sum(rules)} of {count(len(rules), 'rule')} {applies}>"
        )


def audit(game: Game) -> Audit:
    """Hold what the rule book of a game claims against what is true of it, each answer with a witness.

    >>> ends = headway.audit(headway.load("capture-the-flag")).findings[0]
    >>> ends.question, ends.answer, ends.witness[0][:31]
    ('ends', False, 'headway replay capture-the-flag')
    """
    from headway.analysis import audit as analysis

    found = analysis.Audit(game)
    claims = (Claim(claim, is_rule, is_true, _named(finding)) for claim, is_rule, is_true, finding in found.verdicts)
    return Audit(game, tuple(_named(finding) for finding in found.findings), tuple(claims))


def _named(finding: "analysis.Finding") -> Finding:
    """A finding whose question is plain text."""
    return Finding(str(finding.question), finding.answer, finding.sentence, finding.witness)
