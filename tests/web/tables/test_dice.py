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


def test_a_client_adds_to_its_own_rolls(server: Served, headway: Headway, tmp_path: Path) -> None:
    """And a record in which its seed is another does not verify."""
    table, keys = server.make("number-race")
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    for wrong in ("AB" * 16, "ab" * 15, 7):
        one.send(type="play", ply=0, move="roll", client_seed=wrong)
        assert one.receive("error")["error"] == "bad-message"
    one.play("roll", client_seed="ab" * 16)
    other.until(2)
    play_out(one, other, random.Random(2))
    first = server.get(f"/api/tables/{table}/dice")["rolls"][0]
    assert first["client_seed"] == "ab" * 16
    path = tmp_path / "record.jsonl"
    header, rolling, *rest = server.get(f"/api/tables/{table}/record").splitlines()
    assert json.loads(rolling)["client_seed"] == "ab" * 16
    path.write_text("\n".join([header, rolling, *rest]) + "\n")
    assert headway("verify", path).status == 0
    others = [json.dumps({**json.loads(rolling), "client_seed": f"{number:032x}"}) for number in range(20)]
    verdicts = []
    for line in others:
        path.write_text("\n".join([header, line, *rest]) + "\n")
        verdicts.append(headway("verify", path).status)
    assert verdicts.count(1) > 5  # each of them gives the same face with a chance of one in six
