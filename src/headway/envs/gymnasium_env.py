"""The Gymnasium environment: the user plays one seat against an opponent, or both seats."""

from typing import Any, SupportsIndex

import gymnasium

from headway.api.arguments import checked_seat
from headway.envs.episode import NOT_BEGUN, Episode
from headway.envs.exact import Exact
from headway.envs.opponents import Opponent, opponents_of
from headway.envs.picture import Picture
from headway.envs.rendering import RENDER_MODES, checked_render_mode, rendered
from headway.envs.setup import MAX_PLIES, RuleValue, checked_seed_from_zero, set_up
from headway.envs.spaces import Mask, Observation, action_space, as_mask, as_observation, observation_space
from headway.errors import NoEpisode, expected
from headway.game import Game, checked_move
from headway.rulekit import OVER, P1
from headway.table.table import Table


class HeadwayEnv(gymnasium.Env[Observation, SupportsIndex]):
    """A game as an environment of one learner. `opponent` moves by itself, and so does chance.

    With `opponent=None` the learner moves for both sides: an observation is that of the seat to move (at the end that
    of the seat that moved last), and a reward is that of the seat that has just moved. An illegal action is refused,
    and nothing changes.

    If `exact` is true, `info` also has the `value` of the table to the seat that observes it, and what the last action
    has `given_away`. That would tell the other seat something of a secret, so what a secret move has given away is
    added to what the answer to it gives away.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: str | Game,
        *,
        opponent: Opponent = "random",
        seat: int = P1,
        first: int = P1,
        max_plies: int = MAX_PLIES,
        exact: bool = False,
        render_mode: str | None = None,
        **rules: RuleValue,
    ) -> None:
        self._setup = set_up(game, rules, first, max_plies)
        self._seat = int(checked_seat(seat))
        self._opponents = opponents_of(self._setup.game, opponent, self._seat)
        self.render_mode = checked_render_mode(render_mode)
        self._exact = Exact(self._setup.game) if exact else None
        self._episode: Episode | None = None
        self._withheld = 0.0  # what a secret that has not been answered has given away
        self._moves = action_space(self._setup)
        self.action_space = self._moves
        self.observation_space = observation_space(self._setup)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode: the first of a seed, or without one the next of the seed before."""
        if options:
            raise expected("no options: there are none", ", ".join(map(str, options)))
        checked_seed_from_zero(seed)
        number = 0 if seed is not None or self._episode is None else self._episode.number + 1
        chosen = self.np_random_seed if seed is None else seed
        episode = Episode.begin(self._setup, chosen, number, self._opponents, self._seat)
        super().reset(seed=seed)
        self._withheld = 0.0
        return self._show(episode, self._seat, 0.0)

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a move by its number, and all that chance and the opponent do then."""
        before, move = self._begun(), checked_move(action)
        after, mover = before.play(move), before.actor
        given_away = self._withheld
        if self._exact is not None and before.holder is None:
            given_away += float(self._exact.given_away(before.table)[move])
        is_secret = after.table.chooser == mover and after.actor not in (mover, OVER)
        self._withheld = given_away if is_secret else 0.0
        observed, info = self._show(after, mover, 0.0 if is_secret else given_away)
        return observed, float(after.reward(mover)), after.is_terminated, after.is_truncated, info

    def action_masks(self) -> Mask:
        """For each move whether it is legal, as MaskablePPO asks for it; none is once the episode has ended."""
        return as_mask(self._begun().mask)

    def render(self) -> str | Picture | None:
        """The board as all may see it, in text or as an array of red, green and blue; None without a render mode.

        For a human it is printed, also by `reset` and `step`.
        """
        return rendered(self._begun(), self.render_mode)

    @property
    def table(self) -> Table:
        """The table with everything on it, secrets included: to look at, not to learn from."""
        return self._begun().table

    def _begun(self) -> Episode:
        if self._episode is None:
            raise NoEpisode(NOT_BEGUN)
        return self._episode

    def _show(self, episode: Episode, mover: int, given_away: float) -> tuple[Observation, dict[str, Any]]:
        """Make this the episode. Returns what is seen of it: by the seat to move, at the end by the one that moved."""
        seat = mover if episode.actor == OVER else episode.actor
        info: dict[str, Any] = {"action_mask": as_mask(episode.mask)}
        if self._exact is not None:
            info |= {"value": float(self._exact.value(episode.table, seat)), "given_away": given_away}
        self._episode, self._moves.mask = episode, as_mask(episode.mask)
        if self.render_mode == "human":
            self.render()
        return as_observation(self._setup, episode.observe(seat)), info
