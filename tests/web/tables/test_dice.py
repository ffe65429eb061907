"""Dice: a record with altered rolls does not verify."""

import json
import random
from pathlib import Path

from tests.conftest import Headway
from tests.served import Served, play_out


def test_bent_dice_are_found_out(server: Served, headway: Headway, tmp_path: Path) -> None:
    table, keys = server.make("number-race")
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    play_out(one, other, random.Random(1))
    lines = server.get(f"/api/tables/{table}/record").splitlines()
    path = tmp_path / "bent.jsonl"
    at, line = next((at, json.loads(line)) for at, line in enumerate(lines) if '"CHANCE"' in line)
    for face in "123456":
        bent = [*lines[:at], json.dumps({**line, "move": face}), *lines[at + 1 :]]
        path.write_text("\n".join(bent) + "\n")
        assert (headway("verify", path).status == 0) == (face == line["move"])
    header = json.loads(lines[0])
    path.write_text("\n".join([json.dumps({**header, "commitment": "0" * 64}), *lines[1:]]) + "\n")
    told = headway("verify", path)
    assert (told.status, told.out) == (
        1,
        "The seed does not match the commitment that was published before the game.\n",
    )
    board = header["rules"]["board"]
    header["rules"]["board"] = [*board[:-1], board[-1] % 6 + 1]
    path.write_text("\n".join([json.dumps(header), *lines[1:]]) + "\n")
    assert headway("verify", path).status != 0
