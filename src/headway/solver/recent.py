"""What was found out last about a game, or a seat of a solved one: a server makes a new player for every move."""

from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Made = TypeVar("Made")


class Recent(Generic[Key, Made]):
    """The last few things that were made, each for a key.

    Several threads may ask at once: the tuple is replaced and never changed. At worst a thing is made twice.
    """

    def __init__(self, most: int, is_kept: Callable[[Made], bool] = lambda made: True) -> None:
        self.most, self.is_kept = most, is_kept
        self._kept: tuple[tuple[Key, Made], ...] = ()

    def get(self, key: Key, make: Callable[[], Made]) -> Made:
        """What belongs to the key, made if it is not among the last."""
        for known, kept in self._kept:
            if known == key:
                return kept
        made = make()
        if self.is_kept(made):
            self._kept = (*self._kept, (key, made))[-self.most :]
        return made
