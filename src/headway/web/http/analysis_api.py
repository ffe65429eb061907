"""The routes of the analysis board: any position of any game, what is known there, and records. Nothing is stored."""

import asyncio
from functools import partial
from io import BytesIO
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from headway import catalogue
from headway.analysis.best_line import best_line
from headway.analysis.review import review
from headway.analysis.worths import (
    ALL_ENDLESS,
    are_all_endless,
    chance_in_words,
    hint_as_plain,
    is_mixed,
    note,
    perspective,
    quickest,
    verdict_in_words,
    worths_at,
)
from headway.effects import as_json
from headway.errors import BadPosition, BadRecord, HeadwayError, IllegalMove, UnknownMove
from headway.game import Game
from headway.rulekit import OVER, P1, P2
from headway.solver import Solution, value_for
from headway.table.apply import fold
from headway.table.decide import begin
from headway.table.events import HUMAN, NAMES, SEATS, Begun, Moved
from headway.table.match import Match
from headway.table.record import read_stream
from headway.table.status import status
from headway.table.story import moves_made
from headway.table.table import Table
from headway.voice import NAMELESS, Names, Voice, capitalised, checked_names
from headway.web.http.answers import json_answer, shown_match, shown_review
from headway.web.http.errors import ERROR_ANSWERS
from headway.web.http.middleware import RECORDS_PATH
from headway.web.http.visitor import address_of, while_connected
from headway.web.refusals import NoHints
from headway.web.solving.fair_queue import Asker
from headway.web.tables.hub import Hub
from headway.web.tables.table_request import IS_NUMBER

MAX_ANALYSED_MOVES = 2000
NOT_A_RECORD = "This file is not the record of a game that Headway can open."
DAMAGED = "The record is damaged; the moves before that are shown."
RECORD_BODY = {"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}}}
"""For the OpenAPI description: a record is the body of the request, as the file has it; none is an empty file."""
PlayerNames = Annotated[Names, Field(description="What the players are called, by seat; null without a name.")]
Plies = Annotated[int, Field(ge=0, le=MAX_ANALYSED_MOVES), IS_NUMBER]
SincePly = Annotated[Plies, Field(description="`history` and `log` begin after that many plies.")]


class FromText(BaseModel):
    """A position by its text, or by the first moves of it, and perhaps moves that follow."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(description="A position text, as docs/formats.md describes it.")]
    plies: Annotated[Plies, Field(description="How many moves of the text are made, at most; by default all.")] = (
        MAX_ANALYSED_MOVES
    )
    moves: list[str] = []
    names: PlayerNames = NAMELESS
    since_ply: SincePly = 0


class FromGame(BaseModel):
    """A position by its game, the rules that differ from the book's, who moves first, and the moves."""

    model_config = ConfigDict(extra="forbid")

    game: str
    rules: Annotated[dict[str, str], Field(description="Values as they are typed: 12, or 4,2,6 for a board.")] = {}
    first: Literal["P1", "P2"] = "P1"
    moves: list[str] = []
    names: PlayerNames = NAMELESS
    since_ply: SincePly = 0


class RecordedGame(BaseModel):
    """A game of a record: its text, its title, its plies and moves, its result if it is over, what the players are
    called, and a sentence about its end or its turn."""

    text: str
    title: str
    plies: int
    moves: int
    result: str | None
    names: Names
    status: str


class RecordedGames(BaseModel):
    """The games of a record, and what is wrong with it, in words for its reader, if it is damaged."""

    games: list[RecordedGame]
    damage: str | None


Position = FromText | FromGame


def add_analysis(app: FastAPI, hub: Hub) -> None:
    """Add the routes."""
    options: dict[str, Any] = {"responses": ERROR_ANSWERS, "tags": ["analysis"]}

    async def solution(game: Game, visitor: Request) -> Solution:
        return await while_connected(visitor, hub.preview_solver.solution(game, Asker(address_of(visitor))))

    @app.post("/api/analysis", **options)
    def analysis(position: Position) -> dict[str, Any]:
        """A position: the board, the moves that led to it, and what each legal move does. Nothing is stored."""
        table = _table(position)
        game, state = table.game, table.state
        moves = [] if table.actor == OVER else [as_json(game, state, move) for move in game.moves_at(state)]
        to_move = None if table.to_move is None else table.to_move.name
        start = table.earlier(table.ply).text
        own = {
            "text": table.text,
            "start": start,
            "history": table.history[position.since_ply :],
            "to_move": to_move,
            "moves": moves,
        }
        return {**shown_match(_match(table, _names(position)), table.ply, position.since_ply), **own}

    @app.post("/api/analysis/values", **options)
    async def values(position: Position, visitor: Request) -> dict[str, Any]:
        """What is true of a position: its value and that of each legal move, and best play. It may take a while."""
        voice, table = Voice(names=_names(position)), await asyncio.to_thread(_table, position)
        return await asyncio.to_thread(_values, table, await solution(table.game, visitor), voice)

    @app.post("/api/analysis/review", **options)
    async def read_review(position: Position, visitor: Request) -> dict[str, Any]:
        """The review of the moves of a position, whether the game is over or not."""
        names, table = _names(position), await asyncio.to_thread(_table, position)
        found = await solution(table.game, visitor)
        return await asyncio.to_thread(lambda: shown_review(review(table, found), names))

    @app.get("/api/tables/{table}/hints", **options)
    async def read_hints(table: str, visitor: Request) -> dict[str, Any]:
        """What is true of the position at a table where a person plays a computer and has switched hints on."""
        match = (await hub.find(table)).match
        person = _hinted_seat(match)
        solving = hub.solver.solution(match.table.game, Asker(address_of(visitor), table))
        found = await while_connected(visitor, solving)
        return {
            "ply": match.table.ply,
            **await asyncio.to_thread(_move_values, match.table, found, Voice(person, match.called)),
        }

    @app.post(RECORDS_PATH, response_model=RecordedGames, openapi_extra=RECORD_BODY, **options)
    async def read_record(request: Request) -> Response:
        """The games of a record of the terminal or of a server, each as a position text. Nothing is stored."""
        return await json_answer(partial(_recorded_games, await request.body()))


def _recorded_games(record: bytes) -> dict[str, Any]:
    try:
        found = read_stream(BytesIO(record), as_far_as_it_goes=True)
    except BadRecord as error:
        raise BadRecord(f"{NOT_A_RECORD} {capitalised(str(error))}") from None
    games = [
        {
            "text": played.table.text,
            "title": played.table.game.title,
            "plies": played.table.ply,
            "moves": moves_made(played.table),
            "result": played.table.result,
            "names": played.called,
            "status": status(played.table, Voice(names=played.called)),
        }
        for played in found.match.games
    ]
    return {"games": games, "damage": found.damage and f"{DAMAGED} {capitalised(found.damage)}"}


def _names(position: Position) -> Names:
    try:
        return checked_names(position.names)
    except HeadwayError as error:
        raise BadPosition(str(error)) from error


def _table(position: Position) -> Table:
    """The table of a request; a move that cannot be made is refused with its number."""
    if isinstance(position, FromText):
        table = Table.from_text(position.text, most=MAX_ANALYSED_MOVES)
        table = table.earlier(table.ply - position.plies) if position.plies < table.ply else table
    else:
        table = Table(catalogue.find(position.game).variant(position.rules), SEATS[position.first])
    if table.ply + len(position.moves) > MAX_ANALYSED_MOVES:
        raise IllegalMove(f"At most {MAX_ANALYSED_MOVES:,} moves can be analysed.")
    for move in position.moves:
        try:
            table = table.play(move)
        except (UnknownMove, IllegalMove) as error:
            raise IllegalMove(f"Move {table.ply + 1}: {error}") from error
    return table


def _match(table: Table, names: Names) -> Match:
    """A match of one game between people, with the moves of a table."""
    begun = [event._replace(names=names) for event in begin(table.game, table.first).events if isinstance(event, Begun)]
    history = enumerate(table.history)
    return fold([Moved(table.by(index), token, index + 1) for index, token in history], fold(begun))


def _values(table: Table, solution: Solution, voice: Voice) -> dict[str, Any]:
    """The value of the position itself, what the side to move may know of it, and best play from here."""
    state, line = table.state, best_line(solution, table)
    point = {"value": value_for(P1, solution.value(state)), "endless": solution.is_endless(state)}
    best = {"moves": [table.game.token(move) for move in line.moves], "sentence": line.stop.value}
    return {**_move_values(table, solution, voice), "point": point, "best": best}


def _move_values(table: Table, solution: Solution, voice: Voice) -> dict[str, Any]:
    """The value of a table and of each legal move, as the side to move may know it."""
    seat, seen = perspective(table), table.view(table.actor)
    worths, has_odds = worths_at(solution, table), is_mixed(solution, table)
    best = quickest(worths, seat)
    chances = {
        table.game.token(worth.move): {
            "chance": value_for(seat, worth.value),
            "told": chance_in_words(value_for(seat, worth.value), worth.is_endless, worth.is_drawn),
            "note": note(worth, seat, has_odds, worth.move in best),
        }
        for worth in worths
    }
    plain = hint_as_plain(solution, table)
    moves = [{**move, **chances[move["move"]]} for move in plain["moves"]]
    return {
        **plain,
        "moves": moves,
        "moves_sentence": ALL_ENDLESS if are_all_endless(worths) else None,
        "seat": None if table.actor == OVER else NAMES[seat],
        "sentence": verdict_in_words(solution, table, voice),
        "endless": solution.is_endless(seen),
    }


def _hinted_seat(match: Match) -> int:
    """The seat of a person who plays a computer and has switched hints on in this game; without one, a refusal."""
    for seat in (P1, P2):
        if match.players[seat] == HUMAN != match.players[1 - seat] and match.current.has_hints(seat):
            return seat
    raise NoHints("Hints are not switched on in this game.")
