"""The opponents: what they never do, how strong they are, and what they may know."""

import random

import pytest

from headway.catalogue import find
from headway.game import Game, State
from headway.players import Observation, Player, seat_player
from headway.players.reader import Reader
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import given_away
from headway.solver.cache import solved
from headway.table.outcome import Result
from headway.table.random_source import draw
from headway.table.table import Table
from tests.conftest import Headway, entries
from tests.lines import played, table_of

DECISIONS = ["capture-the-flag", "cross-over", "predictive-pursuit", "race-to-the-center"]


class Biased:
    """A person with a habit: the longest step, seven times in ten."""

    def choose(self, observation: Observation, rng: random.Random) -> int:
        moves = observation.game.moves_at(observation.state)
        return moves[-1] if rng.random() < 0.7 else moves[0]

    def start(self) -> None:
        pass

    def agrees_to_draw(self, observation: Observation) -> bool:
        return False

    def close(self) -> None:
        pass


def seated(name: str) -> Player:
    player = seat_player(name)
    assert player is not None
    return player


def one_game(table: Table, players: tuple[Player, Player], rng: random.Random, limit: int = 300) -> Table:
    while table.result is None and table.ply < limit:
        seat = table.actor
        if seat == CHANCE:
            move = draw(table.game, table.state, rng)
        else:
            move = players[seat].choose(Observation.of(table, seat), rng)
        table = table.play_move(move)
    return table


def duel(one: Player, other: Player, table: Table, games: int) -> tuple[int, int]:
    """How many games each wins; the seats and the start go round."""
    rng, wins = random.Random(2026), [0, 0]
    for number in range(games):
        swapped, first = number % 4 > 1, number % 2
        players = (other, one) if swapped else (one, other)
        result = one_game(Table(table.game, first), players, rng).result
        if result is not None:
            wins[(result is Result.P1) == swapped] += 1
    return wins[0], wins[1]


@pytest.mark.parametrize("name", [*DECISIONS, "number-race"])
@pytest.mark.parametrize("kind", ["perfect", "reader"])
def test_the_perfect_player_gives_nothing_away(name: str, kind: str) -> None:
    rng, random_player = random.Random(1), seated("random")
    solution = solved(find(name))
    for first in (P1, P2):
        table = one_game(Table(find(name), first), (seated(kind), random_player), rng)
        for index, move in enumerate(table.moves):
            if table.by(index) == P1:
                seen = table.game.view(table.states[index], P1)
                assert given_away(solution, seen, move) <= 1e-12


@pytest.mark.parametrize("name", DECISIONS)
def test_levels_are_ordered(name: str) -> None:
    """Levels far apart, by margins that luck does not explain; `make bench` measures the neighbours."""
    table = table_of(name)
    for better, worse in (("9", "5"), ("5", "1")):
        won, lost = duel(seated(better), seated(worse), table, 80)
        assert won - lost > 4 * (won + lost) ** 0.5 * 0.5  # four deviations of a fair coin


def _before_last(observation: Observation) -> State:
    """The state before the move that is to be answered; a secret one is not among the moves."""
    state = observation.game.start(observation.first)
    for move in observation.moves:
        state = observation.game.play_unchecked(state, move)
    return state


def _wins(game: Game, state: State, seat: int) -> bool:
    return game.actor(state) == OVER and game.winner(state) == seat


class CarefulChild:
    """Takes a win that is there, does not let the other side win with its next move, and else plays as it comes."""

    def choose(self, observation: Observation, rng: random.Random) -> int:
        game, state, seat = observation.game, observation.state, observation.seat
        moves = game.moves_at(state)
        before = _before_last(observation)
        if game.actor(before) != seat and game.secret(before):  # a guess: the one that stops most wins
            chosen = [game.play_unchecked(before, move) for move in game.moves_at(before)]
            let_win = {
                guess: sum(_wins(game, game.play_unchecked(c, guess), 1 - seat) for c in chosen) for guess in moves
            }
            return rng.choice([guess for guess in moves if let_win[guess] == min(let_win.values())])
        if game.secret(state):
            return rng.choice(moves)
        after = {move: game.play_unchecked(state, move) for move in moves}
        won = [move for move in moves if _wins(game, after[move], seat)]
        safe = [move for move in moves if not self._loses_next(observation, after[move])]
        return rng.choice(won or safe or moves)

    @staticmethod
    def _loses_next(observation: Observation, state: State) -> bool:
        game = observation.game
        return any(_wins(game, game.play_unchecked(state, move), 1 - observation.seat) for move in game.moves_at(state))

    def start(self) -> None:
        pass

    def agrees_to_draw(self, observation: Observation) -> bool:
        return False

    def close(self) -> None:
        pass


@pytest.mark.parametrize("name", DECISIONS)
def test_level_1_loses_to_a_careful_child(name: str) -> None:
    won, lost = duel(CarefulChild(), seated("1"), table_of(name), 200)
    assert won - lost > 2 * (won + lost) ** 0.5 * 0.5  # two deviations of a fair coin


@pytest.mark.parametrize("rules", [("overshoot", "stops"), ("forced", "unblockable")])
def test_the_reader_beats_a_habit_and_loses_nothing_to_perfect_play(rules: tuple[str, str]) -> None:
    table = Table(find("predictive-pursuit").variant(dict([rules])))
    won, lost = duel(seated("reader"), Biased(), table, 100)
    assert won > 9 * lost
    won, lost = duel(seated("perfect"), Biased(), table, 100)
    assert won < 2 * lost  # the habit alone does not lose: it has to be read
    won, lost = duel(seated("reader"), seated("perfect"), table, 200)
    assert abs(won - lost) < 4 * 200**0.5


def test_the_reader_counts_a_choice_once_even_if_moves_are_taken_back() -> None:
    """Player 1 is seen to choose 2 and 2; takes the second back and chooses 1; and begins another game with 2."""
    reader = Reader()
    for line in ((2, 1, 1, 1), (2, 1, 1, 1, 2, 1), (2, 1, 1, 1), (2, 1, 1, 1, 1, 1), (), (2, 1)):
        reader.observe(Observation.of(played(table_of("predictive-pursuit"), *line), P2))
    assert {move + 1: count for move, count in reader.habits["choice", None].items()} == {2: 3, 1: 1}


def test_the_perfect_player_accepts_a_draw_where_there_is_no_more(headway: Headway) -> None:
    told = headway("play", "capture-the-flag", "--p2", "perfect", typed=entries("draw")).out
    assert told.endswith("Both players agree: the game is a draw.\n")
    refused = headway("play", "cross-over", "--p2", "perfect", typed=entries(1, "draw")).out
    assert "The computer does not agree to a draw." in refused


def test_a_player_is_not_told_an_open_secret() -> None:
    one, two = (Observation.of(played(table_of("predictive-pursuit"), choice), P2) for choice in (1, 2))
    assert one == two
    assert Observation.of(played(table_of("predictive-pursuit"), 2), P1).moves == (1,)


def test_a_game_that_cannot_be_solved_is_no_forfeit(headway: Headway) -> None:
    told = headway("simulate", "capture-the-flag", "--rule", "length=1000", "--p1", "perfect", "--games", 3)
    assert (told.status, told.out) == (2, "")
    assert "has up to 2,008,012,008,002 states" in told.err
