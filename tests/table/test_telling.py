"""What is told to each viewer: the mover, the opponent and a spectator."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from headway.catalogue import find
from headway.contract import default_telling
from headway.game import Game, State
from headway.rulekit import CHANCE, OVER, P1, P2, SPECTATOR
from headway.table.decide import begin, resolve
from headway.table.events import Proposal
from headway.table.intents import Accept, Decline, Forfeit, Intent, NextGame, Offer, Play, Resign, Sit
from headway.table.match import Match
from headway.table.story import Transition, roller
from headway.table.table import Table
from headway.table.telling import name_players, tell, tell_move
from headway.voice import Voice, sentence
from tests.lines import every_game, played

VIEWERS = (P1, P2, SPECTATOR)
NAMED = Voice(SPECTATOR, ("Ada", "Bob"))


def begun(name: str, terms: dict[str, Any] | None = None, **rules: object) -> Match:
    return begin(find(name).variant(rules), **(terms or {})).after


def after(match: Match, *wanted: object) -> Match:
    """The match after moves by the side to act, and after the intents of seats."""
    for want in wanted:
        seat, intent = want if isinstance(want, tuple) else (match.table.actor, Play(str(want), match.table.ply))
        match = resolve(match, seat, intent).after
    return match


def told(match: Match, viewer: int | Voice, entries: int = 1) -> str:
    voice = viewer if isinstance(viewer, Voice) else Voice(viewer)
    return " ".join(
        text for entry in match.current.story.last(entries) if (text := tell(match.table.game, entry.what, voice))
    )


def test_a_guess_is_told_to_each_in_the_right_person() -> None:
    wrong = after(begun("predictive-pursuit"), 1, 2)
    assert told(wrong, P2) == "You guessed 2; Player 1 had chosen 1 and moves to 1."
    assert told(wrong, P1) == "Player 2 guessed 2; you had chosen 1 and move to 1."
    assert told(wrong, SPECTATOR) == "Player 2 guessed 2; Player 1 had chosen 1 and moves to 1."
    assert told(wrong, NAMED) == "Bob guessed 2; Ada had chosen 1 and moves to 1."
    right = after(begun("predictive-pursuit"), 2, 2)
    assert told(right, P2) == "You guessed 2, which was correct; Player 1 stays on 0."
    assert told(right, P1) == "Player 2 guessed 2, which was correct; you stay on 0."


def test_a_secret_is_told_without_what_was_chosen() -> None:
    for choice in (1, 2):
        chosen = after(begun("predictive-pursuit"), choice)
        assert told(chosen, P1) == "You have chosen in secret."
        assert told(chosen, P2) == "Player 1 has chosen in secret."


def test_a_roll_is_told_to_each_in_the_right_person() -> None:
    rolled = after(begun("number-race"), "roll", 4)
    assert told(rolled, P1) == "The die shows 4; you move from 0 to 1."
    assert told(rolled, P2) == "The die shows 4; Player 1 moves from 0 to 1."
    stays = after(begun("number-race", board=[1, 2, 3]), "roll", 6)
    assert told(stays, P1) == "The die shows 6; no square ahead has a 6, so you stay on 0."
    assert told(stays, P2) == "The die shows 6; no square ahead has a 6, so Player 1 stays on 0."


def test_what_a_move_does_to_others_is_told_to_whom_it_concerns() -> None:
    met = after(begun("capture-the-flag", length=4), "S1 2", "S3 2")
    assert told(met, P1) == "Player 2 moves S3 from 4 to 2 and sends your S1 back to 0."
    assert told(met, P2) == "You move S3 from 4 to 2 and send S1 back to 0."
    two = after(begun("capture-the-flag", length=4), "S1 2", "S3 1", "S2 2", "S3 1")
    assert told(two, SPECTATOR) == "Player 2 moves S3 from 3 to 2 and sends S1 and S2 back to 0."


def test_a_move_that_moves_nothing_is_told_by_its_name() -> None:
    skipped = after(begun("cross-over", length=2, longest_step=1), "skip")
    game = skipped.table.game
    untold = replace(game, words=game.words._replace(telling=default_telling))
    [_, (_, transition, _)] = skipped.current.story
    assert isinstance(transition, Transition)
    assert tell_move(untold, transition, Voice(P1)) == "You play skip."
    assert tell_move(untold, transition, Voice(P2)) == "Player 1 plays skip."


def test_a_game_says_why_a_turn_is_skipped_and_why_play_goes_on() -> None:
    skipped = after(begun("cross-over", length=2, longest_step=1), "skip")
    assert told(skipped, P1) == "You have no legal move, and the turn is skipped."
    assert told(skipped, P2) == "Player 1 has no legal move, and the turn is skipped."
    arrived = after(begun("race-to-the-center"), "1", "2", "2", "2", "2")
    assert told(arrived, P1) == "You reach the center; Player 2 is near enough to answer and win."
    assert told(arrived, P2) == "Player 1 reaches the center; you are near enough to answer and win."
    ended = after(begun("race-to-the-center", reply="never"), "1", "2", "2", "2", "2").table
    assert ended.story(P1)[-2:] == ["You move from 3 to 5.", "You win. You reached the center first."]


def test_who_won_and_why_is_the_last_sentence_of_a_story() -> None:
    table = after(begun("capture-the-flag", length=2), "S1 2").table
    assert table.story(P1) == ["You move S1 from 0 to 2.", "You win. Your S1 reached Player 2's flag."]
    assert table.story(P2) == ["Player 1 moves S1 from 0 to 2.", "Player 1 wins. S1 reached your flag."]
    assert table.story(names=("Ada", "Bob"))[-1] == "Ada wins. S1 reached Bob's flag."
    resigned = after(begun("cross-over"), (P2, Resign())).table
    assert resigned.story(P1) == ["Player 2 resigns. You win the game!"]


@pytest.mark.parametrize(
    ("intents", "to_p1", "to_p2"),
    [
        ([(P1, Offer(Proposal.DRAW))], "You offer a draw.", "Player 1 offers a draw."),
        (
            [(P1, Offer(Proposal.DRAW)), (P2, Decline(Proposal.DRAW))],
            "Player 2 does not agree to a draw.",
            "You do not agree to a draw.",
        ),
        (
            [(P1, Offer(Proposal.TAKEBACK)), (P1, Decline(Proposal.TAKEBACK))],
            "You withdraw the request to take back a move.",
            "Player 1 withdraws the request to take back a move.",
        ),
        ([(P1, Offer(Proposal.TAKEBACK, is_agreed=True))], "2 moves are taken back.", "2 moves are taken back."),
        ([(P2, Offer(Proposal.TAKEBACK, is_agreed=True))], "One move is taken back.", "One move is taken back."),
        (
            [(P1, Offer(Proposal.DRAW)), (P2, Accept(Proposal.DRAW))],
            "Both players agree: the game is a draw.",
            "Both players agree: the game is a draw.",
        ),
        ([(P1, Resign())], "You resign. Player 2 wins the game!", "Player 1 resigns. You win the game!"),
        (
            [(P2, Forfeit("It failed."))],
            "Player 2 forfeits (It failed). You win the game!",
            "You forfeit (It failed). Player 1 wins the game!",
        ),
        (
            [(P1, Sit(P2, "5"))],
            "A computer, level 5, plays for Player 2.",
            "A computer, level 5, plays for you.",
        ),
        ([(P1, Sit(P2, "5")), (P2, Sit(P2, "human"))], "Player 2 is back.", "You are back."),
    ],
)
def test_everything_else_is_told_as_well(intents: list[tuple[int, Intent]], to_p1: str, to_p2: str) -> None:
    match = after(begun("cross-over"), 3, 2, *intents)
    assert (told(match, P1), told(match, P2)) == (to_p1, to_p2)


def test_the_limit_and_the_match_are_told() -> None:
    limited = after(begun("cross-over", {"limit": 1}), 3)
    assert told(limited, P1) == "The limit on moves is reached. The game is unfinished."
    match = after(begun("cross-over", {"wins": 2}), (P2, Resign()), (P1, NextGame()), (P2, Resign()))
    assert told(match, P1) == "You win the match!"
    assert told(match, P2) == "Player 1 wins the match!"


def test_a_game_begins_with_what_each_plays() -> None:
    match = begun("capture-the-flag")
    assert told(match, P1) == "Capture the Flag begins; you play S1 and S2; you move first."
    assert told(match, P2) == "Capture the Flag begins; you play S3 and S4; Player 1 moves first."
    assert told(match, NAMED) == "Capture the Flag begins; Ada moves first."


# -- in every reachable state, for every viewer, of the five games, their variants and a sixth


def transitions(game: Game) -> list[Transition]:
    """Every move that can be made, as it would be told."""
    found = []
    origins = game.reachable()
    for state, origin in origins.items():
        secret = origin[1] if origin is not None and game.secret(origin[0]) else None
        turn = _turn(game, origins, state) if game.actor(state) == CHANCE else None
        for move in game.moves_at(state):
            after = game.play_unchecked(state, move)
            found.append(Transition(game.actor(state), move, state, after, game.secret(state), secret, turn))
    return found


def _turn(game: Game, origins: Mapping[State, tuple[State, int] | None], state: State) -> int | None:
    """Who moved before a roll, or chose before an answer to it."""
    if (origin := origins[state]) is None:
        return None
    before = origins[origin[0]]
    return game.actor(before[0] if before is not None and game.secret(before[0]) else origin[0])


def test_a_roll_after_an_answer_is_that_of_the_seat_that_chose(lucky_steps: Game) -> None:
    """Player 1 hides, Player 2 guesses wrong: it is Player 1 who rolls and decides, and nothing is said of Player 2."""
    table = played(Table(lucky_steps), "left", "right", "3")
    assert table.story() == [
        "Player 1 has chosen in secret.",
        "Player 2 guessed right; Player 1 had chosen left.",
        "The die shows 3.",
    ]
    assert Transition.of(table.earlier(1), table).turn == P1
    assert roller(table, 2) == P1
    assert roller(table, 0) is None


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_every_move_is_told_to_every_viewer_in_plain_sentences(game: Game) -> None:
    for transition in transitions(game):
        texts = {viewer: tell_move(game, transition, Voice(viewer)) for viewer in VIEWERS}
        leads_to_a_roll = (
            game.actor(transition.after) == CHANCE and transition.answered is None and not transition.is_secret
        )
        for viewer, text in texts.items():
            assert text or leads_to_a_roll
            assert text == "" or re.fullmatch(r"[A-Z].*[.!]", text)
            assert not re.search(r"\b(Enter|Press|press|None)\b", text)
            assert viewer != SPECTATOR or not re.search(r"\b[Yy]our?\b", text)
        if texts[P1] and transition.by in (P1, P2):
            assert re.search(r"\b[Yy]our?\b", texts[transition.by])


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_no_telling_of_a_secret_depends_on_what_was_chosen(game: Game) -> None:
    for state in game.reachable():
        if game.secret(state) and game.actor(state) != OVER:
            secrets = [
                Transition(game.actor(state), move, state, game.play_unchecked(state, move), True, None, None)
                for move in game.moves_at(state)
            ]
            for viewer in VIEWERS:
                assert len({tell_move(game, transition, Voice(viewer)) for transition in secrets}) == 1


def test_a_sentence_begins_with_a_capital_and_ends_with_a_stop() -> None:
    assert sentence("you move") == "You move."
    assert sentence("you win!") == "You win!"


@pytest.mark.parametrize(
    ("verb", "third"),
    [("pass", "passes"), ("reach", "reaches"), ("try", "tries"), ("play", "plays"), ("need", "needs"), ("go", "goes")],
)
def test_verbs_change_with_the_person(verb: str, third: str) -> None:
    assert Voice(P1).does(P1, f"{verb} it") == f"you {verb} it"
    assert Voice(P2).does(P1, f"{verb} it") == f"Player 1 {third} it"


def test_players_are_named_in_a_word_or_two() -> None:
    players = ("human", "3")
    assert name_players(players, Voice(P1)) == ["You (Player 1)", "Computer, level 3"]
    assert name_players(players, Voice(SPECTATOR)) == ["Player 1", "Computer, level 3"]
    assert name_players(("human", "human"), NAMED) == ["Ada", "Bob"]
