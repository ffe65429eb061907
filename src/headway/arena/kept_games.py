"""What a ledger of matches holds: the games that are over, and the answers of every game."""

from collections.abc import Hashable, Mapping, Sequence

from headway.arena.first_try import FirstTry, first_tries_in, is_first_try
from headway.arena.ledger import BadLedger, Entry
from headway.arena.policy_audit import has_failed
from headway.arena.reply import Outcome

Games = dict[tuple[int, int], Entry]
Decisions = dict[tuple[int, int], dict[int, Entry]]
FirstTries = Mapping[Hashable, FirstTry]
"""The first tries that no answer follows, by match, game, ply and table."""


def kept_in(entries: Sequence[Entry]) -> tuple[Games, Decisions]:
    """What a ledger knows: the games that are over, and of every game the answers by their ply.

    Where a game was played again from a ply on, what was written before of that ply and of all that follows does not
    count any more.
    """
    games, decisions = Games(), Decisions()
    for number, entry in enumerate(entries, 1):
        if not _is_whole(entry):
            raise BadLedger(f"Line {number + 1} of the ledger is not that of a game or an answer.")
        if is_first_try(entry):
            continue
        key = entry["match"], entry["game"]
        if "moves" in entry:
            games[key] = entry
            continue
        if entry["ply"] in decisions.setdefault(key, {}):
            games.pop(key, None)
            decisions[key] = _before(decisions[key], entry["ply"])
        decisions[key][entry["ply"]] = entry
    return games, decisions


def _is_whole(entry: Entry) -> bool:
    """Has it what a game or an answer has, and an outcome that there is?"""
    if "moves" in entry:
        return {"match", "game"} <= entry.keys() and isinstance(entry["moves"], list)
    if is_first_try(entry):
        return {"match", "game", "ply", "table"} <= entry.keys()
    is_legal = {outcome.value: outcome is Outcome.LEGAL for outcome in Outcome}.get(str(entry.get("outcome")))
    return {"match", "game", "ply", "table", "move"} <= entry.keys() and is_legal is (entry["move"] is not None)


def first_tries_of(entries: Sequence[Entry]) -> FirstTries:
    """The first tries of games that go on with them. The table is in the key: a game may have been played again."""
    return first_tries_in(entries, lambda entry: tuple(entry.get(name) for name in ("match", "game", "ply", "table")))


def _before(answers: Mapping[int, Entry], ply: int) -> dict[int, Entry]:
    return {each: answer for each, answer in answers.items() if each < ply}


def forget_failures(games: Games, decisions: Decisions) -> None:
    """Leave out of each game the first answer that has failed, and all that follows from it."""
    for key, answers in decisions.items():
        failed = [ply for ply, answer in answers.items() if has_failed(answer)]
        if failed:
            games.pop(key, None)
            decisions[key] = _before(answers, min(failed))
