"""What a program written with `Game` sees is typed: no expression of it is `Any`."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

from headway.game import Game

PROGRAM = """
from random import Random

from headway.catalogue import find, games, names
from headway.contract import fields
from headway.game import Game
from headway.rulekit import P1, SPECTATOR

book = find(names()[0])
game = book.variant({"length": 12}, Random(1))
state = game.start(P1)
move = game.parse(state, game.token(game.moves_at(state)[0]))
game.check(state, move)
after = game.play(state, move)
same: bool = after == game.play_unchecked(state, move) == game.undump(game.dump(after))
facts: list[bool] = [game.legal(state, move), game.secret(state), game.is_dealt, game.has_chance, game.has_secrets]
facts += [game.has_choice, game.has_draws]
numbers: list[int] = [game.actor(state), game.weight(state, move), game.winner(state), len(game.all_moves)]
texts: list[str] = [game.name, game.title, game.rulebook, game.accepted(state), str(game.folder), *game.tokens]
lines: list[str] = [*game.how_to_play, game.svg()]
squares: list[tuple[int, ...]] = [*game.positions(state), *game.goals, game.track]
settings: list[int | str | list[int]] = [*game.settings.values(), *game.changed.values()]
values: list[int | tuple[int, ...]] = [*fields(game.rules).values(), *fields(game.view(state, SPECTATOR)).values()]
given = game.has_board_in({"length": 12})
rules: list[str] = [rule.name for rule in (*game.rule_list, *game.change_list) if rule != game.board_rule]
sides: list[int] = [game.side(state, P1), len(game.plain.rule_list)]
names_of_pieces, board, counts = game.pieces, game.board, game.perft(3)
origin = game.reachable(1000)
visited = [state for state in game.explore(origin)]
found, broken = games()
code, words, loaded = game.code, game.words, Game.load("a", "b") if same else None
"""


def test_no_expression_of_a_program_is_any(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    options = ["--strict", "--disallow-any-expr", "--cache-dir", str(tmp_path / "cache"), "--config-file="]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(program)], capture_output=True, text=True, cwd=tmp_path
    )
    assert (checked.stdout, checked.returncode) == ("Success: no issues found in 1 source file\n", 0)


def test_the_program_uses_all_that_is_public() -> None:
    public = [name for name, _ in inspect.getmembers(Game) if not name.startswith("_")]
    assert [name for name in public if not re.search(rf"\.{name}\b", PROGRAM)] == []
