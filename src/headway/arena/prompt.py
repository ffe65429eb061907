"""What a model is told: the rule book with our rulings, the rules in force, and the position as its seat may see it.

The words are files in `prompts`, in a folder for each version. A published version never changes: results carry its
number, a digest of its files, and one of what is told with them about the game under its rules. Results of different
prompts are not compared.
"""

import json
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from string import Template

from headway.arena.chat import Message
from headway.arena.reply import read_answer
from headway.contract import fields
from headway.game import Game
from headway.phrases import either, player
from headway.rule_book import rules_only
from headway.rulekit import P1, P2
from headway.ruleset import Rule
from headway.table.status import status
from headway.table.table import Table
from headway.text_board import draw_board
from headway.voice import voice_of

VERSION = 1


def ask(table: Table, seat: int, *, list_moves: bool = False) -> list[Message]:
    """The conversation that asks a seat for its move."""
    game = table.game
    legal = either(list(table.legal)) if list_moves else ""
    question = _filled(
        "question",
        board=draw_board(game, game.positions(table.view(seat)), players=table.sides),
        state=json.dumps(game.dump(table.view(seat))),
        status=status(table, voice_of(seat)),
        legal=f" The legal moves are {legal}." if legal else "",
    )
    return [Message("system", _system(game, seat)), Message("user", question)]


def ask_again(answer: str, wrong: str) -> list[Message]:
    """How the conversation goes on after an answer without a legal move."""
    return [Message("assistant", answer), Message("user", _filled("retry", wrong=wrong))]


@cache
def digest() -> str:
    """A digest of the words of this version."""
    return _digest(_text(name) for name in ("system", "question", "retry"))


@cache
def messages_digest(game: Game, *, list_moves: bool = False) -> str:
    """A digest of what is told about a game at its start: the book, the rules in force, the board, and a retry."""
    tables = [Table(game, first) for first in (P1, P2)]
    told = [message for table in tables for seat in (P1, P2) for message in ask(table, seat, list_moves=list_moves)]
    for answer in ("", '{"move": null}', '{"move": "x"}'):
        told += ask_again(answer, read_answer(answer, game, game.start(), list_moves=list_moves).wrong)
    return _digest([part for message in told for part in message])


def _digest(texts: Iterable[str]) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()[:16]


@cache
def _system(game: Game, seat: int) -> str:
    return _filled(
        "system",
        title=game.title,
        you=player(seat),
        rulebook=rules_only(game.rulebook),
        rules="\n".join(_in_force(game, rule) for rule in game.rule_list),
        how_to_play="\n".join(game.how_to_play),
        tokens=either([game.token(move) for move in game.all_moves]),
    )


def _in_force(game: Game, rule: Rule) -> str:
    """The value of a rule; where it is not that of the book, also the book's."""
    value = rule.text(fields(game.rules)[rule.name])
    book = f" (in the book: {rule.name}={rule.text(rule.default)})" if rule.name in game.changed else ""
    return f"- {rule.name}={value}{book}: {rule.sentence}"


@cache
def _text(name: str) -> str:
    return (files("headway.arena") / "prompts" / str(VERSION) / f"{name}.md").read_text("utf-8")


def _filled(name: str, **parts: str) -> str:
    return Template(_text(name)).substitute(parts).strip()
