"""Games with a pie rule, a head start and a cap are played by people: at the prompt, and over the server's protocol."""

from collections.abc import Iterator

import pytest

from headway.web.limits import Limits
from tests.conftest import Headway, entries
from tests.served import Served, serving

CHANGES = {"length": 6, "pie": "yes", "head_start": 1, "cap": 4}
RULES = [part for name, value in CHANGES.items() for part in ("--rule", f"{name}={value}")]


@pytest.fixture
def server() -> Iterator[Served]:
    with serving(Limits()) as found:
        yield found


@pytest.mark.parametrize(
    ("answer", "told", "next_side"),
    [
        ("swap", "Player 2 swaps sides: from now on Player 2 plays P1 and Player 1 plays P2.", "Player 1"),
        ("keep", "Player 2 does not swap sides.", "Player 2"),
    ],
)
def test_a_person_answers_at_the_prompt(answer: str, told: str, next_side: str, headway: Headway) -> None:
    typed = entries("swap", 3, 2, answer, 2, 2)
    out = headway("play", "cross-over", *RULES, typed=typed).out
    assert "Head start: Player 2 starts 1 position ahead, at 5." in out
    assert "Sides can be swapped only by the second player, after the first turn." in out
    assert out.count("do you swap sides (swap or keep)?") == 2  # a number of positions is no answer
    assert "Say first whether you swap sides: enter swap or keep." in out
    after = out.split(told)[1]
    assert f"{next_side}, it's your turn." in after
    # from 5, the head start, two positions towards 1
    assert f"{next_side} moves to position 3." in after
    assert after.rstrip().endswith("The limit of 4 moves is reached: the game is a draw.")


def test_two_people_play_on_a_server(server: Served) -> None:
    table, keys = server.make("cross-over", rules=CHANGES)
    one, other = (server.sit(table, key) for key in keys)
    assert one.welcome["now"]["positions"] == [[1], [5]]
    one.play("3")
    assert sorted(other.until(1) and other.legal) == ["keep", "swap"]
    other.play("swap")
    now = one.until(2)
    assert one.legal  # who was the second player has played the first turn of the other side
    one.play("2")
    assert other.until(3)["positions"] == [[4], [3]]
    ended = other.play("2")
    assert (ended["now"]["result"], ended["now"]["positions"], now["ply"]) == ("draw", [[6], [3]], 2)
    assert ended["status"] == "The game is a draw. The limit of 4 moves is reached."
    for client in (one, other):
        client.close()
