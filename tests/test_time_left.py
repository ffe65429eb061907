"""How far a piece of work is, and about how long it will still take."""

import pytest

from headway.time_left import TimeLeft


@pytest.mark.parametrize(
    ("seconds", "done", "told"),
    [
        (0.5, 40, "solving 100 nodes: 40 %"),  # too early to say
        (2.0, 40, "solving 100 nodes: 40 %, about 3 s left"),
        (60.0, 25, "solving 100 nodes: 25 %, about 3 min left"),
        (3600.0, 10, "solving 100 nodes: 10 %, about 9 h left"),
        (9.0, 100, "solving 100 nodes: 100 %"),
        (9.0, 0, "solving 100 nodes: 0 %"),
    ],
)
def test_the_rest_takes_as_long_as_what_is_done(seconds: float, done: int, told: str) -> None:
    now, heard = iter([100.0, 100.0 + seconds]), list[str]()
    TimeLeft(heard.append, "solving 100 nodes", lambda: next(now)).tell(done, 100)
    assert heard == [told]


def test_what_was_spent_is_told_before_the_time_left() -> None:
    now, heard = iter([100.0, 102.0]), list[str]()
    TimeLeft(heard.append, "asking", lambda: next(now)).tell(40, 100, "1,600 tokens")
    assert heard == ["asking: 40 %, 1,600 tokens, about 3 s left"]
