"""Secrets in the text of steps: what is sealed, when it is opened, and by whom it can be read."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headway.catalogue import find
from headway.errors import HeadwayError
from headway.rulekit import P1, P2
from headway.table.apply import fold
from headway.table.decide import begin, resolve
from headway.table.events import Begun, Event, Proposal, to_json
from headway.table.intents import Intent, NextGame, Offer, Play, Resign
from headway.table.match import Match
from headway.web.refusals import DamagedTable
from headway.web.storage.schema import StoredStep
from headway.web.storage.sealed_secrets import SealedSecrets, step_text
from headway.web.tables.loading import read_steps

TABLE = "a-table"
CHOOSE, GUESS = (P1, "2"), (P2, "1")


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> SealedSecrets:
    return SealedSecrets(tmp_path_factory.mktemp("key") / "key")


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> SealedSecrets:
    """With another key."""
    return SealedSecrets(tmp_path_factory.mktemp("other") / "key")


class Written:
    """A match whose steps are written as the server writes them."""

    def __init__(self, secrets: SealedSecrets, game: str = "predictive-pursuit", **terms: Any) -> None:
        self.secrets = secrets
        events = begin(find(game), **terms).events
        self.match, self.steps = fold(events), [(1, step_text(events))]

    def want(self, seat: int, intent: Intent) -> None:
        events, after = resolve(self.match, seat, intent)
        number = len(self.steps) + 1
        if events:
            self.steps.append((number, self.secrets.step_text(TABLE, number, events, self.match, after)))
            self.match = after

    def play(self, seat: int, move: str) -> None:
        self.want(seat, Play(move, self.match.table.ply))

    def take_back(self, seat: int) -> None:
        self.want(seat, Offer(Proposal.TAKEBACK, is_agreed=True))

    @property
    def last(self) -> list[dict[str, Any]]:
        """The events of the last step, as they are written."""
        events: list[dict[str, Any]] = json.loads(self.steps[-1][1])
        return events


def damage(reader: SealedSecrets, steps: list[StoredStep], table: str = TABLE) -> str:
    """Why a reader cannot open the steps."""
    with pytest.raises(DamagedTable) as refused:
        reader.open_steps(table, steps)
    return refused.value.reason


def sealed_steps(steps: list[StoredStep]) -> list[int]:
    return [number for number, text in steps if '"sealed"' in text]


def test_an_open_secret_is_sealed_and_opened_by_its_answer(secrets: SealedSecrets, other: SealedSecrets) -> None:
    written = Written(secrets)
    written.play(*CHOOSE)
    (line,) = written.last
    assert list(line) == ["ply", "by", "sealed"]
    assert (line["ply"], line["by"]) == (1, "P1")
    assert damage(other, written.steps)
    written.play(*GUESS)
    assert written.last == [{"ply": 2, "by": "P2", "move": "1", "opens": ["2"]}]
    for reader in (secrets, other):  # the key is not needed any more
        assert read_steps(reader.open_steps(TABLE, written.steps)) == written.match


def test_the_text_does_not_tell_the_choice(secrets: SealedSecrets) -> None:
    """The same choice gives other bytes each time, and all choices give the same number of bytes."""
    texts: dict[str, list[str]] = {"1": [], "2": []}
    for choice, found in texts.items():
        for _ in range(50):
            written = Written(secrets)
            written.play(P1, choice)
            found.append(written.steps[-1][1])
    both = texts["1"] + texts["2"]
    assert len(set(both)) == 100
    assert len({len(text) for text in both}) == 1
    outside = {text[: text.index(".")] + text[text.rindex('"') :] for text in both}
    assert len(outside) == 1  # what is not encrypted is the same for both


def test_moves_of_different_lengths_are_sealed_in_the_same_length(secrets: SealedSecrets) -> None:
    choices = ["1", "S1 10", "nein, danke", "ä", '"']
    sealed = {choice: secrets._seal(TABLE, 5, choice, choices) for choice in choices}
    assert len({len(text) for text in sealed.values()}) == 1
    assert {choice: secrets._open(TABLE, 5, text) for choice, text in sealed.items()} == {
        choice: choice for choice in choices
    }


def test_a_secret_that_is_taken_back_stays_sealed_until_the_game_is_over(
    secrets: SealedSecrets, other: SealedSecrets
) -> None:
    """A player who takes a choice back rarely makes it again."""
    written = Written(secrets)
    written.play(P1, "2")
    written.take_back(P1)
    assert written.last == [{"undo": 1}]
    written.play(P1, "1")
    written.play(P2, "2")
    assert written.last[0]["opens"] == ["1"]
    assert sealed_steps(written.steps) == [2, 4]
    assert read_steps(secrets.open_steps(TABLE, written.steps)) == written.match
    assert damage(other, written.steps).startswith("step 2:")
    written.want(P2, Resign())
    assert written.last[0]["opens"] == ["2"]
    assert read_steps(other.open_steps(TABLE, written.steps)) == written.match


@pytest.mark.parametrize("end", [Resign(), Offer(Proposal.DRAW, is_agreed=True)])
def test_a_game_that_ends_with_an_open_secret_needs_no_key_any_more(
    end: Intent, secrets: SealedSecrets, other: SealedSecrets
) -> None:
    written = Written(secrets)
    written.play(P1, "2")
    written.take_back(P1)
    written.play(P1, "1")
    written.want(P2, end)
    assert written.last[0]["opens"] == ["2", "1"]
    assert read_steps(other.open_steps(TABLE, written.steps)) == written.match
    written.want(P2, Offer(Proposal.REMATCH, is_agreed=True))
    assert "opens" not in written.steps[-1][1]
    written.play(P1, "2")
    assert sealed_steps(written.steps) == [2, 4, 7]
    assert read_steps(secrets.open_steps(TABLE, written.steps)) == written.match
    assert damage(other, written.steps).startswith("step 7:")


def test_a_secret_with_which_a_game_reaches_its_limit_is_not_sealed(
    secrets: SealedSecrets, other: SealedSecrets
) -> None:
    written = Written(secrets, limit=1)
    written.play(P1, "2")
    assert written.match.table.result is not None
    assert [list(line) for line in written.last] == [["ply", "by", "move"], ["result", "reason"]]
    assert read_steps(other.open_steps(TABLE, written.steps)) == written.match


INTENTS: list[Intent] = [
    Resign(),
    NextGame(),
    Offer(Proposal.DRAW, is_agreed=True),
    Offer(Proposal.REMATCH, is_agreed=True),
    Offer(Proposal.REMATCH),
    Offer(Proposal.TAKEBACK),
]


@given(rng=st.randoms(), limit=st.sampled_from([None, 5]), wins=st.integers(1, 2))
def test_whatever_the_players_do_the_steps_are_read_as_they_were(
    rng: random.Random, limit: int | None, wins: int, secrets: SealedSecrets, other: SealedSecrets
) -> None:
    written = Written(secrets, limit=limit, wins=wins)
    matches = [written.match]  # after each step
    for _ in range(rng.randrange(40)):
        table, seat = written.match.table, rng.choice([P1, P2])
        kind = rng.random()
        try:
            if kind < 0.6 and table.result is None:
                written.play(table.actor, rng.choice(table.legal))
            elif kind < 0.8:
                written.take_back(seat)
            else:
                written.want(seat, rng.choice(INTENTS))
        except HeadwayError:
            continue
        matches += [written.match] * (len(written.steps) - len(matches))
    steps, last = written.steps, written.match
    assert read_steps(secrets.open_steps(TABLE, steps)) == last
    known = rng.randrange(1, len(steps) + 1)  # a process that knows the first of them reads the others
    rest = secrets.open_steps(TABLE, steps[known:])
    assert (read_steps(rest, matches[known - 1], known) if rest else last) == last
    try:
        assert read_steps(other.open_steps(TABLE, steps)) == last
    except DamagedTable:
        assert last.table.result is None  # the key is needed only for a game that is not over
    if last.table.is_secret_open and last.table.result is None:
        newest = max(sealed_steps(steps))
        assert '"move"' not in steps[newest - 1][1]
        assert '"opens"' not in "".join(text for _, text in steps[newest - 1 :])


def test_a_secret_cannot_be_moved_to_another_step_or_table(secrets: SealedSecrets) -> None:
    written = Written(secrets)
    written.play(*CHOOSE)
    first, (_, sealed) = written.steps
    assert secrets.open_steps(TABLE, [first, (2, sealed)]) != [first, (2, sealed)]
    for table, number in ((TABLE, 3), ("b-table", 2), ("a-tabl", 2)):
        reason = damage(secrets, [first, (number, sealed)], table)
        assert reason.startswith(f"step {number}: its secret is damaged, or is that of another step")
        assert str(secrets.key_file) in reason


@pytest.mark.parametrize("wrong", ["", "x", "AAAA", "====", "A" * 60, 5, None])
def test_a_damaged_secret_is_refused(wrong: object, secrets: SealedSecrets) -> None:
    sealed = f"{secrets.key.id}.{wrong}" if isinstance(wrong, str) else wrong
    step = json.dumps([{"ply": 1, "by": "P1", "sealed": sealed}])
    assert damage(secrets, [(1, step)]).startswith("step 1: its secret is ")


def test_the_log_names_the_file_and_both_keys(secrets: SealedSecrets, other: SealedSecrets) -> None:
    written = Written(secrets)
    written.play(*CHOOSE)
    its, own = secrets.key.id, other.key.id
    assert damage(other, written.steps) == (
        f"step 2: its secret is encrypted with the key {its}, and {other.key_file} holds the key {own}"
    )


@pytest.mark.parametrize("text", ["[{", '{"sealed": 1', '["sealed", {"sealed": 1}]', '{"sealed": 1}', 7, ""])
def test_other_damage_stays_as_it_is(text: Any, secrets: SealedSecrets) -> None:
    steps = [(1, text), (2, '[{"opens": 5}]')]
    assert secrets.open_steps(TABLE, steps) == steps


def test_a_field_of_that_name_elsewhere_is_not_a_secret(secrets: SealedSecrets) -> None:
    rules = {"sealed": 1, "opens": [3, 1], "name": '"sealed":'}
    steps = [(1, json.dumps([to_json(Begun("a-game", rules, P1))], separators=(",", ":")))]
    assert secrets.open_steps(TABLE, steps) == steps


def test_steps_of_an_earlier_version_are_read_and_go_on(secrets: SealedSecrets) -> None:
    """Its secrets are readable in the database; one of them was taken back, and one is open."""
    written = Written(secrets)
    plain: list[StoredStep] = []

    def rewrite() -> None:
        """As if an earlier version had written the steps."""
        plain.extend(secrets.open_steps(TABLE, written.steps)[len(plain) :])

    for move in ("2", "1"):
        written.play(P1, move)
        rewrite()
        if move == "2":
            written.take_back(P1)
            rewrite()
    written.steps[:] = [(number, text.replace('"sealed"', '"earlier"')) for number, text in plain]
    assert read_steps(secrets.open_steps(TABLE, written.steps)) == written.match
    written.play(P2, "1")
    written.play(P2, "2")
    written.take_back(P2)
    written.play(P2, "1")
    assert read_steps(secrets.open_steps(TABLE, written.steps)) == written.match
    written.want(P1, Resign())
    assert written.last[0]["opens"] == ["2", "2", "1"]  # those of the earlier version among them
    assert read_steps(secrets.open_steps(TABLE, written.steps)) == written.match


def test_a_game_without_secrets_is_written_as_ever_and_needs_no_key(tmp_path: Path) -> None:
    secrets = SealedSecrets(tmp_path / "key")
    match = begin(find("cross-over")).after
    events, after = resolve(match, P1, Play("3", 0))
    kept: list[Event] = list(events)
    text = secrets.step_text(TABLE, 2, kept, match, after)
    assert text == step_text(kept) == '[{"ply":1,"by":"P1","move":"3"}]'
    steps = [(2, text)]
    assert secrets.open_steps(TABLE, steps) is steps
    assert not secrets.key_file.exists()


def test_damage_does_not_put_a_secret_into_the_log(secrets: SealedSecrets) -> None:
    """A header that was changed may make the sealed move impossible; the reason does not quote it."""
    written = Written(secrets)
    written.play(P1, "2")
    reasons = set()
    for length in (1, 10):
        steps = secrets.open_steps(TABLE, written.steps)
        begun = json.loads(steps[0][1])
        begun[0]["rules"]["length"] = length
        try:
            read_steps([(1, json.dumps(begun)), steps[1]])
        except DamagedTable as error:
            reasons.add(error.reason)
    assert reasons == {"step 2: IllegalMove: its move cannot be made there"}


def test_matches_are_compared_with_their_stories() -> None:
    """The equality on which these tests rely tells two choices apart."""
    match: Match = begin(find("predictive-pursuit")).after
    one, two = (resolve(match, P1, Play(choice, 0)).after for choice in "12")
    assert one != two
