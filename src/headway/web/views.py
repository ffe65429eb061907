"""What is shown of a room: to everybody, to a seat, and in its record. A secret that is open is in none of it."""

from functools import lru_cache
from typing import Any

from headway.game import Game, State
from headway.rulekit import CHANCE, P1, P2, SPECTATOR
from headway.table.record import Setting, lines
from headway.table.table import SEATS
from headway.web.room import Room


def public(room: Room) -> dict[str, Any]:
    """What everybody may know of the game, built from what a spectator sees."""
    played = room.now
    table, result = played.table, played.table.result
    game, seen, match = table.game, table.view(SPECTATOR), room.match
    runs = table.actor in (P1, P2)
    turn, ask, is_secret = _spoken(game, seen) if runs else ("", "", False)
    shown: dict[str, Any] = {
        "number": room.number,
        "game_number": len(room.games),
        "ply": table.ply,
        "to_move": SEATS[table.actor] if runs else None,
        "positions": game.positions(seen),
        "turn": turn,
        "ask": ask,
        "secret": is_secret,
        "chosen": SEATS[table.by(-2)] if table.is_secret_open else None,
        "chance": played.last_chance,
        "players": [room.name(P1), room.name(P2)],
        "offers": {what: SEATS[seat] for what, seat in room.offers.items()},
        "result": result,
        "reason": None if result is None else table.ending.reason if table.ending else "rules",
        "match": {"goal": match.goal, "score": match.score, "over": room.is_over},
        "lines": len(played.log),
        "commitment": played.commitment,
    }
    if result is not None:
        shown["seed"] = played.seed
    return shown


def fixed(room: Room) -> dict[str, Any]:
    """What does not change during a game."""
    return {**_about(room.table.game), "first": SEATS[room.table.first]}


# Many tables play the same game under the same rules and come to the same positions; these are worked out once.


@lru_cache(maxsize=1000)
def _about(game: Game) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "rules": game.settings,
        "changed": game.changed,
        "track": game.track,
        "goals": game.goals,
        "has_chance": game.has_chance,
        "board": game.board,
        "pieces": game.pieces,
    }


@lru_cache(maxsize=10_000)
def _spoken(game: Game, seen: State) -> tuple[str, str, bool]:
    return game.words.turn(game.rules, seen), game.words.ask(game.rules, seen), game.secret(seen)


@lru_cache(maxsize=10_000)
def _tokens(game: Game, seen: State) -> tuple[str, ...]:
    return tuple(game.token(move) for move in game.moves_at(seen))


def legal(room: Room, seat: int) -> tuple[str, ...]:
    """The moves that a seat may make now."""
    table = room.table
    if table.actor != seat:
        return ()
    return _tokens(table.game, table.view(seat))


def rolls(room: Room) -> list[dict[str, Any]]:
    """Every roll of this game: after how many plies, which faces there were with what weight, and what came."""
    table, found = room.table, []
    for index, state in enumerate(table.states[:-1]):
        if table.by(index) == CHANCE:
            moves = table.game.moves_at(state)
            faces = [[table.game.token(move), table.game.weight(state, move)] for move in moves]
            found.append({"ply": index, "faces": faces, "rolled": table.game.token(table.moves[index])})
    return found


def record(room: Room) -> list[dict[str, Any]]:
    """The record of this match; a seed only of games that are over, and no secret that is open."""
    found: list[dict[str, Any]] = []
    for played in room.games[-1 - len(room.results) :]:
        setting = Setting(
            (room.name(P1), room.name(P2)),
            room.setup.goal,
            is_dealt=room.setup.is_dealt,
            commitment=played.commitment,
        )
        found += lines(played.table, setting)
        if played.table.result is not None:
            found[-1]["seed"] = played.seed
    return found
