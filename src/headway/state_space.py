"""The states of a game that can come up: which moves they have, where they lead, and how they are written.

Whether a game has chance, secrets, draws or choices is derived from its rules in one way, at any size: by a look at the
states near the start, which have what most games have; by symbolic execution, which rules it out for all states of the
span at once; and by a search, where neither tells.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from headway.bound import BoundRules
from headway.contract import State, fields, with_values
from headway.errors import TooLarge, expected
from headway.rulekit import CHANCE, DRAW, OVER, P1, P2
from headway.symbolic import may_hold

FEW = 20
"""At how many states a search looks before it is asked whether there is anything to find."""
MOST_SEARCHED = 20_000
"""At how many states a search looks for what cannot be ruled out; then it is taken to be there."""

Origin = dict[State, tuple[State, int] | None]
"""States that can come up, each with the state and move by which it was first reached; None for a start."""


class StateSpace(BoundRules):
    """The states of a game and the moves between them."""

    @cached_property
    def has_chance(self) -> bool:
        """Does chance act in some state that can come up? Also true where that cannot be ruled out.

        >>> headway.load("number-race").has_chance, headway.load("cross-over").has_chance
        (True, False)
        """
        return self.code.may_have_chance and self._may_reach(lambda state: self.actor(state) == CHANCE)

    @cached_property
    def has_secrets(self) -> bool:
        """Is a move secret in some state that can come up? Also true where that cannot be ruled out.

        >>> headway.load("predictive-pursuit").has_secrets, headway.load("cross-over").has_secrets
        (True, False)
        """
        return self.code.may_have_secrets and self._may_reach(
            lambda state: self.actor(state) != OVER and self.secret(state)
        )

    @cached_property
    def has_draws(self) -> bool:
        """Does some game end in a draw by its rules? Also true where that cannot be ruled out.

        >>> headway.load("cross-over").has_draws
        False
        """
        return self.code.may_have_draws and self._may_reach(
            lambda state: self.actor(state) == OVER and self.winner(state) == DRAW
        )

    @cached_property
    def has_choice(self) -> bool:
        """Does a player ever have two legal moves? Also true where that cannot be ruled out.

        >>> headway.load("number-race").has_choice, headway.load("cross-over").has_choice
        (False, True)
        """
        return self._may_reach(lambda state: self.actor(state) in (P1, P2) and len(self.moves_at(state)) > 1)

    @cached_property
    def _state_kind(self) -> type[State]:
        return type(self.start())

    def _check_state(self, state: State) -> None:
        """Refuse what is not a state of this game."""
        if not isinstance(state, self._state_kind):
            raise expected(f"a state of {self.title}", state)

    def _may_reach(self, wanted: Callable[[State], bool]) -> bool:
        """Does a condition hold in some state that can come up?

        Also true of a game with more than MOST_SEARCHED states in which a search finds none, if rules that do more than
        compare, add and look up do not let `may_hold` rule it out, or if it holds in states of the span that do not
        come up.
        """
        origin: Origin = {}
        for seen, state in enumerate(self.explore(origin)):
            if wanted(state) or len(origin) > MOST_SEARCHED:
                return True
            if seen == FEW and not may_hold(wanted, *self.code.span(self.rules)):
                return False
        return False

    def moves_at(self, state: State) -> list[int]:
        """The legal moves, in the order of their numbers.

        >>> game = headway.load("cross-over")
        >>> game.moves_at(game.start())
        [0, 1, 2]
        """
        legal, rules = self.code.legal, self.rules
        return [move for move in self.all_moves if legal(rules, state, move)]

    def reachable(self, most: int | None = None) -> Origin:
        """Every state that can come up, with either side first, and the state and move by which each was reached.

        More states than `most` are refused.

        >>> len(headway.load("cross-over").reachable())
        144
        >>> headway.load("cross-over").reachable(most=100)
        Traceback (most recent call last):
        headway.errors.TooLarge: Cross Over has more than 100 states under these rules; take smaller ones.
        """
        origin: Origin = {}
        for _ in self.explore(origin, most):
            pass
        return origin

    def explore(self, origin: Origin, most: int | None = None) -> Iterator[State]:
        """Visit every state that can come up, nearest to the start first; `origin` receives how each was reached.

        >>> game, origin = headway.load("cross-over"), {}
        >>> over = next(state for state in game.explore(origin) if game.actor(state) not in (0, 1))
        >>> len(origin) < len(game.reachable())
        True
        """
        if not isinstance(origin, dict):
            raise expected("a dict that receives the states", origin)
        if most is not None and (type(most) is not int or most < 1):
            raise expected("a number of states from 1 up, or None", most)
        origin.update((self.start(first), None) for first in (P1, P2))
        waiting = list(origin)
        for state in waiting:
            if most is not None and len(origin) > most:
                raise TooLarge(f"{self.title} has more than {most:,} states under these rules; take smaller ones.")
            yield state
            for move in self.moves_at(state):
                after = self.play_unchecked(state, move)
                if after not in origin:
                    origin[after] = state, move
                    waiting.append(after)

    def perft(self, depth: int, first: int = P1) -> list[int]:
        """How many sequences of moves there are of each length up to `depth`, chance and secrets included.

        >>> headway.load("cross-over").perft(3)
        [1, 3, 9, 24]
        """
        if type(depth) is not int or depth < 0:
            raise expected("a number of moves from 0 up", depth)
        layer = {self.start(first): 1}
        nodes = [1]
        for _ in range(depth):
            following: dict[State, int] = {}
            for state, ways in layer.items():
                for move in self.moves_at(state):
                    after = self.play_unchecked(state, move)
                    following[after] = following.get(after, 0) + ways
            layer = following
            nodes.append(sum(layer.values()))
        return nodes

    def dump(self, state: State) -> dict[str, int | list[int]]:
        """The state as JSON holds it.

        >>> game = headway.load("cross-over")
        >>> game.dump(game.start())
        {'places': [1, 9], 'mover': 0}
        """
        self._check_state(state)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in fields(state).items()}

    def undump(self, dumped: Mapping[str, int | list[int]]) -> State:
        """The state that `dump` wrote.

        >>> headway.load("cross-over").undump({"places": [4, 9], "mover": 1})
        State(places=(4, 9), mover=1)
        """
        shape = fields(self.start())
        if not isinstance(dumped, Mapping) or not _has_shape(dumped, shape):
            raise expected(f"a state as dump writes it, with {', '.join(shape)}", dumped)
        values = (dumped[name] for name in shape)
        return with_values(self.start(), (tuple(value) if isinstance(value, list) else value for value in values))


def _has_shape(dumped: Mapping[str, object], shape: Mapping[str, object]) -> bool:
    """Are these the fields of a state, with whole numbers, and lists of as many of them as the state has?"""
    if dumped.keys() != shape.keys():
        return False
    for name, known in shape.items():
        value = dumped[name]
        numbers = value if isinstance(value, list) else [value]
        if isinstance(value, list) != isinstance(known, tuple) or not all(type(number) is int for number in numbers):
            return False
        if isinstance(known, tuple) and len(numbers) != len(known):
            return False
    return True
