"""Offers: draws, takebacks, resignation and rematches."""

from headway.rulekit import P1
from headway.table.confirmation import questions
from headway.table.events import HUMAN
from headway.table.repetition import ENDLESS, REPEATED
from headway.web.limits import Limits
from tests.served import Client, Served, serving


def test_draw_takeback_resignation_and_rematch(server: Served) -> None:
    table, keys = server.make("cross-over")
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    one.play("3")
    other.until(1)
    one.send(type="offer", what="takeback")
    assert other.receive("news")["now"]["offers"] == {"takeback": "P1"}
    other.send(type="accept", what="takeback")
    assert other.receive("news")["now"]["ply"] == 0
    one.until(0)
    one.send(type="offer", what="draw")
    while other.now["offers"] != {"draw": "P1"}:
        other.receive("news")
    other.send(type="decline", what="draw")
    declined = other.receive("news")
    assert declined["now"]["offers"] == {}
    assert declined["log"][0]["text"] == "You do not agree to a draw."
    other.send(type="accept", what="draw", id=3)
    assert other.receive("error")["error"] == "no-offer"
    other.send(type="resign")
    while other.now["result"] is None:
        other.receive("news")
    assert (other.now["result"], other.now["reason"]) == ("P1", "resigned")
    one.send(type="offer", what="rematch")
    while other.now["offers"] != {"rematch": "P1"}:
        other.receive("news")
    other.send(type="offer", what="rematch")
    assert other.receive("welcome")["you"] == "P1"  # the seats have swapped
    assert one.receive("welcome")["you"] == "P2"


def open_offers(client: Client) -> list[str | None]:
    """What each line about an offer, as the server sends it to one who comes now, says of an offer that is open."""
    lines = client.welcome["log"]
    return [line.get("open_offer") for line in lines if "offer" in line["text"]]


def test_the_line_of_an_open_offer_says_so_until_the_offer_is_answered(server: Served) -> None:
    table, keys = server.make("cross-over")
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    for client in (one, other):
        assert not any("open_offer" in line for line in client.welcome["log"])
    one.send(type="offer", what="draw")
    (line,) = other.receive("news")["log"]
    assert (line["text"], line["by"], line["open_offer"]) == ("Player 1 offers a draw.", "P1", "draw")
    other.send(type="decline", what="draw")
    (line,) = other.receive("news")["log"]
    assert "open_offer" not in line
    one.send(type="offer", what="draw")
    other.receive("news")
    for token in (*keys, None):  # the same sentence stands in the log twice, and one of the two offers is open
        assert open_offers(server.sit(table, token)) == [None, "draw"]
    one.play("1")
    other.until(1)
    assert open_offers(server.sit(table, None)) == [None, None]  # a move has ended it


def test_a_player_is_sent_what_to_confirm_against_this_opponent(server: Served) -> None:
    table, keys = server.make("cross-over")
    one, watching = server.sit(table, keys[0]), server.sit(table, None)
    assert one.welcome["confirm"] == questions((HUMAN, HUMAN), P1)
    one.send(type="computer", player="random")
    assert one.receive("news")["confirm"] == questions((HUMAN, "random"), P1)
    assert "draw" in questions((HUMAN, "random"), P1)
    assert "confirm" not in one.play("1")  # which changes no player
    assert watching.welcome["confirm"] == {}
    assert watching.receive("news")["confirm"] == {}


def test_an_offer_that_is_withdrawn_does_not_stop_a_computer(server: Served) -> None:
    table, keys = server.make("cross-over", first="P2")
    one = server.sit(table, keys[0])
    one.send(type="offer", what="draw")
    one.send(type="computer", player="random")
    one.send(type="decline", what="draw")
    assert one.until(1)["ply"] == 1


def test_a_draw_offered_while_a_computer_hesitates_is_answered(server: Served) -> None:
    table, keys = server.make("cross-over", opponent="random")
    one = server.sit(table, keys[0])
    one.play("3")
    one.send(type="offer", what="draw")
    while not (one.now["result"] or any("agree" in text for text in one.received)):
        one.receive("news")
    one.until(1)


def test_two_tabs_that_say_the_same_are_both_answered(server: Served) -> None:
    table, keys = server.make("cross-over")
    tabs = [server.sit(table, keys[0]) for _ in range(2)]
    for number, tab in enumerate(tabs):
        tab.send(type="offer", what="draw", id=number)
    for number, tab in enumerate(tabs):
        while tab.receive("news", "done").get("done") != number:
            pass


def test_play_that_cannot_end_is_told_and_every_computer_agrees_to_a_draw(server: Served) -> None:
    rules = {"length": 4, "longest_step": 1}
    table, tokens = server.make("predictive-pursuit", rules=rules, opponent="random")
    one = server.sit(table, tokens[0])
    assert one.now["draw_reason"] is None
    while one.now["draw_reason"] is None:
        if one.legal:
            one.play(one.legal[0])
        else:
            one.receive("news")
    assert one.now["draw_reason"] == ENDLESS
    one.send(type="offer", what="draw")
    while one.now["result"] is None:
        one.receive("news")
    assert (one.now["result"], one.now["draw_reason"]) == ("draw", None)


def test_a_position_that_comes_back_is_told_to_everyone(server: Served) -> None:
    table, tokens = server.make("predictive-pursuit")
    one, other, watching = (server.sit(table, token) for token in (*tokens, None))
    for ply in range(8):
        mover = one if ply % 4 in (0, 3) else other
        mover.until(ply)
        mover.play("1")
    for client in (one, other, watching):
        client.until(8)
        assert client.now["draw_reason"] == REPEATED


def answer(client: Client, **message: object) -> str:
    """What becomes of a message: the name of its refusal, or of the kind of its answer."""
    client.send(id=7, **message)
    while (received := client.receive("news", "error", "done")).get("done") != 7:
        pass
    return str(received.get("error", received["type"]))


def test_one_player_alone_cannot_fill_a_table_with_names_and_offers() -> None:
    with serving(Limits(changes_between_moves=4)) as served:
        table, keys = served.make("cross-over")
        one, other = served.sit(table, keys[0]), served.sit(table, keys[1])
        names = [answer(one, type="name", name=f"Ada {number}") for number in range(2)]
        offers = [answer(one, type=kind, what="draw") for kind in ("offer", "decline", "offer", "decline")]
        assert {*names, *offers} == {"news"}
        assert answer(one, type="offer", what="draw") == "too-many-changes"
        assert answer(one, type="name", name="Ada") == "too-many-changes"
        assert answer(other, type="name", name="Ben") == "news"  # each player has a limit of their own
        assert one.play("3")["type"] == "news"
        assert answer(one, type="name", name="Ada") == "news"
        number = one.now["number"]
        assert {answer(one, type="name", name=f"Ada {count}") for count in range(30)} == {"news", "too-many-changes"}
        assert one.now["number"] == number + 3
