"""Agents by their names: policies, players that are programs, and language models."""

from collections.abc import Callable
from functools import partial

from headway.arena.agents import Agent, PlayerAgent, PolicyAgent
from headway.arena.chat import ChatServer
from headway.arena.model_agent import MODEL, ModelAgent
from headway.errors import UnknownPlayer, quoted
from headway.game import Game
from headway.players import HUMAN, LEVELS, PROGRAMS, player_name, seat_player
from headway.policies import named
from headway.typed_text import normalised

POLICIES = ("random", *map(str, LEVELS), "perfect")


def agent_name(typed: str) -> str:
    """The name of an agent as ledgers have it, from any spelling of it; any other text stays as it is typed."""
    kind, colon, model = typed.partition(":")
    if normalised(f"{kind}{colon}") == MODEL:
        return f"{MODEL}{model}"
    return player_name(typed)


def agent_of(
    name: str,
    game: Game,
    server: Callable[[str], ChatServer],
    *,
    list_moves: bool = False,
    seconds: float | None = None,
) -> Agent:
    """The agent of that name for a game: a policy, a player that is a program, or `llm:MODEL` behind a server.

    `seconds` is the time in which an engine has to answer, if that is not to be its own.
    """
    name = agent_name(name)
    if name in POLICIES:
        return PolicyAgent(named(game, name), partial(named, name=name))
    if name.startswith(MODEL) and name != MODEL:
        return ModelAgent(server(name.removeprefix(MODEL)), list_moves=list_moves)
    try:
        player = None if name == HUMAN else seat_player(name, seconds=seconds)
    except UnknownPlayer:
        player = None
    if player is None:
        raise UnknownPlayer(f"There is no agent {quoted(name)}. The agents are: {PROGRAMS}, or {MODEL}MODEL.")
    return PlayerAgent(name, player)
