"""The solutions that a server keeps: one object for each game in use, and a bounded number of packed ones."""

import pickle
import zlib
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from headway.game import Game
from headway.solver import Solution
from headway.solver.process import solve_game

MAX_UNPACKED_STATES = 300_000  # a state takes about 200 bytes
MAX_PACKED_BYTES = (
    64 * 2**20
)  # a state takes about 10 to 30 bytes, and unpacks a hundred times faster than it is solved


def solve_packed(game: Game, progress: Callable[[str], None]) -> bytes:
    """The solution of a game, packed."""
    return zlib.compress(pickle.dumps(solve_game(game, progress), pickle.HIGHEST_PROTOCOL), 1)


class SolutionCache:
    """Remembers solutions, those that were used last; two users of one solution share one object."""

    def __init__(self) -> None:
        self._packed: OrderedDict[Game, bytes] = OrderedDict()
        self._packed_bytes = 0
        self._unpacked: OrderedDict[Game, Solution] = OrderedDict()
        self._unpacked_states = 0
        self._in_use: WeakValueDictionary[Game, Solution] = WeakValueDictionary()

    def __contains__(self, game: Game) -> bool:
        return game in self._packed

    def keep(self, game: Game, packed: bytes) -> None:
        """Remember a packed solution, and forget those that were not used for longest."""
        self._packed_bytes += len(packed) - len(self._packed.get(game, b""))
        self._packed[game] = packed
        self._packed.move_to_end(game)
        while self._packed_bytes > MAX_PACKED_BYTES and len(self._packed) > 1:
            _, forgotten = self._packed.popitem(last=False)
            self._packed_bytes -= len(forgotten)

    def unpacked(self, game: Game) -> Solution | None:
        """The solution of a game, if it is unpacked."""
        solution = self._in_use.get(game)
        if solution is not None:
            self._touch(game, solution)
        return solution

    def unpack(self, game: Game) -> Solution | None:
        """The solution of a game, if it is remembered; unpacking it takes a moment, so this is called in a thread."""
        packed = self._packed.get(game)
        solution: Solution | None = None if packed is None else pickle.loads(zlib.decompress(packed))
        return solution

    def use(self, game: Game, solution: Solution) -> Solution:
        """The one object for the solution of a game: an earlier one that is still in use, or else this one."""
        found = self._in_use.setdefault(game, solution)
        self._touch(game, found)
        return found

    def _touch(self, game: Game, solution: Solution) -> None:
        if game not in self._unpacked:
            self._unpacked_states += solution.states
            self._unpacked[game] = solution
        self._unpacked.move_to_end(game)
        if game in self._packed:
            self._packed.move_to_end(game)
        while self._unpacked_states > MAX_UNPACKED_STATES and len(self._unpacked) > 1:
            self._unpacked_states -= self._unpacked.popitem(last=False)[1].states
