"""The words of Deadly Steps."""

from tests.lab.deadly_steps.rules import Rules, State

TITLE = "Deadly Steps"
SUMMARY = "Take one step or two; the last step wins."
RULES = {"length": "How many steps there are."}


def token(rules: Rules, move: int) -> str:
    return str(move + 1)


def welcome(rules: Rules, first: int) -> str:
    return ""


def turn(rules: Rules, state: State) -> str:
    return ""


def ask(rules: Rules, state: State) -> str:
    return ""


def refuse(rules: Rules, state: State, move: int) -> str:
    return ""


def tell(rules: Rules, state: State, move: int, after: State) -> str:
    return ""


def closing(rules: Rules, state: State) -> str:
    return ""
