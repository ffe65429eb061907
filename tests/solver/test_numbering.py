"""The numbers of states, interpreted and in machine code."""

from itertools import islice

import pytest

from headway.catalogue import find, names
from headway.contract import with_values
from headway.solver.backend import compiled_for
from headway.solver.kernels.expansion import expand
from headway.solver.kernels.span import Span, number_in, state_in
from headway.solver.numbering import entries_of, flat, number_of, numbering, shaped


def test_a_number_is_written_in_mixed_radix() -> None:
    assert number_of((1, 2, 5), (0, 1, 4), (2, 3, 4)) == 1 * 12 + 1 * 4 + 1
    assert entries_of(17, (0, 1, 4), (2, 3, 4)) == (1, 2, 5)
    assert number_of((1, 4, 5), (0, 1, 4), (2, 3, 4)) == -1
    assert number_of((1, 0, 5), (0, 1, 4), (2, 3, 4)) == -1
    assert number_of((1, (2, 5)), (0, 1, 4), (2, 3, 4)) == number_of((1, 2, 5), (0, 1, 4), (2, 3, 4))
    assert number_of((1, 2), (0, 1, 4), (2, 3, 4)) == -1
    assert number_of((1, 2, 5, 0), (0, 1, 4), (2, 3, 4)) == -1


def test_integers_keep_their_tuples() -> None:
    assert flat((1, (2, 3), (), 4)) == (1, 2, 3, 4)
    assert shaped((0, (0, 0), (), 0), (1, 2, 3, 4)) == (1, (2, 3), (), 4)


@pytest.mark.parametrize("name", names())
def test_machine_code_numbers_states_alike(name: str) -> None:
    game = find(name)
    plain, start = numbering(game), game.start()
    span, state_of, number_of_state = Span(start, *plain), compiled_for(game, state_in), compiled_for(game, number_in)
    numbers = set[int]()
    for state in islice(game.reachable(), 200):
        number = plain.number(state)
        assert number is not None
        assert number_of_state(span, state) == number
        assert state_of(span, number) == plain.state(start, number) == state
        numbers.add(number)
    assert len(numbers) == min(200, len(game.reachable()))
    outside = with_values(start, shaped(start, [entry + 10**6 for entry in flat(start)]))
    assert plain.number(outside) is None
    assert number_of_state(span, outside) == -1


def test_machine_code_serves_all_variants_of_a_game_and_no_other_game() -> None:
    short, long, other = find("cross-over"), find("cross-over").variant({"length": 30}), find("race-to-the-center")
    assert compiled_for(short, expand) is compiled_for(long, expand)
    assert compiled_for(short, expand).__name__ != compiled_for(other, expand).__name__  # each has a file of its own
