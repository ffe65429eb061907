"""What is read from an answer: the move of its last JSON object that has one, and nothing from prose."""

import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import headway
from headway.arena.reply import Outcome, read_answer
from headway.rulekit import P1, P2

GAME = headway.load("capture-the-flag")
NO_OBJECT = 'There is no {"move": "..."} in the answer.'
NO_MOVE = 'The last {"move": ...} in the answer does not name a move.'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"move": "S1 2"}', "S1 2"),
        ('{"move": "S1 1"} no, better {"move": "S1 2"}', "S1 2"),
        ('{"move": "S1 2"} and {"reason": "none"}', "S1 2"),
        ('```json\n{"move": "s1 2"}\n```', "s1 2"),
        ('{"reason": "it is \\"quick\\"", "move": "S2 1"}', "S2 1"),
        ('{"answer": {"move": "S2 1"}}', "S2 1"),
        ('{"move": "S1 1"} no: {"move": "S1 2", "why": {"a": 1}}', "S1 2"),
        ('{"move": "S1 1"} {"move": "S1 2", "note": "not {3}"}', "S1 2"),
        ('{"move": "S1 2", "plan": {"move": "S1 1"}}', "S1 2"),
        ('{"move": "S1 2", "note": "or {\\"move\\": \\"S1 1\\"}"}', "S1 2"),
        ('[{"move": "S1 1"}, {"move": "S1 2"}]', "S1 2"),
        ('In {brackets {"move": "S1 2"}', "S1 2"),
        ('{"move": "S1 1"} finally {"move": null}', None),
        ('{"move": "S1 1"} finally {"move": {"move": "S1 2"}}', None),
        ('{"move": true}', None),
        ('{"move": null}', None),
        ('{"move": ["S1 2"]}', None),
        ('{"moves": "S1 2"}', None),
        ('{"move": "S1 2"', None),
        ("{'move': 'S1 2'}", None),
        ("I move S1 by 2.", None),
        ("", None),
        ("{" * 500_000, None),
        ('{"a":' * 200_000, None),
        ("{}" * 500_000 + '{"move": "S1 2"}', "S1 2"),
        ('{ "' * 300_000, None),
        (('{"a": ["' + "x" * 1000 + '", ') * 1000, None),
        ('{"a":' * 900 + '{"move": "S1 2"}' + "}" * 900, "S1 2"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_the_last_object_with_a_move_counts(text: str, expected: str | None) -> None:
    found = read_answer(text, GAME, GAME.start())
    assert found.outcome is (Outcome.UNPARSABLE if expected is None else Outcome.LEGAL)
    assert found.move == (None if expected is None else GAME.parse(GAME.start(), expected))


def test_a_number_is_read_as_it_is_written() -> None:
    game = headway.load("cross-over")
    for text, expected in (('{"move": 2}', Outcome.LEGAL), (f'{{"move": {"9" * 5000}}}', Outcome.ILLEGAL)):
        assert read_answer(text, game, game.start()).outcome is expected


@given(st.text())
def test_no_text_is_too_strange(text: str) -> None:
    read_answer(text, GAME, GAME.start())
    read_answer(f'{{"move": {text}}}', GAME, GAME.start())
    read_answer(f'{{"move": "{text}"}}', GAME, GAME.start())


def test_an_answer_is_a_legal_move_or_says_what_is_wrong() -> None:
    state = GAME.start()
    legal = read_answer('{"move": " s1  2 "}', GAME, state)
    assert (legal.outcome, legal.move) == (Outcome.LEGAL, GAME.parse(state, "S1 2"))
    for text, outcome, wrong, listed in (
        ('{"move": "S3 1"}', Outcome.ILLEGAL, '"S3 1" is not legal in this position.', "S3 is Player 2's soldier"),
        ('{"move": "S1 9"}', Outcome.ILLEGAL, '"S1 9" is not a move.', '"S1 9" is not a move here. You can enter S1 1'),
        ("S1 2", Outcome.UNPARSABLE, NO_OBJECT, NO_OBJECT),
        ('{"move": null}', Outcome.UNPARSABLE, NO_MOVE, NO_MOVE),
    ):
        found = read_answer(text, GAME, state)
        assert (found.outcome, found.move, found.wrong) == (outcome, None, wrong)
        assert "\n" not in found.wrong
        assert read_answer(text, GAME, state, list_moves=True).wrong.startswith(listed)


@pytest.mark.parametrize("name", ["capture-the-flag", "cross-over", "predictive-pursuit", "race-to-the-center"])
def test_what_is_wrong_names_no_other_move(name: str) -> None:
    """In every game, of every move that is not legal somewhere, and of what is no move at all."""
    game = headway.load(name)
    states = [state for state in islice(game.reachable(), 2000) if game.actor(state) in (P1, P2)]
    for state in states:
        legal = game.moves_at(state)
        for token in ("x", *(game.token(move) for move in game.all_moves if move not in legal)):
            wrong = read_answer(f'{{"move": "{token}"}}', game, state).wrong
            assert wrong.startswith(f'"{token}" is not ')
            assert not re.search(r"\d|S\d", wrong.removeprefix(f'"{token}"'))
