"""What programs do at a table, the same for every front end: they move, forfeit, and answer the offer of a draw."""

from random import Random

import pytest

from headway.catalogue import find
from headway.errors import HeadwayError, IllegalMove
from headway.players.conduct import agrees_to_draw, has_to_think_about_draw, turn_of
from headway.players.player import Observation, PlayerFailed
from headway.players.random import RandomPlayer
from headway.rulekit import P1, P2
from headway.table.intents import Forfeit, Play
from headway.table.table import Table


class Stubborn(RandomPlayer):
    """Plays one move, legal or not, or fails; and agrees to no draw."""

    def __init__(self, answer: int | HeadwayError) -> None:
        self._answer = answer

    def choose(self, observation: Observation, rng: Random) -> int:
        if isinstance(self._answer, HeadwayError):
            raise self._answer
        return self._answer

    def agrees_to_draw(self, observation: Observation) -> bool:
        return False


def test_a_program_moves() -> None:
    table = Table(find("cross-over")).play("3")
    assert turn_of(Stubborn(1), table, Random(0)) == Play("2", 1)


@pytest.mark.parametrize("answer", [99, -1, PlayerFailed("It crashed."), IllegalMove("Not here.")])
def test_a_program_that_gives_no_legal_move_forfeits(answer: int | HeadwayError) -> None:
    intent = turn_of(Stubborn(answer), Table(find("cross-over")), Random(0))
    assert isinstance(intent, Forfeit)
    assert intent.why


def test_a_program_does_not_forfeit_for_an_error_that_is_not_its_own() -> None:
    with pytest.raises(HeadwayError, match="cannot be solved"):
        turn_of(Stubborn(HeadwayError("It cannot be solved.")), Table(find("cross-over")), Random(0))


def test_every_program_agrees_to_a_draw_where_the_game_can_never_end() -> None:
    blocked = Table(find("cross-over").variant({"length": 4, "longest_step": 1}))  # the markers can never pass
    assert not has_to_think_about_draw(blocked)
    assert agrees_to_draw(Stubborn(0), blocked, P2)
    ending = Table(find("cross-over"))
    assert has_to_think_about_draw(ending)
    assert not agrees_to_draw(Stubborn(0), ending, P1)
