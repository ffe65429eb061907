"""Headway's games in OpenSpiel: `spiel_game(NAME)` is a `pyspiel.Game` like any other. Needs the extra `envs`.

An action is a Headway move, chance has its weights, and a secret is imperfect information: a player's information state
is what `view` shows. OpenSpiel has no endless play, so a game is called off without a winner after `limit` plies.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from headway.catalogue import find
from headway.game import Game, State
from headway.rulekit import CHANCE, OVER, P1

LIMIT = 10_000


def spiel_game(name: str, first: int = P1, limit: int = LIMIT, **rules: object) -> Any:
    """A Headway game as OpenSpiel sees it."""
    return _kind(_Setup(find(name).variant(rules), first, limit))()


class _Setup:
    """A game, who moves first, and when it is called off."""

    def __init__(self, game: Game, first: int, limit: int) -> None:
        self.game, self.first, self.limit = game, first, limit


@cache
def _kind(setup: _Setup) -> Any:
    """The OpenSpiel class of one game; OpenSpiel requires a class for each."""
    game = setup.game
    chance_mode = pyspiel.GameType.ChanceMode
    information = pyspiel.GameType.Information
    kind = pyspiel.GameType(
        short_name=f"headway_{game.name.replace('-', '_')}",
        long_name=f"Headway's {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode.EXPLICIT_STOCHASTIC if game.has_chance else chance_mode.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if game.has_secrets else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=len(game.all_moves),
        max_chance_outcomes=len(game.all_moves) if game.has_chance else 0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=setup.limit,
    )

    class HeadwayGame(pyspiel.Game):  # type: ignore[misc]
        """One of Headway's games."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> "HeadwayState":
            """The start."""
            return HeadwayState(self, setup)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
            """What a player may see."""
            return Observer()

    return HeadwayGame


class HeadwayState(pyspiel.State):  # type: ignore[misc]
    """A state of a game, played on by actions."""

    def __init__(self, game: Any, setup: _Setup) -> None:
        super().__init__(game)
        self._setup = setup
        self._state: State = setup.game.start(setup.first)
        self._plies = 0

    def current_player(self) -> int:
        """Whose turn it is, in OpenSpiel's numbers."""
        if self._plies >= self._setup.limit:
            return int(pyspiel.PlayerId.TERMINAL)
        special = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}
        actor = self._setup.game.actor(self._state)
        return special.get(actor, actor)

    def _legal_actions(self, player: int) -> list[int]:
        return self._setup.game.moves_at(self._state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The moves of chance with their odds."""
        game = self._setup.game
        weights = {move: game.weight(self._state, move) for move in game.moves_at(self._state)}
        return [(move, weight / sum(weights.values())) for move, weight in weights.items()]

    def _apply_action(self, action: int) -> None:
        self._state = self._setup.game.play_unchecked(self._state, action)
        self._plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self._setup.game.token(action)

    def is_terminal(self) -> bool:
        """Is the game over, or called off?"""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; nothing while the game runs or if it was called off."""
        game = self._setup.game
        if game.actor(self._state) != OVER:
            return [0.0, 0.0]
        return [1.0, -1.0] if game.winner(self._state) == P1 else [-1.0, 1.0]

    def seen_by(self, player: int) -> str:
        """The state as a player may know it."""
        return str(tuple(self._setup.game.view(self._state, player)))

    def __str__(self) -> str:
        return str(tuple(self._state))


class Observer:
    """What a player sees, as OpenSpiel asks for it: the view, which has all that matters of the past in these games."""

    def __init__(self) -> None:
        self.tensor = np.zeros(0, np.float32)
        self.dict: Mapping[str, Any] = {}

    def set_from(self, state: HeadwayState, player: int) -> None:
        """Do nothing: there is no tensor."""

    def string_from(self, state: HeadwayState, player: int) -> str:
        """What the player sees."""
        return state.seen_by(player)
