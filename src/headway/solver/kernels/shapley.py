"""Shapley's value iteration: each node gets the value of its matrix game, until the values of a component are steady.

Endless play counts one half, so iteration starts there: after n sweeps a value is that of the game which is stopped,
with the value one half, after n more moves.
"""

from headway.solver.kernels.arrays import Floats
from headway.solver.kernels.convergence import is_check, is_too_slow
from headway.solver.kernels.form import Components, Form, Solved, Space, has_choice
from headway.solver.kernels.matrix_game import solve_matrix
from headway.tolerances import LOWERED, ROUNDING

MOST_SWEEPS = 2_000


def iterate(
    form: Form,
    parts: Components,
    begin: int,
    end: int,
    is_loop: bool,
    solved: Solved,
    space: Space,
    steady: float,
    most_sweeps: int,
) -> bool:
    """Sweep over a component until no value changes by more than `steady`, or rounding keeps the values moving.

    It makes at most `most_sweeps`, and ends early where far more would be needed. One sweep is enough for a node that
    is not in a loop. Returns whether the values may be near the truth: not where they change too slowly, and still by
    more than rounding.
    """
    for member in range(begin, end):
        solved.values[parts.order[member]] = 0.5
    before, earlier, is_last, is_near = 1.0, 0.0, not is_loop, True
    for sweep in range(most_sweeps + 2):
        changed = 0.0
        for member in range(begin, end):
            changed = max(changed, update(form, parts.order[member], sweep, is_last, solved, space))
        if is_last or space.stop[0]:
            break
        is_last = changed <= steady or (changed < 1000 * steady and changed >= before) or sweep == most_sweeps
        if is_check(sweep):
            if not is_last and is_too_slow(sweep, most_sweeps, changed, earlier, steady):
                is_last, is_near = True, changed <= ROUNDING
            earlier = changed
        before = changed
    return is_near


def update(form: Form, at: int, sweep: int, is_last: bool, solved: Solved, space: Space) -> float:
    """Update the value and the odds of a node that is not an end; returns by how much the value changed.

    The first sweep chooses odds, the others keep them unless they find better ones.
    """
    old = solved.values[at]
    if not has_choice(form, at):
        new = mean_value(form, at, solved.values)
    elif form.rows[at] == 1 or form.columns[at] == 1:
        new = choose(form, at, sweep == 0, is_last, solved)
    else:
        new = mix(form, at, sweep == 0, solved, space)
    solved.values[at] = new
    return abs(new - old)


def mean_value(form: Form, at: int, values: Floats) -> float:
    """The mean value of the outcomes of a node without a choice."""
    mean = 0.0
    for outcome in range(form.first[at], form.first[at + 1]):
        mean += form.share[outcome] * values[form.to[outcome]]
    return min(mean, 1.0)  # rounding may lead beyond


def choose(form: Form, at: int, is_first: bool, is_last: bool, solved: Solved) -> float:
    """The best value that a side can choose which alone has a choice; it may change the move that it chooses."""
    values, odds, begin = solved.values, solved.odds, form.first[at]
    is_p1 = form.columns[at] == 1
    sign = 1.0 if is_p1 else -1.0
    best, new = 0, values[form.to[begin]]
    for choice in range(1, form.first[at + 1] - begin):
        value = values[form.to[begin + choice]]
        if sign * value > sign * new:
            best, new = choice, value
    # a winning side must make progress: it keeps the move that last improved its value, while that is a best one
    is_better = sign * (new - values[at]) > 0
    if is_first or is_better or (is_last and is_change(form, at, sign, new, values, odds)):
        own, middle = form.first_odds[at], form.first_odds[at] + form.rows[at]
        for place in range(own, middle + form.columns[at]):
            odds[place] = 0.0
        odds[own + best if is_p1 else own] = 1.0
        odds[middle if is_p1 else middle + best] = 1.0
    return new


def mix(form: Form, at: int, is_first: bool, solved: Solved, space: Space) -> float:
    """The value of the matrix game at a node where both sides choose; the odds of both are those that attain it."""
    rows, columns, own = form.rows[at], form.columns[at], form.first_odds[at]
    for cell in range(rows * columns):
        space.entries[cell] = solved.values[form.to[form.first[at] + cell]]
    new = solve_matrix(space.entries, rows, columns, space.rows, space.columns, space.work, space.marks)
    # progress here too: once the values are final all entries may be equal, and any odds would look optimal
    if is_first or new != solved.values[at]:
        for row in range(rows):
            solved.odds[own + row] = space.rows[row]
        for column in range(columns):
            solved.odds[own + rows + column] = space.columns[column]
    return new


def is_change(form: Form, at: int, sign: float, best: float, values: Floats, odds: Floats) -> bool:
    """Must a side that alone has a choice change its move: because it does not win, or the move is not a best one?"""
    if sign * (best - 0.5) <= 0.0:
        return True
    is_p1, own = form.columns[at] == 1, form.first_odds[at]
    for choice in range(form.first[at + 1] - form.first[at]):
        if odds[own + (choice if is_p1 else 1 + choice)] > 0.0:
            return sign * (best - values[form.to[form.first[at] + choice]]) > LOWERED
    return True
