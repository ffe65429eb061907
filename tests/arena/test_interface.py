"""`headway.arena` as a user's program meets it: its names, its examples, and what it refuses."""

import inspect
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import headway
from headway.arena import Observation, Outcome, audit, model, play
from headway.errors import HeadwayError
from tests.api.members import documented, members
from tests.api.test_examples import FENCED, run
from tests.api.test_surface import modules_after
from tests.conftest import Headway

PAGE = Path(__file__).parents[2] / "docs" / "arena.md"
GAME = headway.load("cross-over", length=5)
CLASSES = {
    "Audited": "agent asked game path policy source told",
    "Entrant": "about agent decisions games lost lost_interval outcomes rating rating_interval",
    "Match": "adjusted adjusted_interval agents exact games losses share share_interval unfinished wins",
    "Observation": "first game legal moves of seat secret_state state",
    "Outcome": "FAILED ILLEGAL LEGAL REFUSED TRUNCATED UNPARSABLE",
    "Pairing": "as_p1 as_p2 average one other",
    "PlayedGame": "agents luck table",
    "RuleReading": "changes outcomes right unread",
    "Score": "about agent asked exploitability exploitability_bounds exploitability_interval game interval lost "
    "lost_at_stake outcomes questions rule_reading samples wins wins_bounds wins_intervals",
    "Standings": "entrants game games limit matches seed",
}
FUNCTIONS = ["audit", "compare", "model", "play"]


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_public_names_and_members_are_these() -> None:
    assert sorted(headway.arena.__all__) == sorted([*CLASSES, *FUNCTIONS]) == dir(headway.arena)
    assert {name: " ".join(sorted(members(getattr(headway.arena, name)))) for name in CLASSES} == CLASSES
    with pytest.raises(AttributeError, match=r"module 'headway\.arena' has no attribute 'plya'"):
        headway.arena.plya  # type: ignore[attr-defined]  # noqa: B018
    folder = Path(headway.arena.__file__).parent
    assert not {path.stem for path in folder.iterdir()} & set(headway.arena.__all__)


def examples() -> dict[str, Any]:
    """The functions, the classes, and the members that are no fields."""
    found: dict[str, Any] = {name: getattr(headway.arena, name) for name in headway.arena.__all__}
    for name in CLASSES:
        found |= {f"{name}.{member}": part for member, part in documented(found[name])}
    return found


@pytest.mark.parametrize("name", examples())
def test_every_public_name_has_an_example_that_runs(name: str) -> None:
    assert run(inspect.getdoc(examples()[name]) or "", name) > 0


def test_the_package_has_an_example_that_runs() -> None:
    assert run(headway.arena.__doc__ or "", "headway.arena") == 1


def test_the_page_runs() -> None:
    page = "\n".join(FENCED.findall(PAGE.read_text("utf-8")))
    assert run(page, PAGE.name, {}) == page.count(">>>") > 10


def test_to_import_the_arena_takes_no_time_and_to_use_it_nothing_optional() -> None:
    loaded = modules_after("import headway.arena") - modules_after("")
    assert {name for name in loaded if name.startswith("headway")} == {"headway", "headway.arena"}
    used = modules_after("import headway\nheadway.arena.play(['5', 'random'], headway.load('cross-over'), games=2)")
    assert not used & {"click", "numpy", "numba", "matplotlib", "fastapi", "asyncio", "inspect_ai"}


def test_a_function_is_told_only_what_its_seat_may_know() -> None:
    game = headway.load("predictive-pursuit", length=3)
    seen: list[Observation] = []

    def agent(observation: Observation) -> str:
        seen.append(observation)
        return observation.legal[0]

    play([agent, "random"], game, games=20)
    guesses = [each for each in seen if each.secret_state is not None]
    assert len(guesses) > 10
    for each in guesses:
        assert each.secret_state is not None
        choices = [game.play_unchecked(each.secret_state, move) for move in game.moves_at(each.secret_state)]
        assert {game.view(state, each.seat) for state in choices} == {each.state}  # whatever was chosen


def test_agents_are_names_policies_functions_and_models(tmp_path: Path) -> None:
    policy = headway.policies.Random(GAME)
    found = play([policy, "random", lambda observation: observation.legal[0], "reader"], GAME, games=2)
    assert [entrant.agent for entrant in found.entrants] == ["random", "random (2)", "<lambda>", "reader"]
    assert found.matches[0].exact == 0.5
    assert found.matches[1].exact is None
    assert audit(policy, GAME).lost == audit("random", GAME).lost


def test_the_same_agent_twice_is_a_mirror() -> None:
    def agent(observation: Observation) -> str:
        return observation.legal[0]

    for each in (agent, "5", headway.policies.Random(GAME)):
        (match,) = play([each, each], GAME, games=6).matches
        assert (match.share, match.adjusted, match.exact) == (0.5, 0.5, 0.5)


def test_a_ledger_is_gone_on_with(tmp_path: Path) -> None:
    asked = list[Observation]()

    def agent(observation: Observation) -> str:
        asked.append(observation)
        return observation.legal[0]

    for call in (
        lambda: audit(agent, GAME, ledger=tmp_path / "audit.jsonl"),
        lambda: play([agent, "random"], GAME, games=4, ledger=tmp_path / "play.jsonl"),
    ):
        asked.clear()
        first, once = repr(call()), len(asked)
        assert repr(call()) == first
        assert len(asked) == once > 0


def test_a_report_is_the_same_page_as_on_the_command_line(headway: Headway) -> None:
    audit("reader", GAME, html="ours.html")
    headway("arena", "audit", "reader", GAME.name, "--rule", "length=5", "--html", "theirs.html")
    assert Path("ours.html").read_bytes() == Path("theirs.html").read_bytes()
    play(["5", "random"], GAME, games=4, html="ours.html")
    played = ("arena", "play", "5", "random", "--game", "cross-over", "--games", "4")
    headway(*played, "--rule", "length=5", "--html", "theirs.html")
    assert Path("ours.html").read_text().partition("</h1>")[2] == Path("theirs.html").read_text().partition("</h1>")[2]


def test_progress_is_told() -> None:
    told: list[str] = []
    play(["random", "1"], GAME, games=4, progress=told.append)
    audit(lambda observation: observation.legal[0], GAME, progress=told.append)
    assert any("random against level 1" in each or "%" in each for each in told)


def test_failures_of_a_function_are_its_outcomes() -> None:
    score = audit(lambda observation: 7, GAME)  # type: ignore[arg-type, return-value]
    assert set(score.outcomes) == {Outcome.UNPARSABLE}
    assert repr(score) == f"<Score of <lambda> in {GAME}: no legal answer>"
    assert repr(audit("random", headway.load("number-race", length=3))).endswith("there is no choice>")


def test_a_function_that_ends_the_program_or_never_returns_costs_only_itself() -> None:
    """`sys.exit` and a function that hangs are failures, each counted, and everything is asked to its end."""
    never = threading.Event()

    def leaves(observation: Observation) -> str:
        sys.exit("enough")

    def hangs(observation: Observation) -> str:
        never.wait()
        return observation.legal[0]

    try:
        for agent, limit in ((leaves, None), (hangs, 0.02)):
            score = audit(agent, GAME, controls=0, seconds=limit)
            assert score.outcomes == {Outcome.FAILED: score.asked}
            assert score.asked > 0
            failing, other = play([agent, "random"], GAME, games=2, seconds=limit).entrants
            assert set(failing.outcomes) == {Outcome.FAILED}
            assert set(other.outcomes) == {Outcome.LEGAL}
    finally:
        never.set()


def call_with(name: str, *given: Any, **named: Any) -> Any:
    """A call as an untyped program may make it."""
    return getattr(headway.arena, name)(*given, **named)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: audit("chess-engine", GAME), 'There is no agent "chess-engine"'),
        (
            lambda: call_with("audit", 7, GAME),
            "Expected an agent: the name of one, a policy, a function, or what headway.arena",
        ),
        (lambda: call_with("audit", "random", "cross-over"), "Expected a game"),
        (lambda: audit("random", GAME, samples=0), "samples from 1"),
        (lambda: audit(headway.policies.Random(headway.load("cross-over")), GAME), "This is a policy for cross-over"),
        (lambda: call_with("audit", "reader", GAME, ledger=7), "the path of a file"),
        (lambda: play("random", GAME), "a list of agents"),
        (lambda: play(["random"], GAME), "A match needs two agents"),
        (lambda: play(["random", "5"], GAME, games=3), "their number is even, not 3"),
        (lambda: call_with("play", ["random", "5"], GAME, seed=None), "a seed that is a whole number"),
        (lambda: play(["random", "5"], GAME, limit=0), "plies from 1"),
        (lambda: model(""), "the name of a model"),
        (lambda: audit("random", GAME, html="no/such/page.html"), "there is no folder no/such"),
        (lambda: call_with("play", ["random", "5"], GAME, html=7), "the path of a file"),
        (lambda: call_with("compare", "one.jsonl"), "a list of two or more ledgers"),
        (lambda: headway.arena.compare(["one.jsonl"]), "a list of two or more ledgers"),
        (lambda: headway.arena.compare(["random", "5"]), "Name the ledger of at least one audit"),
        (lambda: model("small", seconds=0), "Expected seconds above 0"),
        (lambda: model("small", temperature=float("nan")), "Expected a temperature from 0 to 2"),
        (lambda: call_with("model", "small", temperature="hot"), "Expected a temperature from 0 to 2"),
        (lambda: model("small", max_tokens=-5), "Expected a number of tokens from 1"),
        (lambda: call_with("model", "small", max_tokens="x"), "Expected a number of tokens from 1"),
        (lambda: call_with("model", "small", base_url=7), "Expected the address of a server"),
        (lambda: audit("reader", GAME, seconds=float("nan")), "Expected seconds above 0"),
        (lambda: call_with("play", ["reader", "5"], GAME, seconds="1"), "Expected seconds above 0"),
        (lambda: play(["random", model("small", base_url="http://127.0.0.1:9/v1")], GAME), "cannot be reached"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(call: Any, told: str) -> None:
    with pytest.raises(HeadwayError, match=r"^[^\n]+$") as refused:
        call()
    assert told in str(refused.value)
