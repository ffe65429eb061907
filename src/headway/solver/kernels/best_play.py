"""Best play on the nodes of a normal form, by their values: equal odds for all best moves, and what is at stake."""

from headway.rulekit import P1
from headway.solver.kernels.arrays import Floats, Ints
from headway.solver.kernels.form import Form, has_choice


def set_best_odds(
    count: int, form: Form, values: Floats, plies: Ints, is_mixed: Ints, odds: Floats, rounding: float
) -> None:
    """Give the best moves of each node equal odds, as `Solution.best` has them; what is mixed keeps its odds.

    `plies` are those to the end, below 0 where it never comes, or 0 for all where chance decides. A side that loses
    takes the longest way; one that wins, or draws, the shortest, and rather a way that ends than one that does not.
    """
    for at in range(count):
        if not has_choice(form, at) or is_mixed[at]:
            continue
        begin, end = form.first[at], form.first[at + 1]
        sign = 1.0 if form.rows[at] > 1 else -1.0
        most = values[form.to[begin]]
        for outcome in range(begin, end):
            value = values[form.to[outcome]]
            if sign * value > sign * most:
                most = value
        is_lost = sign * (2.0 * most - 1.0) < 0.0
        wanted, found = -1, 0
        for outcome in range(begin, end):
            to = form.to[outcome]
            if is_same(values[to], most, rounding):
                delay = max(plies[to], -1)
                is_sooner = delay >= 0 and (wanted < 0 or delay < wanted)
                if found == 0 or (delay > wanted if is_lost else is_sooner):
                    wanted, found = delay, 1
                elif delay == wanted:
                    found += 1
        first, rows, columns = form.first_odds[at], form.rows[at], form.columns[at]
        for place in range(first, first + rows + columns):
            odds[place] = 1.0
        own = first if rows > 1 else first + rows
        for outcome in range(begin, end):
            to = form.to[outcome]
            is_best = is_same(values[to], most, rounding) and max(plies[to], -1) == wanted
            odds[own + outcome - begin] = 1.0 / found if is_best else 0.0


def is_same(one: float, other: float, rounding: float) -> bool:
    """Are two values the same but for rounding? A certain win is not the same as an almost certain one."""
    return abs(one - other) <= rounding and (one == 0.0 or one == 1.0) == (other == 0.0 or other == 1.0)


def count_stakes(count: int, form: Form, values: Floats, odds: Floats, least: float, counts: Ints) -> None:
    """Add to `counts` the choices of a side, and those of them in which a move loses more than `least` of the value."""
    for at in range(count):
        if not has_choice(form, at):
            continue
        rows, columns = form.rows[at], form.columns[at]
        for seat in range(2):
            if (rows if seat == P1 else columns) > 1:
                counts[0] += 1
                if stake(form, values, odds, at, seat) > least:
                    counts[1] += 1


def stake(form: Form, values: Floats, odds: Floats, at: int, seat: int) -> float:
    """The difference between the best and the worst choice of a side, if the other side keeps to its odds."""
    rows, columns, begin, own = form.rows[at], form.columns[at], form.first[at], form.first_odds[at]
    low, high = 2.0, -1.0
    for choice in range(rows if seat == P1 else columns):
        mean = 0.0
        for reply in range(columns if seat == P1 else rows):
            row, column = (choice, reply) if seat == P1 else (reply, choice)
            share = odds[own + rows + column] if seat == P1 else odds[own + row]
            mean += share * values[form.to[begin + row * columns + column]]
        low, high = min(low, mean), max(high, mean)
    return high - low
