"""A person at a terminal, who plays with `headway join` at a table on a server."""

import random
import re
import subprocess
import sys
import threading

from tests.patience import PATIENCE


class TerminalPlayer:
    """`headway join` as a program, and a person who reads its questions and answers them at random."""

    def __init__(self, link: str, rng: random.Random) -> None:
        self.rng, self.told = rng, ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "headway", "join", link], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.thread = threading.Thread(target=self._play, daemon=True)
        self.thread.start()

    def _play(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        unanswered = ""
        while character := self.process.stdout.read(1):
            self.told += character
            unanswered += character
            if (answer := self._answer(" ".join(unanswered.split()), unanswered.endswith(" "))) is not None:
                unanswered = ""
                self.process.stdin.write(f"{answer}\n")
                self.process.stdin.flush()

    def _answer(self, text: str, is_at_end: bool) -> str | None:
        """What is entered at the end of a question; None if the text does not end with one."""
        if not is_at_end:
            return None
        if text.endswith("(yes or no)?"):
            return "no"
        if text.endswith("Press Enter:"):
            return ""
        if found := re.search(r"Enter ([^.:]+):$", text):
            return self.rng.choice(re.split(r", or |, | or ", found[1]))
        return None

    def wait(self) -> str:
        """All that the program has told, once it has ended."""
        assert self.process.wait(timeout=PATIENCE) == 0
        self.thread.join(timeout=PATIENCE)
        return self.told
