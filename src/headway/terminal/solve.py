"""`headway solve`: who wins a game under best play, with the proof."""

import json
import time

import click

from headway.game import State
from headway.phrases import both, either, percent, player, within
from headway.rulekit import CHANCE, P1
from headway.solver import Solution, value_for
from headway.solver.solution import DRAWN, ENDLESS, is_certain, is_same_chance
from headway.table.outcome import Actor
from headway.terminal.options import FIRST, JSON, SEAT_NAMES, rule_options, variant
from headway.terminal.output import progress_line, show, wrapped
from headway.tolerances import PROVEN


@click.command()
@click.argument("game")
@rule_options
@FIRST
@JSON
def solve(game: str, rules: tuple[str, ...], board: str | None, first: str, as_json: bool) -> None:
    """Solve GAME: who wins under best play, with a proof."""
    from headway.solver.cache import solved

    chosen = variant(game, rules, board)
    began = time.perf_counter()
    with progress_line() as progress:
        solution = solved(chosen, progress)
    seconds = time.perf_counter() - began
    seat = SEAT_NAMES[first]
    start = chosen.start(seat)
    answer = {
        "game": chosen.name,
        "rules": chosen.settings,
        "first": Actor(seat).name,
        "states": solution.states,
        "value": value_for(P1, solution.value(start)),
        "verdict": solution.verdict(start),
        "plies": solution.plies(start),
        "gap": solution.certificate.gap,
        "seconds": round(seconds, 6),
    }
    if as_json:
        click.echo(json.dumps(answer))
        return
    show(wrapped(in_words(solution, seat)))
    rules_text = " ".join(f"{rule.name}={rule.text(getattr(chosen.rules, rule.name))}" for rule in chosen.rule_list)
    rows = {
        "rules": f"{rules_text}, {player(seat)} first",
        "value": value_text(solution, start),
        "states": f"{solution.states:,}",
        "certificate": f"{solution.certificate.proof}: gap {solution.certificate.gap:.1e}",
        "seconds": f"{seconds:.3f}",
    }
    show("\n" + "\n".join(f"{name:12} {text}" for name, text in rows.items()))


def value_text(solution: Solution, state: State) -> str:
    """The value of a state in words."""
    value = value_for(P1, solution.value(state))
    if solution.verdict(state) == ENDLESS:
        return f"endless, which counts as {value:.6f}"
    if solution.verdict(state) == DRAWN:
        return f"a draw, which counts as {value:.6f}"
    even = ": even" if abs(value - 0.5) < PROVEN else ""
    number = f"{value:.6f}"
    if not is_certain(value) and is_certain(float(number)):
        number = "less than 0.000001" if value < 0.5 else "more than 0.999999"
    return f"{number}, the chance that {player(P1)} wins{even}"


def in_words(solution: Solution, first: int) -> str:
    """Who wins a game under best play, and with which first moves."""
    game, start, opener = solution.game, solution.game.start(first), player(first)
    verdict = solution.verdict(start)
    if game.actor(start) == CHANCE:  # no one opens
        won = percent(value_for(first, solution.value(start)), ".3f")
        return f"{opener} wins {won} of the games under best play; chance begins."
    worths = solution.worths(start)
    by_value: dict[float, list[str]] = {}
    for worth in worths:
        value = value_for(first, worth.value)
        alike = next((known for known in by_value if is_same_chance(known, value)), value)
        by_value.setdefault(alike, []).append(game.token(worth.move))
    best = max(by_value)
    kept, lost = by_value.pop(best), by_value
    if verdict == Actor(first).name:
        how = f"by opening with {either(kept)}" if lost else "whatever the opening"
        text = f"{opener} wins {how}{_length(solution, start)}"
    elif verdict == Actor(1 - first).name:
        return f"{player(1 - first)} wins, whatever {opener} opens with{_length(solution, start)}."
    elif verdict == ENDLESS:
        text = f"Under best play the game never ends: {both(kept)} {'keeps' if len(kept) == 1 else 'keep'} it endless"
    elif verdict == DRAWN:
        how = f"opening with {either(kept)}" if lost else "whatever the opening"
        text = f"The game is a draw under best play, {how}{_length(solution, start)}"
    elif len(worths) == 1:
        return f"{opener} wins {percent(best, '.3f')} of the games. There is nothing to decide at the start."
    else:
        text = f"{opener} wins {percent(best, '.3f')} of the games under best play, opening with {either(kept)}"
    losing = lost.pop(0.0, [])
    if losing:
        text += "; every other opening loses" if not lost else f"; opening with {either(losing)} loses"
    return f"{text}."


def _length(solution: Solution, state: State) -> str:
    plies = solution.plies(state)
    return f", {within(plies)}" if plies is not None else ""
