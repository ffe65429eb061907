"""The words of Predictive Pursuit. Nothing here repeats a choice before it has been guessed at."""

from headway.claims import Claim, Question
from headway.phrases import either, from_one_to, player
from headway.rulebooks.predictive_pursuit.rules import (
    GUESSABLE,
    NOTHING,
    STOPS,
    UNBLOCKABLE,
    Rules,
    State,
    options,
    secret,
    winner,
)
from headway.rulekit import P1, P2

TITLE = "Predictive Pursuit"
SUMMARY = "Choose your step in secret; if the other player guesses it, you stay where you are."
RULES = {
    "length": "The number of the last position, which wins the game.",
    "longest_step": "The longest step that may be chosen and guessed.",
    "overshoot": "A step past the last position: refused when it is entered, or it stops on the last position.",
    "forced": "A mover with only one possible step: can be guessed and blocked, or cannot be blocked.",
}
CHOICES = {"overshoot": ("refused", "stops"), "forced": ("guessable", "unblockable")}
PRESETS = {
    "with an end": {"overshoot": "stops"},
    "with an end, and longer": {"overshoot": "stops", "length": 20},
}
CLAIMS = (
    Claim("There are no draws; the game continues until one player achieves this objective", Question.ENDS),
    Claim("The game cannot end in a draw; play continues until one player wins", Question.ENDS),
    Claim("strategic decision-making", Question.DECISION),
    Claim("carefully consider your move options to avoid being blocked by correct guesses", Question.BREAKS),
    Claim("a knowledgeable player can consistently outperform an unskilled opponent", Question.SKILL),
    Claim("If a move would place the token past position 10, that move is invalid", Question.FEWER, is_rule=True),
)


def token(rules: Rules, move: int) -> str:
    return str(move + 1)


def how_to_play(rules: Rules) -> tuple[str, ...]:
    start = f"Both tokens start at position 0. The first on position {rules.length} wins."
    if rules.longest_step == 1 and rules.forced == UNBLOCKABLE:
        return start, "On your turn you move 1 position; there is nothing to guess."
    lines = (
        start,
        f"On your turn choose a step of {from_one_to(rules.longest_step)} in secret; the other player guesses it.",
        "If the guess is right you stay where you are; if it is wrong you take your step.",
    )
    return lines if rules.longest_step == 1 else (*lines, _near_the_end(rules))


def _near_the_end(rules: Rules) -> str:
    if rules.overshoot == STOPS:
        return f"A step past position {rules.length} stops there."
    refused = f"A step past position {rules.length} is not allowed."
    return refused if rules.forced == GUESSABLE else f"{refused} An only possible step is not guessed."


def welcome(rules: Rules, first: int) -> str:
    return (
        "Welcome to Predictive Pursuit!\n"
        f"{player(P1)} Position: 0\n"
        f"{player(P2)} Position: 0\n"
        f"The first player to reach position {rules.length} wins.\n"
    )


def turn(rules: Rules, state: State) -> str:
    return f"{player(state.mover)}'s Turn:" if state.chosen == NOTHING else ""


def ask(rules: Rules, state: State) -> str:
    steps = either(range(1, rules.longest_step + 1))
    if secret(rules, state):
        return f"Enter your secret move ({steps}): "
    if state.chosen == NOTHING:
        return f"You have only one possible move and cannot be blocked. Enter it ({options(rules, state)}): "
    return f"{player(1 - state.mover)}, guess {player(state.mover)}'s move ({steps}): "


def refuse(rules: Rules, state: State, move: int) -> str:
    lesser = either(range(1, options(rules, state) + 1))
    return f"That move would pass position {rules.length}; you must choose a lesser move ({lesser})."


def tell(rules: Rules, state: State, move: int, after: State) -> str:
    if after.chosen != NOTHING:
        return ""
    mover = player(state.mover)
    moves = f"{mover} moves to position {after.places[state.mover]}."
    if state.chosen == NOTHING:
        outcome = moves
    elif move + 1 == state.chosen:
        outcome = f"{mover} chose {state.chosen}.\nYour guess was correct. {mover} does not move."
    else:
        outcome = f"{mover} chose {state.chosen}.\nYour guess was incorrect. {moves}"
    return (
        f"{outcome}\n"
        "\n"
        "Scores:\n"
        f"{player(P1)} Position: {after.places[P1]}\n"
        f"{player(P2)} Position: {after.places[P2]}\n"
        "---"
    )


def closing(rules: Rules, state: State) -> str:
    return f"{player(winner(rules, state))} reaches position {rules.length} and wins the game."
