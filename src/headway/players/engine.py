"""External programs as players, over a protocol of JSON lines on their standard streams; see docs/engines.md."""

import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from contextlib import suppress
from random import Random
from typing import Any

from headway.errors import HeadwayError, quoted
from headway.players.player import IllegalAnswer, Observation, PlayerFailed, UnparsableAnswer
from headway.table.outcome import Actor

PROTOCOL = 1
SECONDS = 10.0
LONGEST_LINE = 100_000
MOST_LINES = 100  # unread lines that are kept; then the engine has to wait


class Engine:
    """A program that is asked for each move. If it fails it forfeits the current game; Headway goes on."""

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.command = command
        self.seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue(MOST_LINES)
        self._is_done = threading.Event()  # set when its output has ended or is not read any more

    def start(self) -> None:
        """Start the program, unless it is running; raises `PlayerFailed` if it cannot be started."""
        if self._process is None:
            self._start()

    def choose(self, observation: Observation, rng: Random) -> int:
        """The program's answer; raises `PlayerFailed` if it is late or not a legal move."""
        try:
            return self._choose(observation)
        except PlayerFailed:
            self.close()  # a late answer must not be taken for the next one; it is started again when it is asked again
            raise

    def _choose(self, observation: Observation) -> int:
        game, until = observation.game, time.monotonic() + self.seconds
        self.start()
        while not self._lines.empty():  # it wrote these without being asked
            self._lines.get_nowait()
        self._tell({
            "headway": PROTOCOL,
            "ask": "move",
            "game": game.name,
            "rules": game.settings,
            "seat": Actor(observation.seat).name,
            "first": Actor(observation.first).name,
            "ply": len(observation.moves) + 1,
            "moves": [game.token(move) for move in observation.moves],
            "state": game.dump(observation.state),
            "legal": [game.token(move) for move in game.moves_at(observation.state)],
            "seconds": self.seconds,
        }, until)  # fmt: skip
        answer = self._answer(until)
        try:
            return game.parse(observation.state, answer)
        except HeadwayError as error:
            raise IllegalAnswer(f"{self._name} made no legal move: {error}") from error

    def agrees_to_draw(self, observation: Observation) -> bool:
        """Never: the protocol does not ask about draws."""
        return False

    def close(self) -> None:
        """End the program and every process that it has started."""
        process, self._process = self._process, None
        self._is_done.set()
        if process is not None:
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()
            if process.stdin is not None:
                with suppress(OSError):  # it may not have read everything
                    process.stdin.close()

    @property
    def _name(self) -> str:
        return f"The engine {quoted(self.command)}"

    def _start(self) -> None:
        try:
            words = shlex.split(self.command)
            if not words:
                raise ValueError("no command is given")
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise PlayerFailed(f"{self._name} cannot be started: {reason}.") from error
        self._lines, self._is_done = queue.Queue(MOST_LINES), threading.Event()
        arguments = self._process, self._lines, self._is_done
        threading.Thread(target=self._listen, args=arguments, daemon=True).start()

    @staticmethod
    def _listen(process: "subprocess.Popen[bytes]", lines: "queue.Queue[bytes]", is_done: threading.Event) -> None:
        """Read the program's output as fast as it is consumed, so that a flood of lines cannot fill the memory."""
        assert process.stdout is not None
        with process.stdout:
            while not is_done.is_set() and (line := process.stdout.readline(LONGEST_LINE)):
                while not is_done.is_set():
                    with suppress(queue.Full):
                        lines.put(line, timeout=0.2)
                        break
        is_done.set()

    def _tell(self, message: dict[str, Any], until: float) -> None:
        """Write a line; an engine that does not read it in time has failed too."""
        assert self._process is not None
        assert self._process.stdin is not None
        stream, failures = self._process.stdin, list[OSError]()

        def write() -> None:
            try:
                stream.write(json.dumps(message).encode() + b"\n")
                stream.flush()
            except (OSError, ValueError) as error:
                failures.append(OSError(str(error)))

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        writer.join(max(0.0, until - time.monotonic()))
        if writer.is_alive():
            raise PlayerFailed(f"{self._name} did not read its question within {self.seconds:g} seconds.")
        if failures:
            raise PlayerFailed(self._ended())

    def _ended(self) -> str:
        """A sentence that says how the program ended, or that it only closed its output."""
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            status = self._process.wait(1)
            how = f"was ended by signal {-status}" if status < 0 else f"has ended with status {status}"
            return f"{self._name} {how}."
        return f"{self._name} has closed its output."

    def _answer(self, until: float) -> str:
        line = None
        while line is None:
            is_last, left = self._is_done.is_set(), until - time.monotonic()
            with suppress(queue.Empty):
                line = self._lines.get(not is_last, max(0.0, min(left, 0.05)))
            if line is None and is_last:
                raise PlayerFailed(self._ended())
            if line is None and left <= 0:
                raise PlayerFailed(f"{self._name} gave no answer within {self.seconds:g} seconds.")
        try:
            move = json.loads(line)["move"]
        except (ValueError, RecursionError, KeyError, TypeError):
            move = None
        if not isinstance(move, str):
            shown = quoted(line.decode("utf-8", "replace").strip())
            raise UnparsableAnswer(f'{self._name} answered {shown} instead of {{"move": "..."}}.')
        return move
