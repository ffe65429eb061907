"""How long play stays in a component at most, on average, if one side keeps to its odds: found by iteration."""

from headway.solver.kernels.convergence import is_check, is_too_slow
from headway.solver.kernels.process import OUTSIDE, Process, chance, replies, target, ways

MOST_ROUNDS = 10_000
NEARLY, ENOUGH = 0.05, 1.2
"""Iteration ends when a round adds less than this. Then the durations are enough for every reply if they are scaled."""


def find_durations(process: Process) -> bool:
    """Write to `space.best` a number h for each node of a component, by its place among them.

    It is at least one more than the mean of h after any reply, by a wide margin; outside the component h is 0.
    Returns whether such numbers were found. The component must be left for certain, whatever the other side replies,
    and its nodes must be labelled.
    """
    order, best, begin, end = process.parts.order, process.space.best, process.begin, process.end
    for member in range(begin, end):
        process.space.local[order[member]] = member - begin
        best[member - begin] = 0.0
    earlier = 0.0
    for round_number in range(MOST_ROUNDS):
        if process.space.stop[0]:
            return False
        added = lengthen(process)
        if added <= NEARLY:
            for place in range(end - begin):
                best[place] *= ENOUGH
            return True
        if is_check(round_number):
            if is_too_slow(round_number, MOST_ROUNDS, added, earlier, NEARLY):
                return False
            earlier = added
    return False


def lengthen(process: Process) -> float:
    """Make each duration one more than the longest mean after a reply; returns the most that was added."""
    best, added = process.space.best, 0.0
    for member in range(process.begin, process.end):
        at, longest = process.parts.order[member], 0.0
        for reply in range(replies(process, at)):
            longest = max(longest, mean_duration(process, at, reply))
        place = member - process.begin
        added = max(added, 1.0 + longest - best[place])
        best[place] = 1.0 + longest
    return added


def mean_duration(process: Process, at: int, reply: int) -> float:
    """The mean duration after a reply."""
    reached, mean = ways(process, at, reply), 0.0
    for number in range(reached.outcomes):
        to = target(process, reached, number)
        if process.space.label[to] != OUTSIDE:
            mean += chance(process, reached, number) * process.space.best[process.space.local[to]]
    return mean
