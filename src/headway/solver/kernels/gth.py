"""GTH elimination on arrays: states of a Markov chain are removed one after the other, without any subtraction.

The numbers are floats, or interpreted fractions or decimals: nothing here is a float by itself. `Any` stands for these.
"""

from typing import Any, NamedTuple

from headway.solver.kernels.arrays import Ints

TOO_RARE, STOPPED = -1, -2


class Chain(NamedTuple):
    """A Markov chain whose states are numbered in the order in which they are removed.

    State n leads to `to[first[n]]` up to `to[first[n + 1] - 1]`, none of which is n, with the probabilities in `share`.
    What is missing to 1 is what it leads to itself, and `leaves`; `rewards` is the mean reward of a transition.
    """

    first: Ints
    to: Ints
    share: Any
    leaves: Any
    rewards: Any


class Factor(NamedTuple):
    """What is left of each state when it is removed: where it leads later on, and whether the chain can leave from it.

    There must be room for all of it.
    """

    first: Ints
    to: Ints
    share: Any
    can_leave: Ints


class Work(NamedTuple):
    """Working space: for each state its share and whether it has one, zero before and after, and two lists.

    Once `stop[0]` is set, elimination is given up.
    """

    share: Any
    is_marked: Ints
    earlier: Ints
    later: Ints
    stop: Ints


def eliminate(count: int, chain: Chain, factor: Factor, work: Work, endless: Any, least: Any) -> int:
    """Find the expected sum of rewards from each state on, in `chain.rewards`; `leaves` is consumed.

    `endless` is what it is in states from which the chain never leaves. Returns how many numbers `factor` holds, or
    `TOO_RARE` where a state moves on with a probability below `least`, or `STOPPED`.
    """
    used = 0
    for state in range(count):
        if work.stop[0]:
            return STOPPED
        factor.first[state] = used
        later = pass_removed(state, chain, factor, work)
        if later == 0 and not factor.can_leave[state]:
            chain.leaves[state] += 1
            chain.rewards[state] = endless
            factor.can_leave[state] = 1  # to endless play
        else:
            moves_on = chain.leaves[state]
            for place in range(later):
                moves_on += work.share[work.later[place]]
            if moves_on < least:
                return TOO_RARE
            chain.leaves[state] /= moves_on
            chain.rewards[state] /= moves_on
            used = remove(later, moves_on, factor, work, used)
        factor.first[state + 1] = used
    substitute_back(count, chain, factor)
    return used


def pass_removed(state: int, chain: Chain, factor: Factor, work: Work) -> int:
    """Replace the removed states to which a state leads by where these lead, the first one first.

    Writes down what the state then leaves with, and its reward. Where else it leads is in `work.later`, with its shares
    in `work.share`; returns how many states that is.
    """
    leaves, reward = chain.leaves[state], chain.rewards[state]
    earlier, later, can_leave = 0, 0, 1 if leaves > 0 else 0
    for edge in range(chain.first[state], chain.first[state + 1]):
        earlier, later = add_share(chain.to[edge], chain.share[edge], state, work, earlier, later)
    while earlier:
        removed = pop(work.earlier, earlier)
        earlier -= 1
        share = work.share[removed]
        work.share[removed] = share - share
        work.is_marked[removed] = 0
        can_leave = max(can_leave, factor.can_leave[removed])
        leaves += share * chain.leaves[removed]
        reward += share * chain.rewards[removed]
        for place in range(factor.first[removed], factor.first[removed + 1]):
            if factor.to[place] != state:
                more = share * factor.share[place]
                earlier, later = add_share(factor.to[place], more, state, work, earlier, later)
    chain.leaves[state], chain.rewards[state] = leaves, reward
    factor.can_leave[state] = can_leave
    return later


def add_share(to: int, share: Any, state: int, work: Work, earlier: int, later: int) -> tuple[int, int]:
    """Add the share with which a state leads to another; returns how many removed and how many other ones there are."""
    work.share[to] += share
    if not work.is_marked[to]:
        work.is_marked[to] = 1
        if to < state:
            push(work.earlier, earlier, to)
            earlier += 1
        else:
            work.later[later] = to
            later += 1
    return earlier, later


def remove(later: int, moves_on: Any, factor: Factor, work: Work, used: int) -> int:
    """Keep where a state leads when it is removed, in shares of all that moves on; returns how much is kept then."""
    for place in range(later):
        to = work.later[place]
        factor.to[used] = to
        factor.share[used] = work.share[to] / moves_on
        used += 1
        work.share[to] -= work.share[to]
        work.is_marked[to] = 0
    return used


def substitute_back(count: int, chain: Chain, factor: Factor) -> None:
    """Add to the rewards of each state those of the states that follow it, the last state first."""
    for place in range(count):
        state = count - 1 - place
        for edge in range(factor.first[state], factor.first[state + 1]):
            chain.rewards[state] += factor.share[edge] * chain.rewards[factor.to[edge]]


def push(heap: Ints, size: int, number: int) -> None:
    """Add a number to a binary heap of this size: the least is first."""
    at = size
    while at > 0 and heap[(at - 1) // 2] > number:
        heap[at] = heap[(at - 1) // 2]
        at = (at - 1) // 2
    heap[at] = number


def pop(heap: Ints, size: int) -> int:
    """Remove the least number from a binary heap of this size."""
    least, last, at = heap[0], heap[size - 1], 0
    while 2 * at + 1 < size - 1:
        child = 2 * at + 1
        if child + 1 < size - 1 and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= last:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = last
    return least
