"""Audited agents against each other and against policies: the exact chances of winning, from the ledgers."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from headway.api.arguments import checked_path
from headway.api.user_warning import warn_user
from headway.arena.agent_names import POLICIES, agent_name
from headway.arena.ledger import BadLedger, Entry, Notify, no_closing_line, read_ledger
from headway.arena.policy_audit import by_question
from headway.arena.questions import Value
from headway.arena.score import wins_against
from headway.catalogue import find
from headway.errors import HeadwayError, expected
from headway.game import Game
from headway.policies import Answers, Policy, named
from headway.table.table import Table

TOLD = ("prompt", "prompt_digest", "list_moves", "messages_digest")
"""What the ledger of a model says of what it was told. Models that were told different things are not compared."""


class Asked(NamedTuple):
    """How many questions an audit has, and how many of them have an answer, and a legal one."""

    questions: int
    answered: int
    legal: int


class Audited(NamedTuple):
    """A policy that is compared: that of the ledger at a `path`, or one of ours, of which all is known.

    `asked` is how many questions there are, and how many have an answer and a legal one; `told` is what a model was
    told, by digests.

    >>> game = headway.load("race-to-the-center")
    >>> score = headway.arena.audit(lambda observation: observation.legal[0], game, ledger="first.jsonl")
    >>> (pairing,) = headway.arena.compare(["first.jsonl", "perfect"])
    >>> pairing.one.agent, pairing.one.game, pairing.one.asked.questions == score.asked, pairing.other.asked
    ('<lambda>', <Game race-to-the-center>, True, None)
    """

    agent: str
    game: Game
    policy: Policy
    path: Path | None = None
    asked: Asked | None = None
    told: Mapping[str, object] = MappingProxyType({})

    @property
    def source(self) -> str:
        """Where it comes from: the path of a ledger, or the name of a policy.

        >>> score = headway.arena.audit("reader", headway.load("race-to-the-center"), ledger="reader.jsonl")
        >>> (pairing,) = headway.arena.compare(["reader.jsonl", "perfect"])
        >>> pairing.one.source, pairing.other.source
        ('reader.jsonl', 'perfect')
        """
        return self.agent if self.path is None else str(self.path)


class Pairing(NamedTuple):
    """The chance that the first of two policies wins, in each seat; P1 moves first.

    >>> score = headway.arena.audit("reader", headway.load("race-to-the-center"), ledger="reader.jsonl")
    >>> (pairing,) = headway.arena.compare(["reader.jsonl", "perfect"])
    >>> (pairing.as_p1, pairing.as_p2) == score.wins["perfect"]
    True
    """

    one: Audited
    other: Audited
    as_p1: Value
    as_p2: Value

    @property
    def average(self) -> Value:
        """The chance of winning if the seats are drawn.

        >>> score = headway.arena.audit("reader", headway.load("race-to-the-center"), ledger="reader.jsonl")
        >>> (pairing,) = headway.arena.compare(["reader.jsonl", "reader.jsonl"])
        >>> pairing.average
        Fraction(1, 2)
        """
        return (self.as_p1 + self.as_p2) / 2


def compare(audits: Sequence[str | os.PathLike[str]]) -> list[Pairing]:
    """The chance of winning of each audited agent against each other, exactly and without asking, from their ledgers.

    The names of policies ("random", "1" to "9" and "perfect") can stand beside ledgers. Where an agent has given no
    legal answer, it is taken to move at random.

    >>> game = headway.load("race-to-the-center")
    >>> first = headway.arena.audit(lambda observation: observation.legal[0], game, ledger="first.jsonl")
    >>> last = headway.arena.audit(lambda observation: observation.legal[-1], game, ledger="last.jsonl")
    >>> [float(pairing.average) for pairing in headway.arena.compare(["first.jsonl", "last.jsonl", "perfect"])]
    [0.0, 0.0, 0.5]
    """
    if isinstance(audits, str) or not isinstance(audits, Sequence) or len(audits) < 2:
        raise expected("a list of two or more ledgers", audits)
    return list(compared(read_audits([str(checked_path(each)) for each in audits])))


def read_audit(path: Path, notify: Notify = warn_user) -> Audited:
    """The policy that the legal answers of a ledger make; where there is none, it moves at random.

    `notify` is told what was cut off, and that the run has not come to its end.
    """
    about, entries, has_ended = read_ledger(path, notify)
    try:
        game = find(about["game"]).variant(about["rules"])
        asked, agent = len(about["questions"]), str(about["agent"])
        told = by_question(entries)
        own = {question: each for (rule, question), each in told.items() if not rule}  # others: under a changed rule
        answers = _answers([entry for each in own.values() for entry in each])
        policy = Answers(game, answers, named(game, "random"), agent)
        answered = len(own)
        done, of = sum(map(len, told.values())), (asked + len(about.get("rule_reading", ()))) * about.get("samples", 1)
    except (KeyError, TypeError, AttributeError):
        raise BadLedger(f"The ledger {path} is not that of an audit.") from None
    except BadLedger:
        raise
    except HeadwayError as error:
        raise BadLedger(f"The ledger {path} cannot be used: {error}") from None
    if not has_ended and done < of:
        notify(no_closing_line(path, done, of, "answer"))
    was_told = {name: about[name] for name in TOLD if name in about}
    return Audited(agent, game, policy, path, Asked(asked, answered, len(answers)), was_told)


def read_audits(given: Sequence[str], notify: Notify = warn_user) -> list[Audited]:
    """The policies in the ledgers at these paths; the name of a policy stands for that one, in the same game."""
    given = [agent_name(each) for each in given]
    ledgers = {each: read_audit(Path(each), notify) for each in given if each not in POLICIES}
    if not ledgers:
        raise BadLedger("Name the ledger of at least one audit: it says which game is played.")
    game = next(iter(ledgers.values())).game
    policies = {each: named(game, each) for each in given if each in POLICIES}
    return [ledgers.get(each) or Audited(policies[each].name, game, policies[each]) for each in given]


def _answers(entries: Sequence[Entry]) -> dict[Table | str, Mapping[str, Value]]:
    """The odds of the legal answers at each table, by its text."""
    told: dict[str, Counter[str]] = {}
    for entry in entries:
        if entry["move"] is not None:
            told.setdefault(entry["table"], Counter())[entry["move"]] += 1
    return {
        table: {move: Fraction(count, moves.total()) for move, count in sorted(moves.items())}
        for table, moves in told.items()
    }


def compared(audits: Sequence[Audited]) -> Iterator[Pairing]:
    """Every pair of the audits of one game under the same rules."""
    for audited in audits[1:]:
        if audited.game != audits[0].game:
            raise BadLedger(
                f"The ledger {audited.source} is of {audited.game}, and {audits[0].source} of {audits[0].game}."
            )
    for one, other in combinations(audits, 2):
        different = [
            name for name in TOLD if name in one.told and one.told[name] != other.told.get(name, one.told[name])
        ]
        if different:
            raise BadLedger(f"{one.source} and {other.source} were not told the same: {different[0]} differs.")
    for one, other in combinations(audits, 2):
        yield Pairing(one, other, *wins_against(one.game, one.policy, other.policy))
