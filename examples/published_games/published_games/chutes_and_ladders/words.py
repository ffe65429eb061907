"""The words of Chutes and Ladders."""

from headway.phrases import player
from headway.voice import Voice, sentence
from published_games.chutes_and_ladders.rules import FACES, ROLL, WINS, Rules, State, landing, winner

TITLE = "Chutes and Ladders"
SUMMARY = "Roll the die, climb the ladders, slide down the chutes, and be the first on the last square."
RULES = {
    "length": "The number of the last square, which wins the game.",
    "overshoot": "What a roll beyond the last square does: the piece stays where it is, or it wins.",
}
CHOICES = {"overshoot": ("stays", "wins")}
ALSO = {"": "roll", "r": "roll"}


def token(rules: Rules, move: int) -> str:
    return "roll" if move == ROLL else str(move + 1)


def how_to_play(rules: Rules) -> tuple[str, ...]:
    beyond = "wins" if rules.overshoot == WINS else "leaves the piece where it is"
    return (
        "Both pieces start at 0, before the board. On your turn roll the die and move as far as it shows.",
        "A ladder that begins on your square takes you up, a chute takes you down.",
        f"The first piece on square {rules.length} wins; a roll beyond it {beyond}.",
    )


def welcome(rules: Rules, first: int) -> str:
    return f"Welcome to Chutes and Ladders!\nThe last square is {rules.length}.\n\n{player(first)} goes first."


def turn(rules: Rules, state: State) -> str:
    return f"\n{player(state.mover)}'s turn:"


def ask(rules: Rules, state: State) -> str:
    return "Roll the die (press Enter to roll)..."


def refuse(rules: Rules, state: State, move: int) -> str:
    if state.rolling:
        return f"The die is rolling; it shows a number from 1 to {FACES}."
    return "You cannot choose the number; the die does."


def tell(rules: Rules, state: State, move: int, after: State) -> str:
    if move == ROLL:
        return ""
    before, place = state.places[state.mover], after.places[state.mover]
    if place == before:
        return f"You rolled a {move + 1}, which leads beyond the last square. You stay on {place}."
    return f"You rolled a {move + 1} and move to {_way(rules, before, move, place)}."


def telling(rules: Rules, state: State, move: int, after: State, voice: Voice) -> str:
    """The derived telling would not name the ladder or the chute, nor why a piece stays."""
    before, place = state.places[state.mover], after.places[state.mover]
    if move == ROLL:
        return ""
    if place == before:
        does = voice.does(state.mover, "stay")
        return sentence(f"the die shows {move + 1}, which leads beyond the last square, so {does} on {place}")
    does = voice.does(state.mover, "move")
    return sentence(f"the die shows {move + 1}: {does} from {before} to {_way(rules, before, move, place)}")


def _way(rules: Rules, before: int, move: int, place: int) -> str:
    """The square that a roll leads to, and the ladder or the chute from there."""
    square = landing(rules, before, move + 1)
    if place == square:
        return str(square)
    return f"{square}, and {'up a ladder' if place > square else 'down a chute'} to {place}"


def closing(rules: Rules, state: State) -> str:
    return f"{player(winner(rules, state))} is on square {rules.length} and wins!"
