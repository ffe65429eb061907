"""An episode: one game at one table, in which chance, and an opponent if there is one, move by themselves."""

from dataclasses import dataclass, replace

from headway.envs.draws import drawn
from headway.envs.opponents import Opponents
from headway.envs.setup import Setup
from headway.errors import NoEpisode, UnknownMove
from headway.policies.policy import Odds, checked_odds
from headway.rulekit import CHANCE, DRAW, OVER, P1
from headway.table.table import Table

NOT_BEGUN = "No episode has begun; reset the environment first."
EPISODE_OVER = "The episode is over; reset the environment to begin another."


@dataclass(frozen=True)
class Episode:
    """A game so far. It is a value: a move gives another one.

    `seed` is the environment's and `number` counts its episodes from 0: together they decide what chance and the
    opponents do. `opponents` are the policies of P1 and P2; None stands for a seat that the user plays.

    A game may end, or reach the cap on plies, before the user's first action. The episode then goes on for one action
    of the user's seat, the `holder` of the result: any move is legal, changes nothing, and ends the episode.
    """

    setup: Setup
    table: Table
    seed: int
    number: int
    opponents: Opponents = (None, None)
    holder: int | None = None

    @classmethod
    def begin(
        cls, setup: Setup, seed: int, number: int = 0, opponents: Opponents = (None, None), seat: int = P1
    ) -> "Episode":
        """The episode when the user, who has `seat`, is to move for the first time."""
        begun = cls(setup, Table(setup.game, setup.first), seed, number, opponents)._after_automatic_moves()
        return replace(begun, holder=seat) if begun.is_over else begun

    @property
    def actor(self) -> int:
        """The seat to move; OVER once the episode has ended, also when it was truncated."""
        if self.holder is not None:
            return self.holder
        return OVER if self.is_over else self.table.actor

    @property
    def is_over(self) -> bool:
        """Has the episode ended?"""
        return self.is_terminated or self.is_truncated

    @property
    def is_terminated(self) -> bool:
        """Has the episode ended because the game has, by its rules?"""
        return self.table.actor == OVER and self.holder is None

    @property
    def is_truncated(self) -> bool:
        """Has the episode ended because the game was stopped at the cap on plies?"""
        return self.table.actor != OVER and self.table.ply >= self.setup.max_plies and self.holder is None

    def reward(self, seat: int) -> int:
        """1 for the winner and -1 for the loser; 0 until the episode has ended, and after a draw."""
        winner = DRAW if not self.is_terminated else self.setup.game.winner(self.table.state)
        return 0 if winner == DRAW else 1 if winner == seat else -1

    def observe(self, seat: int) -> list[int]:
        """What a seat may know."""
        return self.setup.observe(self.table.state, seat)

    @property
    def mask(self) -> list[bool]:
        """For each move whether it is legal; none is once the episode has ended."""
        if self.is_over or self.holder is not None:
            return [not self.is_over] * len(self.setup.game.all_moves)
        return self.setup.mask(self.table.state)

    def play(self, move: int) -> "Episode":
        """The episode after a move of the seat to move, and after all that chance and the opponent do then.

        An illegal move is refused, as is any once the episode has ended.
        """
        if self.is_over:
            raise NoEpisode(EPISODE_OVER)
        if self.holder is None:
            return replace(self, table=self.table.play_move(move))._after_automatic_moves()
        if move not in self.setup.game.all_moves:
            raise UnknownMove(f"There is no move {move}.")
        return replace(self, holder=None)

    def _after_automatic_moves(self) -> "Episode":
        """The episode when it is over or the user is to move again."""
        episode = self
        while not episode.is_over:
            table = episode.table
            state, game = table.state, table.game
            if table.actor == CHANCE:
                odds: Odds = {move: game.weight(state, move) for move in game.moves_at(state)}
            elif (policy := self.opponents[table.actor]) is not None:
                seen = table.view(table.actor)
                odds = checked_odds(game, seen, game.moves_at(seen), policy.odds(seen))
            else:
                break
            move = drawn([odds.get(move, 0) for move in game.all_moves], self.seed, self.number, table.ply)
            episode = replace(episode, table=table.play_unchecked(move))
        return episode
