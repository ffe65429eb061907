"""The words of Capture the Flag."""

from headway.claims import Claim, Question
from headway.phrases import both, count, either, from_one_to, player
from headway.rulebooks.capture_the_flag.rules import Rules, State, landing, owner, winner
from headway.rulekit import P1, P2
from headway.voice import Voice, sentence

TITLE = "Capture the Flag"
SUMMARY = "Lead one of your soldiers to the enemy's flag, and send home those in your way."
RULES = {
    "length": "The position of Player 2's flag; Player 1's is at 0.",
    "soldiers": "How many soldiers each player has.",
    "longest_step": "The most positions a soldier moves in a turn.",
}
CLAIMS = (
    Claim("Continue alternating turns until one player captures the opponent's flag", Question.ENDS),
    Claim("Players must carefully decide how to advance their soldiers", Question.DECISION),
    Claim("skillful play is rewarded", Question.SKILL),
    Claim("If a soldier lands on a position occupied by an opponent's soldier", Question.MEETS, is_rule=True),
    Claim(
        "Soldiers cannot move beyond position 10 (Player 2's flag) or below position 0 (Player 1's flag)",
        Question.FEWER,
        is_rule=True,
    ),
    Claim(
        "Players cannot skip their turn; a soldier must be moved if possible",
        Question.STUCK,
        is_rule=True,
        part="if possible",
    ),
)


def name(soldier: int) -> str:
    return f"S{soldier + 1}"


def pieces(rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names = [name(soldier) for soldier in range(2 * rules.soldiers)]
    return tuple(names[: rules.soldiers]), tuple(names[rules.soldiers :])


def token(rules: Rules, move: int) -> str:
    return f"{name(move // rules.longest_step)} {move % rules.longest_step + 1}"


def how_to_play(rules: Rules) -> tuple[str, ...]:
    soldier = "your soldier" if rules.soldiers == 1 else "one soldier"
    steps = f"{from_one_to(rules.longest_step)} {'position' if rules.longest_step == 1 else 'positions'}"
    return (
        f"Each player has {count(rules.soldiers, 'soldier')} at a flag: {player(P1)} at position 0, "
        f"{player(P2)} at {rules.length}.",
        f"On your turn move {soldier} {steps} ahead, not past the enemy's flag.",
        "Enemy soldiers on the position where yours lands are sent back to their flag.",
        "The first soldier on the enemy's flag wins.",
    )


def welcome(rules: Rules, first: int) -> str:
    soldiers = "soldier" if rules.soldiers == 1 else "soldiers"
    p1, p2 = pieces(rules)
    return (
        "Welcome to Capture the Flag!\n"
        f"{player(P1)}: You are 'P1' with {soldiers} {both(p1)} starting at position 0.\n"
        f"{player(P2)}: You are 'P2' with {soldiers} {both(p2)} starting at position {rules.length}.\n"
        "\n"
        f"Positions: 0 [P1_Flag]{' ... ' if rules.length > 1 else ' '}{rules.length} [P2_Flag]"
    )


def turn(rules: Rules, state: State) -> str:
    return f"\n{player(state.mover)}, it's your turn."


def ask(rules: Rules, state: State) -> str:
    own = pieces(rules)[state.mover]
    steps = either(range(1, rules.longest_step + 1))
    return f"Enter the soldier to move ({'/'.join(own)}) and positions to move ({steps}): "


def refuse(rules: Rules, state: State, move: int) -> str:
    soldier = name(move // rules.longest_step)
    if owner(rules, move) != state.mover:
        own = pieces(rules)[state.mover]
        return f"{soldier} is {player(1 - state.mover)}'s soldier; you can move {either(own)}."
    steps = count(move % rules.longest_step + 1, "position")
    end = rules.length if state.mover == P1 else 0
    left = abs(end - (state.p1 + state.p2)[move // rules.longest_step])
    can = f"It can move {either(range(1, left + 1))}."
    return f"{soldier} cannot move {steps}; that would be beyond position {end}. {can}"


def tell(rules: Rules, state: State, move: int, after: State) -> str:
    soldier = name(move // rules.longest_step)
    steps = count(move % rules.longest_step + 1, "position")
    place = landing(rules, state, move)
    lines = [f"{player(state.mover)} moves {soldier} forward {steps} to position {place}."]
    enemy = 1 - state.mover
    flag = rules.length if enemy == P2 else 0
    if place == flag:
        return "\n".join([*lines, f"{soldier} reaches {player(enemy)}'s flag position."])
    places = state.p2 if enemy == P2 else state.p1
    caught = [which for which, stood in zip(pieces(rules)[enemy], places, strict=True) if stood == place]
    if caught:
        sent = "is" if len(caught) == 1 else "are"
        lines.append(f"Combat occurs: {soldier} lands on position {place} occupied by {both(caught)}.")
        lines.append(f"{both(caught)} {sent} sent back to {player(enemy)}'s flag at position {flag}.")
    return "\n".join([*lines, "", "Positions:", *_squares(rules, after)])


def _squares(rules: Rules, state: State) -> list[str]:
    """Who stands where, from 0 up; one empty position is shown, a longer run of them is three dots."""
    standing: list[list[str]] = [[] for _ in range(rules.length + 1)]
    standing[0].append("P1_Flag")
    standing[rules.length].append("P2_Flag")
    for names, places in zip(pieces(rules), (state.p1, state.p2), strict=True):
        for which, place in zip(names, places, strict=True):
            standing[place].append(which)
    lines: list[str] = []
    for place, here in enumerate(standing):
        if here or (standing[place - 1] and standing[place + 1]):
            lines.append(f"{place} [{', '.join(here)}]")
        elif lines[-1] != "...":
            lines.append("...")
    return lines


def ending(rules: Rules, state: State, voice: Voice) -> str:
    won = winner(rules, state)
    places, flag = (state.p1, rules.length) if won == P1 else (state.p2, 0)
    soldier = pieces(rules)[won][places.index(flag)]
    own = f"your {soldier}" if voice.is_you(won) else soldier
    return sentence(f"{own} reached {voice.whose(1 - won)} flag")


def closing(rules: Rules, state: State) -> str:
    won = winner(rules, state)
    return f"{player(won)} wins the game by capturing {player(1 - won)}'s flag."
