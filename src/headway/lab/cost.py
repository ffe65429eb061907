"""Estimates of the time and memory that a variant takes: they decide the order, and are told before any work."""

from typing import NamedTuple

from headway.errors import BadRules
from headway.game import Game
from headway.lab.variant_list import MOST_LOOKED_AT, Variant, Variants, leads_on_average, some_of, without_leads
from headway.phrases import count
from headway.solver.backend import available_cores
from headway.solver.memory import free_memory
from headway.solver.size import state_count
from headway.time_left import rounded_time

SECONDS = 0.01
"""What any variant takes."""
SECONDS_PER_WORK, GROWTH = 0.000_000_02, 1.42
"""Measured for games with loops: what a variant takes grows faster than its states times its moves."""
SHARE_OF_ONE = 0.1
"""What one pair of chances takes of that, at most."""
LEAST_BYTES, BYTES_PER_STATE, BYTES_PER_MOVE = 4, 250, 30
MOST_VARIANTS = 1_000_000
MOST_SECONDS = 1e8
"""A sweep that would take one core three years is refused."""


def seconds_of(game: Game, memory: int) -> float:
    """About how many seconds a variant takes on one core; one that surely does not fit the memory is soon refused."""
    states = state_count(game)
    if LEAST_BYTES * states > memory:
        return SECONDS
    return float(SECONDS + SECONDS_PER_WORK * (states * len(game.all_moves)) ** GROWTH)


def seconds_of_one(variant: Variant, memory: int) -> float:
    """About how many seconds a variant takes on one core, whether all or one thing is asked about it."""
    if variant.refused is not None:
        return 0.0
    return seconds_of(variant.game, memory) * (1 if variant.rate is None else SHARE_OF_ONE)


def bytes_of(game: Game) -> int:
    """About how many bytes a variant takes at most."""
    return state_count(game) * (BYTES_PER_STATE + BYTES_PER_MOVE * len(game.all_moves))


class Cost(NamedTuple):
    """What some variants cost: about how many seconds on one core, and how many of them the game refuses.

    Both are known by some of the variants unless `is_counted`.
    """

    seconds: float
    refused: int
    is_counted: bool


def cost_of(variants: Variants) -> Cost:
    """About what all variants cost."""
    some = some_of(variants)
    memory, times = free_memory(), len(variants) / len(some)
    refused = sum(variant.refused is not None for variant in some)
    seconds = sum(seconds_of_one(variant, memory) for variant in some)
    return Cost(times * seconds, round(times * refused), len(some) == len(variants))


def refuse_too_many(variants: Variants) -> None:
    """Refuse a sweep of more variants than are looked at one by one, or of more work than is worth waiting for."""
    others = without_leads(variants)
    if others is not None and len(others) * max(1, variants.boards) > MOST_LOOKED_AT:
        _refuse_too_many_leads(variants, others)
    seconds = cost_of(variants).seconds
    if len(variants) > MOST_VARIANTS or seconds > MOST_SECONDS:
        raise _too_many(f"{len(variants):,}", seconds)


def _refuse_too_many_leads(variants: Variants, others: Variants) -> None:
    """The same before all head starts are known: they are found for some combinations of the other rules."""
    boards = max(1, variants.boards)
    if len(others) * boards > MOST_VARIANTS:  # one head start for each is enough
        raise _too_many(f"more than {len(others) * boards:,}", boards * cost_of(others).seconds)
    leads = leads_on_average(variants, others)
    many = round(leads * len(others)) * boards
    if many > MOST_VARIANTS:
        raise _too_many(f"about {many:,}", leads * boards * cost_of(others).seconds)


def _too_many(many: str, seconds: float) -> BadRules:
    cores = available_cores()
    return BadRules(
        f"These are {many} variants, which would take about {rounded_time(seconds / cores)} on "
        f"{count(cores, 'core')}; a sweep has at most {MOST_VARIANTS:,}, and fewer where they are large."
    )
