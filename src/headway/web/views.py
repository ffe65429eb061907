"""What viewers are shown of a match: everyone, each seat, and its records. An open secret is in none of it.

A viewer is P1, P2 or SPECTATOR. Many tables play the same game under the same rules and come to the same positions, so
what depends on these alone is computed once.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from headway.effects import as_json
from headway.game import Game, State
from headway.rulekit import CHANCE, P1, P2, SPECTATOR
from headway.table.events import Declined, Offered, to_json
from headway.table.match import Match, Played
from headway.table.outcome import Actor
from headway.table.record import events_of
from headway.table.story import Deed, Entry
from headway.table.table import Table
from headway.table.telling import status, tell
from headway.voice import Voice
from headway.web.json_text import dumps

VOICES = {viewer: Voice(viewer) for viewer in (P1, P2, SPECTATOR)}
NAMES: dict[int, str] = {actor.value: actor.name for actor in Actor}


# -- for everyone


def fixed(match: Match) -> dict[str, Any]:
    """What does not change during a game."""
    return {**_about(match.table.game), "first": NAMES[match.table.first]}


@lru_cache(maxsize=1000)
def _about(game: Game) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "how_to_play": game.how_to_play,
        "rules": game.settings,
        "changed": game.changed,
        "track": game.track,
        "goals": game.goals,
        "has_chance": game.has_chance,
        "board": game.board,
        "pieces": game.pieces,
    }


def public(match: Match, number: int) -> dict[str, Any]:
    """The state of the last game, after the step of that number, as everyone may know it."""
    played = match.now
    table, result, reason = played.table, played.table.result, played.table.reason
    is_running = table.actor in (P1, P2)
    chance, roller = _last_roll(table)
    shown: dict[str, Any] = {
        "number": number,
        "game_number": len(match.games),
        "ply": table.ply,
        "to_move": NAMES[table.actor] if is_running else None,
        "positions": table.positions,
        "secret": is_running and table.game.secret(table.view(SPECTATOR)),
        "chosen": NAMES[table.by(-2)] if table.is_secret_open else None,
        "chance": chance,
        "roller": roller,
        "players": match.players,
        "offers": {offered.what.value: NAMES[offered.by] for offered in match.offers},
        "result": result.value if result else None,
        "reason": reason.value if reason else None,
        "match": {"goal": match.begun.wins, "score": match.score, "over": match.is_over},
        "lines": len(played.story),
        "commitment": played.begun.commitment,
    }
    if result is not None:
        shown["seed"] = played.begun.dice
    return shown


def _last_roll(table: Table) -> tuple[str | None, str | None]:
    """What chance did last, and the seat that moved before it."""
    if not table.game.code.may_have_chance:
        return None, None
    for index in range(table.ply - 1, -1, -1):
        if table.by(index) == CHANCE:
            rollers = (by for earlier in range(index - 1, -1, -1) if (by := table.by(earlier)) != CHANCE)
            roller = next(rollers, None)
            return table.game.token(table.moves[index]), None if roller is None else NAMES[roller]
    return None, None


# -- for each viewer


class Personal(NamedTuple):
    """What one viewer is shown, as JSON texts: the moves that the viewer may make, and the sentences."""

    legal: str
    moves: str
    status: str
    offers: str


def personal(match: Match, viewer: int) -> Personal:
    """What a viewer is shown besides what everyone is."""
    table, voice = match.table, VOICES[viewer]
    offers = {offered.what.value: tell(table.game, offered, voice) for offered in match.offers}
    legal, moves = _moves(table.game, table.state) if table.actor == viewer else ("[]", "[]")
    return Personal(legal, moves, dumps(status(match, voice)), dumps(offers))


@lru_cache(maxsize=10_000)
def _moves(game: Game, state: State) -> tuple[str, str]:
    """The legal moves of the seat to move: their texts, and what each does on the board as far as the seat can know."""
    moves = [as_json(game, state, move) for move in game.moves_at(state)]
    return dumps([move["move"] for move in moves]), dumps(moves)


def log(match: Match, viewer: int, count: int) -> list[dict[str, Any]]:
    """The lines about the last `count` events of the game; an event that is told with what follows has no line."""
    story = match.now.story
    entries = story.last(count)
    numbers = range(len(story) - len(entries) + 1, len(story) + 1)
    lines = (_line(match, viewer, number, entry) for number, entry in zip(numbers, entries, strict=True))
    return [line for line in lines if line["text"]]


def _line(match: Match, viewer: int, number: int, entry: Entry) -> dict[str, Any]:
    what = entry.what
    by = what.by if isinstance(what, Deed | Offered | Declined) else None
    text = tell(match.table.game, what, VOICES[viewer])
    return {"number": number, "ply": entry.ply, "by": None if by is None else NAMES[by], "text": text}


# -- records


def overview(match: Match) -> list[dict[str, Any]]:
    """All games at a table: the number of each, how long it is, and how it ended."""
    return [
        {
            "number": number,
            "plies": played.table.ply,
            "result": played.result.value if played.result else None,
            "reason": played.table.reason.value if played.table.reason else None,
        }
        for number, played in enumerate(match.games, 1)
    ]


def record(games: tuple[Played, ...]) -> str:
    """The record of some games, as JSON Lines."""
    return "".join(f"{dumps(to_json(event))}\n" for played in games for event in events_of(played))


def rolls(table: Table) -> list[dict[str, Any]]:
    """Every roll of a game: after how many plies, the faces with their weights, and the face that was rolled."""
    found = []
    for index, state in enumerate(table.states[:-1]):
        if table.by(index) == CHANCE:
            moves = table.game.moves_at(state)
            faces = [[table.game.token(move), table.game.weight(state, move)] for move in moves]
            found.append({"ply": index, "faces": faces, "rolled": table.game.token(table.moves[index])})
    return found
