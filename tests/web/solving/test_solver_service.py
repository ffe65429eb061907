"""The solver service: a game that takes too long does not delay the others for longer than the limit."""

import asyncio
import time
from dataclasses import replace

import pytest

from headway.catalogue import find
from headway.contract import RuleSet, State
from headway.errors import TooLarge
from headway.web.refusals import Busy
from headway.web.solving import fair_queue, solution_cache
from headway.web.solving.fair_queue import Asker
from headway.web.solving.solution_cache import SolutionCache
from headway.web.solving.solver_service import SolverService, is_book_game
from tests.patience import PATIENCE


def slow_play(rules: RuleSet, state: State, move: int) -> State:
    time.sleep(0.2)
    return find("cross-over").code.play(rules, state, move)


CROSS_OVER = find("cross-over").variant({"length": 20})
SLOW = replace(CROSS_OVER, code=CROSS_OVER.code._replace(play=slow_play))
"""A game of some thousand moves, whose rules take a fifth of a second for each."""


def test_a_game_that_takes_too_long_is_given_up_and_others_are_solved() -> None:
    async def ask() -> None:
        solver = SolverService(timeout=PATIENCE)
        try:
            quick = find("cross-over").variant({"length": 7})
            found = await solver.solution(quick)
            assert found.game == quick
            assert await solver.solution(quick) is found
            solver.queue.timeout = 0.5
            with pytest.raises(TooLarge, match=r"could not be solved within 0\.5 seconds"):
                await solver.solution(SLOW)
            assert solver.queue.process is None
            with pytest.raises(TooLarge, match=r"could not be solved within 0\.5 seconds"):
                await solver.solution(SLOW)
            assert solver.queue.process is None  # it is known by now, and not tried again
            solver.queue.timeout = PATIENCE
            assert (await solver.solution(find("cross-over").variant({"length": 8}))).game.settings["length"] == 8
        finally:
            solver.close()

    asyncio.run(ask())


def test_what_another_service_has_solved_is_not_refused() -> None:
    """The dialog's solver gives up earlier than the tables' solver, and both share their solutions."""

    async def ask() -> None:
        solutions = SolutionCache()
        solver, preview = SolverService(PATIENCE, solutions), SolverService(1e-9, solutions)
        game = find("cross-over").variant({"length": 7})
        try:
            with pytest.raises(TooLarge, match="could not be solved within"):
                await preview.solution(game)
            found = await solver.solution(game)
            assert await preview.solution(game) is found
        finally:
            solver.close()
            preview.close()

    asyncio.run(ask())


def test_a_game_that_took_too_long_is_tried_again_after_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        solver = SolverService(timeout=1e-9)
        game, huge = find("cross-over").variant({"length": 7}), find("cross-over").variant({"length": 1000})
        try:
            for refused in (game, huge):
                with pytest.raises(TooLarge):
                    await solver.solution(refused)
            solver.queue.timeout = PATIENCE
            later = time.monotonic() + 200
            monkeypatch.setattr(time, "monotonic", lambda: later)
            with pytest.raises(TooLarge, match="could not be solved within"):
                await solver.solution(game)
            later += 200
            assert (await solver.solution(game)).game == game
            with pytest.raises(TooLarge, match="states"):
                await solver.solution(huge)
        finally:
            solver.close()

    asyncio.run(ask())


def test_a_worker_that_dies_costs_no_game_its_solution() -> None:
    async def ask() -> None:
        solver = SolverService(timeout=PATIENCE)
        try:
            await solver.solution(find("cross-over").variant({"length": 7}))
            assert solver.queue.process is not None
            solver.queue.process.kill()
            assert (await solver.solution(find("cross-over").variant({"length": 8}))).game.settings["length"] == 8
        finally:
            solver.close()

    asyncio.run(ask())


def test_the_queue_has_a_limited_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MAX_WAITING", 0)

    async def ask() -> None:
        solver = SolverService(timeout=5)
        with pytest.raises(Busy) as refused:
            await solver.solution(find("cross-over"))
        assert refused.value.name == "busy"
        solver.close()

    asyncio.run(ask())


def test_a_game_of_the_book_never_waits_for_another() -> None:
    """Its solution is there while a game that takes a minute is being solved."""

    async def ask() -> None:
        solver = SolverService(timeout=PATIENCE)
        slow = asyncio.create_task(solver.solution(SLOW))
        try:
            while solver.queue.process is None:
                await asyncio.sleep(0.01)
            book = find("cross-over")
            assert (await solver.solution(book)).game == book
            assert not slow.done()
        finally:
            slow.cancel()
            solver.close()

    asyncio.run(ask())


def test_a_dealt_board_does_not_make_another_game_of_the_book() -> None:
    book = find("number-race")
    assert is_book_game(book)
    assert is_book_game(book.variant({"board": [6] * 20}))
    assert not is_book_game(book.variant({"length": 21}))
    assert not is_book_game(SLOW)


def test_a_solution_is_one_object_and_is_found_again_when_it_was_packed_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_cache, "MAX_UNPACKED_STATES", 1)  # so only the last one stays unpacked

    async def ask() -> None:
        solutions = SolutionCache()
        solver, preview = SolverService(PATIENCE, solutions), SolverService(PATIENCE, solutions)
        try:
            games = [find("cross-over").variant({"length": length}) for length in (7, 8)]
            found = [await solver.solution(game, Asker("", "a table")) for game in games]
            assert await preview.solution(games[0]) is found[0]  # as long as one table uses it, it is shared
            values = list(found[0].values)
            del found
            await solver.solution(games[1])
            assert solutions.unpacked(games[0]) is None
            process = solver.queue.process
            assert process is not None
            process.kill()  # so nothing can be solved without a new process
            assert list((await solver.solution(games[0])).values) == values
            assert solver.queue.process is process
        finally:
            solver.close()
            preview.close()

    asyncio.run(ask())


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_cache, "MAX_PACKED_BYTES", 250)
    solutions = SolutionCache()
    games = [find("cross-over").variant({"length": length}) for length in (7, 8, 9, 10)]
    for game in games[:2]:
        solutions.keep(game, b"x" * 100)
    solutions.keep(games[0], b"y" * 100)  # it is the newer one now
    solutions.keep(games[2], b"z" * 100)
    assert [game in solutions for game in games] == [True, False, True, False]
    solutions.keep(games[3], b"w" * 1000)
    assert [game in solutions for game in games] == [False, False, False, True]
