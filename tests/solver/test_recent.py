"""What was found out is kept for a while: a game is explored once for all who ask, and each thread gets its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from headway import policies, solver
from headway.catalogue import find
from headway.game import Game
from headway.policies import attained, tie_breaking
from headway.rulekit import P1
from headway.solver import Solution, explore, solve
from headway.solver.explored import Explored, explore_interpreted
from headway.solver.recent import Recent
from headway.solver.size import state_count
from tests.conftest import Headway
from tests.large import large_from


def test_two_threads_get_their_own() -> None:
    """Each thing is begun before the other is kept."""
    recent, both = Recent[str, str](most=4), Barrier(2)

    def ask(key: str) -> str:
        def make() -> str:
            both.wait(30)
            return f"made for {key}"

        return recent.get(key, make)

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(ask, "ab")) == ["made for a", "made for b"]


def test_what_others_push_out_is_still_returned() -> None:
    """While a thing is made, more than are kept are made by others."""
    recent = Recent[str, str](most=1)

    def make() -> str:
        recent.get("b", lambda: "made for b")
        return "made for a"

    assert recent.get("a", make) == "made for a"
    assert recent.get("a", lambda: "made again") == "made for a"
    assert recent.get("b", lambda: "made again") == "made again"


def test_things_may_be_kept_while_another_thread_looks_them_up() -> None:
    """A comparison of a key that is looked at keeps another thing: the lookup goes on over those it began with."""
    recent = Recent[object, str](most=4)

    class Meddling:
        __hash__ = None  # type: ignore[assignment]

        def __eq__(self, other: object) -> bool:
            if other == "a":
                recent.get("b", lambda: "made for b")
            return False

    recent.get(Meddling(), lambda: "made for none")
    assert recent.get("a", lambda: "made for a") == "made for a"
    assert recent.get("b", lambda: "made again") == "made for b"


def test_what_is_too_large_is_not_kept() -> None:
    recent = Recent[str, int](most=4, is_kept=lambda made: made < 10)
    assert recent.get("a", lambda: 10) == 10
    assert recent.get("a", lambda: 9) == 9
    assert recent.get("a", lambda: 8) == 9


def test_the_player_keeps_its_studies_so() -> None:
    assert isinstance(attained._RECENT, Recent)
    assert isinstance(tie_breaking._RECENT, Recent)


def test_solutions_in_arrays_of_numpy_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found out of one is not found out of another, and they need not be compared entry by entry."""
    large_from(monkeypatch, 0)
    found = [solve(find("cross-over")) for _ in range(2)]
    recent, made = Recent[tuple[Solution, int], str](most=2), iter("ABC")
    assert [recent.get((each, P1), lambda: next(made)) for each in found] == ["A", "B"]
    assert [recent.get((each, P1), lambda: next(made)) for each in found] == ["A", "B"]


@pytest.fixture
def explored(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """The games that are explored, each time that they are."""
    found = list[Game]()

    def counted(game: Game, progress: Callable[[str], None]) -> Explored:
        found.append(game)
        return explore_interpreted(game, progress)

    monkeypatch.setattr(solver, "explore_interpreted", counted)
    return found


@pytest.mark.parametrize(
    "command", ["simulate cross-over --games 5 --p1 perfect --p2 3", "audit cross-over"], ids=["simulate", "audit"]
)
def test_a_command_explores_a_game_once(command: str, headway: Headway, explored: list[Game]) -> None:
    assert headway(*command.split()).status == 0
    assert explored == [find("cross-over")]


def test_policies_explore_a_game_once(explored: list[Game]) -> None:
    game = find("capture-the-flag").variant({"length": 4, "lot": "yes"})
    policies.evaluate(game, "perfect", "5").losses()
    assert explored == [game]


def test_a_game_is_explored_anew_under_other_rules(explored: list[Game]) -> None:
    games = [find("cross-over"), find("cross-over").variant({"length": 8})]
    for game in games:
        assert explore(game).game == game
    assert explored == games


def test_a_large_game_is_not_kept_in_memory(monkeypatch: pytest.MonkeyPatch, explored: list[Game]) -> None:
    game = find("cross-over")
    outcomes = int(explore(game).normal.form.first[-1])
    monkeypatch.setattr(solver, "_RECENT", Recent(most=2, is_kept=solver._is_kept))
    monkeypatch.setattr(solver, "MOST_KEPT", state_count(game) + outcomes - 1)
    assert explore(game) is not explore(game)
    monkeypatch.setattr(solver, "MOST_KEPT", state_count(game) + outcomes)
    assert explore(game) is explore(game)
    assert len(explored) == 1 + 2 + 1
