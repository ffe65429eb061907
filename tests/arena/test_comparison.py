"""Audited agents against each other: exact, from two ledgers, and the same in the mirror."""

from fractions import Fraction
from pathlib import Path

import pytest

import headway
from headway.arena.agents import CallableAgent
from headway.arena.comparison import Audited, compared, read_audit
from headway.arena.ledger import BadLedger, Ledger
from headway.arena.policy_audit import about_audit, audit, plan_audit
from headway.arena.questions import Question
from headway.game import Game

GAME = headway.load("race-to-the-center")


def ledger_of(choose: "dict[int, int] | int", path: Path, game: Game = GAME, *, stop: int = 1000) -> Path:
    """The ledger of an audit in all positions of an agent that takes the move with that number of the legal ones."""
    agent = CallableAgent(lambda question: token(question, choose), path.stem)
    plan = plan_audit(game, controls=1000, rule_reading=3)
    with Ledger(path, about_audit(plan, agent)) as ledger:
        for spent in audit(plan, agent, ledger):
            if spent.done >= stop:
                break
    return path


def token(question: Question, choose: "dict[int, int] | int") -> str:
    which = choose if isinstance(choose, int) else choose.get(question.number, 0)
    return question.table.game.token(question.moves[which])


def test_two_ledgers_give_the_value_of_their_policies_in_both_seats(tmp_path: Path) -> None:
    """The first legal move against the last one: the policies are written down here a second time."""

    class Always(headway.policies.Policy):
        def odds(self, seen: headway.game.State) -> dict[int, Fraction]:
            return {self.game.moves_at(seen)[-1 if self.name == "last" else 0]: Fraction(1)}

    first, last = Always(GAME, "first"), Always(GAME, "last")
    audits = [read_audit(ledger_of(0, tmp_path / "one.jsonl")), read_audit(ledger_of(-1, tmp_path / "two.jsonl"))]
    assert [(each.agent, each.asked) for each in audits] == [("one", (40, 40, 40)), ("two", (40, 40, 40))]
    (found,) = compared(audits)
    assert found.as_p1 == headway.policies.evaluate(GAME, first, last).value()
    assert found.as_p2 == 1 - headway.policies.evaluate(GAME, last, first).value()
    (back,) = compared(audits[::-1])
    assert (back.as_p1, back.as_p2) == (1 - found.as_p2, 1 - found.as_p1)


def test_a_mirror_match_is_exactly_even(tmp_path: Path) -> None:
    audited = read_audit(ledger_of({3: 1, 7: 1}, tmp_path / "one.jsonl"))
    (found,) = compared([audited, audited])
    assert found.average == Fraction(1, 2)


def test_every_pair_is_compared_and_an_unfinished_ledger_says_so(tmp_path: Path) -> None:
    paths = [ledger_of(which, tmp_path / f"{number}.jsonl") for number, which in enumerate((0, -1))]
    paths.append(ledger_of(0, tmp_path / "half.jsonl", stop=10))
    with pytest.warns(UserWarning, match=r"half\.jsonl has no closing line: it has 10 of 43 answers\.") as warned:
        audits = [read_audit(path) for path in paths]
    assert len(warned) == 1
    assert len(list(compared(audits))) == 3
    assert audits[2].asked == (40, 10, 10)


def test_what_cannot_be_compared_is_refused(tmp_path: Path) -> None:
    one = ledger_of(0, tmp_path / "one.jsonl")
    other = ledger_of(0, tmp_path / "other.jsonl", GAME.variant({"length": 8}))
    with pytest.raises(
        BadLedger, match=r"other\.jsonl is of race-to-the-center: length=8, and .*one\.jsonl of race-to-the-center\.$"
    ):
        list(compared([read_audit(one), read_audit(other)]))
    for about, expected in (
        ({"agent": "x"}, "is not that of an audit"),
        ({"game": "chess", "rules": {}, "questions": [], "agent": "x"}, "cannot be used: .*chess"),
        ({"game": GAME.name, "rules": [], "questions": [], "agent": "x"}, "cannot be used: Expected the rules"),
    ):
        path = tmp_path / "odd.jsonl"
        path.unlink(missing_ok=True)
        with Ledger(path, about):
            pass
        with pytest.raises(BadLedger, match=expected):
            read_audit(path)
    path.write_text("not a ledger\n")
    with pytest.raises(BadLedger, match="Line 1 of the ledger"):
        read_audit(path)
    one.write_text(one.read_text().replace('"legal"', '"illegal"', 1))
    with pytest.raises(BadLedger, match="was edited"):
        read_audit(one)


def test_models_that_were_told_different_things_are_not_compared(tmp_path: Path) -> None:
    """Neither another prompt nor a list of the moves; other agents are told nothing, and can be compared."""

    def audited(name: str, **about: object) -> Audited:
        path = tmp_path / f"{name}.jsonl"
        with Ledger(path, {"game": GAME.name, "rules": GAME.settings, "questions": [0], "agent": name, **about}):
            pass
        return read_audit(path, lambda told: None)

    prompt = {"prompt": 1, "prompt_digest": "a", "list_moves": False}
    one, engine = audited("one", **prompt, messages_digest="b"), audited("engine")
    earlier = audited("earlier", **prompt)  # its ledger does not have the digest yet
    assert len(list(compared([one, engine, earlier]))) == 3
    for name, value in (("prompt_digest", "c"), ("list_moves", True), ("messages_digest", "c")):
        other = audited(f"other-{name}", **{**prompt, "messages_digest": "b", name: value})
        with pytest.raises(BadLedger, match=rf"one\.jsonl and .*\.jsonl were not told the same: {name} differs\.$"):
            list(compared([engine, one, other]))
