"""The routes of the games: what can be played, under which rules, against whom, and what is known of it."""

from functools import lru_cache
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, TypeAdapter

from headway import catalogue
from headway.analysis.known import what_is_known
from headway.changes import decides_first, under
from headway.effects import homes
from headway.game import Game
from headway.players import COMPUTERS, NOTES
from headway.players.opponents import DEFAULT_LEVEL, computers_for
from headway.rulekit import SPECTATOR
from headway.ruleset import Rule
from headway.table.telling import computer_name
from headway.voice import capitalised
from headway.web.http.answers import FixedAnswer
from headway.web.http.errors import ERROR_ANSWERS
from headway.web.http.visitor import address_of, while_connected
from headway.web.solving.fair_queue import Asker
from headway.web.tables.hub import Hub
from headway.web.tables.table_request import requested_game


class Computer(BaseModel):
    """A computer player: its name in messages, what it is called, a note about it, and whether it is the default."""

    name: str
    title: str
    note: str | None
    is_default: bool


class Preset(BaseModel):
    """A rule set that is fairer than the book's: what it is called, and the rules that it changes."""

    title: str
    rules: dict[str, Any]


class GameInfo(BaseModel):
    """A game that can be played."""

    name: str
    title: str
    summary: str
    how_to_play: list[str]
    rules: list[dict[str, Any]]
    changes: list[dict[str, Any]]
    track: list[int]
    goals: list[list[int]]
    board: list[int] | None
    pieces: list[list[str]]
    homes: list[list[int]]
    positions: list[list[int]]
    computers: list[str]
    presets: list[Preset]


class Known(BaseModel):
    """What is proved of a game's rules, in a sentence."""

    known: str


def add_games(app: FastAPI, hub: Hub) -> None:
    """Add the routes."""
    _add_games(app)
    _add_variants(app, hub)


def _add_games(app: FastAPI) -> None:
    @app.get("/api/games", response_model=list[GameInfo], tags=["games"])
    async def games(request: Request) -> Response:
        """All games, with their rules and their boards at the start."""
        return _all_games(tuple(catalogue.games()[0])).to(request)

    @app.get("/api/games/{name}/rulebook", response_class=PlainTextResponse, responses=ERROR_ANSWERS, tags=["games"])
    def rulebook(name: str) -> str:
        """The rule book of a game, in Markdown."""
        return catalogue.find(name).rulebook

    @app.get("/api/opponents", tags=["games"])
    def opponents() -> list[str]:
        """The computer players, by name."""
        return list(COMPUTERS)

    @app.get("/api/computers", response_model=list[Computer], tags=["games"])
    def computers() -> list[Computer]:
        """The computer players, as a person chooses one."""
        return [
            Computer(name=name, title=computer_name(name), note=NOTES.get(name), is_default=name == DEFAULT_LEVEL)
            for name in COMPUTERS
        ]


def _add_variants(app: FastAPI, hub: Hub) -> None:
    table_request = hub.table_requests.type

    @app.post("/api/variants", response_model=GameInfo, responses=ERROR_ANSWERS, tags=["games"])
    def variant(request: table_request) -> dict[str, Any]:  # type: ignore[valid-type]
        """The game under the rules of a request for a table; nothing is created."""
        return _game_info(requested_game(request).game)

    @app.post("/api/variants/known", response_model=Known, responses=ERROR_ANSWERS, tags=["games"])
    async def known(request: table_request, visitor: Request) -> Known:  # type: ignore[valid-type]
        """What is proved of the rules of a request for a table, if they can be solved here."""
        game, is_dealt = requested_game(request)
        solving = hub.preview_solver.solution(game, Asker(address_of(visitor)))
        return Known(known=what_is_known(await while_connected(visitor, solving), is_dealt))


@lru_cache(maxsize=1)
def _all_games(games: tuple[Game, ...]) -> FixedAnswer:
    infos: TypeAdapter[list[GameInfo]] = TypeAdapter(list[GameInfo])
    return FixedAnswer(infos.dump_json(infos.validate_python([_game_info(game) for game in games])))


@lru_cache(maxsize=1000)
def _game_info(game: Game) -> dict[str, Any]:
    start, plain = game.view(game.start(), SPECTATOR), game.plain
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.words.SUMMARY,
        "how_to_play": game.how_to_play,
        "rules": [_described(rule) for rule in plain.rule_list],
        "changes": [_described(under(change, plain.code, plain.rules)) for change in game.change_list],
        "track": game.track,
        "goals": game.goals,
        "board": game.board,
        "pieces": game.pieces,
        "homes": homes(game),
        "positions": game.positions(start),
        "computers": computers_for(game),
        "presets": [{"title": title, "rules": rules} for title, rules in game.words.PRESETS.items()],
    }


def _described(rule: Rule) -> dict[str, Any]:
    return {
        "name": rule.name,
        "title": capitalised(rule.words),
        "is_board": rule.is_row,
        "decides_first": decides_first(rule),
        **rule.described(),
    }
