"""Which games count as large, and are explored in machine code."""

import pytest

from headway.solver.backend import MachineCode


def large_from(monkeypatch: pytest.MonkeyPatch, states: int) -> None:
    """From now on games with more states are large, whether their machine code is at hand or not."""
    monkeypatch.setattr("headway.solver.LARGE", dict.fromkeys(MachineCode, states))
