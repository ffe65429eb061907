"""The words of Tug of War."""

from headway.phrases import player
from headway.rulekit import DRAW
from headway.voice import Voice
from tug_of_war.rules import ANSWER, TWO, WIND, Rules, State, winner

TITLE = "Tug of War"
SUMMARY = "Pull the knot of a rope to your end of the track."
RULES = {
    "length": "The number on the last position.",
    "pulls": "How many pulls there are; then the game is a draw.",
    "strength": "How often each side can pull by two.",
    "style": "Whether the sides pull in turn or at once.",
    "wind": "Whether the wind moves the knot after each pull.",
}
CHOICES = {"style": ("in-turn", "at-once"), "wind": ("calm", "windy")}
TOKENS = ("1", "2", "down", "still", "up")


def pieces(rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    return (), (), ("knot",)


def token(rules: Rules, move: int) -> str:
    return TOKENS[move]


def welcome(rules: Rules, first: int) -> str:
    return f"Welcome to Tug of War! {player(first)} begins."


def turn(rules: Rules, state: State) -> str:
    return f"\n{player(state.mover)}'s turn." if state.phase not in (ANSWER, WIND) else ""


def ask(rules: Rules, state: State) -> str:
    side = 1 - state.mover if state.phase == ANSWER else state.mover
    return f"{player(side)}, pull by how many (1 or 2)? "


def refuse(rules: Rules, state: State, move: int) -> str:
    return "You have no strength left for that." if move == TWO else "That is for another moment."


def tell(rules: Rules, state: State, move: int, after: State) -> str:
    return "" if after.phase == ANSWER else f"The knot is at {after.knot}."


def closing(rules: Rules, state: State) -> str:
    won = winner(rules, state)
    return "Nobody wins: the game is a draw." if won == DRAW else f"{player(won)} wins!"


def ending(rules: Rules, state: State, voice: Voice) -> str:
    return f"All {rules.pulls} pulls were made." if winner(rules, state) == DRAW else ""
