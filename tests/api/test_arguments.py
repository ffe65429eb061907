"""What is refused: every public function and method answers a value of the wrong type in one sentence that helps."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import headway
from headway.errors import HeadwayError
from tests.api.members import CLASSES, documented

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


def dice() -> Any:
    return headway.load("number-race")


def rolling() -> Any:
    return headway.Table(headway.load("number-race")).play("roll")


def found() -> Any:
    return headway.review(headway.Table(headway.load(CROSS_OVER)).play("3"))


A_GAME, A_TABLE, A_SEAT = (
    "Expected a game, as headway.load gives it",
    "Expected a table, as",
    "Expected headway.Actor.P1",
)
A_STATE, A_MOVE = "Expected a state of Cross Over", "Expected the number of a move"
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
    "Table: a list": (lambda: any_headway.Table(game(), 0, []), "Expected the moves as a tuple of their numbers"),
    "Table: tokens": (lambda: any_headway.Table(game(), 0, ("3",)), A_MOVE),
    "Table: an illegal move": (lambda: headway.Table(game(), 0, (3,)), ""),
    "Table.play": (lambda: table().play(None), '"None" is not a move here.'),
    "Table.play: a text": (lambda: table().play("x"), '"x" is not a move here.'),
    "Table.play_move": (lambda: table().play_move("3"), f'{A_MOVE}, not "3".'),
    "Table.play_move: a float": (lambda: table().play_move(1.0), f"{A_MOVE}, not 1.0."),
    "Table.play_move: a truth value": (lambda: table().play_move(True), A_MOVE),
    "Table.play_move: NumPy's": (lambda: table().play_move(np.float64(1)), A_MOVE),
    "Table.play_move: beyond": (lambda: table().play_move(np.int64(99)), "There is no move 99."),
    "Table.by": (lambda: table().play("3").by(99), "Expected the index of one of the 1 moves, not 99."),
    "Table.by: the next": (lambda: table().play("3").by(1), "Expected the index of one of the 1 moves, not 1."),
    "Table.by: before": (lambda: table().play("3").by(-2), "Expected the index of one of the 1 moves"),
    "Table.by: a text": (lambda: table().by("x"), "Expected the index of one of the 0 moves"),
    "Table.from_text": (lambda: headway.Table.from_text(7), "Expected the text of a table"),  # type: ignore[arg-type]
    "Table.from_text: most": (lambda: any_headway.Table.from_text("10KngceW", most="x"), "Expected a number of moves"),
    "Table.roll": (lambda: rolling().roll(seed="x"), A_SEED),
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
    "Game.load: no package": (lambda: headway.Game.load("x", "no_such.package"), 'There is no package "no_such.'),
    "Game.start": (lambda: game().start("P1"), A_SEAT),
    "Game.start: chance": (lambda: game().start(headway.Actor.CHANCE), A_SEAT),
    "Game.play": (lambda: game().play(None, 1), f"{A_STATE}, not None."),
    "Game.play: a move": (lambda: game().play(game().start(), "3"), A_MOVE),
    "Game.play: another game's": (lambda: game().play(headway.load("number-race").start(), 1), A_STATE),
    "Game.check": (lambda: game().check((1, 9), 1), A_STATE),
    "Game.check: a move": (lambda: game().check(game().start(), 1.0), A_MOVE),
    "Game.token": (lambda: game().token(99), "There is no move 99."),
    "Game.token: negative": (lambda: game().token(-1), "There is no move -1."),
    "Game.token: a text": (lambda: game().token("3"), A_MOVE),
    "Game.parse": (lambda: game().parse(game().start(), 5), "Expected a move as a player types it, not 5."),
    "Game.parse: a state": (lambda: game().parse(None, "3"), A_STATE),
    "Game.accepted": (lambda: game().accepted(3), A_STATE),
    "Game.perft": (lambda: game().perft("a"), 'Expected a number of moves from 0 up, not "a".'),
    "Game.perft: negative": (lambda: game().perft(-1), "Expected a number of moves from 0 up, not -1."),
    "Game.perft: first": (lambda: game().perft(1, "P1"), A_SEAT),
    "Game.reachable": (lambda: game().reachable("a"), 'Expected a number of states from 1 up, or None, not "a".'),
    "Game.explore": (lambda: next(game().explore(None)), "Expected a dict"),
    "Game.dump": (lambda: game().dump({}), A_STATE),
    "Game.undump": (lambda: game().undump({}), "Expected a state as dump writes it, with places, mover"),
    "Game.undump: a number": (lambda: game().undump({"places": 1, "mover": 0}), "Expected a state as dump writes it"),
    "Game.undump: texts": (lambda: game().undump({"places": ["a", 9], "mover": 0}), "Expected a state as dump"),
    "Game.undump: too many": (lambda: game().undump({"places": [1, 2, 3], "mover": 0}), "Expected a state as dump"),
    "Game.has_board_in": (lambda: dice().has_board_in(3), "Expected the rules to change"),
    "Game.variant: chance": (lambda: dice().variant({}, 3), "Expected random numbers"),
    "Result.win": (lambda: headway.Result.win(7), f"{A_SEAT} or headway.Actor.P2, not 7."),
    "Result.by_rules": (lambda: any_headway.Result.by_rules("P1"), A_SEAT),
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


QUICK = {"actor", "legal", "moves_at", "play_unchecked", "positions", "secret", "side", "view", "weight", "winner"}
UNCHECKED = {
    *(f"Game.{name}" for name in QUICK),
    "Game.is_start",  # anything may be compared with a state
    "Table.play_unchecked",
}


def test_every_public_method_is_tried_with_wrong_types() -> None:
    """But those that solvers call millions of times, which the docstring of `Game` names."""
    methods = {
        f"{name}.{member}"
        for name, kind in CLASSES.items()
        for member, part in documented(kind)
        if inspect.isfunction(part) and len(inspect.signature(part).parameters) > 1
    }
    assert methods == {case.partition(":")[0] for case in REFUSED if "." in case.partition(":")[0]} | UNCHECKED
    assert all(f"`{name}`" in (headway.Game.__doc__ or "") for name in QUICK)


def test_a_whole_number_of_numpy_is_a_move() -> None:
    after = headway.Table(game(), 0, (np.int64(2),)).play_move(np.uint8(1))  # type: ignore[arg-type]
    assert after.moves == (2, 1)
    assert {type(move) for move in after.moves} == {int}
    assert type(game().play(game().start(), np.int8(2)).places[0]) is int


def test_who_made_the_last_move_is_found_from_the_end() -> None:
    rolled = headway.Table(headway.load("number-race")).play("roll").play("6")
    assert [rolled.by(index) for index in (-2, -1)] == [rolled.by(0), rolled.by(1)]
