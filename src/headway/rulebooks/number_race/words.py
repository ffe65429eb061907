"""The words of Number Race."""

from headway.claims import Claim, Question
from headway.phrases import player
from headway.rulebooks.number_race.rules import FACES, ROLL, Rules, State, winner
from headway.rulekit import P1, P2
from headway.voice import Voice

TITLE = "Number Race"
SUMMARY = "Roll the die and run to the nearest square ahead that shows your number."
RULES = {
    "length": "The number of the last position, which wins the race.",
    "board": "The number on each position; dealt at random where none is given.",
}
ALSO = {"": "roll", "r": "roll"}
PRESETS = {"numbers in pairs": {"board": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 1, 1, 2, 2, 3, 3, 4, 4]}}
CLAIMS = (
    Claim("strategically moving through positions", Question.DECISION),
    Claim("Knowing this can help you maximize your chances of movement", Question.DECISION),
    Claim("gauge how much risk you need to take", Question.DECISION),
    Claim("If possible, land on positions that are more advantageous for future rolls", Question.DECISION),
    Claim("a simple yet strategic game that combines elements of chance and planning", Question.DECISION),
    Claim("opportunities to develop and refine strategies", Question.SKILL),
    Claim("The game continues until one player reaches or passes the final position", Question.ENDS),
    Claim("The first player to reach or pass position 20 wins the game", Question.PASSES, is_rule=True, part="or pass"),
    Claim("If a player cannot move because no matching number exists ahead", Question.STILL, is_rule=True),
)


def token(rules: Rules, move: int) -> str:
    return "roll" if move == ROLL else str(move + 1)


def how_to_play(rules: Rules) -> tuple[str, ...]:
    numbered = "Position 1 shows" if rules.length == 1 else f"Each position from 1 to {rules.length} shows"
    return (
        f"Both tokens start at position 0. {numbered} a number.",
        "On your turn roll the die; move to the nearest position ahead with that number.",
        "If no position ahead has it, you stay where you are and lose your turn.",
        f"The first token on position {rules.length} wins.",
    )


def welcome(rules: Rules, first: int) -> str:
    return (
        "Welcome to Number Race!\n"
        f"{player(P1)} Token: P1\n"
        f"{player(P2)} Token: P2\n"
        f"Array Length: {rules.length}\n"
        "\n"
        "Position Numbers:\n"
        f"[{','.join(map(str, rules.board))}]\n"
        "\n"
        f"Game Start! {player(first)} goes first."
    )


def turn(rules: Rules, state: State) -> str:
    return f"\n{player(state.mover)}'s Turn:"


def ask(rules: Rules, state: State) -> str:
    return "Roll the die (Press Enter to roll)..."


def refuse(rules: Rules, state: State, move: int) -> str:
    if state.rolling:
        return f"The die is rolling; it shows a number from 1 to {FACES}."
    return "You cannot choose the number; the die does."


def tell(rules: Rules, state: State, move: int, after: State) -> str:
    if move == ROLL:
        return ""
    place = after.places[state.mover]
    if place == state.places[state.mover]:
        outcome = f"No position ahead has a {move + 1}. You lose your turn and stay at position {place}."
    else:
        outcome = f"Moving to position {place}."
    return f"You rolled a {move + 1}.\n{outcome}"


def telling(rules: Rules, state: State, move: int, after: State, voice: Voice) -> str:
    """Where the derived telling would say only that the piece stays, this says why."""
    place = after.places[state.mover]
    if move == ROLL or place != state.places[state.mover]:
        return ""
    return (
        f"The die shows {move + 1}; no square ahead has a {move + 1}, so {voice.does(state.mover, 'stay')} on {place}."
    )


def closing(rules: Rules, state: State) -> str:
    return f"Congratulations, {player(winner(rules, state))}! You have reached the end and won the game!"
