"""What viewers are shown of a match: everyone, each seat, and its records. An open secret is in none of it.

A viewer is P1, P2 or SPECTATOR. Many tables play the same game under the same rules and reach the same states, so
what depends on these alone is computed once.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from headway.effects import as_json, homes, outcome_as_json
from headway.errors import NotOver
from headway.game import Game, State
from headway.players.opponents import computers_for
from headway.rulekit import CHANCE, P1, P2, SPECTATOR
from headway.table.dice_check import chance_moves
from headway.table.events import NAMES, Declined, Event, Offered, to_json
from headway.table.match import Match, MatchGame
from headway.table.record import events_of
from headway.table.repetition import reason_to_draw
from headway.table.status import status, tell_turn
from headway.table.story import Transition, Won, roller
from headway.table.table import Table
from headway.table.telling import name_players, tell, tell_players, tell_score
from headway.table.turn_words import turn_words
from headway.voice import Names, Voice
from headway.web.json_text import dumps

Texts = dict[int, str]
"""JSON texts by viewer."""


class TextsOnDemand(Texts):
    """JSON texts by viewer, each made when it is first read: most tables have no spectators."""

    def __init__(self, names: Names, make: Callable[[Voice], str]) -> None:
        self._names, self._make = names, make

    def __missing__(self, viewer: int) -> str:
        text = self[viewer] = self._make(voices(self._names)[viewer])
        return text


VIEWERS = (P1, P2, SPECTATOR)
YOU: Texts = {P1: '"you":"P1"', P2: '"you":"P2"', SPECTATOR: '"you":null'}
NO_OFFERS: Texts = dict.fromkeys(VIEWERS, "{}")


@lru_cache(maxsize=10_000)
def voices(names: Names) -> dict[int, Voice]:
    """How each viewer is spoken to, with what the players are called."""
    return {viewer: Voice(viewer, names) for viewer in VIEWERS}


# -- for everyone


def fixed(match: Match) -> str:
    """What does not change during a game, as JSON."""
    return _fixed(match.table.game, match.table.first)


@lru_cache(maxsize=1000)
def _fixed(game: Game, first: int) -> str:
    return dumps({
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
        "homes": homes(game),
        "computers": computers_for(game),
        "first": NAMES[first],
    })  # fmt: skip


def public(match: Match, number: int) -> dict[str, Any]:
    """The state of the last game, after the step of that number, as everyone may know it."""
    begun, table, story, *_ = match.current
    game, actor, chooser, seen = table.game, table.actor, table.chooser, table.view(SPECTATOR)
    shown: dict[str, Any] = {
        "number": number,
        "game_number": len(match.games),
        "ply": len(table.moves),
        "to_move": NAMES[actor] if actor in (P1, P2) else None,
        "positions": game.positions(seen),
        "secret": actor in (P1, P2) and game.secret(seen),
        "chosen": None if chooser is None else NAMES[chooser],
        "chance": None,
        "roller": None,
        "players": match.players,
        "names": match.names,
        "called": match.called,
        "offers": {offered.what.value: NAMES[offered.by] for offered in match.offers},
        "result": None,
        "reason": None,
        "draw_reason": reason_to_draw(table) or None,
        "match": {"goal": begun.wins, "score": match.score, "over": match.is_over},
        "lines": len(story),
        "commitment": begun.commitment,
    }
    if begun.wins > 1:
        shown["match_text"] = " ".join(tell_score(match))
    if game.has_chance:
        shown["chance"], shown["roller"] = _last_roll(table)
    if table.result is not None and table.reason is not None:
        shown |= {"result": table.result.value, "reason": table.reason.value, "seed": begun.dice}
    return shown


def _last_roll(table: Table) -> tuple[str | None, str | None]:
    """What chance did last, and for which seat."""
    for index in range(table.ply - 1, -1, -1):
        if table.by(index) == CHANCE:
            seat = roller(table, index)
            return table.game.token(table.moves[index]), None if seat is None else NAMES[seat]
    return None, None


# -- for each viewer


class Personal:
    """What each viewer is shown besides what everyone is, after a step that added some lines to the log."""

    def __init__(self, match: Match, new_lines: int, has_new_players: bool) -> None:
        self._turns, self._offers, self._lines = _turns_now(match), _offers(match), _numbered(match, new_lines)
        self._players = _players(match.players, match.called) if has_new_players else None

    def text(self, viewer: int) -> str:
        """What a viewer is shown, as the fields of a JSON object without its braces."""
        lines = _list(self._lines, viewer)
        shown = f'{YOU[viewer]},{self._turns[viewer]},"offer_texts":{self._offers[viewer]},"log":{lines}'
        return shown if self._players is None else f"{shown},{self._players[viewer]}"


@lru_cache(maxsize=10_000)
def _players(players: tuple[str, str], names: Names) -> Texts:
    """Who plays, in a sentence and in a word or two."""

    def text(voice: Voice) -> str:
        told, named = tell_players(players, voice), name_players(players, voice)
        return f'"players_text":{dumps(told)},"player_names":{dumps(named)}'

    return TextsOnDemand(names, text)


def _turns_now(match: Match) -> Texts:
    table = match.table
    if table.result is not None:
        return TextsOnDemand(
            match.called, lambda voice: f'"legal":[],"moves":[],"status":{dumps(status(table, voice))}'
        )
    return _turns(table.game, table.state, table.chooser, match.called)


@lru_cache(maxsize=10_000)
def _turns(game: Game, state: State, chooser: int | None, names: Names) -> Texts:
    """Each viewer's moves, with what each does on the board as far as the viewer can know, and whose turn it is."""
    opening = turn_words(game, state)
    opened = f',"turn_words":{dumps(opening)}' if opening else ""

    def text(voice: Voice) -> str:
        is_mover = voice.viewer == game.actor(state)
        moves = [as_json(game, state, move) for move in game.moves_at(state)] if is_mover else []
        legal, told = dumps([move["move"] for move in moves]), tell_turn(game, state, chooser, voice)
        return f'"legal":{legal},"moves":{dumps(moves)},"status":{dumps(told)}{opened}'

    return TextsOnDemand(names, text)


def _offers(match: Match) -> Texts:
    if not match.offers:
        return NO_OFFERS
    game = match.table.game
    return TextsOnDemand(
        match.called, lambda voice: dumps({offered.what.value: tell(game, offered, voice) for offered in match.offers})
    )


def log(match: Match, viewer: int, after: int = 0) -> str:
    """The lines about the game after a number of plies, as a viewer reads them, as a JSON list."""
    story = match.current.story
    count = len(story) if after == 0 else sum(entry.ply > after for entry in story)
    return _list(_numbered(match, count), viewer)


def _numbered(match: Match, count: int) -> list[tuple[str, Texts]]:
    """The last events of the game: for each the beginning of its line, and what each viewer reads in it."""
    _, table, story, *_ = match.current
    entries, game = story.last(count), table.game
    number, numbered = len(story) - len(entries), []
    for ply, what, moves in entries:
        number += 1
        move_number = f'"move_number":{moves},' if isinstance(what, Transition) else ""
        numbered.append((f'{{"number":{number},"ply":{ply},{move_number}', _lines(game, what, match.called)))
    return numbered


def _list(numbered: list[tuple[str, Texts]], viewer: int) -> str:
    """The lines for one viewer; an event that is told with what follows has none."""
    return f"[{','.join([start + texts[viewer] for start, texts in numbered if texts[viewer]])}]"


def _lines(game: Game, what: Transition | Won | Event, names: Names) -> Texts:
    """Who did what, and the sentence about it, as the last fields of a JSON object; nothing without a sentence."""
    if isinstance(what, Transition):
        return _move_lines(game, what, names)
    by = what.by if isinstance(what, Offered | Declined) else None
    return TextsOnDemand(names, lambda voice: _line(by, tell(game, what, voice)))


@lru_cache(maxsize=10_000)
def _move_lines(game: Game, transition: Transition, names: Names) -> Texts:
    made = dumps({"made": _made(game, transition)})[1:-1]
    return TextsOnDemand(names, lambda voice: _line(transition.by, tell(game, transition, voice), f",{made}"))


def _made(game: Game, transition: Transition) -> dict[str, Any]:
    """A move as data, as everyone may know it: a secret one has no text until its answer tells it."""
    by, turn = transition.by, transition.turn
    mover = by if transition.answered is None else 1 - by
    before, after = game.view(transition.before, SPECTATOR), game.view(transition.after, SPECTATOR)
    return {
        "move": None if transition.is_secret else game.token(transition.move),
        "chosen": None if transition.answered is None else game.token(transition.answered),
        "roller": None if transition.turn is None else NAMES[transition.turn],
        "positions": game.positions(after),
        **outcome_as_json(game, before, after, mover if turn is None else turn),
    }


def _line(by: int | None, told: str, made: str = "") -> str:
    return f'"by":{dumps(None if by is None else NAMES[by])},"text":{dumps(told)}{made}}}' if told else ""


# -- records


def overview(match: Match) -> list[dict[str, Any]]:
    """All games at a table: the number of each, how long it is, and how it ended."""
    return [
        {
            "number": number,
            "plies": played.table.ply,
            "result": played.result.value if played.result else None,
            "reason": played.table.reason.value if played.table.reason else None,
            "status": status(played.table, Voice(names=played.called)) if played.result else str(NotOver()),
        }
        for number, played in enumerate(match.games, 1)
    ]


def record(games: tuple[MatchGame, ...]) -> str:
    """The record of some games, as JSON Lines."""
    return "".join(f"{dumps(to_json(event))}\n" for played in games for event in events_of(played))


def rolls(played: MatchGame) -> list[dict[str, Any]]:
    """Every roll of a game: after how many plies, the faces with their weights, the face that was rolled.

    Where the program of the player before the roll has added a seed, that as well.
    """
    found, table = [], played.table
    for index, state in chance_moves(table):
        moves = table.game.moves_at(state)
        faces = [[table.game.token(move), table.game.weight(state, move)] for move in moves]
        shown = {"ply": index, "faces": faces, "rolled": table.game.token(table.moves[index])}
        if index in played.client_seeds:
            shown["client_seed"] = played.client_seeds[index]
        found.append(shown)
    return found
