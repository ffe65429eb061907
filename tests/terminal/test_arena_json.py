"""What the commands of the arena print for programs is what docs/formats.md says."""

import json
from pathlib import Path
from typing import Any

import pytest

from headway import load as headway_load
from headway.arena import prompt
from tests.arena.scripted_server import MODEL, completion, served
from tests.conftest import Headway

DOCS = (Path(__file__).parents[2] / "docs" / "formats.md").read_text("utf-8")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def documented(command: str) -> tuple[str, dict[str, Any]]:
    """What the page says of a command, and its example."""
    section = DOCS.split(f"## `headway arena {command} ")[1].split("\n## ")[0]
    example: dict[str, Any] = json.loads(section.split("```json\n")[1].split("```")[0])
    return section, example


def agrees(example: Any, told: Any) -> None:
    """Every field of the example is told, with a value of its kind; numbers are those of the program."""
    if isinstance(example, dict):
        for name, value in example.items():
            agrees(value, told[name])
    elif isinstance(example, list):
        for one, other in zip(example, told, strict=False):
            agrees(one, other)
    elif isinstance(example, float):
        assert told == pytest.approx(example, abs=1e-3 * max(1, abs(example)))
    else:
        assert told == example


def test_the_json_of_an_audit_and_of_matches_is_as_documented(headway: Headway) -> None:
    for command, arguments in (
        ("audit", ["random", "cross-over"]),
        ("play", ["perfect", "random", "--game", "cross-over"]),
    ):
        section, example = documented(command)
        told = json.loads(headway("arena", command, *arguments, "--json").out)
        assert list(example) == list(told)
        agrees(example, told)
        inner = [told, *told.get("agents", []), *told.get("matches", [])]
        assert all(f"`{name}`" in section for each in inner for name in each)


def test_bounds_and_intervals_are_told_of_an_agent_that_was_asked_in_part(headway: Headway) -> None:
    told = json.loads(headway("arena", "audit", "reader", "cross-over", "--controls", 0, "--json").out)
    low, high = told["interval"]
    assert low <= told["lost"] <= high
    low, high = told["exploitability_bounds"]
    assert low - 1e-9 <= told["exploitability"] <= high + 1e-9
    for name, chances in told["wins"].items():
        for chance, (least, greatest) in zip(chances, told["wins_bounds"][name], strict=True):
            assert least - 1e-9 <= chance <= greatest + 1e-9
    assert any(greatest - least > 0.01 for seats in told["wins_bounds"].values() for least, greatest in seats)
    shown = headway("arena", "audit", "reader", "cross-over", "--controls", 0, "--resume", "--html", "page.html").out
    said = "Where it has given no legal answer, it is taken to move at random."
    assert said in shown
    assert said in Path("page.html").read_text("utf-8")


def test_the_json_of_a_comparison_is_as_documented(headway: Headway) -> None:
    with served(lambda request: completion('{"move": "1"}')) as server:
        at = ("--base-url", server.base_url)
        headway("arena", "audit", f"llm:{MODEL}", "cross-over", "--rule-reading", 0, "--json", *at)
    section, example = documented("compare")
    ledger = f"arena/llm-{MODEL}-cross-over.jsonl"
    told = json.loads(headway("arena", "compare", ledger, "perfect", "--json").out)
    assert list(example) == list(told)
    game = headway_load("cross-over")
    digests = (told["audits"][0]["prompt_digest"], told["audits"][0]["messages_digest"])
    assert digests == (prompt.digest(), prompt.messages_digest(game))
    assert [list(audit) for audit in example["audits"]] == [list(audit) for audit in told["audits"]]
    assert [list(pair) for pair in example["pairs"]] == [list(pair) for pair in told["pairs"]]
    assert all(f"`{name}`" in section for each in [told, *told["audits"], *told["pairs"]] for name in each)
