"""The words of Race to the Center."""

from headway.claims import Claim, Question
from headway.phrases import count, either, from_one_to, player
from headway.rulebooks.race_to_the_center.rules import ADJACENT, NEVER, Rules, State, actor, distance, winner
from headway.rulekit import OVER, P1, P2
from headway.voice import Voice, sentence

TITLE = "Race to the Center"
SUMMARY = "From both ends to the middle: be the first on the center, or the second in the same turn."
RULES = {
    "length": "The number of the last position; the center is at half of it.",
    "longest_step": "The most positions a marker moves in a turn.",
    "reply": "When the second mover still moves after the first has arrived: "
    "from 1 position away, from any distance a step covers, or never.",
}
CHOICES = {"reply": ("adjacent", "always", "never")}
CLAIMS = (
    Claim("a draw is not possible", Question.ENDS),
    Claim("choosing moves that block or delay the opponent's progress", Question.BLOCKS, part="block"),
    Claim("Moving second on a turn where both players can reach the center can be advantageous", Question.SECOND),
    Claim("Players may force a simultaneous arrival and win by moving second", Question.FORCE_BOTH),
    Claim("Players must carefully decide on each move", Question.COUNTS),
    Claim("emphasizes skill over chance", Question.SKILL, part="skill"),
    Claim("If a player is 1 position away from the center, they must move 1 position", Question.FEWER, is_rule=True),
    Claim("Players cannot land on the same position as the other player's marker", Question.BLOCKS, is_rule=True),
    Claim("The center position (position 5) can be occupied by both players", Question.BOTH_ARRIVE, is_rule=True),
)


def token(rules: Rules, move: int) -> str:
    return str(move + 1)


def how_to_play(rules: Rules) -> tuple[str, ...]:
    center, steps = rules.length // 2, from_one_to(rules.longest_step)
    lines = (
        f"{player(P1)}'s marker starts at position 0, {player(P2)}'s at position {rules.length}.",
        f"On your turn move {steps} {'position' if rules.longest_step == 1 else 'positions'} "
        f"toward the center at position {center}, not past it.",
        "The first marker on the center wins.",
    )
    if rules.reply == NEVER:
        return lines
    near = "1 position" if rules.reply == ADJACENT or rules.longest_step == 1 else f"{steps} positions"
    return (*lines, f"If you move second and are {near} away, you may still arrive, and win.")


def welcome(rules: Rules, first: int) -> str:
    return (
        "Welcome to Race to the Center!\n"
        f"{player(P1)} starts at position 0.\n"
        f"{player(P2)} starts at position {rules.length}.\n"
        f"First to reach position {rules.length // 2} wins."
    )


def turn(rules: Rules, state: State) -> str:
    return ""


def ask(rules: Rules, state: State) -> str:
    return f"\n{again(rules, state)}"


def again(rules: Rules, state: State) -> str:
    steps = f"{either(range(1, rules.longest_step + 1))} {'position' if rules.longest_step == 1 else 'positions'}"
    return f"{player(state.mover)}'s turn. You are at position {state.places[state.mover]}. Move {steps}? "


def refuse(rules: Rules, state: State, move: int) -> str:
    away = distance(rules, state, state.mover)
    must = "must move 1" if away == 1 else f"can move {either(range(1, away + 1))}"
    return f"Cannot move {count(move + 1, 'position')} past the center; you are {away} away and {must}."


def tell(rules: Rules, state: State, move: int, after: State) -> str:
    mover = player(state.mover)
    moved = f"{mover} moves to position {after.places[state.mover]}."
    if distance(rules, after, state.mover) == 0 and actor(rules, after) != OVER:
        return f"{moved}\n{mover} has reached the center. {player(1 - state.mover)} can still reach it on this turn."
    return moved


def telling(rules: Rules, state: State, move: int, after: State, voice: Voice) -> str:
    """The derived telling of an arrival that can be answered would not say why the game goes on."""
    if distance(rules, after, state.mover) > 0 or actor(rules, after) == OVER:
        return ""
    arrived, other = voice.does(state.mover, "reach"), 1 - state.mover
    return sentence(f"{arrived} the center; {voice.does(other, 'are')} near enough to answer and win")


def ending(rules: Rules, state: State, voice: Voice) -> str:
    won = winner(rules, state)
    if distance(rules, state, 1 - won) == 0:
        return "Both reached the center; moving second wins."
    return sentence(f"{voice.does(won, 'reached')} the center first")


def closing(rules: Rules, state: State) -> str:
    won = winner(rules, state)
    if distance(rules, state, 1 - won) == 0:
        return f"{player(won)} has also reached the center and, moving second, wins the game!"
    return f"{player(won)} has reached the center and wins the game!"
