"""What a model is told: the rule book with our rulings, the rules in force, and the position as its seat may see it.

The words are files in `prompts`, in a folder for each version. A published version never changes: results carry its
number and a digest of its files, and results of different prompts are not compared.
"""

import json
import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from string import Template

from headway.arena.chat import Message
from headway.game import Game
from headway.phrases import either, player
from headway.table.status import status
from headway.table.table import Table
from headway.text_board import draw_board
from headway.voice import voice_of

VERSION = 1
TOLD_SECTIONS = ("How it is played", "Rulings")
"""The parts of a rule book that are told. The others comment on the book, and give away how to play well."""


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
    texts = (_text(name) for name in ("system", "question", "retry"))
    return sha256("\0".join(texts).encode()).hexdigest()[:16]


@cache
def _system(game: Game, seat: int) -> str:
    values = {rule.name: rule.text(value) for rule, value in zip(game.rule_list, game.rules, strict=True)}
    return _filled(
        "system",
        title=game.title,
        you=player(seat),
        rulebook=told_of(game.rulebook),
        rules="\n".join(f"- {rule.name}={values[rule.name]}: {rule.sentence}" for rule in game.rule_list),
        how_to_play="\n".join(game.how_to_play),
        tokens=either([game.token(move) for move in game.all_moves]),
    )


def told_of(rulebook: str) -> str:
    """The title and the sections of a rule book that are told; all of it where it has no such sections."""
    opening, *sections = re.split(r"(?m)^## ", rulebook)
    told = [section for section in sections if section.startswith(TOLD_SECTIONS)]
    return "## ".join([opening, *told]).strip() if told else rulebook.strip()


@cache
def _text(name: str) -> str:
    return (files("headway.arena") / "prompts" / str(VERSION) / f"{name}.md").read_text("utf-8")


def _filled(name: str, **parts: str) -> str:
    return Template(_text(name)).substitute(parts).strip()
