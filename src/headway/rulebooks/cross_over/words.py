"""The words of Cross Over."""

from headway.claims import Claim, Question
from headway.phrases import count, either, from_one_to, player
from headway.rulebooks.cross_over.rules import Rules, State, actor, blocked, legal, winner
from headway.rulekit import OVER, P1, P2
from headway.voice import Voice, sentence

TITLE = "Cross Over"
SUMMARY = "Pass the other marker without landing on it, and be the first beyond the other end."
RULES = {
    "length": "The number of the last position, where Player 2 starts; Player 1 starts at 1.",
    "longest_step": "The most positions a marker moves in a turn.",
}
ALSO = {"": "skip"}
GAP = "\n"
CLAIMS = (
    Claim("There are no draws; a winner is always determined", Question.ENDS),
    Claim("Plan your moves [...] to avoid being forced into skipping a turn", Question.MOVE, move="skip"),
    Claim("Aim to position your marker such that the opponent has no legal moves", Question.MOVE, move="skip"),
    Claim(
        "Occupying central positions can limit your opponent's options",
        Question.BLOCKS,
        part="can limit your opponent's options",
    ),
    Claim("every move counts", Question.COUNTS),
    Claim("strategic foresight can lead you to victory", Question.SKILL),
    Claim(
        "You cannot move your marker to a position currently occupied by your opponent's marker",
        Question.BLOCKS,
        is_rule=True,
    ),
    Claim("If you have no legal moves [...], you must skip your turn", Question.MOVE, move="skip", is_rule=True),
)


def token(rules: Rules, move: int) -> str:
    return "skip" if move == rules.longest_step else str(move + 1)


def how_to_play(rules: Rules) -> tuple[str, ...]:
    start = f"{player(P1)}'s marker starts at position 1, {player(P2)}'s at position {rules.length}."
    end = "The first marker past the other end wins."
    if rules.longest_step == 1:
        step = "On your turn move 1 position forward."
        return start, step, "If the other marker is in your way, you skip your turn.", end
    step = f"On your turn move {from_one_to(rules.longest_step)} positions forward; you may pass the other marker."
    return start, step, "You may not land on the other marker.", end


def welcome(rules: Rules, first: int) -> str:
    return (
        f"Welcome to Cross Over!\n\n{player(P1)} starts at position 1.\n{player(P2)} starts at position {rules.length}."
    )


def turn(rules: Rules, state: State) -> str:
    return f"\n{player(state.mover)}, it's your turn."


def ask(rules: Rules, state: State) -> str:
    if blocked(rules, state):
        question = "You have no legal moves and must skip your turn (Press Enter to skip)..."
    else:
        steps = either(range(1, rules.longest_step + 1))
        question = f"Enter the number of positions to move forward ({steps}):"
    return f"{question}\n{player(state.mover)}: "


def again(rules: Rules, state: State) -> str:
    if blocked(rules, state):
        return ask(rules, state)
    steps = [move + 1 for move in range(rules.longest_step) if legal(rules, state, move)]
    return f"Please choose a different number of positions to move ({either(steps)}):\n{player(state.mover)}: "


def refuse(rules: Rules, state: State, move: int) -> str:
    if move == rules.longest_step:
        return "You cannot skip your turn while you have a legal move."
    steps = count(move + 1, "position")
    return f"Cannot move {steps}; that would land on {player(1 - state.mover)}'s position."


def tell(rules: Rules, state: State, move: int, after: State) -> str:
    mover = player(state.mover)
    if move == rules.longest_step:
        return f"{mover} has no legal moves and skips this turn."
    if actor(rules, after) == OVER:
        end = rules.length if state.mover == P1 else 1
        return f"{mover} moves to position {after.places[state.mover]}, past position {end}."
    return (
        f"{mover} moves to position {after.places[state.mover]}.\n"
        f"{player(1 - state.mover)} is at position {after.places[1 - state.mover]}."
    )


def telling(rules: Rules, state: State, move: int, after: State, voice: Voice) -> str:
    """The derived telling would not say why a turn is skipped."""
    if move != rules.longest_step:
        return ""
    return sentence(f"{voice.does(state.mover, 'have no legal move')}, and the turn is skipped")


def ending(rules: Rules, state: State, voice: Voice) -> str:
    won = winner(rules, state)
    end = rules.length if won == P1 else 1
    return sentence(f"{voice.does(won, 'are')} past {voice.whose(1 - won)} start at {end}")


def closing(rules: Rules, state: State) -> str:
    won = winner(rules, state)
    return f"{player(won)} has crossed over {player(1 - won)}'s starting position!\n{player(won)} wins the game!"
