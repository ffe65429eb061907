"""The rules as machine code: Numba compiles each game's `rules.py` as it stands. Needs the extra `fast`."""

from collections.abc import Callable
from functools import cache
from types import CellType, FunctionType
from typing import Any

import numpy as np
from numba import njit
from numba.core.errors import NumbaError
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import overload

from headway import rulekit
from headway.contract import RuleSet, with_values
from headway.game import Code, Game

INTERPRETED = {"start", "deal", "span", "goals"}
"""The functions that are not compiled: they run once and fix the shapes of rules and states for the others."""


@overload(rulekit.put)
def _compiled_put(items: Any, index: Any, value: Any) -> Callable[..., Any]:
    def put(items: Any, index: Any, value: Any) -> Any:
        return tuple_setitem(items, index, value)  # type: ignore[call-arg]

    return put


@cache
def compiled(code: Code) -> Code:
    """The functions of a game compiled by Numba; each is compiled when it is first called."""
    known = dict[FunctionType, Any]()
    return code._replace(
        **{
            name: _compile(part, known)
            for name, part in code._asdict().items()
            if isinstance(part, FunctionType) and name not in INTERPRETED
        }
    )


def _compile(function: FunctionType, known: dict[FunctionType, Any]) -> Any:
    """The compiled function; those of its module that it calls, and those that it encloses, are compiled too."""
    if function in known:
        return known[function]
    names, cells = dict(function.__globals__), [CellType() for _ in function.__closure__ or ()]
    twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__, tuple(cells))
    known[function] = found = njit(twin)  # its names are looked up when it is first called
    for name in function.__code__.co_names:
        part = names.get(name)
        if isinstance(part, FunctionType) and part.__globals__ is function.__globals__ and name not in INTERPRETED:
            names[name] = _compile(part, known)
    for cell, enclosed in zip(cells, function.__closure__ or (), strict=True):
        part = enclosed.cell_contents
        cell.cell_contents = _compile(part, known) if isinstance(part, FunctionType) else part
    return found


def machine_rules(rules: RuleSet) -> RuleSet:
    """The rules with each tuple as an array: of a tuple, Numba compiles a branch for every entry."""
    values: list[Any] = [np.array(value) if isinstance(value, tuple) else value for value in rules]
    return with_values(rules, values)


def disagreement(game: Game, state: Any) -> str | None:
    """How the compiled rules differ from the interpreted ones in a state; None if they agree."""
    machine, rules = compiled(game.code), game.rules
    try:
        pairs: list[tuple[str, object, object]] = [
            ("actor", game.actor(state), machine.actor(rules, state)),
            ("secret", game.secret(state), machine.secret(rules, state)),
            ("positions", game.positions(state), machine.positions(rules, state)),
            ("moves", len(game.all_moves), machine.moves(rules)),
            ("track", game.track, machine.track(rules)),
        ]
        for seat in (rulekit.P1, rulekit.P2, rulekit.SPECTATOR):
            pairs.append(("side", game.side(state, seat), machine.side(rules, state, seat)))
            pairs.append(("view", game.view(state, seat), machine.view(rules, state, seat)))
        if game.actor(state) == rulekit.OVER:
            pairs.append(("winner", game.winner(state), machine.winner(rules, state)))
        for move in game.all_moves:
            legal = game.legal(state, move)
            pairs.append((f"legal({move})", legal, machine.legal(rules, state, move)))
            if legal:
                pairs.append((f"play({move})", game.play_unchecked(state, move), machine.play(rules, state, move)))
                pairs.append(
                    (f"weight({move})", game.code.weight(rules, state, move), machine.weight(rules, state, move))
                )
    except NumbaError as error:
        return f"Numba does not compile the rules: {' '.join(str(error).split())[:300]}"
    for name, interpreted, by_machine in pairs:
        if interpreted != by_machine:
            return f"{name} is {interpreted} interpreted and {by_machine} compiled"
    return None
