"""Language models as agents, and what their answers say."""

import time
from collections.abc import Mapping
from typing import Any

from headway.arena import prompt
from headway.arena.agents import Agent, Answer
from headway.arena.calls import Interrupted
from headway.arena.chat import ChatFailed, ChatServer, Completion, Message
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

    def answer(self, question: Question, sample: int) -> Answer:
        """The move in the model's answer, or in its second one."""
        began, table = time.monotonic(), question.table
        messages = prompt.ask(table, question.seat, list_moves=self._list_moves)
        tokens = [0, 0]
        for is_retry in (False, True):
            try:
                told = self._server.complete(messages)
            except ChatFailed as error:
                if self._server.stop.is_set():
                    raise Interrupted from None
                reading = Reading(Outcome.FAILED, wrong=str(error))
                break
            tokens = [tokens[0] + told.prompt_tokens, tokens[1] + told.completion_tokens]
            reading, text = read_completion(told, question, list_moves=self._list_moves), told.text
            if reading.wrong:  # it may quote the key
                text = self._server.without_key(told.text)
                shown = read_completion(told._replace(text=text), question, list_moves=self._list_moves)
                reading = reading._replace(wrong=shown.wrong)
            if is_retry or reading.outcome is Outcome.LEGAL:
                messages = [*messages, Message("assistant", self._server.without_key(text))]
                break
            messages = [*messages, *prompt.ask_again(text, reading.wrong)]
        return Answer(
            *reading,
            said=tuple(messages),
            retried=is_retry,
            prompt_tokens=tokens[0],
            completion_tokens=tokens[1],
            seconds=time.monotonic() - began,
        )


def read_completion(told: Completion, question: Question, *, list_moves: bool = False) -> Reading:
    """What a completion says. A move that was named counts, even if the model was cut off afterwards."""
    reading = read_answer(told.text, question.table.game, question.seen, list_moves=list_moves)
    if reading.outcome is Outcome.UNPARSABLE and told.finish in FINISHES:
        return reading._replace(outcome=FINISHES[told.finish])
    return reading
