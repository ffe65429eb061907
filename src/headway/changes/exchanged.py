"""The words of a game whose players have swapped sides: what they say of a side, they say of the player who has it."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

from headway.contract import Words
from headway.phrases import player
from headway.rulekit import P1, P2
from headway.voice import Voice


def exchanged(words: Words) -> Words:
    """The same words with the names of the players exchanged; a function of a module has `headway.phrases.player`
    for them, which gives the other name in its twin here.
    """
    modules = dict[int, dict[str, Any]]()
    twins: dict[str, Any] = {
        name: _twin(part, modules) for name, part in words._asdict().items() if isinstance(part, FunctionType)
    }
    own = words._replace(**twins)

    def telling(rules: Any, state: Any, move: int, after: Any, voice: Voice) -> str:
        return own.telling(rules, state, move, after, voice.exchanged())

    def ending(rules: Any, state: Any, voice: Voice) -> str:
        return own.ending(rules, state, voice.exchanged())

    def standing(rules: Any, state: Any, voice: Voice) -> str:
        return own.standing(rules, state, voice.exchanged())

    return own._replace(telling=telling, ending=ending, standing=standing)


def _other_player(seat: int) -> str:
    return player(1 - seat) if seat in (P1, P2) else player(seat)


def _twin(function: FunctionType, modules: dict[int, dict[str, Any]]) -> Callable[..., Any]:
    """The function as it is, among the twins of the functions of its module."""
    own = function.__globals__
    if id(own) not in modules:
        modules[id(own)] = names = dict(own)
        for name, part in own.items():
            if part is player:
                names[name] = _other_player
            elif isinstance(part, FunctionType) and part.__globals__ is own:
                names[name] = _twin(part, modules)
    return FunctionType(
        function.__code__, modules[id(own)], function.__name__, function.__defaults__, function.__closure__
    )
