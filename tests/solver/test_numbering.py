"""The numbers of states, interpreted and in machine code."""

from itertools import islice

import pytest

from headway.catalogue import find, names
from headway.contract import with_values
from headway.solver.backend import compiled_for
from headway.solver.compiled_numbering import compiled_numbering
from headway.solver.kernels.expansion import expand
from headway.solver.numbering import entries_of, flat, number_of, numbering, shaped


def test_a_number_is_written_in_mixed_radix() -> None:
    assert number_of((1, 2, 5), (0, 1, 4), (2, 3, 4)) == 1 * 12 + 1 * 4 + 1
    assert entries_of(17, (0, 1, 4), (2, 3, 4)) == (1, 2, 5)
    assert number_of((1, 4, 5), (0, 1, 4), (2, 3, 4)) == -1
    assert number_of((1, 0, 5), (0, 1, 4), (2, 3, 4)) == -1


def test_integers_keep_their_tuples() -> None:
    assert flat((1, (2, 3), (), 4)) == (1, 2, 3, 4)
    assert shaped((0, (0, 0), (), 0), (1, 2, 3, 4)) == (1, (2, 3), (), 4)


@pytest.mark.parametrize("name", names())
def test_machine_code_numbers_states_alike(name: str) -> None:
    game = find(name)
    plain, start = numbering(game), game.start()
    state_of, number_of_state = compiled_numbering(start, plain)
    numbers = set[int]()
    for state in islice(game.reachable(), 200):
        number = plain.number(state)
        assert number is not None
        assert number_of_state(state) == number
        assert state_of(number) == plain.state(start, number) == state
        numbers.add(number)
    assert len(numbers) == min(200, len(game.reachable()))
    outside = with_values(start, shaped(start, [entry + 10**6 for entry in flat(start)]))
    assert plain.number(outside) is None
    assert number_of_state(outside) == -1


def test_machine_code_serves_all_variants_of_a_game_and_no_other_game() -> None:
    short, long, other = find("cross-over"), find("cross-over").variant({"length": 30}), find("race-to-the-center")
    assert compiled_for(short, expand) is compiled_for(long, expand)
    assert compiled_for(short, expand).__name__ != compiled_for(other, expand).__name__  # each has a file of its own
