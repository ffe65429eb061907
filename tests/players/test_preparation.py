"""Preparing for a game while a person waits: in limited time, with a notice, and with nothing left behind."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from headway.catalogue import find
from headway.errors import HeadwayError, TooLarge
from headway.game import Game
from headway.players import Observation, Player, seat_player
from headway.players.preparation import THINKING, Preparation, Show
from headway.players.search import Search
from headway.players.strategy import Solved, Strategy
from headway.rulekit import P1, P2
from headway.solver.solution import Solution
from headway.table.record import read
from headway.table.table import Table
from tests.conftest import Headway, entries
from tests.interrupted import interrupted

SLOW = find("predictive-pursuit").variant({"length": 200, "longest_step": 9, "overshoot": "stops"})
"""Eighty thousand secrets among nine steps each."""
HUGE = find("capture-the-flag").variant({"length": 1000})
FORCED = find("number-race").variant({"length": 1000})
"""Every move is forced."""


def seated(name: str, preparation: Preparation) -> Player:
    player = seat_player(name, preparation.strategy)
    assert player is not None
    return player


def test_a_small_game_is_solved_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.process.SolverProcess", None)  # no process is needed
    told: list[str] = []
    preparation = Preparation(notify=told.append)
    assert isinstance(preparation.strategy(find("cross-over")), Solved)
    assert told == []


def test_a_large_game_is_solved_in_a_process_and_shared_by_both_players() -> None:
    game, shown = find("capture-the-flag").variant({"length": 12, "soldiers": 2}), list[str]()

    @contextmanager
    def progress() -> Iterator[Show]:
        yield shown.append
        shown.append("")

    preparation = Preparation(seconds=300, progress=progress)
    one, two = preparation.strategy(game), preparation.strategy(game)
    assert isinstance(one, Solved)
    assert isinstance(two, Solved)
    assert one.solution is two.solution
    assert shown[0] == THINKING
    assert shown[-1] == ""
    assert any(text.startswith(f"{THINKING} (") for text in shown)  # what the process is doing
    assert shown.count("") == 1


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process solves its game in time, however quick the machine is; what is too large is refused as ever."""
    from headway.solver.process import SolverProcess

    real = SolverProcess.solution

    def solution(process: SolverProcess, game: Game, seconds: float, tell: Show) -> Solution:
        if game == HUGE:
            return real(process, game, seconds, tell)
        raise TimeoutError

    monkeypatch.setattr("headway.solver.process.SolverProcess.solution", solution)


@pytest.mark.usefixtures("no_time")
@pytest.mark.parametrize(
    ("game", "why"),
    [
        (SLOW, "Predictive Pursuit could not be solved within 10 seconds under these rules."),
        (HUGE, "Capture the Flag has up to 2,008,012,008,002 states under these rules;"),
    ],
)
def test_a_game_that_cannot_be_solved_in_time_is_searched_and_that_is_said_once(game: Game, why: str) -> None:
    told: list[str] = []
    preparation = Preparation(10, told.append)
    players = seated("perfect", preparation), seated("5", preparation)
    table = Table(game)
    for _ in range(2):
        move = players[table.actor].choose(Observation.of(table, table.actor), Random(1))
        table = table.play_move(move)
    assert len(told) == 1
    assert told[0].startswith(why)
    assert "the computer does not play perfectly: it searches 100,000 states ahead of each move." in told[0]


@pytest.mark.usefixtures("no_time")
def test_what_could_not_be_solved_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    preparation = Preparation(seconds=10)
    with pytest.raises(TooLarge, match="within 10 seconds"):
        preparation.solution(SLOW)
    monkeypatch.setattr("headway.solver.process.SolverProcess", None)
    with pytest.raises(TooLarge, match="within 10 seconds"):
        preparation.solution(SLOW)
    assert isinstance(preparation.strategy(SLOW), Search)
    assert preparation.solution(find("cross-over")).states == 144


def test_without_numba_the_notice_says_what_would_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.players.preparation.find_spec", lambda name: None)
    told: list[str] = []
    preparation = Preparation(seconds=0.5, notify=told.append)
    seated("9", preparation).choose(Observation.of(Table(HUGE), P1), Random(1))
    assert "Larger games can be solved after: " in told[0]
    assert told[0].endswith("[fast]'")


def no_strategy(game: Game) -> Strategy:
    raise AssertionError("a forced move needs no strategy")


@pytest.mark.parametrize("name", ["perfect", "reader", "1", "9"])
def test_a_forced_move_is_played_without_solving(name: str) -> None:
    player = seat_player(name, no_strategy)
    assert player is not None
    assert player.choose(Observation.of(Table(FORCED), P1), Random(1)) == FORCED.tokens["roll"]


def test_a_draw_is_declined_where_the_value_is_not_known() -> None:
    told: list[str] = []
    for prepare in (Preparation(300, told.append).strategy, None):
        player = seat_player("perfect", prepare)
        assert player is not None
        assert not player.agrees_to_draw(Observation.of(Table(HUGE), P2))
    assert told == []  # nothing is searched either


def test_a_process_that_was_killed_is_no_reason_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    from headway.solver.process import SolverProcess

    class Killed(SolverProcess):
        def __init__(self) -> None:
            super().__init__()
            self.kill()

    monkeypatch.setattr("headway.solver.process.SolverProcess", Killed)
    preparation = Preparation()
    with pytest.raises(HeadwayError, match="could not be solved: the process that solved it was ended"):
        preparation.solution(SLOW)
    assert isinstance(preparation.strategy(SLOW), Search)


LARGE = ["capture-the-flag", "--rule", "length=20", "--rule", "soldiers=3"]
"""171 million states: more than are solved in ten seconds, or than fit some machines."""


def test_ctrl_c_while_the_computer_thinks_ends_it_and_leaves_no_process(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    command = ["play", *LARGE, "--p2", "5", "--record", path]
    status, out, shown = interrupted(*command, typed=b"S1 2\n", when=THINKING.encode())
    assert status == 130
    assert b"Interrupted.\nThe game is saved." in out
    assert b"Traceback" not in shown
    assert read(path).table.ply >= 1


def test_a_game_that_is_too_large_is_played_all_the_same(headway: Headway) -> None:
    told = headway(
        "play", "capture-the-flag", "--rule", "length=1000", "--p2", "perfect", typed=entries("S1 2", "quit")
    )
    assert told.status == 0
    assert "The computer moves S" in told.out
    assert "has up to 2,008,012,008,002 states under these rules" in told.err
    assert "So the computer does not play perfectly" in " ".join(told.err.split())


@pytest.mark.usefixtures("no_time")
def test_a_forced_game_is_played_and_a_draw_declined(headway: Headway) -> None:
    """In a game that is not solved in time a draw is declined."""
    command = ["play", "number-race", "--rule", "length=1000", "--p2", "perfect", "--seed", 1]
    told = headway(*command, typed=entries("", "draw", "", "quit"))
    assert (told.status, told.err) == (0, "")
    assert "The computer does not agree to a draw. The game goes on." in told.out
