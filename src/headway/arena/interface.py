"""What `headway.arena` offers to a user's program: to audit an agent, and to let agents play each other."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeGuard

from headway.api.arguments import checked_game, checked_number, checked_path, checked_seed
from headway.api.simulation import MOST_PLIES
from headway.arena import policy_audit
from headway.arena.agent_names import agent_name, agent_of
from headway.arena.agents import Agent, CallableAgent, PolicyAgent
from headway.arena.chat import BASE_URL, BASE_URL_VARIABLE, MOST_TOKENS, SECONDS, ChatServer
from headway.arena.ledger import Entries, Entry, InMemory, Ledger
from headway.arena.matches import about_matches, check_matches, plan_matches, play_matches
from headway.arena.model_agent import ModelAgent
from headway.arena.questions import CONTROLS, MOST_ASKED, Question
from headway.arena.report.audit_report import audit_section
from headway.arena.report.html import Links
from headway.arena.report.match_report import match_section
from headway.arena.report.page import check_place, write_report
from headway.arena.rule_reading import MOST_RULE_QUESTIONS
from headway.arena.score import Score
from headway.arena.spent import run_to_the_end
from headway.arena.standings import Standings, standings_of
from headway.errors import BadArgument, expected
from headway.game import Game
from headway.players.player import Observation
from headway.policies import Policy
from headway.progress import Progress, checked_progress
from headway.table.decide import PROGRAMS_LIMIT

AnAgent = str | Policy | Callable[[Observation], str] | Agent
"""What can be given as an agent."""
MOST_GAMES, MOST_JOBS, MOST_SAMPLES, MOST_SECONDS = 10**6, 256, 1000, 10**6
HOTTEST = 2
"""The highest temperature that chat servers accept."""


def model(
    name: str,
    *,
    base_url: str | None = None,
    temperature: float | None = None,
    max_tokens: int = 1024,
    seconds: float = SECONDS,
    list_moves: bool = False,
) -> Agent:
    """A language model as an agent, behind any server that speaks OpenAI-compatible chat completions.

    The key, if the server needs one, is read from the environment variable OPENAI_API_KEY; without `base_url` the
    address is that in OPENAI_BASE_URL, or a server on this machine at port 8080.

    >>> headway.arena.model("small", base_url="http://127.0.0.1:8080/v1").name
    'llm:small'
    >>> headway.arena.model("small", base_url="nowhere")
    Traceback (most recent call last):
    headway.arena.chat.ChatFailed: The address of a server is like http://127.0.0.1:8080/v1, not "nowhere".
    """
    if not isinstance(name, str) or not name:
        raise expected("the name of a model", name)
    address = base_url or os.environ.get(BASE_URL_VARIABLE) or BASE_URL
    if not isinstance(address, str):
        raise expected("the address of a server", address)
    if temperature is not None and not (_is_number(temperature) and 0 <= temperature <= HOTTEST):
        raise expected(f"a temperature from 0 to {HOTTEST}", temperature)
    checked_number(max_tokens, "tokens", MOST_TOKENS)
    server = ChatServer(
        address, name, seconds=_checked_seconds(seconds) or SECONDS, max_tokens=max_tokens, temperature=temperature
    )
    return ModelAgent(server, list_moves=list_moves)


def audit(
    agent: AnAgent,
    game: Game,
    *,
    samples: int = 1,
    most: int = MOST_ASKED,
    controls: int = CONTROLS,
    rule_reading: int = MOST_RULE_QUESTIONS,
    jobs: int = 1,
    seconds: float | None = None,
    ledger: str | os.PathLike[str] | None = None,
    html: str | os.PathLike[str] | None = None,
    retry_failed: bool = False,
    progress: Progress | None = None,
) -> Score:
    """Ask an agent for its move in every position where something is at stake, and score its whole policy.

    Each question is asked `samples` times, `jobs` of them at a time. In a large game `most` of those with something at
    stake are asked, and `controls` of the others; also, with one rule changed, at most `rule_reading` questions where
    what was right becomes a mistake. An answer has to come within `seconds`: by default 120, of an engine 10. A
    `ledger` is a file for the answers: if it is there already, the audit goes on with it, and with `retry_failed` asks
    again where the agent failed. Policies need not be asked. `html` is a file for the report, a page with all that
    was said.

    >>> game = headway.load("race-to-the-center")
    >>> headway.arena.audit("perfect", game)
    <Score of perfect in race-to-the-center: loses 0 % by a decision; exploitability 0 %>
    >>> headway.arena.audit(lambda observation: observation.legal[0], game, html="report.html").lost_at_stake
    Fraction(1, 1)
    """
    checked_game(game)
    checked_number(samples, "samples", MOST_SAMPLES)
    checked_number(most, "questions", 10**9)
    for number, what in ((controls, "controls"), (rule_reading, "questions with a rule changed")):
        if number != 0:
            checked_number(number, what, 10**9)
    checked_number(jobs, "jobs", MOST_JOBS)
    tell, page = checked_progress(progress), _checked_page(html)
    with _seated([agent], game, _checked_seconds(seconds)) as (asked,):
        plan = policy_audit.plan_audit(
            game, samples=samples, most=most, controls=controls, rule_reading=rule_reading, progress=progress
        )
        with _entries(None if asked.policy else ledger, policy_audit.about_audit(plan, asked)) as entries:
            run = policy_audit.audit(plan, asked, entries, jobs=jobs, retry_failed=retry_failed)
            run_to_the_end(run, tell, f"{game.title}, {asked.name}")
            found = policy_audit.result_of(plan, asked, entries.entries)
            if page is not None:
                sections = [audit_section(plan, found, asked, entries.entries, Links())]
                write_report(page, f"an audit of {asked.name}", sections)
            return found


def play(
    agents: Sequence[AnAgent],
    game: Game,
    games: int = 100,
    *,
    seed: int = 0,
    limit: int = PROGRAMS_LIMIT,
    jobs: int = 1,
    seconds: float | None = None,
    ledger: str | os.PathLike[str] | None = None,
    html: str | os.PathLike[str] | None = None,
    retry_failed: bool = False,
    progress: Progress | None = None,
) -> Standings:
    """Let each two of some agents play pairs of games, with the seats swapped and the same chance in both.

    `games` is how many each two play, and a game is unfinished after `limit` plies; `jobs` games are played at a time.
    The same `seed` gives the same chance. An answer has to come within `seconds`: by default 120, of an engine 10. In
    place of one that failed a random move is made. A `ledger` is a file for the answers and the games: if it is there
    already, the matches go on with it, and with `retry_failed` play games again from where an agent first failed.
    `html` is a file for the report: one page with all games and all that was said.

    >>> (match,) = headway.arena.play(["perfect", "random"], headway.load("cross-over"), games=200).matches
    >>> match.games, match.exact, match.adjusted_interval[0] < match.exact < match.adjusted_interval[1]
    (200, Fraction(11, 12), True)
    """
    checked_game(game)
    if isinstance(agents, str) or not isinstance(agents, Sequence):
        raise expected("a list of agents", agents)
    checked_number(games, "games", MOST_GAMES)
    checked_number(limit, "plies", MOST_PLIES)
    checked_number(jobs, "jobs", MOST_JOBS)
    if checked_seed(seed) is None:
        raise expected("a seed that is a whole number", seed)
    check_matches(len(agents), games)
    tell, page = checked_progress(progress), _checked_page(html)
    with _seated(agents, game, _checked_seconds(seconds)) as seated:
        plan = plan_matches(game, seated, games, seed=seed, limit=limit, progress=progress)
        with _entries(ledger, about_matches(plan)) as entries:
            run = play_matches(plan, entries, jobs=jobs, retry_failed=retry_failed)
            run_to_the_end(run, tell, f"{game.title}, {' against '.join(plan.names)}")
            found = standings_of(plan, entries.entries)
            if page is not None:
                write_report(page, ", ".join(plan.names), [match_section(found, plan.agents, Links())])
            return found


@contextmanager
def _seated(given: Sequence[AnAgent], game: Game, seconds: float | None) -> Iterator[list[Agent]]:
    """The agents, checked before any work; one that is given twice is one agent."""
    made: list[tuple[AnAgent, Agent]] = []
    agents: list[Agent] = []
    try:
        for each in (agent_name(each) if isinstance(each, str) else each for each in given):
            known = [agent for other, agent in made if other is each or (isinstance(each, str) and other == each)]
            agents.append(known[0] if known else _agent(each, game, seconds))
            made.append((each, agents[-1]))
        for agent in dict.fromkeys(agents):
            agent.check()
        yield agents
    finally:
        for agent in dict.fromkeys(agents):
            agent.close()


def _agent(given: AnAgent, game: Game, seconds: float | None) -> Agent:
    limit = SECONDS if seconds is None else seconds
    if isinstance(given, str):
        address = os.environ.get(BASE_URL_VARIABLE) or BASE_URL
        return agent_of(given, game, lambda name: ChatServer(address, name, seconds=limit), seconds=seconds)
    if isinstance(given, Policy):
        if given.game != game:
            raise BadArgument(f"This is a policy for {given.game}, and not for {game}.")
        return PolicyAgent(given)
    if isinstance(given, Agent):
        return given
    if not callable(given):
        raise expected("an agent: the name of one, a policy, a function, or what headway.arena.model gives", given)

    def answer(question: Question) -> object:
        return given(Observation.of(question.table, question.seat))

    return CallableAgent(answer, str(getattr(given, "__name__", type(given).__name__)), limit)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _checked_seconds(seconds: object) -> float | None:
    """A time limit that a user gave; None for the one by default."""
    if seconds is None:
        return None
    if not (_is_number(seconds) and 0 < seconds <= MOST_SECONDS):
        raise expected(f"seconds above 0 and up to {MOST_SECONDS:,}", seconds)
    return float(seconds)


def _checked_page(html: object) -> Path | None:
    """The file of a report that a user gave; None for no report."""
    page = None if html is None else checked_path(html)
    check_place(page)
    return page


@contextmanager
def _entries(ledger: str | os.PathLike[str] | None, about: Entry) -> Iterator[Entries]:
    """Where the answers go: a file, or nowhere."""
    if ledger is None:
        yield InMemory()
        return
    path = Path(checked_path(ledger))
    with Ledger(path, about, resume=path.exists()) as kept:
        yield kept
