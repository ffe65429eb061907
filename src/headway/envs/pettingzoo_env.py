"""The PettingZoo environment: both seats are played, each in its turn."""

from collections.abc import Iterable
from typing import Any, SupportsIndex

import numpy as np
from gymnasium.spaces import Dict, MultiBinary
from pettingzoo import AECEnv

from headway.envs.episode import EPISODE_OVER, NOT_BEGUN, Episode
from headway.envs.exact import Exact
from headway.envs.picture import Picture
from headway.envs.rendering import RENDER_MODES, checked_render_mode, rendered
from headway.envs.setup import MAX_PLIES, RuleValue, checked_seed_from_zero, set_up
from headway.envs.spaces import MoveSpace, action_space, as_mask, as_observation, observation_space
from headway.errors import NoEpisode, expected
from headway.game import Game, checked_move
from headway.rulekit import OVER, P1, P2
from headway.table.table import Table

AGENTS = {"P1": P1, "P2": P2}
Seen = dict[str, Any]
"""The `observation` of a seat, and its `action_mask`."""
TOLD = ("agent_selection", "rewards", "terminations", "truncations", "infos")
"""What is there once an episode has begun."""


class HeadwayAEC(AECEnv[str, Seen, SupportsIndex | None]):  # type: ignore[misc]
    """A game as an environment of two agents, "P1" and "P2", who act in turns. Chance moves by itself.

    What an agent observes is a mapping of its `observation` and its `action_mask`, in which nothing is legal while the
    other agent is to act. If `exact` is true, its `infos` have the `value` of the table to it, and what its last action
    has `given_away`. An illegal action is refused, and nothing changes.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        first: int = P1,
        max_plies: int = MAX_PLIES,
        exact: bool = False,
        render_mode: str | None = None,
        **rules: RuleValue,
    ) -> None:
        super().__init__()
        self._setup = set_up(game, rules, first, max_plies)
        self.metadata = {
            "name": f"headway/{self._setup.game.name}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = checked_render_mode(render_mode)
        self._exact = Exact(self._setup.game) if exact else None
        self.np_random_seed = int(np.random.default_rng().integers(2**32))
        """The seed of the episodes, as Gymnasium calls it: `reset` repeats them with it."""
        self._episode: Episode | None = None
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        moves = len(self._setup.game.all_moves)
        self._observation_spaces = {
            agent: Dict({"observation": observation_space(self._setup), "action_mask": MultiBinary(moves)})
            for agent in AGENTS
        }
        self._action_spaces = {agent: action_space(self._setup) for agent in AGENTS}

    def observation_space(self, agent: str) -> Dict:
        """The same space for both agents."""
        return self._observation_spaces[_checked_agent(agent)]

    def action_space(self, agent: str) -> MoveSpace:
        """The moves of the game, by their numbers. If the agent is to act, `sample` draws a legal one."""
        return self._action_spaces[_checked_agent(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode: the first of a seed, or without one the next of the seed before.

        There are no options. They are ignored and not refused, because PettingZoo's own test passes one.
        """
        given = checked_seed_from_zero(seed)
        number = 0 if given is not None or self._episode is None else self._episode.number + 1
        self.np_random_seed = self.np_random_seed if given is None else given
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self._given_away = dict.fromkeys(AGENTS, 0.0)
        self._set_episode(Episode.begin(self._setup, self.np_random_seed, number))

    def step(self, action: SupportsIndex | None) -> None:
        """Play a move of the agent to act by its number; of an agent whose episode is over, None."""
        before, agent = self._begun(), self.agent_selection
        if not self.agents:
            raise NoEpisode(EPISODE_OVER)
        if before.is_over:
            if action is not None:
                raise expected("None as the action of an agent whose episode is over", action)
            self._was_dead_step(None)
            return
        move = checked_move(action)
        after = before.play(move)
        if self._exact is not None and before.holder is None:
            self._given_away[agent] = float(self._exact.given_away(before.table)[move])
        self._cumulative_rewards[agent] = 0
        self.rewards = {each: after.reward(seat) for each, seat in AGENTS.items()}
        self._set_episode(after)
        self._accumulate_rewards()

    def observe(self, agent: str) -> Seen:
        """What an agent may know, and which moves it may make now."""
        episode, seat = self._begun(), AGENTS[_checked_agent(agent)]
        legal = episode.mask if episode.actor == seat else [False] * len(self._setup.game.all_moves)
        return {"observation": as_observation(self._setup, episode.observe(seat)), "action_mask": as_mask(legal)}

    def render(self) -> str | Picture | None:
        """The board as all may see it, in text or as an array of red, green and blue; None without a render mode.

        For a human it is printed, also by `reset` and `step`.
        """
        return rendered(self._begun(), self.render_mode)

    def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
        """The agents in the order of their turns, until the episode is over."""
        self._begun()
        agents: Iterable[str] = super().agent_iter(max_iter)
        return agents

    def close(self) -> None:
        """Do nothing: nothing is open."""

    @property
    def table(self) -> Table:
        """The table with everything on it, secrets included: to look at, not to learn from."""
        return self._begun().table

    def _begun(self) -> Episode:
        if self._episode is None:
            raise NoEpisode(NOT_BEGUN)
        return self._episode

    def __getattr__(self, name: str) -> Any:
        """What is told before an episode has begun, and so is not there yet."""
        if name in TOLD:
            raise NoEpisode(NOT_BEGUN)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    def _set_episode(self, episode: Episode) -> None:
        """Make this the episode: who acts, whose episode is over, and what is told to each."""
        self._episode = episode
        actor = episode.actor
        self.agent_selection = "P1" if actor == OVER else self.possible_agents[actor]
        self.terminations = dict.fromkeys(AGENTS, episode.is_terminated)
        self.truncations = dict.fromkeys(AGENTS, episode.is_truncated)
        self.infos: dict[str, dict[str, float]] = {agent: {} for agent in AGENTS}
        if self._exact is not None:
            for agent, seat in AGENTS.items():
                self.infos[agent] = {
                    "value": float(self._exact.value(episode.table, seat)),
                    "given_away": self._given_away[agent],
                }
        for agent in AGENTS:
            self._action_spaces[agent].mask = self.observe(agent)["action_mask"]
        if self.render_mode == "human":
            self.render()


def _checked_agent(agent: object) -> str:
    if agent not in AGENTS:
        raise expected('one of the agents "P1" and "P2"', agent)
    return str(agent)
