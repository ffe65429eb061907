"""Matches: pairs of games with the seats swapped and the same chance, failures that cost only their agent, ledgers."""

import os
import signal
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import headway
from headway.arena.agents import Agent, CallableAgent, PlayerAgent, PolicyAgent
from headway.arena.chat import ChatServer
from headway.arena.ledger import BadLedger, InMemory, Ledger
from headway.arena.luck import chances, luck_in
from headway.arena.matches import MatchPlan, about_matches, plan_matches, play_matches
from headway.arena.model_agent import ModelAgent
from headway.arena.played import PlayedGame, played_games
from headway.arena.questions import Question
from headway.arena.reply import Outcome
from headway.arena.standings import Standings, standings_of
from headway.game import Game, State
from headway.players import seat_player
from headway.rulekit import CHANCE
from tests.arena.scripted_server import MODEL, Request, Response, completion, served
from tests.patience import wait_until

GAME = headway.load("cross-over", length=5)


def policy(name: str, game: Game = GAME) -> Agent:
    return PolicyAgent(headway.policies.named(game, name))


def played(plan: MatchPlan, *, jobs: int = 1) -> list[PlayedGame]:
    entries = InMemory()
    for _ in play_matches(plan, entries, jobs=jobs):
        pass
    return played_games(plan, entries.entries)


def standings(*agents: Agent, games: int = 20, game: Game = GAME, seed: int = 0, limit: int = 1000) -> Standings:
    entries, plan = InMemory(), plan_matches(game, agents, games, seed=seed, limit=limit)
    for _ in play_matches(plan, entries):
        pass
    return standings_of(plan, entries.entries)


def first(question: Question) -> str:
    return question.table.legal[0]


@pytest.fixture
def lucky(lucky_steps: Game) -> Game:
    """A game with dice, secrets, guesses and choices."""
    return lucky_steps


def test_each_two_agents_play_as_often_in_each_seat() -> None:
    plan = plan_matches(GAME, [policy(name) for name in ("random", "5", "perfect")], 4)
    pairs = Counter(game.agents for game in played(plan))
    names = ("random", "level 5", "perfect")
    assert pairs == {(one, other): 2 for one in names for other in names if one != other}


def test_both_games_of_a_pair_have_the_same_dice() -> None:
    game = headway.load("number-race")

    def dice(found: PlayedGame) -> list[str]:
        table = found.table
        return [token for ply, token in enumerate(table.history) if table.by(ply) == CHANCE]

    games = played(plan_matches(game, [policy("random", game), policy("perfect", game)], 10))
    pairs = list(zip(games[::2], games[1::2], strict=True))
    assert all(dice(one) == dice(other) for one, other in pairs)
    assert len({tuple(dice(one)) for one, _ in pairs}) == 5  # and each pair has others


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    agents = [policy("random"), policy("5")]
    one, again, other = (
        [game.table for game in played(plan_matches(GAME, agents, 10, seed=seed), jobs=jobs)]
        for seed, jobs in ((1, 1), (1, 3), (2, 1))
    )
    assert one == again != other


def test_a_mirror_match_is_exactly_one_half(lucky: Game) -> None:
    for game in (GAME, headway.load("race-to-the-center"), lucky):
        for name in ("random", "5", "perfect"):
            (match,) = standings(*[policy(name, game)] * 2, game=game, games=10).matches
            assert match.share == match.adjusted == match.exact == 0.5
            assert match.share_interval == match.adjusted_interval == (0.5, 0.5)
    (match,) = standings(*[CallableAgent(first)] * 2, games=10).matches
    assert match.share == match.adjusted == match.exact == 0.5


def test_a_game_that_reaches_the_limit_is_unfinished_and_no_win() -> None:
    game = headway.load("capture-the-flag", length=4)
    (match,) = standings(policy("perfect", game), policy("random", game), game=game, games=4, limit=1).matches
    assert (match.wins, match.losses, match.unfinished, match.share) == (0, 0, 4, 0.5)


def test_what_is_luck_and_what_was_given_away_adds_up_to_the_result(lucky: Game) -> None:
    """The identity of the review, and the same luck, where chance is all that is known."""
    for game in (headway.load("number-race"), GAME, headway.load("race-to-the-center")):
        plan = plan_matches(game, [policy("3", game), policy("random", game)], 6)
        for found in played(plan):
            review = headway.review(found.table)
            luck = luck_in(found.table, plan.worths, lambda ply: None)
            assert float(luck) == pytest.approx(float(review.luck))
            given = review.given_by(headway.Actor.P1) - review.given_by(headway.Actor.P2)
            assert float(review.start + luck - given) == pytest.approx(float(review.result))
    state = lucky.start()._replace(phase=2)  # type: ignore[attr-defined]
    assert chances(lucky, state) == {2: Fraction(3, 6), 3: Fraction(2, 6), 4: Fraction(1, 6)}


def test_luck_is_nothing_on_average_over_what_can_happen() -> None:
    """Of two random players, over every way a short game can go, with its probability."""
    game = headway.load("cross-over", length=4)
    plan = plan_matches(game, [policy("random", game)] * 2, 2)
    odds = headway.policies.Random(game).odds
    mean, lucks, waiting = 0.0, set(), [(headway.Table(game), Fraction(1))]
    for table, chance in waiting:
        if table.result is None:
            waiting += [(table.play(move), chance / len(table.legal)) for move in table.legal]
            continue
        luck = luck_in(table, plan.worths, {ply: odds(state) for ply, state in enumerate(table.states[:-1])}.get)
        mean += float(chance * luck)
        lucks.add(luck)
    assert len(lucks) > 5
    assert mean == pytest.approx(0, abs=1e-12)


FAILURES = {
    Outcome.ILLEGAL: lambda question: "skip",
    Outcome.UNPARSABLE: lambda question: None,
    Outcome.FAILED: lambda question: 1 / 0,
}


@pytest.mark.parametrize("outcome", FAILURES, ids=lambda outcome: outcome.value)
def test_a_failure_is_counted_and_a_random_move_is_made_that_is_not_the_agents(outcome: Outcome) -> None:
    found = standings(CallableAgent(FAILURES[outcome], "fails"), policy("perfect"), games=40)
    entrant = found.entrants[0]
    assert set(entrant.outcomes) == {outcome}
    assert entrant.decisions > 20
    assert (entrant.lost, entrant.lost_interval) == (None, None)
    (match,) = found.matches
    truth = float(sum(headway_wins("random", "perfect")) / 2)  # it plays as the random player does
    low, high = match.adjusted_interval
    assert low <= truth <= high
    moves = {token for game in found.games for token in game.table.history}
    assert moves == {"1", "2", "3"}


def headway_wins(one: str, other: str, game: Game = GAME) -> tuple[float, float]:
    evaluate = headway.policies.evaluate
    return float(evaluate(game, one, other).value()), 1 - float(evaluate(game, other, one).value())


def test_what_legal_moves_gave_away_is_counted_beside_failures() -> None:
    """One that errs and fails in turns: only its legal moves are scored."""
    turns = iter(range(10**6))

    def sometimes(question: Question) -> str:
        if next(turns) % 2:
            raise RuntimeError
        return question.table.game.token(question.moves[question.lost.index(max(question.lost))])

    found = standings(CallableAgent(sometimes), policy("perfect"), games=20)
    entrant = found.entrants[0]
    assert set(entrant.outcomes) == {Outcome.LEGAL, Outcome.FAILED}
    asked = [decision for game in found.games for decision in game._decisions if decision.agent == 0]
    given = [decision.lost for decision in asked if decision.outcome is Outcome.LEGAL]
    assert entrant.lost == pytest.approx(float(sum(lost for lost in given if lost is not None)) / len(given))
    assert all(decision.lost is None for decision in asked if decision.outcome is Outcome.FAILED)


def test_an_engine_that_fails_and_one_that_plays(tmp_path: Path) -> None:
    program = tmp_path / "engine.py"
    program.write_text(
        "import json, sys\nfor line in sys.stdin:\n"
        "    print(json.dumps({'move': json.loads(line)['legal'][0]}), flush=True)\n"
    )
    commands = f"{sys.executable} {program}", f"{sys.executable} -c pass"
    agents = []
    for name in (f"engine:{command}" for command in commands):
        player = seat_player(name)
        assert player is not None
        agents.append(PlayerAgent(name, player))
    try:
        plays, fails = standings(*agents, games=4).entrants
    finally:
        for agent in agents:
            agent.close()
    assert set(plays.outcomes) == {Outcome.LEGAL}
    assert set(fails.outcomes) == {Outcome.FAILED}


class Wrong(headway.policies.Policy):
    """Gives odds that are not those of a choice."""

    def odds(self, seen: State) -> dict[int, float]:
        return {0: 0.5, 99: 0.5}


def test_an_invalid_policy_is_refused() -> None:
    with pytest.raises(headway.policies.BadPolicy, match="odds to the move 99, which is not legal"):
        standings(PolicyAgent(Wrong(GAME, "wrong")), policy("random"), games=2)


def play_until(
    plan: MatchPlan, path: Path, games: int | None = None, *, jobs: int = 1, retry_failed: bool = False
) -> Standings | None:
    """Play on with a ledger, to the end or until so many games are over."""
    with Ledger(path, about_matches(plan), resume=path.exists(), notify=print) as ledger:
        for spent in play_matches(plan, ledger, jobs=jobs, retry_failed=retry_failed):
            if spent.done == games:
                return None
        return standings_of(plan, ledger.entries)


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_run_goes_on_from_its_ledger_and_asks_nothing_twice(tmp_path: Path, jobs: int) -> None:
    asked = list[tuple[object, ...]]()

    def agent(question: Question) -> str:
        asked.append(question.table.history)
        return first(question)

    plan = plan_matches(GAME, [CallableAgent(agent), policy("random")], 12)
    whole = play_until(plan, tmp_path / "whole.jsonl")
    once = sorted(asked)
    asked.clear()
    assert play_until(plan, tmp_path / "run.jsonl", 5, jobs=jobs) is None
    lines = (tmp_path / "run.jsonl").read_bytes().splitlines(keepends=True)
    del asked[:]
    for size in (len(lines) - 1, len(lines) // 2, 3, 1):  # as kill -9 leaves it, at some moment
        path = tmp_path / f"cut{size}.jsonl"
        path.write_bytes(b"".join(lines[:size]) + b'{"torn')
        known = [line for line in lines[1:size] if b'"ply"' in line]
        found = play_until(plan, path, jobs=jobs)
        assert repr(found) == repr(whole)
        assert found is not None
        assert whole is not None
        assert found.matches == whole.matches
        assert len(asked) == len(once) - len(known)
        asked.clear()
        assert play_until(plan, path) == found
        assert asked == []


@pytest.mark.parametrize("jobs", [1, 3])
def test_games_are_played_again_from_a_failure_on_and_what_was_answered_before_it_is_not_asked_again(
    tmp_path: Path, jobs: int
) -> None:
    """An agent that fails on its second decision of some games; later it is there again."""
    asked, is_down = list[tuple[str, ...]](), True

    def agent(question: Question) -> str:
        asked.append(question.table.history)
        if is_down and question.table.ply >= 2 and question.table.history[0] == "1":
            raise ConnectionError
        return first(question)

    plan, path = plan_matches(GAME, [CallableAgent(agent), policy("random")], 12), tmp_path / "run.jsonl"
    before = play_until(plan, path, jobs=jobs)
    assert before is not None
    failures = before.entrants[0].outcomes[Outcome.FAILED]
    assert 0 < failures < len(asked)
    early = sum(len(history) < 2 or history[0] != "1" for history in asked)
    asked.clear()
    assert play_until(plan, path) == before  # nothing is asked again but on demand
    assert asked == []
    is_down = False
    play_until(plan, path, 11, jobs=jobs, retry_failed=True)  # and stopped before its end
    found = play_until(plan, path, jobs=jobs, retry_failed=True)
    whole = play_until(plan_matches(GAME, [CallableAgent(first, "agent"), policy("random")], 12), tmp_path / "whole")
    assert found is not None
    assert whole is not None
    assert (found.matches, found.entrants) == (whole.matches, whole.entrants)
    assert early + len(asked) == whole.entrants[0].decisions
    asked.clear()
    assert play_until(plan, path, retry_failed=True) == found
    assert asked == []


def test_more_games_are_added_to_a_ledger(tmp_path: Path) -> None:
    agents, path = [CallableAgent(first), policy("random")], tmp_path / "run.jsonl"
    play_until(plan_matches(GAME, agents, 4), path)
    found = play_until(plan_matches(GAME, agents, 10), path)
    assert found is not None
    assert found.matches == standings(*agents, games=10).matches


def test_a_ledger_of_other_games_is_refused(tmp_path: Path) -> None:
    plan = plan_matches(GAME, [CallableAgent(first), policy("random")], 4)
    play_until(plan, tmp_path / "run.jsonl")
    for other in (
        plan_matches(GAME, plan.agents, 4, seed=1),
        plan_matches(GAME, [plan.agents[0], policy("perfect")], 4),
        plan_matches(headway.load("cross-over"), [plan.agents[0], policy("random", headway.load("cross-over"))], 4),
    ):
        with pytest.raises(BadLedger, match="is of another run"):
            play_until(other, tmp_path / "run.jsonl")


def test_answers_that_do_not_belong_to_the_games_are_refused(tmp_path: Path) -> None:
    plan = plan_matches(GAME, [CallableAgent(first), policy("random")], 4)
    with Ledger(tmp_path / "one.jsonl", about_matches(plan)) as ledger:
        for _ in play_matches(plan, ledger):
            break
        ledger.add({"match": 0, "game": 0, "ply": 0, "agent": 0, "table": "other", "move": "1", "outcome": "legal"})
    with pytest.raises(BadLedger, match="another version"):
        play_until(plan, tmp_path / "one.jsonl")
    changes: list[dict[str, object]] = [{"outcome": "excellent"}, {"move": None}, {"ply": None}]
    for number, change in enumerate(changes):
        odd = {"match": 0, "game": 0, "ply": 0, "agent": 0, "table": "x", "move": "1", "outcome": "legal", **change}
        path = tmp_path / f"odd{number}.jsonl"
        with Ledger(path, about_matches(plan)) as ledger:
            ledger.add({name: value for name, value in odd.items() if name != "ply" or value is not None})
        with pytest.raises(BadLedger, match=r"^Line 2 of the ledger is not that of a game or an answer\.$"):
            play_until(plan, path)
    with Ledger(tmp_path / "two.jsonl", about_matches(plan)) as ledger:
        ledger.add({"match": 0, "game": 0, "moves": ["9"], "result": "P1"})
        ledger.add({"match": 0, "game": 1, "moves": ["1"], "result": "P1"})
    with pytest.raises(BadLedger, match=r"cannot be played: .* is not a move here"):
        play_until(plan, tmp_path / "two.jsonl")


def test_a_model_plays_and_its_conversations_are_kept(tmp_path: Path) -> None:
    replies = ['{"move": "1"}', "one", '{"move": "2"}', '{"move": "3"}']
    with served(lambda request: completion(replies[request.number % 4])) as server:
        plan = plan_matches(GAME, [ModelAgent(ChatServer(server.base_url, MODEL)), policy("perfect")], 4)
        found = play_until(plan, tmp_path / "run.jsonl", jobs=2)
        asked = len(server.questions)
        again = play_until(plan, tmp_path / "run.jsonl")
        assert len(server.questions) == asked
    assert found is not None
    assert repr(found) == repr(again)
    kept = [decision.entry for game in found.games for decision in game._decisions if decision.agent == 0]
    assert all(entry is not None and entry["said"][0][0] == "system" for entry in kept)
    assert sum(entry["prompt_tokens"] for entry in kept if entry is not None) == 11 * asked


def test_kill_minus_nine_loses_no_answer(tmp_path: Path) -> None:
    """A run is killed while a server answers slowly; the one that goes on asks only what is missing."""
    run = ["arena", "play", f"llm:{MODEL}", "random", "--game", "race-to-the-center", "--games", "4", "--json"]
    env = {**os.environ, "OPENAI_API_KEY": ""}

    def command(address: str, *more: str) -> list[str]:
        return [sys.executable, "-m", "headway", *run, "--base-url", address, *more]

    def slowly(request: Request) -> Response:
        is_slow = len(server.questions) > 5
        return Response(completion('{"move": "1"}').body, seconds_a_byte=60.0 if is_slow else 0.0)

    with served(slowly) as server:
        process = subprocess.Popen(command(server.base_url), cwd=tmp_path, env=env, stdout=subprocess.DEVNULL)
        wait_until(lambda: len(server.questions) >= 6)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    (ledger,) = tmp_path.glob("arena/*.jsonl")
    kept = ledger.read_text().count('"ply"')
    assert kept == 5
    with served(lambda request: completion('{"move": "1"}')) as server:
        first, again = (
            subprocess.run(command(server.base_url, "--resume"), cwd=tmp_path, env=env, capture_output=True, check=True)
            for _ in range(2)
        )
        asked = len(server.questions)
    assert ledger.read_text().count('"ply"') == kept + asked
    assert first.stdout == again.stdout
