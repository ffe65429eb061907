"""Open secrets in the database: they are encrypted, so that a copy of the database does not tell them.

A secret move is stored with "sealed" instead of "move". The step that answers it stores it once more, readable, as
"opens"; so does the step that ends a game, with all of its secrets that were never answered. Thus the key is needed
only for games that are not over. A secret that was taken back stays sealed until then, because a player who takes a
choice back rarely makes it again. `docs/protocol.md` describes the form.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from secrets import token_bytes
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from headway.table.events import Event, Moved, to_json
from headway.table.match import Match
from headway.table.story import Story, Transition
from headway.web.json_text import dumps
from headway.web.refusals import DamagedTable
from headway.web.storage.key_file import SecretKey, load_key
from headway.web.storage.schema import StoredStep

SEALED, OPENS = "sealed", "opens"
MARKS = SEALED_MARK, OPENS_MARK = f'"{SEALED}":', f'"{OPENS}":'  # in the text of a step that has such a field
NONCE_BYTES = 12  # as AES-GCM has it; drawn at random, which is safe for some billions of secrets under one key


def step_text(events: Iterable[Event]) -> str:
    """A step as the database holds it: its events as a JSON list."""
    return dumps([to_json(event) for event in events])


class SealedSecrets:
    """Encrypts the secrets of steps that are written, and decrypts those of steps that are read."""

    def __init__(self, key_file: Path) -> None:
        self.key_file = key_file

    @cached_property
    def key(self) -> SecretKey:
        """The key, read from its file when it is first needed."""
        return load_key(self.key_file)

    @cached_property
    def _cipher(self) -> AESGCM:
        return AESGCM(self.key.secret)

    def step_text(self, table_id: str, number: int, events: Sequence[Event], before: Match, after: Match) -> str:
        """A step as the database holds it, its secret sealed if it has one, and with those that it opens."""
        if not after.table.game.code.may_have_secrets:
            return step_text(events)
        lines = [to_json(event) for event in events]
        if after.table.is_secret_open and isinstance(events[-1], Moved):
            lines[-1][SEALED] = self._seal(table_id, number, lines[-1].pop("move"), before.table.legal)
        if opened := _opened_moves(before, after):
            lines[0][OPENS] = opened
        return dumps(lines)

    def open_steps(self, table_id: str, steps: list[StoredStep]) -> list[StoredStep]:
        """Steps as they were before their secrets were sealed; `DamagedTable` if the key does not open one.

        What is damaged otherwise stays as it is.
        """
        if not any(isinstance(text, str) and SEALED_MARK in text for _, text in steps):
            return steps
        rewritten: dict[int, list[dict[str, Any]]] = {}
        closed: list[tuple[int, dict[str, Any]]] = []  # the sealed moves that are not opened so far
        for number, text in steps:
            events = _events(text)
            for event in events:
                if SEALED in event:
                    closed.append((number, event))
                    rewritten[number] = events
                opened = event.get(OPENS)
                for move in reversed(opened if isinstance(opened, list) else []):
                    if closed:
                        closed.pop()[1]["move"] = move
        for number, event in closed:
            event["move"] = self._open(table_id, number, event[SEALED])
        return [(number, dumps(rewritten[number]) if number in rewritten else text) for number, text in steps]

    def _seal(self, table_id: str, number: int, move: str, choices: Iterable[str]) -> str:
        """An encrypted move, of the same length for all moves that could have been chosen."""
        size = max(len(dumps(choice).encode()) for choice in choices)
        nonce = token_bytes(NONCE_BYTES)
        encrypted = self._cipher.encrypt(nonce, dumps(move).encode().ljust(size), _place(table_id, number))
        return f"{self.key.id}.{urlsafe_b64encode(nonce + encrypted).decode()}"

    def _open(self, table_id: str, number: int, sealed: object) -> str:
        key_id, _, text = str(sealed).partition(".")
        if key_id != self.key.id:
            own = f"{self.key.path} holds the key {self.key.id}"
            raise DamagedTable(f"step {number}: its secret is encrypted with the key {key_id}, and {own}")
        try:
            raw = urlsafe_b64decode(text)
            nonce, encrypted = raw[:NONCE_BYTES], raw[NONCE_BYTES:]
            move: str = json.loads(self._cipher.decrypt(nonce, encrypted, _place(table_id, number)))
        except (InvalidTag, ValueError):
            why = f"the key in {self.key.path} does not open it"
            raise DamagedTable(f"step {number}: its secret is damaged, or is that of another step: {why}") from None
        return move


def _opened_moves(before: Match, after: Match) -> list[str]:
    """The secrets that need not be hidden any more after a step, in order; they are the last that were sealed."""
    table = before.table
    if table.result is not None:
        return []
    if after.table.result is not None:
        moves = _unanswered(before.current.story)
    else:
        moves = [table.moves[-1]] if table.is_secret_open and after.table.ply > table.ply else []
    return [table.game.token(move) for move in moves]


def _unanswered(story: Story) -> list[int]:
    """The secret moves of a game that were not answered: they were taken back, or the last one is open."""
    moves: list[int] = []
    for _, what, _ in story:
        if isinstance(what, Transition):
            if what.answered is not None:
                moves.pop()
            if what.is_secret:
                moves.append(what.move)
    return moves


def _events(text: object) -> list[dict[str, Any]]:
    """The events in the text of a step that may have a secret; none if it is damaged, which its reader will find."""
    if not isinstance(text, str) or not any(mark in text for mark in MARKS):
        return []
    try:
        events = json.loads(text)
    except (ValueError, RecursionError):
        return []
    is_whole = isinstance(events, list) and all(isinstance(event, dict) for event in events)
    return events if is_whole else []


def _place(table_id: str, number: int) -> bytes:
    """What is authenticated with a secret, so that it cannot be moved to another table or another step."""
    return f"{table_id}/{number}".encode()
