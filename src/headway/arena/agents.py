"""Agents: what can be asked for a move. A failure of an agent is an answer that is counted, never the end of a run."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from threading import Lock
from typing import Any

from headway.arena.calls import Calls, Interrupted, Late
from headway.arena.chat import SECONDS, Message
from headway.arena.questions import Question
from headway.arena.reply import Outcome
from headway.errors import HeadwayError, expected, quoted
from headway.game import Game
from headway.players import FORFEITING_ERRORS, Observation, Player
from headway.policies import Policy


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

    def policy_in(self, game: Game) -> Policy | None:
        """The policy of such an agent in a game with a rule changed; None if it has none there."""
        return None

    def check(self) -> None:  # noqa: B027 - most agents can always answer
        """Refuse in one line, before any work, an agent that cannot answer at all."""

    def interrupt(self) -> None:  # noqa: B027 - policies answer soon
        """End the answers that are under way: each raises `Interrupted`, and nothing is asked any more."""

    def resume(self) -> None:  # noqa: B027 - policies are not interrupted
        """Make ready to be asked, also after an interruption."""

    def close(self) -> None:  # noqa: B027 - most agents hold nothing
        """Release what the agent holds."""


class PolicyAgent(Agent):
    """A policy, such as a level or perfect play. `in_game` gives it for the game with a rule changed."""

    def __init__(self, policy: Policy, in_game: Callable[[Game], Policy] | None = None) -> None:
        self.name, self._policy, self._in_game = policy.name, policy, in_game

    @property
    def policy(self) -> Policy:
        """The policy itself."""
        return self._policy

    def policy_in(self, game: Game) -> Policy | None:
        """The same policy, by the rules of that game."""
        return None if self._in_game is None else self._in_game(game)

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
        self._lock, self._calls = Lock(), Calls()

    def check(self) -> None:
        """Start the program."""
        self._player.start()

    def interrupt(self) -> None:
        """Wait for no move any more."""
        self._calls.interrupt()

    def resume(self) -> None:
        """Wait for moves again."""
        self._calls.resume()

    def answer(self, question: Question, sample: int) -> Answer:
        """The player's move. It keeps to its own time limit."""
        began = time.monotonic()

        def choose() -> int:
            with self._lock:
                if self._calls.is_stopped:
                    raise Interrupted
                return self._player.choose(observed, _rng(self, question, sample))

        observed = Observation.of(question.table, question.seat)
        try:
            move = self._calls.run(choose).result()
        except FORFEITING_ERRORS as error:
            return Answer(Outcome.FAILED, wrong=str(error), seconds=time.monotonic() - began)
        return Answer(Outcome.LEGAL, move, seconds=time.monotonic() - began)

    def close(self) -> None:
        """End the program."""
        self._player.close()


class CallableAgent(Agent):
    """A Python function that is given a `Question` and returns a move as a player types it, within a time limit."""

    def __init__(self, function: Callable[[Question], object], name: str | None = None, seconds: float = SECONDS):
        if not callable(function):
            raise expected("a function that is given a question and returns a move", function)
        self._function, self._seconds, self._calls = function, seconds, Calls()
        self.name = name or str(getattr(function, "__name__", type(function).__name__))

    def interrupt(self) -> None:
        """Wait for no answer any more."""
        self._calls.interrupt()

    def resume(self) -> None:
        """Wait for answers again."""
        self._calls.resume()

    def answer(self, question: Question, sample: int) -> Answer:
        """What the function returns. Whatever it raises is its failure, also what would end the program."""
        began = time.monotonic()
        try:
            called = self._calls.run(lambda: self._function(question), self._seconds)
        except Late:
            why = f"The function gave no answer within {self._seconds:g} seconds."
            return Answer(Outcome.FAILED, wrong=why, seconds=time.monotonic() - began)
        seconds, error = time.monotonic() - began, called.exception()
        if error is not None:
            return Answer(Outcome.FAILED, wrong=f"The function raised {_raised(error)}", seconds=seconds)
        told = called.result()
        if not isinstance(told, str):
            why = f"The function returned a value of type {type(told).__name__} instead of a move."
            return Answer(Outcome.UNPARSABLE, wrong=why, seconds=seconds)
        try:
            return Answer(Outcome.LEGAL, question.table.game.parse(question.seen, told), seconds=seconds)
        except HeadwayError as refused:
            return Answer(Outcome.ILLEGAL, wrong=str(refused), seconds=seconds)


def _raised(error: BaseException) -> str:
    """An error in words; an error may fail to say what it is."""
    try:
        return f"{type(error).__name__}: {quoted(str(error))}"
    except Exception:
        return f"{type(error).__name__}."


def _rng(agent: Agent, question: Question, sample: int) -> Random:
    """The same random numbers for the same question every time."""
    return Random(f"{agent.name}/{question.table.game}/{question.number}/{sample}")
