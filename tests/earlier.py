"""What version 0.1.0 wrote, and what it said about it; see fixtures/0.1.0/README.md."""

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent / "fixtures" / "0.1.0"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text("utf-8"))


def as_games(printed: dict[str, Any]) -> list[dict[str, Any]]:
    """The games that `replay --json` or `review --json` printed: a match has several."""
    games: list[dict[str, Any]] = printed.get("games", [printed])
    return games


def assert_same_review(found: dict[str, Any], earlier: dict[str, Any]) -> None:
    """The same plies and the same values, within what two solvers may differ by; the sentences may change."""
    assert _outline(found) == _outline(earlier)
    assert _values(found) == pytest.approx(_values(earlier), abs=1e-6)


def _outline(review: dict[str, Any]) -> tuple[object, ...]:
    plies = [(ply["ply"], ply["by"], ply["move"]) for ply in review["plies"]]
    return review["game"], review["winner"], plies


def _values(review: dict[str, Any]) -> list[float]:
    given = review["given_away"]
    sums = [review["start"], review["luck"], given["p1"], given["p2"], review["result"]]
    names = ("before", "after", "luck", "given_away")
    return sums + [ply[name] for ply in review["plies"] for name in names]
