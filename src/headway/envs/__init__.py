"""Headway's games as environments of other libraries, each in a module of its own.

Importing this registers the games with Gymnasium, if that is installed: "headway/CrossOver-v0" and so on.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from headway.envs.setup import MAX_PLIES, RuleValue, set_up
from headway.errors import NotInstalled, install_hint
from headway.game import Game
from headway.rulekit import P1

__all__ = ["aec", "jax", "policy", "vector"]

TYPE_CHECKING = False  # as in `typing`, which would have to be imported
if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode

    from headway.envs.agent import AgentPolicy, Choose
    from headway.envs.jax_env import HeadwayJaxEnv
    from headway.envs.opponents import Opponent
    from headway.envs.pettingzoo_env import HeadwayAEC
    from headway.envs.vector_env import HeadwayVectorEnv

if find_spec("gymnasium") is not None:
    from headway.envs.registration import register_games

    register_games()


@contextmanager
def _from_the_extra() -> Iterator[None]:
    """Say in one line what has to be installed, where a library of the extra is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("headway"):
            raise
        raise NotInstalled(f"This environment needs {error.name.partition('.')[0]}: {install_hint('envs')}") from None


def aec(
    game: str | Game,
    *,
    first: int = P1,
    max_plies: int = MAX_PLIES,
    exact: bool = False,
    render_mode: str | None = None,
    **rules: RuleValue,
) -> "HeadwayAEC":
    """A game as a PettingZoo environment: the agents "P1" and "P2" act in turns.

    `game` is a game or its name, and `rules` are changed by their names. `first` moves first. After `max_plies` plies
    the episode is truncated. If `exact` is true, the `infos` have exact values. `render_mode` is "human",
    "ansi" or "rgb_array".

    >>> env = headway.envs.aec("cross-over", length=12)
    >>> env.reset(seed=1)
    >>> env.step(2)
    >>> env.agent_selection, env.observe("P2")["action_mask"].tolist()
    ('P2', [1, 1, 1, 0])
    """
    with _from_the_extra():
        from headway.envs.pettingzoo_env import HeadwayAEC

    return HeadwayAEC(game, first=first, max_plies=max_plies, exact=exact, render_mode=render_mode, **rules)


def vector(
    game: str | Game,
    num_envs: int = 1,
    *,
    opponent: "Opponent" = "random",
    seat: int = P1,
    first: int = P1,
    max_plies: int = MAX_PLIES,
    exact: bool = False,
    autoreset_mode: "AutoresetMode | str" = "NextStep",
    **rules: RuleValue,
) -> "HeadwayVectorEnv":
    """Many tables of a game in one vector environment of Gymnasium, which play in one step.

    Table i of seed s plays as a single environment of seed s + i does. The arguments are those of the single one;
    `autoreset_mode` is one of Gymnasium's. A policy that is given as the opponent is asked once for each of its
    information sets, when the environment is made.

    >>> tables = headway.envs.vector("cross-over", num_envs=3, opponent=None, length=3)
    >>> observations, info = tables.reset(seed=7)
    >>> observations, rewards, terminations, truncations, info = tables.step([0, 0, 2])
    >>> rewards, terminations
    (array([0., 0., 1.]), array([False, False,  True]))
    """
    with _from_the_extra():
        from headway.envs.vector_env import HeadwayVectorEnv

    return HeadwayVectorEnv(
        game,
        num_envs,
        opponent=opponent,
        seat=seat,
        first=first,
        max_plies=max_plies,
        exact=exact,
        autoreset_mode=autoreset_mode,
        **rules,
    )


def jax(
    game: str | Game,
    *,
    opponent: "Opponent" = None,
    seat: int = P1,
    first: int = P1,
    max_plies: int = MAX_PLIES,
    exact: bool = False,
    **rules: RuleValue,
) -> "HeadwayJaxEnv":
    """A game as functions that JAX compiles, in the shape of pgx: `init(key)`, `step(state, action)`, `observe(state)`.

    As in pgx the user moves for both sides, unless an opponent is given. JAX cannot raise errors: an illegal action
    ends the game, and the side that made it loses. If `exact` is true, the game is solved, and `value(state)` and
    `given_away(state, action)` tell what is true of it.

    >>> import jax
    >>> env = headway.envs.jax("cross-over", length=3)
    >>> tables = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(7), 3))
    >>> tables = jax.jit(jax.vmap(env.step))(tables, jax.numpy.array([0, 0, 2]))
    >>> tables.terminated.tolist(), tables.rewards.tolist()
    ([False, False, True], [[0.0, 0.0], [0.0, 0.0], [1.0, -1.0]])
    """
    with _from_the_extra():
        from headway.envs.jax_env import HeadwayJaxEnv

    return HeadwayJaxEnv(game, opponent=opponent, seat=seat, first=first, max_plies=max_plies, exact=exact, **rules)


def policy(game: str | Game, choose: "Choose", *, name: str = "agent", **rules: RuleValue) -> "AgentPolicy":
    """An agent as a policy, so that `headway.policies` can tell its exact value and its exploitability.

    `choose` is called with an observation and its mask, as the environments give them to the seat to move, and returns
    the number of a move, or the odds of all moves. It is asked wherever that seat has a choice.

    >>> first_legal = headway.envs.policy("cross-over", lambda observation, mask: mask.argmax())
    >>> longest = headway.envs.policy("cross-over", lambda observation, mask: mask.nonzero()[0][-1])
    >>> [headway.policies.exploitability(each.game, each).value() for each in (first_legal, longest)]
    [Fraction(1, 2), Fraction(0, 1)]
    """
    with _from_the_extra():
        from headway.envs.agent import AgentPolicy

    return AgentPolicy(set_up(game, rules).game, choose, name)
