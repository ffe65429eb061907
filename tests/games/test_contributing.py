"""The game in CONTRIBUTING.md whose players choose at the same time: it is loaded from the page, checked and solved."""

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from headway import catalogue
from headway.game import Game
from headway.laws import check
from headway.rulekit import P1, P2, SPECTATOR
from headway.solver import solve
from headway.table.decide import begin, resolve
from headway.table.intents import Play
from headway.table.table import Table
from headway.table.telling import tell_table
from headway.voice import Voice
from headway.web.storage.sealed_secrets import SealedSecrets
from tests.lines import played

PAGE = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text("utf-8")
Load = Callable[..., Game]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """The game as the page has it, with something replaced in its rules."""

    def write(old: str = "", new: str = "") -> Game:
        rules, words = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
        assert old in rules
        folder = tmp_path / "odd_or_even"
        folder.mkdir()
        for name, text in {
            "__init__.py": "",
            "rules.py": rules.replace(old, new),
            "words.py": words,
            "rulebook.md": "# Odd or Even\n",
        }.items():
            (folder / name).write_text(text)
        monkeypatch.syspath_prepend(tmp_path)
        for module in ("odd_or_even", "odd_or_even.rules", "odd_or_even.words"):
            monkeypatch.delitem(sys.modules, module, raising=False)
        return Game.load("odd-or-even", "odd_or_even")

    return write


def test_it_keeps_every_law(load: Load) -> None:
    report = check(load())
    assert [finding.failure for finding in report.findings if finding.failure] == []
    # 9 places where both are on their way, with nothing, one or two fingers shown; 6 where one has arrived; 2 choosers
    assert report.states == (9 * 3 + 6) * 2


def test_a_server_seals_its_choices(load: Load, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is a secret follows from the contract, so the choices of any game are encrypted in a server's database."""
    game, secrets = load(), SealedSecrets(tmp_path / "key")
    monkeypatch.setattr(catalogue, "find", lambda name: game)
    match = begin(game).after
    texts = []
    for seat, move in ((P1, "2"), (P2, "1")):
        events, after = resolve(match, seat, Play(move, match.table.ply))
        texts.append(secrets.step_text("a-table", match.table.ply + 2, events, match, after))
        match = after
    assert '"sealed"' in texts[0]
    assert '"move"' not in texts[0]
    assert texts[1] == '[{"ply":2,"by":"P2","move":"1","opens":["2"]}]'


def test_it_is_fair(load: Load) -> None:
    """Each round is matching pennies, which both sides win half the time under best play."""
    game = load()
    solution = solve(game)
    for state in game.reachable():
        if game.positions(state) == ((1,), (1,)) and game.secret(state):
            assert float(solution.value(state)) == pytest.approx(0.5)


@pytest.mark.parametrize("first", [P1, P2])
def test_who_enters_first_makes_no_difference(load: Load, first: int) -> None:
    table = played(Table(load(), first), 1)
    assert table.game.view(table.state, 1 - first) == table.game.view(
        played(Table(table.game, first), 2).state, 1 - first
    )
    assert table.game.view(table.state, SPECTATOR) == table.game.view(table.state, 1 - first)
    assert played(table, 1).game.positions(played(table, 1).state) == ((1,), (0,))
    assert played(table, 2).game.positions(played(table, 2).state) == ((0,), (1,))


@pytest.mark.parametrize(
    ("first", "choices", "to_p1", "to_p2"),
    [
        (
            P1,
            (2, 2),
            "You show 2, Player 2 shows 2; you move to 1.",
            "Player 1 shows 2, you show 2; Player 1 moves to 1.",
        ),
        (
            P1,
            (2, 1),
            "You show 2, Player 2 shows 1; Player 2 moves to 1.",
            "Player 1 shows 2, you show 1; you move to 1.",
        ),
        (
            P2,
            (2, 1),
            "You show 1, Player 2 shows 2; Player 2 moves to 1.",
            "Player 1 shows 1, you show 2; you move to 1.",
        ),
    ],
)
def test_a_round_is_not_told_as_a_guess(
    load: Load, first: int, choices: tuple[int, int], to_p1: str, to_p2: str
) -> None:
    table = played(Table(load(), first), *choices)
    name = {P1: "Player 1", P2: "Player 2"}[first]
    for viewer, told in ((P1, to_p1), (P2, to_p2)):
        who = "You have" if viewer == first else f"{name} has"
        assert tell_table(table, Voice(viewer)) == [f"{who} chosen in secret.", told]


def test_without_a_telling_of_its_own_an_answer_is_told_as_a_guess(load: Load) -> None:
    game = load()
    game = replace(game, words=game.words._replace(telling=lambda rules, state, move, after, voice: ""))
    assert tell_table(played(Table(game), 2, 2), Voice(P2))[1].startswith("You guessed 2, which was correct; ")


def test_both_choices_in_secret_break_a_law(load: Load) -> None:
    game = load("return state.fingers == NOTHING  # the first choice; the second is open", "return True")
    broken = [finding.law for finding in check(game).findings if finding.failure]
    assert "a secret is hidden from all but its owner" in broken


def test_the_glossary_is_short() -> None:
    glossary = PAGE.split("## Words that are ours\n")[1].split("\n## ")[0]
    words = [line.split("|")[1].strip() for line in glossary.splitlines() if line.startswith("| ")][1:]
    assert 0 < len(words) <= 20
    assert len(set(words)) == len(words)
