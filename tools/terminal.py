"""A real terminal with a program in it, to be typed at and looked at."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from itertools import groupby

import pyte

COLUMNS, LINES = 80, 200
PATIENCE = 300
"""Seconds to wait for a program that shows nothing, however busy the machine is."""
HEADWAY = (sys.executable, "-m", "headway")
TAKE_TERMINAL = ("sh", "-c", 'exec "$@" <>"$0"')
"""Open a terminal and become a program: the first terminal that a process opens is its own, from which Ctrl-C comes."""


class Terminal:
    """A program on a pseudo-terminal; what it shows is kept as a screen, as a person would see it."""

    def __init__(
        self,
        *args: object,
        env: dict[str, str] | None = None,
        command: Sequence[str] = HEADWAY,
        columns: int = COLUMNS,
    ) -> None:
        self._screen = pyte.Screen(columns, LINES)
        self._stream = pyte.ByteStream(self._screen)
        self._master, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, columns, 0, 0))
        self.raw = b""
        self.text = ""
        self.process = subprocess.Popen(
            [*TAKE_TERMINAL, os.ttyname(terminal), *command, *map(str, args)],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env={
                **os.environ,
                "TERM": "xterm",
                "COLUMNS": str(columns),
                "NO_COLOR": "",
                "FORCE_COLOR": "",
                **(env or {}),
            },
            start_new_session=True,
        )
        os.close(terminal)

    def type(self, text: str | bytes) -> None:
        os.write(self._master, text.encode() if isinstance(text, str) else text)

    def answer(self, prompt: str, *texts: object) -> None:
        """Wait each time until the program asks with that prompt, and enter a line."""
        for text in texts:
            self.wait_for(prompt, at_the_end=True)
            self.raw = b""
            self.type(f"{text}\n")

    def wait_for(self, text: str, seconds: float = PATIENCE, at_the_end: bool = False) -> None:
        """Wait until the program has written the text since the last answer, and nothing after it if so asked."""
        deadline = time.monotonic() + seconds
        while not (self.raw.endswith(text.encode()) if at_the_end else text.encode() in self.raw):
            if not self.read(deadline - time.monotonic()):
                raise AssertionError(f"{text!r} did not appear; the screen shows:\n{self.screen}")

    def wait(self, seconds: float = PATIENCE) -> int:
        """Read on until the program ends; its exit status."""
        deadline = time.monotonic() + seconds
        while self.read(deadline - time.monotonic()):
            pass
        return self.process.wait(max(0.1, deadline - time.monotonic()))

    @property
    def screen(self) -> str:
        """What the terminal shows, without the empty lines below."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip("\n")

    @property
    def coloured(self) -> list[list[tuple[str, str]]]:
        """The lines that the terminal shows, in runs of one colour each; the name of the colour is pyte's."""
        lines = []
        for number in range(len(self.screen.splitlines())):
            cells = [self._screen.buffer[number][column] for column in range(self._screen.columns)]
            runs = [(fg, "".join(cell.data for cell in run)) for fg, run in groupby(cells, lambda cell: cell.fg)]
            lines.append([(fg, text.rstrip() if at == len(runs) - 1 else text) for at, (fg, text) in enumerate(runs)])
        return lines

    @property
    def echoes(self) -> bool:
        return bool(termios.tcgetattr(self._master)[3] & termios.ECHO)

    def kill(self, number: int = signal.SIGKILL) -> None:
        self.process.send_signal(number)
        self.process.wait(PATIENCE)

    def suspend_and_continue(self) -> None:
        """Do what a shell does on Ctrl-Z and fg: stop the program, put the terminal's echo back, let it go on."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)
        modes = termios.tcgetattr(self._master)
        modes[3] |= termios.ECHO
        termios.tcsetattr(self._master, termios.TCSADRAIN, modes)
        self.raw = b""
        self.process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """Shut the window."""
        os.close(self._master)
        self.process.wait(PATIENCE)

    def read(self, seconds: float) -> bool:
        """Take in what the program writes within some seconds; False if it writes nothing or has ended."""
        ready, _, _ = select.select([self._master], [], [], max(0, seconds))
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the program has ended
            return False
        self.raw += data
        self.text += data.decode("utf-8", "replace").replace("\r\n", "\n")
        self._stream.feed(data)
        return bool(data)
