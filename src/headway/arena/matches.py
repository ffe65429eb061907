"""Matches: any two agents play pairs of games, in which the seats are swapped and chance is the same.

What an agent answers is in the ledger before its game goes on, a first try before it is asked once more, and a game
when it is over. All else follows from the
seed: chance, the moves of policies, and those that are made in place of failures.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import combinations, count, islice
from random import Random
from typing import NamedTuple

from headway.api.solution import solve
from headway.arena.agents import Agent
from headway.arena.first_try import FirstTry, Tries, first_try_entry
from headway.arena.kept_games import FirstTries, first_tries_of, forget_failures, kept_in
from headway.arena.ledger import NOTED, BadLedger, Entries, Entry
from headway.arena.luck import Worths
from headway.arena.policy_audit import answer_entry, noted
from headway.arena.questions import Question
from headway.arena.score import Remembered
from headway.arena.spent import Spent
from headway.errors import BadArgument
from headway.game import Game
from headway.policies import Policy
from headway.policies.policy import checked_odds
from headway.progress import Progress
from headway.rulekit import CHANCE
from headway.table.decide import PROGRAMS_LIMIT
from headway.table.outcome import Reason
from headway.table.random_source import RandomSource, draw
from headway.table.table import Table


class Fixture(NamedTuple):
    """A game that is to be played: the `number` of it among those of a match, and the agents of P1 and P2."""

    match: int
    number: int
    agents: tuple[int, int]

    @property
    def pair(self) -> int:
        """The pair of games with the same chance that it belongs to."""
        return self.number // 2

    @property
    def key(self) -> tuple[int, int]:
        """What its entries in a ledger have in common."""
        return self.match, self.number


@dataclass(frozen=True)
class MatchPlan:
    """Who plays what: each two of the `agents`, which results call by `names`, play `pairs` pairs of games.

    `policies` are those of the agents that are policies, and need not be asked. A game ends after `limit` plies.
    """

    game: Game
    agents: Sequence[Agent]
    names: Sequence[str]
    policies: Sequence[Policy | None]
    pairs: int
    seed: int
    limit: int
    worths: Worths

    @property
    def matches(self) -> list[tuple[int, int]]:
        """The agents that play each other."""
        return list(combinations(range(len(self.agents)), 2))

    @property
    def fixtures(self) -> Iterator[Fixture]:
        """All games, one pair of every match after another, so that a part of them tells something of all."""
        for pair in range(self.pairs):
            for match, (one, other) in enumerate(self.matches):
                yield Fixture(match, 2 * pair, (one, other))
                yield Fixture(match, 2 * pair + 1, (other, one))


def plan_matches(
    game: Game,
    agents: Sequence[Agent],
    games: int,
    *,
    seed: int = 0,
    limit: int = PROGRAMS_LIMIT,
    progress: Progress | None = None,
) -> MatchPlan:
    """Solve a game, and plan the matches: each two of the agents play this many games."""
    check_matches(len(agents), games)
    policies = [None if agent.policy is None else Remembered(agent.policy) for agent in agents]
    worths = Worths(solve(game, progress=progress))
    names = _distinct([agent.name for agent in agents])
    return MatchPlan(game, agents, names, policies, games // 2, seed, limit, worths)


def check_matches(agents: int, games: int) -> None:
    """Refuse, before any work, what cannot be played."""
    if agents < 2:
        raise BadArgument("A match needs two agents; the same one may be named twice.")
    if games < 2 or games % 2:
        raise BadArgument(f"Games are played in pairs with the seats swapped, so their number is even, not {games}.")


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, with a number where one comes up again."""
    found = list[str]()
    for name in names:
        numbered = (name if number == 1 else f"{name} ({number})" for number in count(1))
        found.append(next(each for each in numbered if each not in found))
    return found


def about_matches(plan: MatchPlan) -> Entry:
    """What the first line of the ledger of matches says. The number of games is not in it: more can be added."""
    return {
        "game": plan.game.name,
        "rules": plan.game.settings,
        "seed": plan.seed,
        "limit": plan.limit,
        "agents": [dict(agent.about(plan.game)) for agent in plan.agents],
        NOTED: noted(plan.agents),
    }


def play_matches(plan: MatchPlan, ledger: Entries, *, jobs: int = 1, retry_failed: bool = False) -> Iterator[Spent]:
    """Play all that the ledger does not know yet, `jobs` games at a time; yields how far it is after each.

    With `retry_failed`, games in which an agent has failed are played again from the first failure on.
    When the iteration is closed, or Ctrl-C is pressed, answers that are under way and end soon are written down, those
    of models are given up, and nothing more is asked.
    """
    games, decisions = kept_in(ledger.entries)
    first_tries = first_tries_of(ledger.entries)
    fixtures, counted = list(plan.fixtures), len(ledger.entries)
    ledger.tell_missing(sum(fixture.key in games for fixture in fixtures), len(fixtures), "game")
    if retry_failed:
        forget_failures(games, decisions)
    waiting = (fixture for fixture in fixtures if fixture.key not in games)
    done = sum(fixture.key in games for fixture in fixtures)
    spent = Spent.so_far(done, len(fixtures), ledger.entries)
    yield spent
    stop = threading.Event()
    for agent in plan.agents:
        agent.resume()
    with ThreadPoolExecutor(jobs) as executor:
        running: set[Future[bool]] = set()
        try:
            while True:
                for fixture in islice(waiting, jobs - len(running)):
                    known = decisions.get(fixture.key, {})
                    running.add(executor.submit(_play_fixture, plan, fixture, known, first_tries, ledger, stop))
                if not running:
                    ledger.end()
                    return
                over, running = wait(running, return_when=FIRST_COMPLETED)
                for future in over:
                    written = ledger.entries[counted:]
                    counted += len(written)
                    spent = spent.plus(future.result(), written)
                    yield spent
        except BaseException:
            stop.set()
            for agent in plan.agents:
                agent.interrupt()
            raise


def _play_fixture(
    plan: MatchPlan,
    fixture: Fixture,
    known: Mapping[int, Entry],
    first_tries: FirstTries,
    ledger: Entries,
    stop: threading.Event,
) -> bool:
    """Play a game to its end, and write it down; False if it was stopped."""
    table, rolls = Table(plan.game), 0
    while table.result is None and table.ply < plan.limit:
        seat, moves = table.actor, plan.game.moves_at(table.state)
        if seat == CHANCE:
            move = draw(plan.game, table.state, _rng(plan, fixture, "chance", rolls))
            rolls += 1
        elif len(moves) == 1:
            move = moves[0]
        else:
            agent = fixture.agents[seat]
            policy = plan.policies[agent]
            if policy is not None:
                seen = table.view(seat)
                odds = checked_odds(plan.game, seen, moves, policy.odds(seen))
                shares = [float(odds.get(each, 0)) for each in moves]
                move = _rng(plan, fixture, "move", table.ply).choices(moves, shares)[0]
            else:
                if table.ply not in known and stop.is_set():
                    return False
                first = first_tries.get((*fixture.key, table.ply, table.text))
                move = _asked(plan, fixture, agent, table, known.get(table.ply), first, ledger)
        table = table.play_unchecked(move)
    if table.result is None:
        table = table.end(Reason.LIMIT)
    assert table.result is not None
    ledger.add({
        "match": fixture.match,
        "game": fixture.number,
        "moves": list(table.history),
        "result": table.result.value,
    })  # fmt: skip
    return True


def _asked(
    plan: MatchPlan,
    fixture: Fixture,
    agent: int,
    table: Table,
    known: Entry | None,
    first: FirstTry | None,
    ledger: Entries,
) -> int:
    """The move of an agent that is asked, unless the ledger knows it; after a failure a random one."""
    if known is None:
        lost = plan.worths.lost(table)
        question = Question(table.ply, table, table.actor, tuple(lost), tuple(lost.values()))
        sample = _rng(plan, fixture, "sample").getrandbits(32)
        place = {"match": fixture.match, "game": fixture.number, "ply": table.ply, "agent": agent}

        def keep(told: FirstTry) -> None:
            ledger.add({**place, "table": table.text, **first_try_entry(told)})

        answer = plan.agents[agent].answer(question, sample, Tries(first, keep))
        known = {**place, **answer_entry(question, answer)}
        ledger.add(known)
    elif known["table"] != table.text:
        raise BadLedger("The ledger has answers of another version of Headway or of its agents; begin a new one.")
    if known["move"] is None:
        return _rng(plan, fixture, "instead", table.ply).choice(plan.game.moves_at(table.state))
    return plan.game.parse(table.state, known["move"])


def _rng(plan: MatchPlan, fixture: Fixture, *moment: object) -> Random:
    """The random numbers of a moment, the same in both games of a pair."""
    return RandomSource(plan.seed).at(fixture.match, fixture.pair, *moment)
