"""Machine code is used for smaller games where it is at hand."""

import pytest

from headway.catalogue import find
from headway.solver import backend, exploration, is_large
from headway.solver.backend import MachineCode, compiled_for, machine_code
from headway.solver.kernels.expansion import expand
from headway.solver.size import state_count

SMALL = {MachineCode.MISSING: 100_000, MachineCode.KEPT: 40_000, MachineCode.LOADED: 5_000}
"""The numbers that CHANGELOG.md tells."""


@pytest.fixture(autouse=True)
def _nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "rule_kernels", {})


def test_a_kernel_is_loaded_where_it_was_used_and_kept_for_other_processes() -> None:
    game = find("number-race").variant({"length": 4})
    exploration.explore(game, lambda doing: None)
    assert machine_code(game, expand) is MachineCode.LOADED
    backend.rule_kernels.clear()  # as in another process
    assert machine_code(game, expand) is MachineCode.KEPT
    assert machine_code(game.variant({"length": 40}), expand) is MachineCode.KEPT  # it serves all variants


@pytest.mark.parametrize("fingerprint", ["123456789abc", None])
def test_a_kernel_for_other_rules_is_not_taken_for_one_of_these(
    fingerprint: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of rules without a fingerprint nothing is kept."""
    game = find("number-race")
    exploration.explore(game, lambda doing: None)
    backend.rule_kernels.clear()
    monkeypatch.setattr(backend, "rules_fingerprint", lambda code: fingerprint)
    assert machine_code(game, expand) is MachineCode.MISSING


@pytest.mark.parametrize("at_hand", MachineCode)
def test_the_nearer_it_is_at_hand_the_smaller_a_game_that_uses_it(
    at_hand: MachineCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headway.solver.machine_code", lambda game, kernel: at_hand)
    games = [find("cross-over").variant({"length": length}) for length in range(4, 300)]
    large = [game for game in games if is_large(game, expand)]
    assert large == [game for game in games if state_count(game) > SMALL[at_hand]]
    assert 0 < len(large) < len(games)


def test_a_kernel_is_for_states_of_one_shape_and_for_what_calls_it() -> None:
    """Numba compiles it for tuples of one length; what is compiled to be part of another kernel cannot be called."""
    game = find("capture-the-flag").variant({"length": 4})
    other = game.variant({"soldiers": 9})
    exploration.explore(game, lambda doing: None)
    assert machine_code(game, expand) is MachineCode.LOADED
    assert machine_code(other, expand) is not MachineCode.LOADED
    compiled_for(game, expand, is_inner=True)
    assert machine_code(game, expand) is MachineCode.LOADED
    backend.rule_kernels.clear()
    compiled_for(game, expand, is_inner=True)
    assert machine_code(game, expand) is not MachineCode.LOADED


def test_a_kernel_that_could_not_be_compiled_is_not_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("number-race")
    monkeypatch.setattr(backend, "rules_fingerprint", lambda code: "123456789abc")
    compiled_for(game, expand)
    assert machine_code(game, expand) is MachineCode.MISSING


def test_without_numba_no_game_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.find_spec", lambda name: None)
    assert not is_large(find("cross-over").variant({"length": 1000}), expand)
