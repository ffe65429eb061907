"""Estimates of convergence: whether an iteration is worth continuing."""

from math import log

FIRST_CHECK = 128
PATIENCE = 4
"""Iteration that seems to need this many times as many sweeps as it may make is given up."""


def is_check(sweep: int) -> bool:
    """Is this one of the sweeps after which progress is looked at? It is looked at whenever their number doubles."""
    return sweep >= FIRST_CHECK and sweep & (sweep - 1) == 0


def is_too_slow(sweep: int, most: int, changed: float, earlier: float, steady: float) -> bool:
    """Would iteration take far more than `most` sweeps, if the changes go on shrinking as in the last half of them?

    `changed` is the largest change of the last sweep, `earlier` that at the check before. While the changes do not
    shrink, something is still spreading, and nothing can be said.
    """
    if not 0.0 < changed < earlier:
        return False
    return 0.5 * sweep * log(changed / steady) > PATIENCE * most * log(earlier / changed)
