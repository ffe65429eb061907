"""The solutions of games under their books' rules, kept in the user's cache folder.

A file has two lines: a checksum, and the JSON that it is the checksum of. A damaged file is written again.
"""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

from headway import __version__
from headway.contract import State, with_values
from headway.game import Game
from headway.solver import solve
from headway.solver.solution import Certificate, Guess, Solution, Value


def solved(game: Game, progress: Callable[[str], None] = lambda doing: None) -> Solution:
    """The solution of a game; under the book's rules it is read from the cache if it was solved before."""
    if game.rules != game.code.Rules():
        return solve(game, progress=progress)
    path = place(game)
    kept = _read(game, path)
    if kept is None:
        kept = solve(game, progress=progress)
        _write(kept, path)
    return kept


def place(game: Game) -> Path:
    """The file for the solution of a game: named after the game, its rules, our version, and the sources of both."""
    from platformdirs import user_cache_path

    own = Path(__file__).parent
    sources = [game.folder / "rules.py", *sorted(own.glob("*.py")), *sorted(own.parent.glob("*.py"))]
    known = b"".join(path.read_bytes() for path in sources) + repr((game.settings, __version__)).encode()
    key = sha256(known).hexdigest()[:16]
    return user_cache_path("headway") / f"{game.name}-{key}.json"


def _read(game: Game, path: Path) -> Solution | None:
    try:
        checksum, payload = path.read_bytes().split(b"\n", 1)
        if sha256(payload).hexdigest().encode() != checksum:
            return None
        return _from_plain(game, json.loads(payload))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(solution: Solution, path: Path) -> None:
    payload = json.dumps(_to_plain(solution), separators=(",", ":")).encode()
    half = path.with_name(f"{path.name}.{os.getpid()}.part")
    with suppress(OSError):  # without a cache everything still works, only slower
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            half.write_bytes(sha256(payload).hexdigest().encode() + b"\n" + payload)
            half.replace(path)
        finally:
            half.unlink(missing_ok=True)


def _to_plain(solution: Solution) -> dict[str, Any]:
    return {
        "values": [[state, _value_to_plain(value)] for state, value in solution.values.items()],
        "plies": list(solution.plies.items()),
        "odds": [[state, list(odds.items())] for state, odds in solution.odds.items()],
        "guesses": [[state, list(values.items())] for state, values in solution.guesses.items()],
        "certificate": solution.certificate,
        "states": solution.states,
        "endless": [state for state in solution.values if state in solution.endless],
    }


def _from_plain(game: Game, plain: dict[str, Any]) -> Solution:
    start = game.start()

    def state(fields: list[Any]) -> State:
        return with_values(start, (tuple(field) if isinstance(field, list) else field for field in fields))

    return Solution(
        game,
        {state(fields): _value_from_plain(value) for fields, value in plain["values"]},
        {state(fields): count for fields, count in plain["plies"]},
        {state(fields): dict(odds) for fields, odds in plain["odds"]},
        {state(fields): {move: Guess(*guess) for move, guess in guesses} for fields, guesses in plain["guesses"]},
        Certificate(*plain["certificate"]),
        plain["states"],
        frozenset(state(fields) for fields in plain["endless"]),
    )


def _value_to_plain(value: Value) -> str | float:
    return str(value) if isinstance(value, Fraction) else value


def _value_from_plain(value: str | float) -> Value:
    return Fraction(value) if isinstance(value, str) else value
