"""What is refused: every public function and method answers a value of the wrong type in one sentence that helps."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import headway
from headway.errors import HeadwayError

any_headway: Any = headway  # what a user does who has no type checker
CROSS_OVER = "cross-over"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written to the folder that the tests run in."""
    (tmp_path / "own").mkdir()
    monkeypatch.chdir(tmp_path / "own")


def game() -> Any:
    return headway.load(CROSS_OVER)


def table() -> Any:
    return headway.Table(headway.load(CROSS_OVER))


def truth() -> Any:
    return headway.solve(headway.load(CROSS_OVER))


def found() -> Any:
    return headway.review(headway.Table(headway.load(CROSS_OVER)).play("3"))


A_GAME, A_TABLE, A_SEAT = (
    "Expected a game, as headway.load gives it",
    "Expected a table, as",
    "Expected headway.Actor.P1",
)
A_SEED, A_PLAYER, A_PROGRESS = "Expected a seed", "Expected a player by name", "Expected a function that takes a text"

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "load: a number": (lambda: any_headway.load(3), "Expected the name of a game, not 3."),
    "load: a game": (lambda: any_headway.load(game()), "Expected the name of a game, not a value of type Game."),
    "load: a seed": (lambda: any_headway.load("number-race", seed="x"), A_SEED),
    "load: a rule": (lambda: any_headway.load(CROSS_OVER, length=None), "length takes a whole number"),
    "solve: a name": (lambda: any_headway.solve(CROSS_OVER), f'{A_GAME}, not "cross-over".'),
    "solve: nothing": (lambda: any_headway.solve(None), f"{A_GAME}, not None."),
    "solve: a table": (lambda: any_headway.solve(table()), f"{A_GAME}, not a value of type Table."),
    "solve: progress": (lambda: any_headway.solve(game(), progress=True), A_PROGRESS),
    "audit: a name": (lambda: any_headway.audit(CROSS_OVER), A_GAME),
    "audit: progress": (lambda: any_headway.audit(game(), progress=1), A_PROGRESS),
    "simulate: a name": (lambda: any_headway.simulate("x"), A_GAME),
    "simulate: games": (lambda: any_headway.simulate(game(), games="many"), "Expected a number of games from 1 to"),
    "simulate: no games": (lambda: any_headway.simulate(game(), games=0), "Expected a number of games from 1 to"),
    "simulate: a level": (lambda: any_headway.simulate(game(), games=1, p1=5), f"{A_PLAYER}, such as"),
    "simulate: first": (lambda: any_headway.simulate(game(), games=1, first="P1"), A_SEAT),
    "simulate: chance first": (lambda: any_headway.simulate(game(), games=1, first=headway.Actor.CHANCE), A_SEAT),
    "simulate: a seed": (lambda: any_headway.simulate(game(), games=1, seed="x"), A_SEED),
    "simulate: threads": (lambda: any_headway.simulate(game(), games=1, threads=0), "Expected a number of threads"),
    "simulate: progress": (lambda: any_headway.simulate(game(), games=1, progress="x"), A_PROGRESS),
    "play: a name": (lambda: any_headway.play(CROSS_OVER), A_GAME),
    "play: a level": (lambda: any_headway.play(game(), 5), A_PLAYER),
    "play: a seed": (lambda: any_headway.play(game(), seed=1.5), A_SEED),
    "play: a limit": (lambda: any_headway.play(game(), limit="x"), "Expected a number of plies"),
    "read: a number": (lambda: any_headway.read(3), "Expected the path of a file, not 3."),
    "read: a table": (lambda: any_headway.read(table()), "Expected the path of a file, not a value of type Table."),
    "write: a game": (lambda: any_headway.write(game(), "x.jsonl"), A_TABLE),
    "write: a path": (lambda: any_headway.write(table(), None), "Expected the path of a file, not None."),
    "write: a player": (lambda: any_headway.write(table(), "x.jsonl", players="ab"), "Expected two players"),
    "write: players": (lambda: any_headway.write(table(), "x.jsonl", players=(1, 2)), A_PLAYER),
    "write: unknown": (lambda: headway.write(table(), "x", players=("Ada", "human")), 'There is no player "Ada".'),
    "review: a path": (lambda: any_headway.review("f.jsonl"), f"{A_TABLE} headway.Table(game) or one of the"),
    "review: a game": (lambda: any_headway.review(game()), A_TABLE),
    "review: a truth": (lambda: any_headway.review(table(), 1), "Expected the solution of the game, as headway.solve"),
    "review: progress": (lambda: any_headway.review(table(), progress=1), A_PROGRESS),
    "Review.given_by": (lambda: found().given_by("P1"), A_SEAT),
    "Review.given_by: chance": (lambda: found().given_by(headway.Actor.CHANCE), A_SEAT),
    "Review.svg": (lambda: found().svg(names="Ada"), "Give two names"),
    "Solution.value": (lambda: truth().value("x"), A_TABLE),
    "Solution.verdict": (lambda: truth().verdict(game()), A_TABLE),
    "Solution.plies": (lambda: truth().plies(1), A_TABLE),
    "Solution.worths": (lambda: truth().worths(()), A_TABLE),
    "Solution.best": (lambda: truth().best("3"), A_TABLE),
    "Solution.svg": (lambda: truth().svg("x"), A_TABLE),
    "Table: a name": (lambda: any_headway.Table(CROSS_OVER), f'{A_GAME}, not "cross-over".'),
    "Table: first": (lambda: any_headway.Table(game(), "P1"), A_SEAT),
    "Table: moves": (lambda: any_headway.Table(game(), 0, "3"), "Expected the moves as a tuple of their numbers"),
    "Table: tokens": (lambda: any_headway.Table(game(), 0, ("3",)), "There is no move 3."),
    "Table: an illegal move": (lambda: headway.Table(game(), 0, (3,)), ""),
    "Table.play": (lambda: table().play(None), '"None" is not a move here.'),
    "Table.play_move": (lambda: table().play_move("3"), "There is no move 3."),
    "Table.roll": (lambda: headway.Table(headway.load("number-race")).play("roll").roll(seed="x"), A_SEED),  # type: ignore[arg-type]
    "Table.end": (lambda: table().end("resigned"), 'Expected headway.Reason.RESIGNED, FORFEIT, AGREED or LIMIT, not "'),
    "Table.end: seat": (lambda: table().end(headway.Reason.RESIGNED, "P1"), "Expected the seat that ended the game"),
    "Table.earlier": (lambda: table().earlier("1"), "Expected a number of moves"),
    "Table.earlier: negative": (lambda: table().earlier(-1), "Expected a number of moves"),
    "Table.log": (lambda: table().log("P1"), "A viewer is headway.Actor.P1"),
    "Table.view": (lambda: table().view("P1"), "A viewer is headway.Actor.P1"),
    "Table.story": (lambda: table().story("P1"), "A viewer is headway.Actor.P1"),
    "Table.story: names": (lambda: table().story(names=("Ada",)), "Give two names"),
    "Table.story: alike": (lambda: table().story(names=("Ada", "ADA")), "Both players would be called"),
    "Table.svg": (lambda: table().svg(names=(1, 2)), "A name must be a text."),
    "Game.load": (lambda: any_headway.Game.load(1, 2), "Expected the name of a game and that of its package"),
    "Game.variant": (lambda: game().variant("length=12"), "Expected the rules to change by their names"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_a_wrong_value_is_refused_in_one_sentence(case: str) -> None:
    program, refusal = REFUSED[case]
    with pytest.raises(ValueError, match=r"^[^\n]+\.$") as raised:
        program()
    assert isinstance(raised.value, HeadwayError)
    assert str(raised.value).startswith(refusal)
    assert not list(Path.cwd().iterdir())


def test_every_public_function_is_tried_with_wrong_types() -> None:
    functions = {name for name in headway.__all__ if name.islower() and name.isalpha()} - {"games"}  # takes nothing
    assert functions <= {case.partition(":")[0] for case in REFUSED}
