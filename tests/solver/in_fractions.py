"""The best response to given odds, in exact fractions: of all that the program does, only the rules are used.

Where the odds of one side are fixed, the other has a Markov decision process. Where it can go round for ever, which
counts one half, its states are made one, with the half as one more choice. Then whatever it does, play ends, and the
choices that no single change improves are best.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from headway.game import Game, State
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import Solution
from tests.policies.brute_force import WORTH, solved

Odds = Callable[[State], Mapping[int, Fraction | float]]
"""For what a side sees where it is to move, the probability of each of its moves."""
Row = dict[State, Fraction]
"""Where a choice leads, with probabilities."""
Process = dict[State, list[Row]]
"""For each state the choices of the side that responds, a single one where it has none; at an end there are none."""
ENDLESS: State = ()
"""In place of a state, where play goes round for ever."""


def proven_odds(solution: Solution) -> Odds:
    """The odds of a solution, exactly as it has them, but for a sum that is 1."""

    def odds(seen: State) -> Mapping[int, Fraction]:
        if solution.strategies is None:
            return {solution.best(seen)[0]: Fraction(1)}
        found = solution.odds(seen) if solution.is_guess(seen) else solution.proven_odds(seen)
        assert found is not None
        shares = {move: Fraction(share) for move, share in found.items()}
        return {move: share / sum(shares.values()) for move, share in shares.items() if share}

    return odds


def errors(solution: Solution) -> dict[State, Fraction]:
    """By how much each value differs from what either side gets against its best response, at the most."""
    game, odds = solution.game, proven_odds(solution)
    floor, ceiling = best_response(game, odds, P2), best_response(game, odds, P1)
    values = {state: Fraction(solution.value(state)) for state in floor}
    return {state: max(ceiling[state] - value, value - floor[state]) for state, value in values.items()}


def best_response(game: Game, odds: Odds, seat: int) -> dict[State, Fraction]:
    """The chance of P1 from each state but the answers to secrets, where `seat` responds to the odds of the other."""
    process, ends = _process(game, odds, seat)
    joined = {state: loop for loop in _loops(process) for state in loop}
    name = {state: next(iter(joined.get(state, [state]))) for state in process}
    choices: Process = {}
    for state, rows in process.items():
        loop = joined.get(state, frozenset([state]))
        kept = [row for row in rows if not loop.issuperset(row)] if state in joined else rows
        choices.setdefault(name[state], []).extend(_renamed(row, name) for row in kept)
    for state in {name[state] for state in joined}:
        choices[state].append({ENDLESS: Fraction(1)})
    values = _improved(choices, {**ends, ENDLESS: Fraction(1, 2)}, seat)
    return {state: values[name[state]] for state in process}


def _process(game: Game, odds: Odds, seat: int) -> tuple[Process, dict[State, Fraction]]:
    """The process of all states but the answers to secrets, and what the ends are worth."""
    states = game.reachable()
    answers = {
        game.play_unchecked(state, move)
        for state in states
        if game.actor(state) in (P1, P2) and game.secret(state)
        for move in game.moves_at(state)
    }
    process = {state: _choices(game, odds, seat, state) for state in states if state not in answers}
    return process, {state: WORTH[game.winner(state)] for state in process if game.actor(state) == OVER}


def _choices(game: Game, odds: Odds, seat: int, state: State) -> list[Row]:
    actor, moves = game.actor(state), game.moves_at(state)
    after = {move: game.play_unchecked(state, move) for move in moves}
    if actor == OVER:
        return []
    if actor == CHANCE:
        weights = {move: Fraction(game.weight(state, move)) for move in moves}
        return [_row((after[move], weight / sum(weights.values())) for move, weight in weights.items())]
    if not game.secret(state):
        if actor == seat:
            return [{after[move]: Fraction(1)} for move in moves]
        return [_row((after[move], share) for move, share in odds(state).items())]
    if actor == seat:
        guesses = odds(game.view(after[moves[0]], 1 - actor))
        return [
            _row((game.play_unchecked(after[move], guess), share) for guess, share in guesses.items()) for move in moves
        ]
    chosen = odds(state)
    answers = game.moves_at(after[moves[0]])
    return [
        _row((game.play_unchecked(after[move], guess), share) for move, share in chosen.items()) for guess in answers
    ]


def _row(shares: Iterable[tuple[State, Fraction | float]]) -> Row:
    row: Row = {}
    for state, share in shares:
        if share:
            row[state] = row.get(state, Fraction(0)) + Fraction(share)
    return row


def _renamed(row: Row, name: dict[State, State]) -> Row:
    return _row((name[state], share) for state, share in row.items())


def _loops(process: Process) -> list[frozenset[State]]:
    """The largest sets of states in which the responding side can stay for ever, from each to each other."""
    found, waiting = [], [{state for state, rows in process.items() if rows}]
    while waiting:
        inside = waiting.pop()
        kept = set(inside)
        while leaving := {state for state in kept if not any(kept.issuperset(row) for row in process[state])}:
            kept -= leaving
        parts = _connected(process, kept)
        if len(parts) == 1 and parts[0] == inside:
            found.append(frozenset(inside))
        else:
            waiting += parts
    return found


def _connected(process: Process, inside: set[State]) -> list[set[State]]:
    """The states, in sets from each of which each other is reached by choices that stay inside."""
    after = {state: {to for row in process[state] if inside.issuperset(row) for to in row} for state in inside}
    before: dict[State, set[State]] = {state: set() for state in inside}
    for state, targets in after.items():
        for to in targets:
            before[to].add(state)
    left, parts = set(inside), []
    while left:
        state = next(iter(left))
        part = _reached(state, after) & _reached(state, before)
        parts.append(part)
        left -= part
    return parts


def _reached(state: State, edges: dict[State, set[State]]) -> set[State]:
    seen, waiting = {state}, [state]
    while waiting:
        new = edges[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen


def _improved(choices: Process, known: dict[State, Fraction], seat: int) -> dict[State, Fraction]:
    """The values of the best choices: one after the other is changed, until no change improves (Howard)."""
    sign = 1 if seat == P1 else -1
    plan = {state: rows[0] for state, rows in choices.items() if rows}
    while True:
        values = solved(plan, known, Fraction(0))
        worth = {
            state: [
                sign * sum((share * values[to] for to, share in row.items()), Fraction(0)) for row in choices[state]
            ]
            for state in plan
        }
        better = {
            state: choices[state][worths.index(max(worths))]
            for state, worths in worth.items()
            if max(worths) > sign * values[state]
        }
        if not better:
            return values
        plan |= better
