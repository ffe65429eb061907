"""A cache of what was last computed for a seat of a solved game: a server makes a new player for every move."""

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from headway.solver import Solution


class Study(Protocol):
    """What was found out about one seat of a solved game."""

    solution: Solution
    seat: int


Kind = TypeVar("Kind", bound=Study)


class Recent(Generic[Kind]):
    """The last few studies of a kind.

    Several threads may ask at once: the tuple is replaced and never changed. At worst a study is made twice.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._studies: tuple[Kind, ...] = ()

    def get(self, solution: Solution, seat: int, make: Callable[[], Kind]) -> Kind:
        """The study of a seat, made if it is not among the last."""
        for known in self._studies:
            if known.solution is solution and known.seat == seat:
                return known
        made = make()
        self._studies = (*self._studies, made)[-self.most :]
        return made
