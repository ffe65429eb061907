"""`headway solve` and `headway hint`: what is true of a game, and of each move."""

import json
import time
from typing import Any

import click

from headway.game import State
from headway.phrases import both, count, either, player
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import Solution, Worth
from headway.solver.solution import ENDLESS
from headway.table.table import SEATS, Table
from headway.terminal.cli import FIRST, passing, rule_options, variant, wrapped
from headway.terminal.retell import play_out
from headway.tolerances import ROUNDING


@click.command()
@click.argument("game")
@rule_options
@FIRST
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def solve(game: str, rules: tuple[str, ...], board: str | None, first: str, as_json: bool) -> None:
    """Find out who wins GAME under best play, and prove it."""
    from headway.solver.cache import solved

    chosen = variant(game, rules, board)
    began = time.perf_counter()
    with passing() as progress:
        solution = solved(chosen, progress)
    seconds = time.perf_counter() - began
    seat = P2 if first == "p2" else P1
    start = chosen.start(seat)
    answer = {
        "game": chosen.name,
        "rules": chosen.settings,
        "first": SEATS[seat],
        "states": solution.states,
        "value": float(solution.values[start]),
        "verdict": solution.verdict(start),
        "plies": solution.plies.get(start),
        "gap": solution.certificate.gap,
        "seconds": round(seconds, 6),
    }
    if as_json:
        click.echo(json.dumps(answer))
        return
    click.echo(wrapped(in_words(solution, seat)))
    rules_text = " ".join(f"{rule.name}={rule.text(getattr(chosen.rules, rule.name))}" for rule in chosen.rule_list)
    click.echo(f"\nrules        {rules_text}, {player(seat)} first")
    click.echo(f"value        {value_text(solution, start)}")
    click.echo(f"states       {solution.states:,}")
    click.echo(f"certificate  {solution.certificate.proof}: gap {solution.certificate.gap:.1e}")
    click.echo(f"seconds      {seconds:.3f}")


@click.command()
@click.argument("game")
@click.option("--moves", default="", help='The moves so far, as players type them: "S1 2, S3 1".')
@rule_options
@FIRST
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def hint(game: str, moves: str, rules: tuple[str, ...], board: str | None, first: str, as_json: bool) -> None:
    """Tell what each legal move is worth after the MOVES of GAME."""
    from headway.solver.cache import solved

    chosen = variant(game, rules, board)
    table = play_out(Table(chosen, P2 if first == "p2" else P1), moves)
    with passing() as progress:
        solution = solved(chosen, progress)
    if as_json:
        click.echo(json.dumps(hint_as_plain(solution, table)))
    else:
        click.echo(hint_in_words(solution, table))


def hint_as_plain(solution: Solution, table: Table) -> dict[str, Any]:
    """What each legal move is worth, for programs."""
    seen, is_mixed = table.view(table.actor), _is_mixed(solution, table)
    return {
        "to_move": SEATS.get(table.actor),
        "value": float(solution.values[seen]),
        "verdict": solution.verdict(table.state),
        "moves": [
            {
                "move": table.game.token(move),
                "value": float(value),
                "plies": plies,
                **({"odds": odds} if is_mixed else {}),
            }
            for move, value, plies, odds in worths_at(solution, table)
        ],
    }


def hint_in_words(solution: Solution, table: Table) -> str:
    """What each legal move is worth, best first, for the person to move."""
    if table.actor == OVER:
        return "The game is over."
    seat = P1 if table.actor == CHANCE else table.actor
    best_first = sorted(worths_at(solution, table), key=lambda worth: (-_for_seat(worth, seat), -worth.odds))
    lines = [
        f"What each {'roll' if table.actor == CHANCE else 'move'} is worth to {player(seat)} (endless play is 50 %):"
    ]
    for worth in best_first:
        value = _for_seat(worth, seat)
        plies = ""
        if worth.plies is not None:
            plies = f", {'wins' if value > 0.5 else 'loses'} in {count(worth.plies + 1, 'move')}"
        odds = f", to be chosen with odds {worth.odds:.3f}" if _is_mixed(solution, table) else ""
        lines.append(f"  {table.game.token(worth.move):6} {100 * value:6.2f} %{plies}{odds}")
    return "\n".join(lines)


def worths_at(solution: Solution, table: Table) -> list[Worth]:
    """The worth of each legal move to whoever is to move, who sees only their view."""
    return solution.worths(table.view(table.actor))


def _is_mixed(solution: Solution, table: Table) -> bool:
    return table.view(table.actor) in solution.odds


def _for_seat(worth: Worth, seat: int) -> float:
    return float(worth.value if seat == P1 else 1 - worth.value)


def value_text(solution: Solution, state: State) -> str:
    """The value of a state as people read it."""
    value = solution.values[state]
    return f"{float(value):.6f}, the chance that {player(P1)} wins; endless play counts one half"


def in_words(solution: Solution, first: int) -> str:
    """Who wins a game and how, in a few sentences."""
    game, start, opener = solution.game, solution.game.start(first), player(first)
    verdict = solution.verdict(start)
    worths = solution.worths(start)
    by_value: dict[float, list[str]] = {}
    for worth in worths:
        value = _for_seat(worth, first)
        alike = next((known for known in by_value if abs(known - value) < ROUNDING), value)
        by_value.setdefault(alike, []).append(game.token(worth.move))
    best = max(by_value)
    kept, lost = by_value.pop(best), by_value
    if verdict == SEATS[first]:
        how = f"by opening with {either(kept)}" if lost else "whatever the opening"
        text = f"{opener} wins {how}{_length(solution, start)}"
    elif verdict == SEATS[1 - first]:
        return f"{player(1 - first)} wins, whatever {opener} opens with{_length(solution, start)}."
    elif verdict == ENDLESS:
        text = f"Under best play the game never ends: {both(kept)} {'holds' if len(kept) == 1 else 'hold'} it"
    elif len(worths) == 1:
        return f"{opener} wins {100 * best:.3f} % of the games. There is nothing to decide at the start."
    else:
        text = f"{opener} wins {100 * best:.3f} % of the games under best play, opening with {either(kept)}"
    losing = lost.pop(0.0, [])
    if losing:
        text += "; every other opening loses" if not lost else f"; opening with {either(losing)} loses"
    return f"{text}."


def _length(solution: Solution, state: State) -> str:
    return f", in {count(solution.plies[state], 'move')}" if state in solution.plies else ""
