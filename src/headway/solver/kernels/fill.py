"""The fill-in of Gaussian elimination of a sparse matrix, and a minimum-degree order that keeps it small.

The pattern of the matrix is a graph, as if each way led back as well. To eliminate a node is to join all of its
neighbours; the next is always one with few neighbours. The neighbours of each node are bits in a row of words, so that
two rows are joined a word at a time.
"""

from headway.solver.kernels.arrays import Ints
from headway.solver.kernels.gth import pop, push

BITS = 62
"""The bits of a word: it is a positive number in 64 bits."""
STOPPED = -1


def words_for(count: int) -> int:
    """How many words a row takes."""
    return (count + BITS - 1) // BITS


def order_by_degree(count: int, first: Ints, to: Ints, rows: Ints, heap: Ints, order: Ints, stop: Ints) -> int:
    """Write to `order` in which order the nodes are eliminated; returns how many entries are above the diagonal.

    Node n leads to `to[first[n]]` up to `to[first[n + 1] - 1]`. `rows` are zeros, `words_for(count)` for each node, and
    receive the neighbours that each node has when it is eliminated. `heap` is working space. Once `stop[0]` is set, it
    is given up, and `STOPPED` returned.
    """
    words = words_for(count)
    for at in range(count):
        for edge in range(first[at], first[at + 1]):
            set_bit(rows, words, at, to[edge])
            set_bit(rows, words, to[edge], at)
    waiting, entries = 0, 0
    for at in range(count):
        push(heap, waiting, degree(rows, words, at) * count + at)
        waiting += 1
    for place in range(count):
        if stop[0]:
            return STOPPED
        while True:  # degrees in the heap may be old: that of the first is counted again
            at = heap[0] % count
            pop(heap, waiting)
            waiting -= 1
            neighbours = degree(rows, words, at)
            if waiting == 0 or neighbours * count + at <= heap[0]:
                break
            push(heap, waiting, neighbours * count + at)
            waiting += 1
        order[place] = at
        entries += neighbours
        for word in range(words):
            bits = rows[at * words + word]
            if bits:
                for bit in range(BITS):
                    if (bits >> bit) & 1:
                        join(rows, words, at, word * BITS + bit)
    return entries


def order_by_subtree(count: int, rows: Ints, order: Ints, place: Ints, parent: Ints, size: Ints, free: Ints) -> None:
    """Change the order so that each subtree of the elimination tree is in one run, which fills no more entries.

    The parent of a node is the first of its neighbours that is eliminated later. Columns of the factors then have long
    runs. The other arrays are working space.
    """
    for at in range(count):
        place[order[at]] = at
        size[at] = 1
        parent[at] = count
    for at in range(count):
        for word in range(words_for(count)):
            bits = rows[order[at] * words_for(count) + word]
            if bits:
                for bit in range(BITS):
                    if (bits >> bit) & 1:
                        parent[at] = min(parent[at], place[word * BITS + bit])
    for at in range(count):
        if parent[at] < count:
            size[parent[at]] += size[at]
    left = count - 1
    for back in range(count):  # a subtree ends with its root; those of its children come before
        at = count - 1 - back
        if parent[at] < count:
            end = free[parent[at]]
            free[parent[at]] -= size[at]
        else:
            end = left
            left -= size[at]
        free[at] = end - 1
        place[order[at]] = end
    for at in range(count):
        order[place[at]] = at  # `order` is no longer needed: a node is where its place is


def join(rows: Ints, words: int, gone: int, near: int) -> None:
    """Make the neighbours of an eliminated node those of one of them."""
    for word in range(words):
        rows[near * words + word] |= rows[gone * words + word]
    rows[near * words + near // BITS] &= ~(1 << (near % BITS))
    rows[near * words + gone // BITS] &= ~(1 << (gone % BITS))


def set_bit(rows: Ints, words: int, at: int, neighbour: int) -> None:
    """Make a node a neighbour, but not of itself."""
    if at != neighbour:
        rows[at * words + neighbour // BITS] |= 1 << (neighbour % BITS)


def degree(rows: Ints, words: int, at: int) -> int:
    """How many neighbours a node has."""
    total = 0
    for place in range(at * words, (at + 1) * words):
        bits = rows[place]
        bits = bits - ((bits >> 1) & 0x5555555555555555)
        bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
        bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
        bits = bits + (bits >> 8)
        bits = bits + (bits >> 16)
        bits = bits + (bits >> 32)
        total += bits & 0x7F
    return total


def write_pattern(
    count: int, rows: Ints, order: Ints, place: Ints, first: Ints, to: Ints, before_first: Ints, before: Ints
) -> None:
    """Write down the pattern of both factors, with the nodes numbered by their places in the order.

    Above the diagonal, row n has the entries `to[first[n]]` up to `to[first[n + 1] - 1]`; below it `before` likewise.
    Both are in rising order. `place` is working space, and `first` and `before_first` are zeros.
    """
    words = words_for(count)
    for at in range(count):
        place[order[at]] = at
    for at in range(count):
        begin = order[at] * words
        first[at + 1] = first[at] + degree(rows, words, order[at])
        for word in range(words):
            if rows[begin + word]:
                for bit in range(BITS):
                    if (rows[begin + word] >> bit) & 1:
                        before_first[place[word * BITS + bit] + 1] += 1
    for at in range(count):
        before_first[at + 1] += before_first[at]
    # the beginnings of rows are moved on by what is written, and then back
    for at in range(count):
        begin = order[at] * words
        for word in range(words):
            if rows[begin + word]:
                for bit in range(BITS):
                    if (rows[begin + word] >> bit) & 1:
                        later = place[word * BITS + bit]
                        before[before_first[later]] = at
                        before_first[later] += 1
    move_back(before_first, count)
    for at in range(count):
        for entry in range(before_first[at], before_first[at + 1]):
            to[first[before[entry]]] = at
            first[before[entry]] += 1
    move_back(first, count)


def move_back(first: Ints, count: int) -> None:
    """Make the ends of rows their beginnings again."""
    for at in range(count, 0, -1):
        first[at] = first[at - 1]
    first[0] = 0
