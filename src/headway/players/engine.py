"""Any program as a player: a small protocol of JSON lines over its standard streams, described in docs/engines.md."""

import json
import queue
import shlex
import subprocess
import threading
from random import Random
from typing import Any

from headway.errors import HeadwayError, quoted
from headway.players.player import Outlook, PlayerFailed
from headway.table.table import SEATS

PROTOCOL = 1
SECONDS = 10.0
LONGEST_LINE = 100_000


class Engine:
    """A program that is asked for each move. Whatever it does wrong ends its game, and nothing else."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.command = command
        self.seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()

    def choose(self, outlook: Outlook, rng: Random) -> int:
        """What the program answers, if it is a legal move and comes in time."""
        game = outlook.game
        self._start()
        self._tell({
            "headway": PROTOCOL,
            "ask": "move",
            "game": game.name,
            "rules": game.settings,
            "seat": SEATS[outlook.seat],
            "first": SEATS[outlook.first],
            "ply": len(outlook.moves) + 1,
            "moves": [game.token(move) for move in outlook.moves],
            "state": game.dump(outlook.state),
            "legal": [game.token(move) for move in game.moves_at(outlook.state)],
            "seconds": self.seconds,
        })  # fmt: skip
        answer = self._answer()
        try:
            return game.parse(outlook.state, answer)
        except HeadwayError as error:
            raise PlayerFailed(f"{self._name} made no legal move: {error}") from error

    def agrees_to_draw(self, outlook: Outlook) -> bool:
        """The protocol has no draws."""
        return False

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    stream.close()
            self._process = None

    @property
    def _name(self) -> str:
        return f"The engine {quoted(self.command)}"

    def _start(self) -> None:
        if self._process is not None:
            return
        try:
            words = shlex.split(self.command)
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError, IndexError) as error:
            reason = getattr(error, "strerror", None) or error
            raise PlayerFailed(f"{self._name} cannot be started: {reason}.") from error
        self._lines = queue.Queue()
        threading.Thread(target=self._listen, args=(self._process, self._lines), daemon=True).start()

    @staticmethod
    def _listen(process: "subprocess.Popen[bytes]", lines: "queue.Queue[bytes]") -> None:
        assert process.stdout is not None
        try:
            while line := process.stdout.readline(LONGEST_LINE):
                lines.put(line)
        except ValueError:
            pass  # closed by us
        lines.put(b"")

    def _tell(self, message: dict[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise PlayerFailed(f"{self._name} has ended.") from error

    def _answer(self) -> str:
        try:
            line = self._lines.get(timeout=self.seconds)
        except queue.Empty:
            raise PlayerFailed(f"{self._name} gave no answer within {self.seconds:g} seconds.") from None
        if not line:
            raise PlayerFailed(f"{self._name} has ended.")
        try:
            move = json.loads(line)["move"]
        except (ValueError, RecursionError, KeyError, TypeError):
            move = None
        if not isinstance(move, str):
            shown = quoted(line.decode("utf-8", "replace").strip())
            raise PlayerFailed(f'{self._name} answered {shown} instead of {{"move": "..."}}.')
        return move
