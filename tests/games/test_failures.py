"""A game whose code raises an error: `headway check` names the file and line, the move, the state and the way there."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from headway import laws
from headway.game import Game
from headway.laws import REACHED, Finding, check
from tests.conftest import SIXTH, Headway
from tests.games.test_sixth_game import package

Broken = Callable[..., tuple[Game, Path]]


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Broken:
    """Lucky Steps as a package of its own, with a piece of some files replaced; the game and the first of the files."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(laws, "find_spec", lambda name: None)  # compiling it would take long and say no more
    name = f"lucky_{abs(hash(request.node.nodeid))}"

    def load(*changes: tuple[str, str, str]) -> tuple[Game, Path]:
        shutil.copytree(SIXTH / "lucky_steps", tmp_path / name)
        for path in (tmp_path / name).glob("*.py"):
            path.write_text(path.read_text().replace("lucky_steps", name))
        for file, old, new in changes:
            path = tmp_path / name / file
            assert path.read_text().count(old) == 1
            path.write_text(path.read_text().replace(old, new))
        return Game.load("lucky-steps", name), tmp_path / name / changes[0][0]

    return load


def line_of(path: Path, text: str) -> str:
    """FILE:LINE of the one line with the text."""
    (number,) = (number for number, line in enumerate(path.read_text().splitlines(), 1) if text in line)
    return f"{path}:{number}"


def failed(game: Game) -> list[Finding]:
    return [finding for finding in check(game).findings if finding.failure]


def failures(game: Game) -> list[str]:
    return [finding.failure or "" for finding in failed(game)]


OUT_OF_RANGE = ("rules.py", "DECIDE, move - ONE + 1)", "DECIDE, (1, 2)[move - ONE])")
"""A third face of the die that raises an IndexError."""


def test_play_that_raises_while_states_are_reached(broken: Broken) -> None:
    game, path = broken(OUT_OF_RANGE)
    (finding,) = failed(game)
    assert finding.law == REACHED
    assert finding.failure == (
        f'IndexError: tuple index out of range, at {line_of(path, "(1, 2)[")}, in play for move 4 ("3"). '
        'State ((0, 0), 0, 2, 0), reached with --first p1 --moves "left, right"'
    )


def test_legal_that_raises_while_states_are_reached(broken: Broken) -> None:
    game, path = broken(("rules.py", "return ONE <= move < TAKE", "return {2: True, 3: True}[move]"))
    assert failures(game) == [
        f'KeyError: 0, at {line_of(path, "{2: True")}, in legal for move 0 ("left"). '
        'State ((0, 0), 0, 2, 0), reached with --first p1 --moves "left, right"'
    ]


def test_actor_that_raises_inside_of_legal(broken: Broken) -> None:
    """The line is the one that fails, the function the one that was called for the state."""
    game, path = broken(("rules.py", "return CHANCE", "raise RuntimeError"))
    assert failures(game) == [
        f'RuntimeError, at {line_of(path, "raise RuntimeError")}, in legal for move 0 ("left"). '
        'State ((0, 0), 0, 2, 0), reached with --first p1 --moves "left, right"'
    ]


def test_a_start_that_raises(broken: Broken) -> None:
    game, path = broken(("rules.py", "return State((0, 0), first, HIDE, 0)", "return (0, 0)[2]"))
    assert failures(game) == [f"IndexError: tuple index out of range, at {line_of(path, '(0, 0)[2]')}, in start"]


def test_words_that_raise(broken: Broken) -> None:
    game, path = broken(("words.py", 'f"It is {TOKENS[move]}."', 'f"It is {TOKENS[move + 4]}."'))
    (finding,) = failed(game)
    assert finding.law == "there are words for every state, move and refusal"
    assert finding.failure == (
        f'IndexError: tuple index out of range, at {line_of(path, "move + 4")}, in tell for move 3 ("2"). '
        'State ((0, 0), 0, 2, 0), reached with --first p1 --moves "left, right"'
    )


def test_a_question_that_raises_has_no_move(broken: Broken) -> None:
    game, path = broken(("words.py", 'return f"Take {state.value}, or leave it? "', 'return "Take it? "[state.rest]'))
    assert f"at {line_of(path, 'state.rest')}, in ask. State ((0, 0), 0, 2, 0), reached with" in failures(game)[-1]


def test_tokens_that_raise(broken: Broken) -> None:
    game, path = broken(("words.py", "return TOKENS[move]", "return TOKENS[move + 1]"))
    where = f"at {line_of(path, 'move + 1')}, in token for move 6. State ((0, 0), 0, 0, 0)"
    assert any(where in failure for failure in failures(game))


def test_tokens_that_raise_are_left_out_of_the_report_of_something_else(broken: Broken) -> None:
    game, path = broken(OUT_OF_RANGE, ("words.py", "return TOKENS[move]", "return TOKENS[move + 9]"))
    where = line_of(path, "(1, 2)[")
    assert failures(game) == [
        f"IndexError: tuple index out of range, at {where}, in play for move 4. State ((0, 0), 0, 2, 0)"
    ]


def test_a_law_about_the_whole_game_has_no_state(broken: Broken) -> None:
    game, path = broken(("words.py", "TOKENS = (", "def how_to_play(rules):\n    return 1 / 0\n\n\nTOKENS = ("))
    where = line_of(path, "1 / 0")
    assert failures(game) == [f"ZeroDivisionError: division by zero, at {where}, in how_to_play"]


@pytest.mark.parametrize(
    ("state", "failure"),
    [
        ("[0]", r'TypeError: .*state_space\.py:\d+ for move 1 \("right"\)\. State \(\(0, 0\), 0, 0, 0\), reached with'),
        ("None", r'AttributeError: .*, in legal for move 0 \("left"\)\. State None, reached with .* "right"$'),
    ],
)
def test_what_is_not_a_state_is_told_with_the_move_that_leads_to_it(broken: Broken, state: str, failure: str) -> None:
    old = "return State(state.places, state.mover, GUESS, move)"
    game, _ = broken(("rules.py", old, f"return {state} if move else {old[7:]}"))
    (told,) = failures(game)
    assert re.match(failure, told), told


def test_an_error_outside_of_the_games_code_is_told_with_its_own_line(broken: Broken) -> None:
    game, _ = broken(("words.py", "TOKENS = (", "ALSO = {3: 4}\nTOKENS = ("))
    assert any(re.match(r"AttributeError: .*typed_text\.py:\d+", failure) for failure in failures(game))


def test_the_command_shows_it(tmp_path: Path, program: Headway) -> None:
    checked = program("check", "lucky-steps", env=package(tmp_path, "lucky-steps", rules=OUT_OF_RANGE[1:]))
    where = line_of(tmp_path / "lucky_steps" / "rules.py", "(1, 2)[")
    assert (checked.status, checked.err) == (1, "")
    assert f'            IndexError: tuple index out of range, at {where}, in play for move 4 ("3"). ' in checked.out
    assert 'reached with --first p1 --moves "left, right"\n' in checked.out


NO_THIRD_FACE = ("rules.py", "return 4 - (move - ONE + 1)", "return 3 - (move - ONE + 1)")
"""A third face of the die with a weight of nothing."""
REFUSED = 'headway: Lucky Steps: the weight of "3" in the state ((0, 0), 0, 2, 0) is 0, not a positive whole number.\n'


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "lucky-steps"),
        ("audit", "lucky-steps"),
        ("simulate", "lucky-steps", "--games", "10"),
        ("simulate", "lucky-steps", "--games", "10", "--p1", "1"),
        ("export", "lucky-steps", "--format", "efg"),
    ],
)
def test_a_weight_that_is_not_positive_is_refused_in_one_line(
    tmp_path: Path, program: Headway, command: tuple[str, ...]
) -> None:
    refused = program(*command, env=package(tmp_path, "lucky-steps", rules=NO_THIRD_FACE[1:]))
    assert (refused.status, refused.err.splitlines(keepends=True)[-1]) == (2, REFUSED)
    assert "Traceback" not in refused.err


def test_a_weight_that_is_not_positive_ends_a_game_with_the_reason(tmp_path: Path, program: Headway) -> None:
    env = package(tmp_path, "lucky-steps", rules=NO_THIRD_FACE[1:])
    played = program("play", "lucky-steps", "--p1", "human", "--p2", "human", typed="left\nright\n", env=env)
    assert (played.status, played.err) == (2, REFUSED)
