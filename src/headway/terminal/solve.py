"""`headway solve`: who wins a game under best play, with the proof."""

import json
import time
from fractions import Fraction

import click

from headway.game import State
from headway.phrases import both, digits, either, exactly, percent, player, within
from headway.rulekit import CHANCE, P1
from headway.solver import Solution, value_for
from headway.solver.solution import DRAWN, ENDLESS, P1_WINS, P2_WINS
from headway.solver.values import is_certain, is_same_chance
from headway.table.outcome import Actor
from headway.terminal.options import FIRST, JSON, SEAT_NAMES, rule_options, variant
from headway.terminal.output import progress_line, show, wrapped
from headway.tolerances import PROVEN, VALUE_DIGITS

SHORT_FRACTION, DECIMALS = 40, 30


@click.command()
@click.argument("game")
@rule_options
@FIRST
@click.option("--exact", is_flag=True, help="Find fractions, however long it takes (chance without choice).")
@JSON
def solve(game: str, rules: tuple[str, ...], board: str | None, first: str, exact: bool, as_json: bool) -> None:
    """Solve GAME: who wins under best play, with a proof."""
    from headway.solver.cache import solved

    chosen = variant(game, rules, board)
    began = time.perf_counter()
    with progress_line() as progress:
        solution = solved(chosen, progress, exact)
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
    if exact:
        answer["fraction"] = exactly(Fraction(solution.value(start)))
    if as_json:
        click.echo(json.dumps(answer))
        return
    show(wrapped(in_words(solution, seat)))
    rules_text = " ".join(f"{rule.name}={rule.text(getattr(chosen.rules, rule.name))}" for rule in chosen.rule_list)
    rows = {
        "rules": f"{rules_text}, {player(seat)} first",
        "value": value_text(solution, start),
        **({"exactly": exact_text(Fraction(solution.value(start)))} if exact else {}),
        "states": f"{solution.states:,}",
        "certificate": f"{solution.certificate.proof}: gap {solution.certificate.gap:.1e}",
        "seconds": f"{seconds:.3f}",
    }
    show("\n" + "\n".join(f"{name:12} {text}" for name, text in rows.items()))


def value_text(solution: Solution, state: State) -> str:
    """The value of a state in words."""
    value = value_for(P1, solution.value(state))
    if solution.verdict(state) == ENDLESS:
        return f"endless, which counts as {value:.{VALUE_DIGITS}f}"
    if solution.verdict(state) == DRAWN:
        return f"a draw, which counts as {value:.{VALUE_DIGITS}f}"
    even = ": even" if abs(value - 0.5) < PROVEN else ""
    number = f"{value:.{VALUE_DIGITS}f}"
    if not is_certain(value) and is_certain(float(number)):
        least = 10**-VALUE_DIGITS
        number = f"{'less' if value < 0.5 else 'more'} than {least if value < 0.5 else 1 - least:.{VALUE_DIGITS}f}"
    return f"{number}, the chance that {player(P1)} wins{even}"


def exact_text(value: Fraction) -> str:
    """A fraction in full or, if it is long, its first decimals and how many digits it has."""
    terms = digits(value.numerator), digits(value.denominator)
    if len("".join(terms)) <= SHORT_FRACTION:
        return exactly(value)
    decimals = digits(value.numerator * 10**DECIMALS // value.denominator).zfill(DECIMALS)
    numerator, denominator = (f"{len(term):,} digits" for term in terms)
    return f"0.{decimals}..., a fraction of {numerator} over {denominator}"


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
    wins = (P1_WINS, P2_WINS)
    if verdict == wins[first]:
        how = f"by opening with {either(kept)}" if lost else "whatever the opening"
        text = f"{opener} wins {how}{_length(solution, start)}"
    elif verdict == wins[1 - first]:
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
