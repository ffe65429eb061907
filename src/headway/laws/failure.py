"""What to say of a state in which a law fails, or in which the game's code raises an error."""

from inspect import getargvalues
from pathlib import Path
from traceback import walk_tb
from types import CodeType, FrameType

from headway.contract import State
from headway.game import Game, Origin
from headway.rulekit import P1

MOVE_PARAMETER = {"legal": 2, "play": 2, "weight": 2, "refuse": 2, "tell": 2, "token": 1}
"""Where the move is among the arguments of a function of the contract."""


def raised(game: Game, error: Exception) -> str:
    """An error of the game's code: what it is, the file and line, the function that was called, and for which move."""
    frames = list(walk_tb(error.__traceback__))
    functions = _contract_functions(game)
    entry = next((at for at, (frame, _) in enumerate(frames) if frame.f_code in functions), None)
    if entry is None:  # a function returned something unusable
        frame, line = frames[-1]
        return f"{_named(error)}, at {frame.f_code.co_filename}:{line}{_for_move(game, frame.f_locals.get('move'))}"
    called = frames[entry][0]
    frame, line = [each for each in frames[entry:] if _is_own(game, each[0], called)][-1]
    name = functions[called.f_code]
    return f"{_named(error)}, at {frame.f_code.co_filename}:{line}, in {name}{_for_move(game, _move(name, called))}"


def at_state(game: Game, origin: Origin, state: State) -> str:
    """A state, and the options of `headway replay` that lead to it; without them if the game's own words fail."""
    tokens: list[str] = []
    at = state
    while (came := origin[at]) is not None:
        at, move = came
        try:
            tokens.append(game.token(move))
        except Exception:  # the state is reported all the same
            return f"State {_shown(state)}"
    first = "p1" if at == game.start(P1) else "p2"
    return f'State {_shown(state)}, reached with --first {first} --moves "{", ".join(reversed(tokens))}"'


def _shown(state: object) -> str:
    """A state in short. In a broken game it may be any object."""
    return str(tuple(state)) if isinstance(state, tuple) else repr(state)


def _named(error: Exception) -> str:
    message = " ".join(str(error).split())
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _contract_functions(game: Game) -> dict[CodeType, str]:
    """The functions that Headway calls in the game's folder, by their code."""
    parts = {**game.code._asdict(), **game.words._asdict()}
    # in reverse, so that of two names for one function the first counts: `ask` is also `again` by default
    return {part.__code__: name for name, part in reversed(parts.items()) if hasattr(part, "__code__")}


def _is_own(game: Game, frame: FrameType, entry: FrameType) -> bool:
    """Does a frame run the game's own code, and not that of a library?"""
    path = Path(frame.f_code.co_filename)
    return path.is_relative_to(game.folder) or frame.f_code.co_filename == entry.f_code.co_filename


def _move(name: str, frame: FrameType) -> object:
    """The move for which a function of the contract was called, if it takes one."""
    arguments = getargvalues(frame)
    at = MOVE_PARAMETER.get(name)
    return None if at is None or at >= len(arguments.args) else arguments.locals[arguments.args[at]]


def _for_move(game: Game, move: object) -> str:
    if not isinstance(move, int):
        return ""
    try:
        return f' for move {move} ("{game.token(move)}")'
    except Exception:  # as above
        return f" for move {move}"
