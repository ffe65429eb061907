"""Waiting for what must happen, however busy the machine is."""

import time
from collections.abc import Callable

PATIENCE = 300
"""Seconds after which a test gives up. Only a test that fails waits this long."""


def wait_until(happened: Callable[[], object]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)
