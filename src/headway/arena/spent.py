"""How far a run is, and what it has cost."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from headway.arena.chat import MOST_TOKENS
from headway.arena.first_try import answers_in
from headway.arena.ledger import Entry
from headway.time_left import TimeLeft


class Spent(NamedTuple):
    """How many answers or games are `done`, `of` how many; and the tokens of all answers, failed ones included."""

    done: int
    of: int
    prompt_tokens: int
    completion_tokens: int

    @classmethod
    def so_far(cls, done: int, of: int, entries: Sequence[Entry]) -> "Spent":
        """What a ledger with these entries has cost."""
        return cls(done, of, 0, 0).plus(0, entries)

    def plus(self, done: int, entries: Sequence[Entry]) -> "Spent":
        """What it is after `done` more answers or games, and with further entries."""
        prompt, completion = (  # an answer has the tokens of its first try, too
            sum(min(entry.get(name, 0), MOST_TOKENS) for entry in answers_in(entries))
            for name in ("prompt_tokens", "completion_tokens")
        )
        return Spent(self.done + done, self.of, self.prompt_tokens + prompt, self.completion_tokens + completion)

    @property
    def tokens(self) -> int:
        """All tokens, of the prompts and of the answers."""
        return self.prompt_tokens + self.completion_tokens

    @property
    def cost(self) -> str:
        """The tokens in words; empty if there were none."""
        return f"{self.tokens:,} tokens" if self.tokens else ""


def run_to_the_end(run: Iterable[Spent], progress: Callable[[str], None], doing: str) -> None:
    """Go on with a run until it is over, and tell how far it is and about how long it will still take."""
    left, before = TimeLeft(progress, doing), None
    for spent in run:
        before = spent.done if before is None else before  # what was done earlier says nothing of the time
        left.tell(spent.done - before, spent.of - before, spent.cost)
