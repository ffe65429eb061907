"""Language models as agents, and what their answers say."""

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from headway.arena import prompt
from headway.arena.agents import UNKNOWN, Agent, Answer
from headway.arena.calls import Interrupted
from headway.arena.chat import ChatFailed, ChatServer, Completion, Message
from headway.arena.first_try import FirstTry, Tries
from headway.arena.questions import Question
from headway.arena.reply import Outcome, Reading, read_answer
from headway.game import Game

MODEL = "llm:"
FINISHES = {"length": Outcome.TRUNCATED, "content_filter": Outcome.REFUSED, "refusal": Outcome.REFUSED}
"""What it means that a model stopped before it had named a move."""


class ModelAgent(Agent):
    """A language model behind a chat server. An answer without a legal move is asked for once more."""

    def __init__(self, server: ChatServer, *, list_moves: bool = False) -> None:
        self.name, self._server, self._list_moves = f"{MODEL}{server.model}", server, list_moves

    def about(self, game: Game) -> Mapping[str, Any]:
        """The model with its settings, and what it is told."""
        return {
            "agent": self.name,
            "temperature": self._server.temperature,
            "max_tokens": self._server.max_tokens,
            "list_moves": self._list_moves,
            "prompt": prompt.VERSION,
            "prompt_digest": prompt.digest(),
            "messages_digest": prompt.messages_digest(game, list_moves=self._list_moves),
        }

    @property
    def where(self) -> str:
        """The address of the server."""
        return self._server.without_key(self._server.base_url)

    def interrupt(self) -> None:
        """End all requests."""
        self._server.interrupt()

    def resume(self) -> None:
        """Send requests again."""
        self._server.resume()

    def check(self) -> None:
        """Ask the server for the model."""
        self.resume()
        self._server.check()

    def answer(self, question: Question, sample: int, tries: Tries = UNKNOWN) -> Answer:
        """The move in the model's answer, or in its second one."""
        messages = prompt.ask(question.table, question.seat, list_moves=self._list_moves)
        first = tries.known
        if first is None:
            heard = self._ask(messages, question)
            if heard.reading.outcome in (Outcome.LEGAL, Outcome.FAILED):
                return heard.answer(messages)
            first = FirstTry(heard.text or "", heard.reading.wrong, *heard.tokens, heard.seconds)
            tries.keep(first)
        messages = [*messages, *prompt.ask_again(first.text, first.wrong)]
        return self._ask(messages, question).answer(messages, first)

    def _ask(self, messages: Sequence[Message], question: Question) -> "_Heard":
        """One answer of the model."""
        began = time.monotonic()
        try:
            told = self._server.complete(messages)
        except ChatFailed as error:
            if self._server.stop.is_set():
                raise Interrupted from None
            return _Heard(Reading(Outcome.FAILED, wrong=str(error)), None, (0, 0), time.monotonic() - began)
        text = self._server.without_key(told.text)
        reading = read_completion(told, question, list_moves=self._list_moves)
        if reading.wrong:  # it may quote the key
            shown = read_completion(told._replace(text=text), question, list_moves=self._list_moves)
            reading = reading._replace(wrong=shown.wrong)
        tokens = told.prompt_tokens, told.completion_tokens
        return _Heard(reading, text, tokens, time.monotonic() - began)


class _Heard(NamedTuple):
    """What came of asking once: what it says, its text if there was one, its tokens and its time."""

    reading: Reading
    text: str | None
    tokens: tuple[int, int]
    seconds: float

    def answer(self, messages: Sequence[Message], first: FirstTry | None = None) -> Answer:
        """The answer to a question, after these messages; `first` is what was answered before."""
        before = first or FirstTry("", "")
        said = [] if self.text is None else [Message("assistant", self.text)]
        return Answer(
            *self.reading,
            said=(*messages, *said),
            retried=first is not None,
            prompt_tokens=before.prompt_tokens + self.tokens[0],
            completion_tokens=before.completion_tokens + self.tokens[1],
            seconds=before.seconds + self.seconds,
        )


def read_completion(told: Completion, question: Question, *, list_moves: bool = False) -> Reading:
    """What a completion says. A move that was named counts, even if the model was cut off afterwards."""
    reading = read_answer(told.text, question.table.game, question.seen, list_moves=list_moves)
    if reading.outcome is Outcome.UNPARSABLE and told.finish in FINISHES:
        return reading._replace(outcome=FINISHES[told.finish])
    return reading
