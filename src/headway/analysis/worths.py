"""What each legal move of a table is worth to the side to move, by what that side may see."""

from typing import Any

from headway.phrases import percent, within
from headway.rulekit import CHANCE, P1, P2
from headway.solver import Solution, Worth, value_for
from headway.solver.solution import DRAWN, ENDLESS, P1_WINS, P2_WINS
from headway.table.table import Table
from headway.tolerances import PROVEN
from headway.voice import SPECTATING, Voice, sentence


def worths_at(solution: Solution, table: Table) -> list[Worth]:
    """The worth of each legal move to the side to move."""
    return solution.worths(table.view(table.actor))


def is_mixed(solution: Solution, table: Table) -> bool:
    """Does best play mix moves here?"""
    return solution.odds(table.view(table.actor)) is not None


def hint_as_plain(solution: Solution, table: Table) -> dict[str, Any]:
    """What each legal move is worth, as JSON."""
    seen, has_odds = table.view(table.actor), is_mixed(solution, table)
    return {
        "to_move": table.to_move.name if table.to_move is not None else None,
        "value": value_for(P1, solution.value(seen)),
        "verdict": solution.verdict(seen),
        "moves": [
            {
                "move": table.game.token(worth.move),
                "value": value_for(P1, worth.value),
                "plies": worth.plies,
                "endless": worth.is_endless,
                **({"drawn": True} if worth.is_drawn else {}),
                **({"odds": worth.odds} if has_odds else {}),
            }
            for worth in worths_at(solution, table)
        ],
    }


def perspective(table: Table) -> int:
    """The seat whose chance to win the moves of a table are told by: the side to move, or P1 before a roll."""
    return P1 if table.actor == CHANCE else table.actor


ALL_ENDLESS = "After every move, best play goes on for ever."
"""What is said once, where it would be said of each move."""


def are_all_endless(worths: list[Worth]) -> bool:
    """Are there moves, and is best play endless after each of them, so that they need not be told apart?"""
    return bool(worths) and all(worth.is_endless for worth in worths)


def quickest(worths: list[Worth], seat: int) -> set[int]:
    """The moves with which a seat wins soonest, if it wins later with others."""
    won = {
        worth.move: worth.plies for worth in worths if worth.plies is not None and value_for(seat, worth.value) > 0.5
    }
    soonest = min(won.values(), default=0)
    return {move for move, plies in won.items() if plies == soonest < max(won.values())}


def chance_in_words(chance: float, is_endless: bool, is_drawn: bool = False, digits: str = ".4g") -> str:
    """A chance to win in percent; endless play and draws are called by their names."""
    return "endless" if is_endless else "draw" if is_drawn else percent(chance, digits)


def note(worth: Worth, seat: int, is_mixed: bool, is_quickest: bool) -> str:
    """What is said of a move besides the chance that a seat wins after it; empty if there is nothing more to say."""
    chance = value_for(seat, worth.value)
    notes = []
    if worth.plies is not None:
        verb = "loses" if chance < 0.5 else "wins quickest," if is_quickest else "wins"
        verb = "draws" if worth.is_drawn else verb
        notes.append(f"{verb} {within(worth.plies + 1)}")
    elif not worth.is_endless and not worth.is_drawn and abs(chance - 0.5) < PROVEN:
        notes.append("even")
    if is_mixed:
        notes.append(odds_in_words(worth.odds))
    return ", ".join(notes)


def odds_in_words(odds: float) -> str:
    """How often best play chooses a move where it mixes."""
    if odds > 1 - PROVEN:
        return "always to be chosen"
    return "never to be chosen" if odds < PROVEN else f"to be chosen {percent(odds)} of the time"


def verdict_in_words(solution: Solution, table: Table, voice: Voice = SPECTATING) -> str:
    """What best play from here leads to, in a sentence."""
    seen = table.view(table.actor)
    verdict = solution.verdict(seen)
    winner = {P1_WINS: P1, P2_WINS: P2}.get(verdict)
    best = " with best play" if solution.game.has_choice else ""
    if winner is not None:
        plies = solution.plies(seen)
        length = f", {within(plies)}" if plies else ""
        return sentence(f"{voice.does(winner, 'win')}{best}{length}")
    if verdict == ENDLESS:
        return "With best play the game goes on for ever."
    if verdict == DRAWN:
        plies = solution.plies(seen)
        return f"The game is a draw{best}{f', {within(plies)}' if plies else ''}."
    value = solution.value(seen)
    if abs(value - 0.5) < PROVEN:
        return f"The game is even{best}."
    seat = P1 if value > 0.5 else P2
    return sentence(f"{voice.does(seat, 'win')} {percent(value_for(seat, value))} of the games{best}")
