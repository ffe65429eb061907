"""What is read from an answer: the move of its last JSON object that has one, and nothing from prose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import headway
from headway.arena.reply import Outcome, last_move, read_answer

GAME = headway.load("capture-the-flag")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"move": "S1 2"}', "S1 2"),
        ('{"move": "S1 1"} no, better {"move": "S1 2"}', "S1 2"),
        ('{"move": "S1 2"} and {"reason": "none"}', "S1 2"),
        ('```json\n{"move": "s1 2"}\n```', "s1 2"),
        ('{"reason": "it is \\"quick\\"", "move": "S2 1"}', "S2 1"),
        ('{"answer": {"move": "S2 1"}}', "S2 1"),
        ('{"move": 2}', "2"),
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
    ],
    ids=lambda value: str(value)[:30],
)
def test_the_last_object_with_a_move_counts(text: str, expected: str | None) -> None:
    assert last_move(text) == expected


@given(st.text())
def test_no_text_is_too_strange(text: str) -> None:
    last_move(text)
    last_move(f'{{"move": {text}}}')
    read_answer(f'{{"move": "{text}"}}', GAME, GAME.start())


def test_an_answer_is_a_legal_move_or_says_what_is_wrong() -> None:
    state = GAME.start()
    legal = read_answer('{"move": " s1  2 "}', GAME, state)
    assert (legal.outcome, legal.move) == (Outcome.LEGAL, GAME.parse(state, "S1 2"))
    for text, outcome, wrong in (
        ('{"move": "S3 1"}', Outcome.ILLEGAL, "S3 is Player 2's soldier"),
        ('{"move": "S1 9"}', Outcome.ILLEGAL, '"S1 9" is not a move here'),
        ("S1 2", Outcome.UNPARSABLE, 'There is no {"move": "..."}'),
    ):
        found = read_answer(text, GAME, state)
        assert (found.outcome, found.move) == (outcome, None)
        assert wrong in found.wrong
        assert "\n" not in found.wrong
