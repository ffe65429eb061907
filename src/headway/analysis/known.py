"""What is proved of a game's rules, in a sentence for a person who is about to play by them."""

from headway.phrases import percent, player, within
from headway.rulekit import P1, P2
from headway.solver import Solution, value_for
from headway.solver.solution import DRAWN, ENDLESS, P1_WINS, P2_WINS
from headway.tolerances import PROVEN


def what_is_known(solution: Solution, is_dealt: bool = False) -> str:
    """Who wins with best play, or how often; `is_dealt` says that every game has a board of its own."""
    known = _both(solution)
    return f"The board is dealt for each game. On the one shown, {known[0].lower()}{known[1:]}" if is_dealt else known


def _both(solution: Solution) -> str:
    """What is known for either first mover, said once if it is the same."""
    facts = {first: _fact(solution, first) for first in (P1, P2)}
    if facts[P1] == facts[P2]:
        return facts[P1]
    return " ".join(f"If {player(first)} moves first: {fact[0].lower()}{fact[1:]}" for first, fact in facts.items())


def _fact(solution: Solution, first: int) -> str:
    game, start = solution.game, solution.game.start(first)
    verdict = solution.verdict(start)
    plies = solution.plies(start)
    length = f", {within(plies)}" if plies is not None else ""
    wins = {P1: P1_WINS, P2: P2_WINS}
    if verdict == wins[first]:
        return f"The player who moves first wins with best play{length}."
    if verdict == wins[1 - first]:
        return f"The player who moves second wins with best play{length}."
    if verdict == ENDLESS:
        return "With best play the game can go on for ever."
    if verdict == DRAWN:
        return f"The game is a draw{' with best play' if game.has_choice else ''}{length}."
    chance = value_for(first, solution.value(start))
    best = " with best play" if game.has_choice else ""
    if abs(chance - 0.5) < PROVEN:
        return f"The game is even{best}: either player wins half of the games."
    return f"The player who moves first wins {percent(chance, '.1f')} of the games{best}."
