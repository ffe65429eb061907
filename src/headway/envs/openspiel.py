"""Headway's games in OpenSpiel, by name: `pyspiel.load_game("headway_cross_over(length=12)")` once this is imported.

An action is a Headway move, chance has its weights, and a secret is imperfect information. An action that is not legal,
or that comes after the end, is refused, and nothing changes. A player's information state is everything the player has
seen so far, in order (perfect recall); its observation is what it sees now. OpenSpiel has no endless play, so a game is
stopped without a winner after `max_plies` plies. Rules are parameters; a board is written with spaces, as in
`board=3 1 2`. The caller plays chance; `chance_action` does it as in the other environments. Needs the extra
`envs`.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pyspiel

from headway.api.catalogue import games
from headway.envs.draws import drawn
from headway.envs.openspiel_observer import DEFAULT_OBSERVATION, Observer
from headway.envs.setup import MAX_PLIES, RuleValue, Setup, set_up
from headway.errors import BadArgument, GameOver, expected, quoted
from headway.game import Game
from headway.rulekit import CHANCE, DRAW, OVER, P1, P2
from headway.table.table import Table

SEATS = {"P1": P1, "P2": P2}


def spiel_game(game: str | Game, first: int = P1, max_plies: int = MAX_PLIES, **rules: RuleValue) -> Any:
    """A Headway game as OpenSpiel sees it. `game` is a game or its name, and `rules` are changed by their names.

    >>> import pyspiel
    >>> from headway.envs.openspiel import spiel_game
    >>> state = spiel_game("cross-over", length=12).new_initial_state()
    >>> [state.action_to_string(action) for action in state.legal_actions()]
    ['1', '2', '3']
    >>> pyspiel.load_game("headway_cross_over(length=12)").new_initial_state().observation_string(0)
    'State(places=(1, 12), mover=0)'
    """
    setup = set_up(game, rules, first, max_plies)
    named = {rule: _parameter(value) for rule, value in setup.game.settings.items()}
    return _loaded(setup.game.variant({}), {**named, "first": f"P{setup.first + 1}", "max_plies": max_plies})


def _parameter(value: object) -> int | str:
    """The value of a rule as OpenSpiel's parameters can hold it: it reads commas as the ends of parameters."""
    if isinstance(value, list):
        return " ".join(map(str, value))
    return value if isinstance(value, int) else str(value)


def _setup_of(book: Game, parameters: Mapping[str, Any]) -> Setup:
    """What parameters say of a game under the rules of its book.

    What they leave as it is by default is not given, since a board decides the length.
    """
    if parameters["first"] not in SEATS:
        raise BadArgument(f"first takes P1 or P2, not {quoted(str(parameters['first']))}.")
    usual = _rules_of(book)
    given = {rule: parameters[rule] for rule, value in usual.items() if parameters.get(rule, value) != value}
    for rule in book.rule_list:
        if rule.is_row and rule.name in given:
            given[rule.name] = given[rule.name].replace(" ", ",")
    return set_up(book.variant(given), {}, SEATS[parameters["first"]], parameters["max_plies"])


def _rules_of(game: Game) -> dict[str, int | str]:
    """The rules as parameters, with the changes that the game can have, which are off."""
    changes = {change.name: change.show(change.default) for change in game.change_list}
    return {rule: _parameter(value) for rule, value in {**game.settings, **changes}.items()}


def _parameters_of(game: Game) -> dict[str, int | str]:
    """The parameters that OpenSpiel can set, with the values that they have otherwise."""
    return {**_rules_of(game), "first": "P1", "max_plies": MAX_PLIES}


@cache
def _kind(game: Game, has_chance: bool, has_secrets: bool) -> Any:
    """What OpenSpiel has to know of a game, which may have chance or secrets under some rules only."""
    chance_mode = pyspiel.GameType.ChanceMode
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"headway_{game.name.replace('-', '_')}",
        long_name=f"Headway's {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode.EXPLICIT_STOCHASTIC if has_chance else chance_mode.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if has_secrets else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # a history has no fixed size
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters_of(game),
    )


class HeadwayGame(pyspiel.Game):  # type: ignore[misc]
    """One of Headway's games under the rules that its parameters name. OpenSpiel requires a class for each game."""

    book: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.parameters = {**_parameters_of(self.book), **(params or {})}
        self.setup = _setup_of(self.book, self.parameters)
        game = self.setup.game
        for change in self.book.change_list:
            if change.name not in game.settings:
                del self.parameters[change.name]
        kind = _kind(self.book, game.has_chance, game.has_secrets)
        moves = len(game.all_moves)
        info = pyspiel.GameInfo(
            num_distinct_actions=moves,
            max_chance_outcomes=moves if game.has_chance else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.setup.max_plies,
        )
        super().__init__(kind, info, self.parameters)

    def new_initial_state(self) -> "HeadwayState":
        """The start."""
        return HeadwayState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player may see, or with perfect recall has seen; or of that what all may, or everything there is."""
        return Observer(self.setup, DEFAULT_OBSERVATION if iig_obs_type is None else iig_obs_type)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (self.book, self.parameters)


@cache
def _class_of(book: Game) -> type[HeadwayGame]:
    """The class of a game. OpenSpiel knows the game by name from now on, and can read what it has written of it."""
    made = type(f"HeadwayGame:{book.name}", (HeadwayGame,), {"book": book})
    under_any_rules = _kind(book, book.code.may_have_chance, book.code.may_have_secrets)
    pyspiel.register_game(under_any_rules, made)
    return made


def _loaded(book: Game, parameters: Mapping[str, Any]) -> HeadwayGame:
    return _class_of(book)(parameters)


class HeadwayState(pyspiel.State):  # type: ignore[misc]
    """A state of a game, played on by actions."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.setup: Setup = game.setup
        self.state = self.setup.game.start(self.setup.first)
        self.plies = 0

    def current_player(self) -> int:
        """Whose turn it is, in OpenSpiel's numbers."""
        if self.plies >= self.setup.max_plies:
            return int(pyspiel.PlayerId.TERMINAL)
        special = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}
        actor = self.setup.game.actor(self.state)
        return special.get(actor, actor)

    def _legal_actions(self, player: int) -> list[int]:
        return self.setup.game.moves_at(self.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The moves of chance with their odds."""
        weights = _chance_weights(self)
        return [(move, weight / sum(weights.values())) for move, weight in weights.items()]

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise GameOver
        self.state = self.setup.game.play(self.state, action)
        self.plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self.setup.game.token(action)

    def is_terminal(self) -> bool:
        """Is the game over, or stopped?"""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; nothing while the game runs, for a draw, or if it was stopped."""
        game = self.setup.game
        winner = game.winner(self.state) if game.actor(self.state) == OVER else DRAW
        return {P1: [1.0, -1.0], P2: [-1.0, 1.0], DRAW: [0.0, 0.0]}[winner]

    @property
    def table(self) -> Table:
        """The game so far at one of our tables."""
        return Table(self.setup.game, self.setup.first, tuple(self.history()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _played, (self.get_game(), self.history())

    def __str__(self) -> str:
        return str(tuple(self.state))


def _chance_weights(state: HeadwayState) -> dict[int, int]:
    """The moves of chance with their weights."""
    game = state.setup.game
    return {move: game.weight(state.state, move) for move in game.moves_at(state.state)}


def _played(game: HeadwayGame, actions: list[int]) -> HeadwayState:
    """The state after some actions from the start."""
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def chance_action(state: HeadwayState, seed: int, episode: int = 0) -> int:
    """What chance does at a state in an episode of a seed: the same as in every other environment.

    >>> from headway.envs.openspiel import chance_action, spiel_game
    >>> state, env = spiel_game("number-race").new_initial_state(), headway.envs.aec("number-race")
    >>> env.reset(seed=7)
    >>> (roll,) = state.legal_actions()
    >>> state.apply_action(roll)
    >>> env.step(roll)  # the die falls at once
    >>> env.table.history == ("roll", state.action_to_string(chance_action(state, seed=7)))
    True
    """
    if not isinstance(state, HeadwayState) or not state.is_chance_node():
        raise expected("a state of a Headway game in OpenSpiel at which chance is to act", state)
    for what, value in (("a seed", seed), ("the number of an episode", episode)):
        if not isinstance(value, int) or value < 0:
            raise expected(f"{what}, a whole number from 0 up", value)
    weights = _chance_weights(state)
    return [*weights][drawn([*weights.values()], seed, episode, state.plies)]


for _game in games():
    _class_of(_game)
