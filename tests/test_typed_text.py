"""What people type is read without regard to capitals and spacing, everywhere alike."""

import json
from pathlib import Path

import pytest

import headway as api
from headway.arena.agent_names import agent_name
from headway.catalogue import find
from headway.errors import BadRules, UnknownPlayer
from headway.lab.repairs.candidates import candidates_of
from headway.lab.variant_list import variants_of
from headway.players import HUMAN, player_name
from headway.policies import named
from headway.typed_text import known_name, normalised
from tests.conftest import Headway, entries


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("S1 2", "s1 2"),
        ("  S1 \t 2\r\n", "s1 2"),
        ("S1\u00a02", "s1 2"),  # a space that a phone may send
        ("STRASSE", "straße"),
        ("", "  \n"),
    ],
)
def test_spellings_of_one_thing(typed: str, same: str) -> None:
    assert normalised(typed) == normalised(same)


@pytest.mark.parametrize(("one", "other"), [("s12", "s1 2"), ("1", "2"), ("skip", "")])
def test_spellings_of_two_things(one: str, other: str) -> None:
    assert normalised(one) != normalised(other)


def test_moves_and_names_of_games_are_read_with_it() -> None:
    for name in ("cross-over", "Cross Over", " CROSS_OVER ", "cross - over"):
        assert find(name) == find("cross-over")
    game = find("capture-the-flag")
    assert game.parse(game.start(), " s1\u00a0 2 ") == game.parse(game.start(), "S1 2")


def test_a_name_is_known_in_any_spelling_and_as_it_is_before_any_other() -> None:
    assert known_name(" Longest step ", ("length", "longest_step")) == "longest_step"
    assert known_name("longest-step", ("length", "longest_step")) == "longest_step"
    assert known_name("in turn", ("in-turn", "at-once")) == "in-turn"
    assert known_name("a-b", ("a b", "a_b", "a-b")) == "a-b"
    assert known_name("Longest", ("length", "longest_step")) == "Longest"


@pytest.mark.parametrize(
    ("name", "settings", "meant"),
    [
        ("race-to-the-center", {"Reply": "ALWAYS", " LENGTH": "12"}, {"reply": "always", "length": 12}),
        (
            "cross-over",
            {"Longest Step": 2, "head-start": 1, "PIE": "YES"},
            {"longest_step": 2, "head_start": 1, "pie": "yes"},
        ),
        ("number-race", {"Board": "4,2,6"}, {"board": [4, 2, 6]}),
    ],
)
def test_rules_and_their_readings_are_known_in_any_spelling(
    name: str, settings: dict[str, object], meant: dict[str, object]
) -> None:
    assert find(name).variant(settings) == find(name).variant(meant)
    assert api.load(name, **settings) == api.load(name, **meant)  # type: ignore[arg-type]


@pytest.mark.parametrize("settings", [{"length": 12, "Length": 12}, {"head_start": 1, "Head start": 2}])
def test_a_rule_is_given_once_in_whatever_spelling(settings: dict[str, object]) -> None:
    with pytest.raises(BadRules, match=r'^The rule "(length|head_start)" is given twice\.$'):
        find("cross-over").variant(settings)


def test_a_name_of_no_rule_and_of_no_reading_is_refused_as_it_was_typed() -> None:
    with pytest.raises(BadRules, match=r'There is no rule "Lenght"\. Did you mean length\?'):
        find("cross-over").variant({"Lenght": 12})
    with pytest.raises(BadRules, match='reply takes adjacent, always, or never, not "OFTEN"'):
        find("race-to-the-center").variant({"reply": "OFTEN"})


def test_the_lab_reads_rules_in_the_same_way() -> None:
    race = find("race-to-the-center")
    swept = variants_of(race, {"LENGTH": "4..8", "Reply": "ALL"})
    assert swept.values == variants_of(race, {"length": "4..8", "reply": "all"}).values
    repaired = candidates_of(race, {"Reply": "Never", "length": "4..8"}, ["PIE"])
    assert repaired.values == candidates_of(race, {"reply": "never", "length": "4..8"}, ["pie"]).values


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("PERFECT", "perfect"),
        (" Human ", HUMAN),
        ("Reader", "reader"),
        (" 5", "5"),
        ("Engine:./Program --Fast", "engine:./Program --Fast"),  # a command is what it is
        ("nobody", "nobody"),
    ],
)
def test_players_are_known_in_any_spelling(typed: str, name: str) -> None:
    assert player_name(typed) == agent_name(typed) == name


def test_the_name_of_a_model_stays_as_it_is() -> None:
    assert agent_name("LLM:Some-Model") == "llm:Some-Model"


def test_seats_policies_and_simulations_take_players_in_any_spelling(
    headway: Headway, state_home: Path, tmp_path: Path
) -> None:
    game = find("cross-over")
    headway("play", "Cross Over", "--p1", "HUMAN", "--p2", "Perfect", "--rule", "Length=7", "--first", "P2")
    (journal,) = state_home.glob("*.jsonl")
    header = json.loads(journal.read_text().splitlines()[0])
    assert header["players"] == ["human", "perfect"]
    assert (header["rules"]["length"], header["first"]) == (7, "P2")
    assert api.read(journal).tables[0].game == game.variant({"length": 7})
    assert named(game, "RANDOM").name == named(game, "random").name
    assert api.simulate(game, 10, "Perfect", "RANDOM", seed=1) == api.simulate(game, 10, "perfect", "random", seed=1)
    api.write(api.Table(game).play("3"), tmp_path / "mine.jsonl", players=("Human", "PERFECT"))
    assert api.read(tmp_path / "mine.jsonl").players == ("human", "perfect")
    with pytest.raises(UnknownPlayer, match=r'There is no player "Parfect"\. Did you mean perfect\?'):
        api.simulate(game, 10, "Parfect")


def test_two_spellings_of_an_agent_are_one_agent(headway: Headway) -> None:
    one = headway("arena", "play", "PERFECT", "Random", "--game", "cross-over", "--games", 4, "--json")
    other = headway("arena", "play", "perfect", "random", "--game", "cross-over", "--games", 4, "--json")
    assert one.out == other.out
    assert one.status == other.status == 0


@pytest.mark.parametrize(("typed", "level"), [("easy", "1"), ("HARD", "9"), ("never  errs", "perfect")])
def test_the_menu_takes_the_words_that_it_shows_for_a_level(
    headway: Headway, state_home: Path, typed: str, level: str
) -> None:
    headway(typed=entries("cross-over", 1, typed))
    (journal,) = state_home.glob("*.jsonl")
    assert json.loads(journal.read_text().splitlines()[0])["players"] == ["human", level]
