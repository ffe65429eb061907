"""LU decomposition of a sparse matrix modulo a prime, and Dixon's lifting with it: all in whole numbers of 64 bits.

The prime is below 2**28, so a hundred products are added up before they have to be reduced.
"""

from typing import NamedTuple

from headway.solver.kernels.arrays import Ints

MOST_SUMS = 100
DONE, STOPPED = -1, -2


class System(NamedTuple):
    """Linear equations in whole numbers, numbered in the order of elimination.

    Row n says: `diagonal[n]` times x[n] is `right[n]` and, for each edge from `first[n]` to `first[n + 1] - 1`, its
    `weight` times x of `to`. The edges lead to nodes of the same block, or of earlier ones; block b has the nodes from
    `bounds[b]` to `bounds[b + 1] - 1`.
    """

    diagonal: Ints
    right: Ints
    first: Ints
    to: Ints
    weight: Ints
    bounds: Ints


class Factors(NamedTuple):
    """The factors of each diagonal block modulo a prime: a row has `upper` entries and, below the diagonal, `lower`.

    `kernels.fill` describes their pattern. The lower factor has ones on its diagonal, and `inverse` are those of the
    upper one's.
    """

    first: Ints
    to: Ints
    upper: Ints
    before_first: Ints
    before: Ints
    lower: Ints
    inverse: Ints


class Sweep(NamedTuple):
    """The factors as they are read for a solution: rows of the lower one, and columns of the upper one.

    Row n of the lower factor, and column n of the upper one, have the runs `first[n]` to `first[n + 1] - 1`. Run r has
    the entries `entry[r]` to `entry[r + 1] - 1`, at most `MOST_SUMS`, from `column[r]` on without a gap.
    """

    first: Ints
    entry: Ints
    column: Ints
    lower: Ints
    upper: Ints
    inverse: Ints


def factorise(blocks: int, system: System, factors: Factors, prime: int, work: Ints, stop: Ints) -> int:
    """Fill in the factors; returns `DONE`, or `STOPPED`, or the row of a pivot that the prime divides."""
    for block in range(blocks):
        begin, end = system.bounds[block], system.bounds[block + 1]
        for row in range(begin, end):
            if stop[0]:
                return STOPPED
            if not factorise_row(begin, row, system, factors, prime, work):
                return row
    return DONE


def factorise_row(begin: int, row: int, system: System, factors: Factors, prime: int, work: Ints) -> bool:
    """Find a row of both factors of a block that begins there; returns whether its pivot is not zero."""
    first, to, upper, before_first, before, lower, inverse = factors
    for entry in range(before_first[row], before_first[row + 1]):
        work[before[entry]] = 0
    for entry in range(first[row], first[row + 1]):
        work[to[entry]] = 0
    work[row] = system.diagonal[row] % prime
    for edge in range(system.first[row], system.first[row + 1]):
        if system.to[edge] >= begin:
            work[system.to[edge]] += prime - system.weight[edge] % prime
    sums = 0
    for entry in range(before_first[row], before_first[row + 1]):
        earlier = before[entry]
        multiplier = work[earlier] % prime * inverse[earlier] % prime
        lower[entry] = multiplier
        if multiplier == 0:
            continue
        negated = prime - multiplier
        for place in range(first[earlier], first[earlier + 1]):
            work[to[place]] += negated * upper[place]
        sums += 1
        if sums == MOST_SUMS:
            sums = 0
            for place in range(entry + 1, before_first[row + 1]):
                work[before[place]] %= prime
            work[row] %= prime
            for place in range(first[row], first[row + 1]):
                work[to[place]] %= prime
    pivot = work[row] % prime
    inverse[row] = power(pivot, prime - 2, prime)
    for entry in range(first[row], first[row + 1]):
        upper[entry] = work[to[entry]] % prime
    return pivot != 0


def transpose(count: int, factors: Factors, next_entry: Ints, columns: Ints) -> None:
    """Write the upper factor column by column, each entry where `lower` has the one that mirrors it."""
    for row in range(count):
        next_entry[row] = factors.before_first[row]
    for row in range(count):
        for entry in range(factors.first[row], factors.first[row + 1]):
            column = factors.to[entry]
            columns[next_entry[column]] = factors.upper[entry]
            next_entry[column] += 1


def lift(
    steps: int,
    blocks: int,
    count: int,
    system: System,
    sweep: Sweep,
    prime: int,
    residual: Ints,
    digits: Ints,
    values: Ints,
    stop: Ints,
) -> int:
    """Find more digits of the solution in base `prime`, the least first; returns for how many steps.

    `digits` receives one of each node for each step. `residual` begins as `right`; then it is what is left of it when
    the digits so far are taken away, divided by their base. `values` is working space.
    """
    for step in range(steps):
        if stop[0]:
            return step
        for block in range(blocks):
            solve_block(system.bounds[block], system.bounds[block + 1], system, sweep, prime, residual, values)
        for row in range(count):
            left = residual[row] - system.diagonal[row] * values[row]
            for edge in range(system.first[row], system.first[row + 1]):
                left += system.weight[edge] * values[system.to[edge]]
            residual[row] = left // prime  # without a remainder
            digits[step * count + row] = values[row]
    return steps


def solve_block(begin: int, end: int, system: System, sweep: Sweep, prime: int, residual: Ints, values: Ints) -> None:
    """Solve a block modulo the prime, with the values of earlier blocks."""
    for row in range(begin, end):
        left = residual[row] % prime
        for edge in range(system.first[row], system.first[row + 1]):
            if system.to[edge] < begin:
                left = (left + system.weight[edge] * values[system.to[edge]]) % prime
        for run in range(sweep.first[row], sweep.first[row + 1]):
            shift, total = sweep.column[run] - sweep.entry[run], 0
            for entry in range(sweep.entry[run], sweep.entry[run + 1]):
                total += sweep.lower[entry] * values[entry + shift]
            left -= total % prime
        values[row] = left % prime
    most = prime * prime
    for back in range(end - begin):
        row = end - 1 - back
        value = values[row] % prime * sweep.inverse[row] % prime
        values[row] = value
        negated = prime - value
        for run in range(sweep.first[row], sweep.first[row + 1]):
            shift = sweep.column[run] - sweep.entry[run]
            for entry in range(sweep.entry[run], sweep.entry[run + 1]):
                total = values[entry + shift] + sweep.upper[entry] * negated
                values[entry + shift] = total - most if total >= most else total


def power(number: int, exponent: int, prime: int) -> int:
    """A power modulo the prime."""
    found = 1
    while exponent:
        if exponent & 1:
            found = found * number % prime
        number = number * number % prime
        exponent >>= 1
    return found
