"""The bounded search: right where it sees the end, sensible where it does not, and bounded."""

import random
from dataclasses import replace

import pytest

from headway.catalogue import find
from headway.contract import RuleSet, State
from headway.game import Game
from headway.players import Observation, Player
from headway.players.perfect import Level, Perfect
from headway.players.random import RandomPlayer
from headway.players.search import BUDGET, Search
from headway.rulekit import CHANCE, P1, P2
from headway.solver import given_away, solve
from headway.table.outcome import Result
from headway.table.random_source import draw
from headway.table.table import Table
from tests.lines import played, table_of


def observed(game: Game, state: State) -> Observation:
    """What the side to move sees of a state; the search needs no earlier moves unless a secret is to be answered."""
    seat = game.actor(state)
    return Observation(game, seat, game.view(state, seat), P1, ())


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center"])
def test_a_search_that_sees_every_end_gives_nothing_away(name: str) -> None:
    game = find(name)
    solution, search = solve(game), Search(game)
    for state in game.reachable():
        if game.actor(state) in (P1, P2):
            for move in search.odds(observed(game, state)):
                assert given_away(solution, state, move) == 0


def test_a_win_is_taken_at_once_and_a_loss_put_off() -> None:
    """S1 is one step from the flag; and two steps from it, only S4 can take it."""
    game = find("capture-the-flag")
    moves = ["S1 2", "S3 2", "S1 2", "S3 2", "S1 1", "S4 1", "S1 2", "S3 1", "S1 1"]
    table = played(table_of("capture-the-flag"), *moves)
    search = Search(game, budget=2000)
    assert [game.token(move) for move in search.odds(Observation.of(table, P2))] == ["S4 1"]
    table = played(table, "S3 1")
    assert [game.token(move) for move in search.odds(Observation.of(table, P1))] == ["S1 2"]


@pytest.mark.parametrize("chooser", [P1, P2])
def test_a_secret_and_its_guess_are_mixed_as_the_solution_mixes_them(chooser: int) -> None:
    game = find("predictive-pursuit").variant({"length": 4, "forced": "unblockable"})
    solution, search = solve(game), Search(game, budget=5000)
    table = Table(game, chooser)
    seen = Observation.of(table, chooser)
    assert search.odds(seen) == pytest.approx(solution.odds(table.state), abs=0.02)
    for token in ("1", "2"):
        guessing = Observation.of(played(table, token), 1 - chooser)
        assert search.odds(guessing) == pytest.approx(solution.odds(guessing.state), abs=0.02)


def test_a_guess_does_not_depend_on_the_secret() -> None:
    table = Table(find("predictive-pursuit").variant({"longest_step": 3}))
    search = Search(table.game, budget=500)
    one, two = (search.odds(Observation.of(played(table, secret), P2)) for secret in (1, 3))
    assert one == two


def test_chance_is_weighed() -> None:
    """Where every move is forced there is nothing to find, and nothing to fail at."""
    game = find("number-race")
    assert Search(game, budget=500).odds(observed(game, game.start())) == {game.tokens["roll"]: 1.0}


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("capture-the-flag", {"length": 30, "soldiers": 9, "longest_step": 9}),
        ("capture-the-flag", {"length": 20, "soldiers": 3}),
        ("predictive-pursuit", {"length": 1000, "longest_step": 9, "overshoot": "stops"}),
        ("cross-over", {"length": 1000, "longest_step": 9}),
    ],
)
def test_no_more_positions_are_looked_at_than_the_budget_allows(name: str, rules: dict[str, object]) -> None:
    game, looked_at = find(name).variant(rules), 0
    play = game.code.play

    def counting(rules: RuleSet, state: State, move: int) -> State:
        nonlocal looked_at
        looked_at += 1
        return play(rules, state, move)

    counted = replace(game, code=game.code._replace(play=counting))
    search = Search(counted, budget=20_000)
    odds = search.odds(observed(counted, counted.start()))
    assert sum(odds.values()) == pytest.approx(1)
    assert set(odds) <= set(game.moves_at(game.start()))
    assert looked_at < 1.5 * 20_000


def duel(game: Game, one: Player, other: Player, games: int) -> list[int]:
    """How many games each wins, and how many are not over in time; the seats and the first mover alternate."""
    rng, wins = random.Random(2026), [0, 0, 0]
    for number in range(games):
        is_swapped, table = number % 4 > 1, Table(game, number % 2)
        players = (other, one) if is_swapped else (one, other)
        while table.result is None and table.ply < 300:
            move = players[table.actor].choose(Observation.of(table, table.actor), rng)
            table = table.play_move(move)
        wins[2 if table.result is None else int((table.result is Result.P1) == is_swapped)] += 1
    return wins


@pytest.mark.parametrize(
    ("name", "rules"),
    [("capture-the-flag", {}), ("cross-over", {"length": 20}), ("capture-the-flag", {"length": 20, "soldiers": 3})],
)
def test_a_small_search_beats_the_random_player(name: str, rules: dict[str, object]) -> None:
    game = find(name).variant(rules)
    won, lost, _ = duel(game, Perfect(lambda game: Search(game, 300)), RandomPlayer(), 20)
    assert (won >= 19, lost <= 1) == (True, True)


def test_a_level_makes_its_share_of_random_moves_with_a_search_too() -> None:
    game = find("cross-over")
    odds = Level(5, lambda game: Search(game)).odds(observed(game, game.start()))
    assert odds == pytest.approx({0: 0.11, 1: 0.11, 2: 0.78})  # a third of the moves at random, the others with step 3


@pytest.mark.parametrize("first", [P1, P2])
def test_a_game_that_nothing_is_known_of_is_played_to_its_end(first: int, lucky_steps: Game) -> None:
    """The sixth game has secrets, dice and choices, and names no goals to make for."""
    assert lucky_steps.goals == ((), ())
    table, rng = Table(lucky_steps, first), random.Random(3)
    players = Perfect(lambda game: Search(game, 500)), Level(3, lambda game: Search(game, 500))
    while table.result is None:
        seat = table.actor
        if seat == CHANCE:
            move = draw(table.game, table.state, rng)
        else:
            move = players[seat].choose(Observation.of(table, seat), rng)
        table = table.play_move(move)


def test_a_search_does_not_know_the_value() -> None:
    game = find("cross-over")
    player = Perfect(lambda game: Search(game))
    assert Search(game).value(observed(game, game.start())) is None
    assert not player.agrees_to_draw(observed(game, game.start(P2)))


def test_the_budget_is_the_one_that_people_are_told() -> None:
    assert Search(find("cross-over"))._budget == BUDGET
