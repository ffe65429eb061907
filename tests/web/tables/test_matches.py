"""Matches of several games."""

import random

from tests.served import Served, play_out


def test_a_match_goes_on_to_its_end(server: Served) -> None:
    table, keys = server.make("race-to-the-center", wins=2)
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    rng, openers = random.Random(4), []
    while not one.now["match"]["over"]:
        openers.append(one.now["to_move"])
        play_out(one, other, rng)
        if not one.now["match"]["over"]:
            one.send(type="next")
            one.receive("welcome")
            other.receive("welcome")
    assert openers[:2] == ["P1", "P2"]
    assert max(one.now["match"]["score"]) == 2
    assert len([line for line in server.get(f"/api/tables/{table}/record").splitlines() if "headway" in line]) >= 2
