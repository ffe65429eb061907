"""Variants of the five games are solved and proved: a sample here; `make variants` tries larger ones, or all."""

import json
import os
import signal
from itertools import product
from pathlib import Path
from random import Random

import pytest

from headway.catalogue import find, own_names
from headway.game import Game
from headway.solver import solve
from headway.solver.size import state_count
from tools.variants import Found, ProvedFile, Trial, all_variants, tried, variants

MOST = 3_000
SAMPLE = 25


@pytest.mark.parametrize("name", own_names())
def test_every_variant_of_a_sample_is_proved(name: str) -> None:
    every = list(variants(find(name), Random(1), MOST))
    for game in Random(1).sample(every, min(SAMPLE, len(every))):
        found = tried(game, lambda doing: None)
        assert found.gap <= 1e-9, game
        assert 0 < found.states <= state_count(game) < MOST


@pytest.mark.parametrize("name", own_names())
def test_all_variants_are_all_combinations_of_rules_and_lengths(name: str) -> None:
    game, most = find(name), 200
    found = [variant.settings for variant in all_variants(game, most)]
    rules = [rule for rule in game.rule_list if not rule.is_row]
    values = [rule.allowed[:40] if rule.is_length else rule.choices or rule.allowed for rule in rules]
    every = [game.variant(dict(zip([rule.name for rule in rules], each, strict=True))) for each in product(*values)]
    expected = [variant.settings for variant in every if state_count(variant) < most]
    assert every[-1].settings["length"] not in [
        settings["length"] for settings in expected
    ]  # no longer ones are missed
    assert sorted(map(json.dumps, found)) == sorted(map(json.dumps, expected))
    assert len(found) > 1


def test_what_was_proved_is_not_solved_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last line of the file is torn, as if the process was killed while it wrote: that variant is solved again."""
    path, every = tmp_path / "proved.jsonl", list(all_variants(find("cross-over"), 60))
    whole = solved_to(path, every)
    assert len(whole.splitlines()) == len(every)
    path.write_bytes(whole[:-5])
    again = solved_to(path, every)
    assert again.splitlines()[:-1] == whole.splitlines()[:-1]
    assert json.loads(again.splitlines()[-1])["variant"] == json.loads(whole.splitlines()[-1])["variant"]
    states = sum(solve(game).states for game in every)
    told = capsys.readouterr().out.splitlines()
    of = f"of {len(every)} variants proved"
    assert f"proved before: {len(every) - 1} {of}" in told[-2]
    assert told[-1].startswith(f"solving 1 variants: 100 %: {len(every)} {of}, {states:,} states")


def killed(game: Game, progress: object) -> Found:
    """In place of the solution of a variant: what a lack of memory may do to its process."""
    if game.settings["length"] == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return tried(game, lambda doing: None)


def test_a_process_that_ends_is_told_and_replaced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.variants.tried_on_one_core", killed)
    every = [find("cross-over").variant({"length": length}) for length in (4, 5, 6, 7, 8)]
    trial = Trial(every)
    try:
        trial.run()
    finally:
        trial.close()
    assert (trial.count, trial.problems) == (4, 1)
    assert f"{every[1]}: its process has ended" in capsys.readouterr().out


def solved_to(path: Path, every: list[Game]) -> bytes:
    trial = Trial(every)
    try:
        with ProvedFile(path) as proved:
            trial.run(proved)
    finally:
        trial.close()
    return path.read_bytes()
