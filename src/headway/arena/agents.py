"""Agents: what can be asked for a move. A failure of an agent is an answer that is counted, never the end of a run."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from threading import Lock
from typing import Any

from headway.arena import prompt
from headway.arena.chat import ChatFailed, ChatServer, Completion, Message
from headway.arena.questions import Question
from headway.arena.reply import Outcome, Reading, read_answer
from headway.errors import HeadwayError, UnknownPlayer, expected, quoted
from headway.game import Game
from headway.players import FORFEITING_ERRORS, HUMAN, LEVELS, PROGRAMS, Observation, Player, seat_player
from headway.policies import Policy, named

MODEL = "llm:"
POLICIES = ("random", *map(str, LEVELS), "perfect")
FINISHES = {"length": Outcome.TRUNCATED, "content_filter": Outcome.REFUSED, "refusal": Outcome.REFUSED}
"""What it means that a model stopped before it had named a move."""


@dataclass(frozen=True)
class Answer:
    """What an agent answered: a legal `move`, or a failure. `said` is the conversation, if there was one."""

    outcome: Outcome
    move: int | None = None
    wrong: str = ""
    """What is wrong with it, in a sentence; empty if nothing is."""
    said: tuple[Message, ...] = ()
    retried: bool = False
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0


class Interrupted(Exception):
    """An answer that was under way when the program was interrupted: it is no failure of the agent."""


class Agent(ABC):
    """One that is asked. `name` is how it is called in results."""

    name: str

    @abstractmethod
    def answer(self, question: Question, sample: int) -> Answer:
        """The answer to a question; `sample` tells apart that it is asked again. A failure is an answer."""

    @property
    def about(self) -> Mapping[str, Any]:
        """What a result depends on beside the questions."""
        return {"agent": self.name}

    @property
    def policy(self) -> Policy | None:
        """The policy of an agent that is one: its odds are known exactly, and it need not be asked."""
        return None

    def check(self) -> None:  # noqa: B027 - most agents can always answer
        """Refuse in one line, before any work, an agent that cannot answer at all."""

    def interrupt(self) -> None:  # noqa: B027 - most agents answer soon
        """End the answers that are under way: each raises `Interrupted`, and nothing is asked any more."""

    def close(self) -> None:  # noqa: B027 - most agents hold nothing
        """Release what the agent holds."""


class PolicyAgent(Agent):
    """A policy, such as a level or perfect play."""

    def __init__(self, policy: Policy) -> None:
        self.name, self._policy = policy.name, policy

    @property
    def policy(self) -> Policy:
        """The policy itself."""
        return self._policy

    def answer(self, question: Question, sample: int) -> Answer:
        """A move by the odds of the policy."""
        odds = self._policy.odds(question.seen)
        moves = [move for move in question.moves if odds.get(move, 0)]
        return Answer(
            Outcome.LEGAL, _rng(self, question, sample).choices(moves, [float(odds[move]) for move in moves])[0]
        )


class PlayerAgent(Agent):
    """One of the players that can be given a seat: an engine, or one that learns. Questions wait for each other."""

    def __init__(self, name: str, player: Player) -> None:
        self.name, self._player = name, player
        self._lock = Lock()

    def check(self) -> None:
        """Start the program."""
        self._player.start()

    def answer(self, question: Question, sample: int) -> Answer:
        """The player's move."""
        began = time.monotonic()
        try:
            observed = Observation.of(question.table, question.seat)
            with self._lock:
                move = self._player.choose(observed, _rng(self, question, sample))
        except FORFEITING_ERRORS as error:
            return Answer(Outcome.FAILED, wrong=str(error), seconds=time.monotonic() - began)
        return Answer(Outcome.LEGAL, move, seconds=time.monotonic() - began)

    def close(self) -> None:
        """End the program."""
        self._player.close()


class CallableAgent(Agent):
    """A Python function that is given a `Question` and returns a move as a player types it."""

    def __init__(self, function: Callable[[Question], object], name: str | None = None) -> None:
        if not callable(function):
            raise expected("a function that is given a question and returns a move", function)
        self._function = function
        self.name = name or str(getattr(function, "__name__", type(function).__name__))

    def answer(self, question: Question, sample: int) -> Answer:
        """What the function returns; an exception that it raises is its failure."""
        began = time.monotonic()
        try:
            told = self._function(question)
        except Exception as error:
            why = f"The function raised {type(error).__name__}: {quoted(str(error))}"
            return Answer(Outcome.FAILED, wrong=why, seconds=time.monotonic() - began)
        seconds = time.monotonic() - began
        if not isinstance(told, str):
            why = f"The function returned a value of type {type(told).__name__} instead of a move."
            return Answer(Outcome.UNPARSABLE, wrong=why, seconds=seconds)
        try:
            return Answer(Outcome.LEGAL, question.table.game.parse(question.seen, told), seconds=seconds)
        except HeadwayError as error:
            return Answer(Outcome.ILLEGAL, wrong=str(error), seconds=seconds)


class ModelAgent(Agent):
    """A language model behind a chat server. An answer without a legal move is asked for once more."""

    def __init__(self, server: ChatServer, *, list_moves: bool = False) -> None:
        self.name, self._server, self._list_moves = f"{MODEL}{server.model}", server, list_moves

    @property
    def about(self) -> Mapping[str, Any]:
        """The model with its settings, and the prompt."""
        return {
            "agent": self.name,
            "temperature": self._server.temperature,
            "max_tokens": self._server.max_tokens,
            "list_moves": self._list_moves,
            "prompt": prompt.VERSION,
            "prompt_digest": prompt.digest(),
        }

    def interrupt(self) -> None:
        """End all requests."""
        self._server.interrupt()

    def check(self) -> None:
        """Ask the server for the model."""
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
            reading = read_completion(told, question)
            if is_retry or reading.outcome is Outcome.LEGAL:
                messages = [*messages, Message("assistant", told.text)]
                break
            messages = [*messages, *prompt.ask_again(told.text, reading.wrong)]
        return Answer(
            *reading,
            said=tuple(messages),
            retried=is_retry,
            prompt_tokens=tokens[0],
            completion_tokens=tokens[1],
            seconds=time.monotonic() - began,
        )


def agent_of(name: str, game: Game, server: Callable[[str], ChatServer], *, list_moves: bool = False) -> Agent:
    """The agent of that name for a game: a policy, a player that is a program, or `llm:MODEL` behind a server."""
    if name in POLICIES:
        return PolicyAgent(named(game, name))
    if name.startswith(MODEL) and name != MODEL:
        return ModelAgent(server(name.removeprefix(MODEL)), list_moves=list_moves)
    try:
        player = None if name == HUMAN else seat_player(name)
    except UnknownPlayer:
        player = None
    if player is None:
        raise UnknownPlayer(f"There is no agent {quoted(name)}. The agents are: {PROGRAMS}, or {MODEL}MODEL.")
    return PlayerAgent(name, player)


def read_completion(told: Completion, question: Question) -> Reading:
    """What a completion says. A move that was named counts, even if the model was cut off afterwards."""
    reading = read_answer(told.text, question.table.game, question.seen)
    if reading.outcome is Outcome.UNPARSABLE and told.finish in FINISHES:
        return reading._replace(outcome=FINISHES[told.finish])
    return reading


def _rng(agent: Agent, question: Question, sample: int) -> Random:
    """The same random numbers for the same question every time."""
    return Random(f"{agent.name}/{question.table.game}/{question.number}/{sample}")
