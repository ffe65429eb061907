"""The words of Ladder Race."""

from benchmarks.ladder_race.rules import FIRST, PASS, READY, ROLL, SECOND, Rules, State, winner
from headway.phrases import player

TITLE = "Ladder Race"
SUMMARY = "Roll the die, choose a token, and bring both of them to the last square."
RULES = {"length": "The number of the last square.", "snake": "1 if the last square but one leads back to the start."}


def token(rules: Rules, move: int) -> str:
    return {ROLL: "roll", FIRST: "hindmost", SECOND: "foremost", PASS: "pass"}.get(move, str(move + 1))


def pieces(rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return ("A", "B"), ("X", "Y")


def welcome(rules: Rules, first: int) -> str:
    return f"Welcome to Ladder Race! {player(first)} goes first."


def turn(rules: Rules, state: State) -> str:
    return f"{player(state.mover)}'s turn:"


def ask(rules: Rules, state: State) -> str:
    return "Roll the die:" if state.die == READY else "Choose a token:"


def refuse(rules: Rules, state: State, move: int) -> str:
    return "This cannot be done now."


def tell(rules: Rules, state: State, move: int, after: State) -> str:
    return ""


def closing(rules: Rules, state: State) -> str:
    return f"{player(winner(rules, state))} wins!"
