"""Several threads of a server ask for what was found out about their games, and each gets that of its own."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from headway.catalogue import find
from headway.policies import attained, tie_breaking
from headway.policies.recent import Recent
from headway.rulekit import P1, P2
from headway.solver import Solution, solve


class Made:
    """A study that was made."""

    def __init__(self, solution: Solution, seat: int) -> None:
        self.solution = solution
        self.seat = seat


def test_two_threads_get_their_own() -> None:
    """Each study is begun before the other is kept."""
    recent, both = Recent[Made](most=4), Barrier(2)
    solutions = [solve(find(name)) for name in ("cross-over", "race-to-the-center")]

    def ask(solution: Solution) -> Made:
        def make() -> Made:
            both.wait(30)
            return Made(solution, P1)

        return recent.get(solution, P1, make)

    with ThreadPoolExecutor(2) as threads:
        assert [made.solution for made in threads.map(ask, solutions)] == solutions


def test_a_study_that_others_push_out_is_still_returned() -> None:
    """While one is made, more than are kept are made by others."""
    solution, other = solve(find("cross-over")), solve(find("race-to-the-center"))
    recent = Recent[Made](most=1)

    def make() -> Made:
        recent.get(other, P1, lambda: Made(other, P1))
        return Made(solution, P2)

    made = recent.get(solution, P2, make)
    assert (made.solution, made.seat) == (solution, P2)
    assert recent.get(solution, P2, lambda: Made(other, P1)) is made
    assert recent.get(other, P1, lambda: Made(other, P1)).solution is other


def test_studies_may_be_kept_while_another_thread_looks_them_up() -> None:
    """A comparison of a study that is looked at keeps another one: the lookup goes on over those it began with."""
    recent = Recent[Made](most=4)
    solution, other = solve(find("cross-over")), solve(find("race-to-the-center"))

    class Meddling(Made):
        @property
        def seat(self) -> int:
            recent.get(other, P2, lambda: Made(other, P2))
            return P2

        @seat.setter
        def seat(self, seat: int) -> None:
            pass

    recent.get(solution, P2, lambda: Meddling(solution, P2))
    assert recent.get(solution, P1, lambda: Made(solution, P1)).seat == P1


def test_the_player_keeps_its_studies_so() -> None:
    assert isinstance(attained._RECENT, Recent)
    assert isinstance(tie_breaking._RECENT, Recent)
