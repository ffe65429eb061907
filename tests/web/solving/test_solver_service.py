"""The solver service: a game that takes too long does not delay the others for longer than the limit."""

import asyncio

import pytest

from headway.catalogue import find
from headway.solver.size import TooLarge
from headway.web.refusals import Busy
from headway.web.solving import process_queue
from headway.web.solving.solver_service import SolverService
from tests.patience import PATIENCE

SLOW = find("predictive-pursuit").variant({"length": 25, "longest_step": 9, "overshoot": "stops"})
"""Few states, each with a matrix of its own; it takes most of a minute."""


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


def test_only_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_queue, "MAX_WAITING", 0)

    async def ask() -> None:
        solver = SolverService(timeout=5)
        with pytest.raises(Busy) as refused:
            await solver.solution(find("cross-over"))
        assert refused.value.name == "busy"
        solver.close()

    asyncio.run(ask())
