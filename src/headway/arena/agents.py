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
from headway.arena.first_try import Tries
from headway.arena.questions import Question
from headway.arena.reply import Outcome
from headway.errors import HeadwayError, IllegalMove, UnknownMove, expected, printable, quoted
from headway.game import Game
from headway.players import FORFEITING_ERRORS, Observation, Player
from headway.players.player import IllegalAnswer, UnparsableAnswer
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


UNKNOWN = Tries()
"""No first try is known, and none is written down."""


class Agent(ABC):
    """One that is asked. `name` is how it is called in results."""

    name: str

    @abstractmethod
    def answer(self, question: Question, sample: int, tries: Tries = UNKNOWN) -> Answer:
        """The answer to a question; `sample` tells apart that it is asked again. A failure is an answer.

        An agent that is asked once more where it has named no legal move, goes on from a first try that is known.
        """

    def about(self, game: Game) -> Mapping[str, Any]:
        """What a result in that game depends on beside the questions."""
        return {"agent": self.name}

    @property
    def where(self) -> str | None:
        """The address where the agent was found. It is noted, but a run may go on elsewhere."""
        return None

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

    def answer(self, question: Question, sample: int, tries: Tries = UNKNOWN) -> Answer:
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

    def answer(self, question: Question, sample: int, tries: Tries = UNKNOWN) -> Answer:
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
            return Answer(_failure(error), wrong=str(error), seconds=time.monotonic() - began)
        return Answer(Outcome.LEGAL, move, seconds=time.monotonic() - began)

    def close(self) -> None:
        """End the program."""
        self._player.close()


def _failure(error: HeadwayError) -> Outcome:
    """What the failure of a player counts as."""
    if isinstance(error, UnparsableAnswer):
        return Outcome.UNPARSABLE
    is_illegal = isinstance(error, IllegalAnswer | IllegalMove | UnknownMove)
    return Outcome.ILLEGAL if is_illegal else Outcome.FAILED


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

    def answer(self, question: Question, sample: int, tries: Tries = UNKNOWN) -> Answer:
        """What the function returns. Whatever it raises is its failure, also what would end the program."""
        began = time.monotonic()
        try:
            outcome, told = self._calls.run(lambda: _called(self._function, question), self._seconds).result()
        except Late:
            outcome, told = Outcome.FAILED, f"The function gave no answer within {self._seconds:g} seconds."
        seconds, move = time.monotonic() - began, None
        if outcome is Outcome.LEGAL:
            try:
                move, told = question.table.game.parse(question.seen, told), ""
            except HeadwayError as refused:
                outcome, told = Outcome.ILLEGAL, str(refused)
        return Answer(outcome, move, told, seconds=seconds)


def _called(function: Callable[[Question], object], question: Question) -> tuple[Outcome, str]:
    """What a function returns, as plain text, or why it cannot be an answer; whether it is legal is not known yet.

    It runs within the time limit, because each part of a value or of an error may be a function of its own.
    """
    try:
        told = function(question)
        if isinstance(told, str):
            return Outcome.LEGAL, str.__str__(told)
        kind = _kind(told)
    except BaseException as error:
        return Outcome.FAILED, f"The function raised {_raised(error)}"
    return Outcome.UNPARSABLE, f"The function returned a value of type {kind} instead of a move."


def _raised(error: BaseException) -> str:
    """An error in words; an error may fail to say what it is."""
    try:
        return f"{_kind(error)}: {quoted(str.__str__(str(error)))}"
    except BaseException:
        return f"{_kind(error)}."


def _kind(value: object) -> str:
    """The name of a value's type, whatever the type says of itself."""
    return printable(str.__str__(type.__dict__["__name__"].__get__(type(value))))


def _rng(agent: Agent, question: Question, sample: int) -> Random:
    """The same random numbers for the same question every time."""
    return Random(f"{agent.name}/{question.table.game}/{question.number}/{sample}")
