"""The words of Lucky Steps."""

from headway.phrases import player
from lucky_steps.rules import DECIDE, GUESS, HIDE, Rules, State, winner

TITLE = "Lucky Steps"
SUMMARY = "Hide a coin, roll a die, and decide."
RULES = {"length": "How far it is."}
TOKENS = ("left", "right", "1", "2", "3", "take", "leave")


def token(rules: Rules, move: int) -> str:
    return TOKENS[move]


def welcome(rules: Rules, first: int) -> str:
    return f"Welcome to Lucky Steps! {player(first)} begins."


def turn(rules: Rules, state: State) -> str:
    return f"\n{player(state.mover)}'s turn." if state.phase == HIDE else ""


def ask(rules: Rules, state: State) -> str:
    if state.phase == HIDE:
        return "Hide the coin (left or right): "
    if state.phase == GUESS:
        return f"{player(1 - state.mover)}, which hand (left or right)? "
    return f"Take {state.value}, or leave it? "


def refuse(rules: Rules, state: State, move: int) -> str:
    return "That is for another moment."


def tell(rules: Rules, state: State, move: int, after: State) -> str:
    if state.phase == DECIDE:
        return f"{player(state.mover)} is at {after.places[state.mover]}."
    return "" if state.phase == HIDE else f"It is {TOKENS[move]}."


def closing(rules: Rules, state: State) -> str:
    return f"{player(winner(rules, state))} wins!"
