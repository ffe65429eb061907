"""Headway's games as environments of other libraries, each in a module of its own.

Importing this registers the games with Gymnasium, if that is installed: "headway/CrossOver-v0" and so on.
"""

from importlib.util import find_spec

if find_spec("gymnasium") is not None:
    from headway.envs.registration import register_games

    register_games()
