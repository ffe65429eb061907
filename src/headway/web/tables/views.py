"""What viewers are shown of a match: everyone, each seat, and its records. An open secret is in none of it.

A viewer is P1, P2 or SPECTATOR. What is the same at many tables is computed once (see also `situation`).
"""

from functools import lru_cache
from typing import Any

from headway.effects import homes, outcome_as_json
from headway.errors import NotOver
from headway.game import Game
from headway.players.opponents import computers_for
from headway.rulekit import CHANCE, P1, P2, SPECTATOR
from headway.table.confirmation import questions
from headway.table.dice_check import chance_moves
from headway.table.events import NAMES, Begun, Declined, Ended, Event, Offered, to_json
from headway.table.match import Match, MatchGame
from headway.table.offers import open_offers
from headway.table.outcome import Reason
from headway.table.record import events_of
from headway.table.repetition import reason_to_draw
from headway.table.status import status
from headway.table.story import Transition, Won, roller
from headway.table.table import Table
from headway.table.takeback import refusal
from headway.table.telling import name_players, tell, tell_beginning, tell_players, tell_score
from headway.voice import Names, Voice
from headway.web.json_text import dumps
from headway.web.tables.situation import VIEWERS, Texts, TextsOnDemand, situation, swapped_sides

YOU: Texts = {P1: '"you":"P1"', P2: '"you":"P2"', SPECTATOR: '"you":null'}
NO_OFFERS: Texts = dict.fromkeys(VIEWERS, "{}")
NO_LINES: Texts = dict.fromkeys(VIEWERS, "")


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
        "changed_text": ", ".join(
            f"{rule.words} {game.changed[rule.name]}" for rule in game.rule_list if rule.name in game.changed
        ),
        "track": game.track,
        "goals": game.goals,
        "has_chance": game.has_chance,
        "board": game.board,
        "pieces": game.pieces,
        "homes": homes(game),
        "computers": computers_for(game),
        "first": NAMES[first],
    })  # fmt: skip


def public(match: Match, number: int) -> str:
    """The state of the last game, after the step of that number, as everyone may know it, as JSON."""
    begun, table, story, *_ = match.current
    chance, by = _last_roll(table) if table.game.has_chance else (None, None)
    offers = {offered.what.value: NAMES[offered.by] for offered in match.offers}
    own: dict[str, Any] = {"chance": chance, "roller": by, "offers": offers, "commitment": begun.commitment}
    if begun.wins > 1:
        own["match_text"] = " ".join(tell_score(match))
    if table.result is not None:
        own["seed"] = begun.dice
    return (
        f'{{"number":{number},"game_number":{len(match.games)},"ply":{len(table.moves)},"lines":{len(story)},'
        f"{situation(match).everyone},{_named(match.players, match.names, match.called)},"
        f"{_standing(begun.wins, match.score, match.is_over, reason_to_draw(table))},{dumps(own)[1:]}"
    )


@lru_cache(maxsize=10_000)
def _named(players: tuple[str, str], names: Names, called: Names) -> str:
    """Who plays, as the fields of a JSON object without its braces."""
    return dumps({"players": players, "names": names, "called": called})[1:-1]


@lru_cache(maxsize=10_000)
def _standing(wins: int, score: tuple[int, int], is_over: bool, draw_reason: str) -> str:
    """How the match stands, in the same form."""
    standing = {"goal": wins, "score": score, "over": is_over}
    return dumps({"draw_reason": draw_reason or None, "match": standing})[1:-1]


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
        self._turns, self._offers, self._lines = situation(match).viewers, _offers(match), _numbered(match, new_lines)
        self._players = _players(match.players, match.called) if has_new_players else None
        game = match.table.game
        self._table = match.table if match.table.ply and (game.has_chance or game.has_secrets) else None

    def text(self, viewer: int) -> str:
        """What a viewer is shown, as the fields of a JSON object without its braces."""
        lines = _list(self._lines, viewer)
        shown = f'{YOU[viewer]},{self._turns[viewer]},"offer_texts":{self._offers[viewer]},"log":{lines}'
        if self._players is not None:
            shown += f",{self._players[viewer]}"
        return shown if self._table is None else shown + _no_takeback(self._table, viewer)


def _no_takeback(table: Table, viewer: int) -> str:
    """Why a player cannot take a move back; in games without dice and secrets a player can, so it is not worked out."""
    reason = refusal(table, viewer) if viewer in (P1, P2) and table.result is None else ""
    return f',"no_takeback":{dumps(reason)}' if reason else ""


@lru_cache(maxsize=10_000)
def _players(players: tuple[str, str], names: Names) -> Texts:
    """Who plays, in a sentence and in a word or two, and what a player is asked to confirm against that opponent."""

    def text(voice: Voice) -> str:
        told, named = tell_players(players, voice), name_players(players, voice)
        confirm = questions(players, voice.viewer) if voice.viewer in (P1, P2) else {}
        return f'"players_text":{dumps(told)},"player_names":{dumps(named)},"confirm":{dumps(confirm)}'

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
    number, numbered, offers = len(story) - len(entries), [], open_offers(match)
    for ply, what, moves in entries:
        number += 1
        more = f'"move_number":{moves},' if isinstance(what, Transition) else ""
        if number in offers:
            more = f'"open_offer":"{offers[number].value}",'
        numbered.append((f'{{"number":{number},"ply":{ply},{more}', _lines(game, what, match.called)))
    return numbered


def _list(numbered: list[tuple[str, Texts]], viewer: int) -> str:
    """The lines for one viewer; an event that is told with what follows has none."""
    return f"[{','.join([start + text for start, texts in numbered if (text := texts[viewer])])}]"


def _lines(game: Game, what: Transition | Won | Event, names: Names) -> Texts:
    """Who did what, and the sentence about it, as the last fields of a JSON object; nothing without a sentence."""
    if isinstance(what, Transition):
        return _move_lines(game, what, names)
    if isinstance(what, Begun):
        return _beginning_lines(game, what.first, names)
    if isinstance(what, Ended) and what.reason is Reason.RULES:
        return NO_LINES
    by = what.by if isinstance(what, Offered | Declined) else None
    return TextsOnDemand(names, lambda voice: _line(by, tell(game, what, voice)))


@lru_cache(maxsize=10_000)
def _beginning_lines(game: Game, first: int, names: Names) -> Texts:
    return TextsOnDemand(names, lambda voice: _line(None, tell_beginning(game, first, voice)))


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
        **swapped_sides(game, before),
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
