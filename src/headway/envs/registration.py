"""The ids of the games in Gymnasium: "headway/CrossOver-v0" for cross-over, and alike for every installed game.

Gymnasium 1.0 has removed the loading of plugins, so a program names the module: `import headway.envs`, or
`gymnasium.make("headway.envs:headway/CrossOver-v0")`, which imports it.
"""

import gymnasium

from headway.catalogue import names

NAMESPACE = "headway"
VERSION = 0


def id_of(name: str) -> str:
    """The id of a game in Gymnasium, from its name."""
    words = ("".join(filter(str.isalnum, word)) for word in name.split("-"))
    return f"{NAMESPACE}/{''.join(word[:1].upper() + word[1:] for word in words)}-v{VERSION}"


def register_games() -> None:
    """Register every installed game. None is loaded: one that is broken is refused when it is made."""
    for name in names():
        gymnasium.register(
            id_of(name),
            entry_point="headway.envs.gymnasium_env:HeadwayEnv",
            vector_entry_point="headway.envs:vector",
            kwargs={"game": name},
            # the environment checks by itself what Gymnasium's wrappers would; without them it has `action_masks`
            order_enforce=False,
            disable_env_checker=True,
        )
