"""What a model is told: the book, the rules in force and what its seat may see, and no more."""

import pytest

import headway
from headway.arena import prompt
from headway.arena.prompt import VERSION, ask, ask_again, digest, messages_digest
from headway.arena.reply import Outcome, Reading
from headway.arena.rule_reading import changed_games
from headway.game import Game
from headway.rulekit import OVER, P1, P2

DIGESTS = {1: "791abfba6a2c4298"}
"""The digests of the published versions: their files must not change."""
BY_NAME = pytest.mark.parametrize("game", headway.games(), ids=str)


def test_a_published_prompt_does_not_change() -> None:
    assert digest() == DIGESTS[VERSION]


@BY_NAME
def test_a_digest_of_what_is_told_depends_on_all_of_it(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    known = messages_digest(game)
    assert known == messages_digest(headway.load(game.name))
    others = {messages_digest(game.variant({"length": 12})), messages_digest(game, list_moves=True)}
    assert len({known, *others}) == 3
    for name, change in (
        ("rules_only", lambda book: book + "."),
        ("draw_board", lambda *told, **named: "board"),
        ("_in_force", lambda game, rule: rule.name),
        ("read_answer", lambda *told, **named: Reading(Outcome.ILLEGAL, wrong="No.")),
    ):
        with monkeypatch.context() as changing:
            changing.setattr(prompt, name, change)
            prompt._system.cache_clear()
            messages_digest.cache_clear()
            assert messages_digest(game) != known
    prompt._system.cache_clear()
    messages_digest.cache_clear()


@BY_NAME
def test_the_book_and_the_rules_in_force_are_told_but_not_how_to_play_well(game: Game) -> None:
    variant = game.variant({"length": 12})
    (system, question) = ask(headway.Table(variant), P2)
    assert (system.role, question.role) == ("system", "user")
    assert f"You play {game.title}" in system.content
    assert "You are Player 2." in system.content
    assert "## Rulings" in system.content
    assert "## Errata" not in system.content
    book = next(rule for rule in game.rule_list if rule.name == "length").default
    assert f"- length=12 (in the book: length={book}): " in system.content
    for line in variant.how_to_play:
        assert line in system.content
    assert "$" not in system.content + question.content


@BY_NAME
def test_a_changed_rule_is_told_with_the_books_and_nothing_after_the_book_contradicts_it(game: Game) -> None:
    """The text of the book stays as it is; what follows it counts, and says only what is true under the change."""
    (plain, _) = ask(headway.Table(game), P1)
    book, _ = plain.content.split("## The rules in force")
    assert "(in the book: " not in plain.content
    for rule, variant in changed_games(game):
        (system, _) = ask(headway.Table(variant), P1)
        told, in_force = system.content.split("## The rules in force")
        assert told == book
        assert in_force.strip().startswith("Where they differ from the book above, these count.")
        name = rule.partition("=")[0]
        assert f"- {rule} (in the book: {name}={game.settings[name]}): " in in_force
        assert in_force.count("(in the book: ") == 1
        for line in game.how_to_play:
            assert (line in in_force.splitlines()) is (line in variant.how_to_play)


@BY_NAME
def test_legal_moves_are_listed_only_if_asked_for(game: Game) -> None:
    table = headway.Table(game)
    plain, listed = (ask(table, P1, list_moves=listing)[1].content for listing in (False, True))
    assert listed.startswith(plain)
    assert "The legal moves are" in listed
    assert "legal" not in plain


def test_a_secret_is_not_told_to_the_other_seat() -> None:
    game = headway.load("predictive-pursuit")
    one, two = (headway.Table(game).play(choice) for choice in "12")
    assert ask(one, P2) == ask(two, P2)
    assert ask(one, P2)[1].content.endswith("Your turn: guess what Player 1 has chosen.")


@BY_NAME
def test_positions_that_look_different_are_told_differently(game: Game) -> None:
    """Every position where the seat to move has a choice, up to a thousand of them."""
    told: dict[str, object] = {}
    tables = [headway.Table(game)]
    known = {game.start()}
    for table in tables:
        seat = table.actor
        if seat in (P1, P2) and len(table.legal) > 1:
            seen = table.view(seat)
            assert told.setdefault("\n".join(message.content for message in ask(table, seat)), seen) == seen
        if len(tables) < 1000 and seat != OVER:
            for after in (table.play_unchecked(move) for move in game.moves_at(table.state)):
                if after.state not in known:
                    known.add(after.state)
                    tables.append(after)


def test_a_retry_says_what_was_wrong() -> None:
    answer, again = ask_again("I move 9.", "You can enter 1, 2, or 3.")
    assert (answer.role, answer.content, again.role) == ("assistant", "I move 9.", "user")
    assert "You can enter 1, 2, or 3." in again.content
