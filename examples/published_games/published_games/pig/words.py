"""The words of Pig."""

from headway.phrases import player
from headway.voice import Voice, sentence
from published_games.pig.rules import FACES, HOLD, ONE, ROLL, Rules, State, winner

TITLE = "Pig"
SUMMARY = "Roll as often as you dare, and hold before a 1 takes all that the turn has brought."
RULES = {"goal": "How many points win the game."}
ALSO = {"r": "roll", "h": "hold"}


def token(rules: Rules, move: int) -> str:
    return {ROLL: "roll", HOLD: "hold"}.get(move, str(move + 1))


def how_to_play(rules: Rules) -> tuple[str, ...]:
    return (
        "On your turn roll the die as often as you like, and add up what it shows.",
        "Hold, and you bank this turn total; roll a 1, and you lose it. Either ends your turn.",
        f"The first to bank {rules.goal} points or more wins.",
    )


def welcome(rules: Rules, first: int) -> str:
    return f"Welcome to Pig!\nThe first to bank {rules.goal} points wins.\n\n{player(first)} goes first."


def turn(rules: Rules, state: State) -> str:
    if state.total:
        return ""
    banked, other = state.scores[state.mover], state.scores[1 - state.mover]
    return f"\n{player(state.mover)}'s turn: you have {banked} points, {player(1 - state.mover)} has {other}."


def standing(rules: Rules, state: State, voice: Voice) -> str:
    if state.total:
        return ""
    mover, other = state.mover, 1 - state.mover
    banked = f"{voice.does(mover, 'have')} {state.scores[mover]} points"
    return sentence(f"{banked}, {voice.does(other, 'have')} {state.scores[other]}")


def ask(rules: Rules, state: State) -> str:
    if state.total == 0:
        return "Roll the die (roll): "
    if state.scores[state.mover] + state.total >= rules.goal:
        return f"Turn total {state.total}: that is enough (hold): "
    return f"Turn total {state.total} (roll/hold): "


def refuse(rules: Rules, state: State, move: int) -> str:
    if state.rolling:
        return f"The die is rolling; it shows a number from 1 to {FACES}."
    if move == HOLD:
        return "There is nothing to bank yet: roll first."
    if move == ROLL:
        return "You have enough to win: hold."
    return "You cannot choose the number; the die does."


def tell(rules: Rules, state: State, move: int, after: State) -> str:
    if move == ROLL:
        return ""
    if move == HOLD:
        return f"You bank {state.total} points and have {_banked(state)}."
    if move == ONE:
        return f"You rolled a 1 and lose the {state.total} points of this turn." if state.total else "You rolled a 1."
    return f"You rolled a {move + 1}."


def telling(rules: Rules, state: State, move: int, after: State, voice: Voice) -> str:
    """The piece on the track shows what is banked; the rest has to be said."""
    if move == ROLL:
        return ""
    if move == HOLD:
        banks, has = voice.does(state.mover, "bank"), "have" if voice.is_you(state.mover) else "has"
        return sentence(f"{banks} {state.total} points and {has} {_banked(state)}")
    if move == ONE:
        lost = f"{voice.does(state.mover, 'lose')} the {state.total} points of this turn"
        return sentence(f"the die shows 1: {lost if state.total else 'the turn is over'}")
    return sentence(f"the die shows {move + 1}: the turn total is {after.total}")


def _banked(state: State) -> int:
    """What the mover has after holding: it may be more than the goal, where the piece stops."""
    return state.scores[state.mover] + state.total


def ending(rules: Rules, state: State, voice: Voice) -> str:
    return sentence(f"{voice.does(winner(rules, state), 'have')} {rules.goal} points or more")


def closing(rules: Rules, state: State) -> str:
    return f"{player(winner(rules, state))} has {rules.goal} points or more and wins!"
