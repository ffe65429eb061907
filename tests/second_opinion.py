"""The five games once more, written from the books in another way: from the list of words said so far.

Nothing here is shared with the program. Each function takes who moves first (1 or 2) and all tokens so far, and
returns the positions and the tokens that may follow; none when the game is over. It is slow, and that is fine.
"""

from collections.abc import Callable, Iterable, Sequence

Told = tuple[object, list[str]]
Opinion = Callable[[int, Sequence[str]], Told]

BOARD = [4, 2, 6, 1, 3, 5, 2, 4, 6, 1, 3, 5, 2, 4, 6, 1, 3, 5, 2, 4]


def number_race(first: int, said: Sequence[str]) -> Told:
    at = {1: 0, 2: 0}
    player = first
    for word in said:
        if word == "roll":
            continue
        matches = [place for place, number in enumerate(BOARD, 1) if number == int(word) and place > at[player]]
        at[player] = min(matches, default=at[player])
        player = 3 - player
    rolling = bool(said) and said[-1] == "roll"
    if 20 in at.values():
        return (at[1], at[2], player, rolling), []
    return (at[1], at[2], player, rolling), list("123456") if rolling else ["roll"]


def predictive_pursuit(first: int, said: Sequence[str]) -> Told:
    at = {1: 0, 2: 0}
    turns = [said[i : i + 2] for i in range(0, len(said), 2)]
    player = first
    for turn in turns:
        if len(turn) == 2:
            secret, guess = turn
            if secret != guess:
                at[player] += int(secret)
            player = 3 - player
    pending = turns[-1][0] if turns and len(turns[-1]) == 1 else ""
    situation = (at[1], at[2], player, pending)
    if 10 in at.values():
        return situation, []
    if pending:
        return situation, ["1", "2"]
    return situation, [step for step in ("1", "2") if at[player] + int(step) <= 10]


def capture_the_flag(first: int, said: Sequence[str]) -> Told:
    at = {"S1": 0, "S2": 0, "S3": 10, "S4": 10}
    own = {1: ("S1", "S2"), 2: ("S3", "S4")}
    way = {1: 1, 2: -1}
    home = {1: 0, 2: 10}
    player = first
    for words in said:
        soldier, step = words.split()
        at[soldier] += way[player] * int(step)
        for enemy in own[3 - player]:
            if at[enemy] == at[soldier]:
                at[enemy] = home[3 - player]
        player = 3 - player
    situation = (*at.values(), player)
    if 10 in (at["S1"], at["S2"]) or 0 in (at["S3"], at["S4"]):
        return situation, []
    steps = [(soldier, step) for soldier in own[player] for step in (1, 2)]
    return situation, [f"{soldier} {step}" for soldier, step in steps if 0 <= at[soldier] + way[player] * step <= 10]


def cross_over(first: int, said: Sequence[str]) -> Told:
    line = {1: 1, 2: 9}
    player = first
    for word in said:
        line[player] += int(word) if player == 1 else -int(word)
        player = 3 - player
    if line[1] >= 10 or line[2] <= 0:
        return (line[1], line[2], player), []
    return (line[1], line[2], player), [step for step in "123" if int(step) != line[2] - line[1]]


def race_to_the_center(first: int, said: Sequence[str]) -> Told:
    left = {1: 5, 2: 5}  # how far each is from the center
    for ply, word in enumerate(said):
        left[first if ply % 2 == 0 else 3 - first] -= int(word)
    second = 3 - first
    player = first if len(said) % 2 == 0 else second
    situation = (5 - left[1], 5 + left[2], player, first)
    if left[second] == 0:
        return situation, []
    if left[first] == 0 and (player == first or left[second] != 1):
        return situation, []
    return situation, [step for step in ("1", "2") if int(step) <= left[player]]


OPINIONS: dict[str, Opinion] = {
    "number-race": number_race,
    "predictive-pursuit": predictive_pursuit,
    "capture-the-flag": capture_the_flag,
    "cross-over": cross_over,
    "race-to-the-center": race_to_the_center,
}


def sequences(opinion: Opinion, first: int, depth: int) -> list[int]:
    """How many sequences of each length there are, counted one by one."""
    layer: list[list[str]] = [[]]
    counted = [1]
    for _ in range(depth):
        layer = [[*said, word] for said in layer for word in opinion(first, said)[1]]
        counted.append(len(layer))
    return counted


def situations(opinion: Opinion, firsts: Iterable[int] = (1, 2)) -> int:
    """How many different situations can come up, with either side first."""
    seen: set[object] = set()
    waiting: list[tuple[int, list[str]]] = [(first, []) for first in firsts]
    for first, said in waiting:
        situation, words = opinion(first, said)
        if situation not in seen:
            seen.add(situation)
            waiting += [(first, [*said, word]) for word in words]
    return len(seen)
