"""The page of a table: what it says to each viewer, its moves, its earlier games and reviews."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect

from headway.catalogue import find, names
from headway.table.dice import commitment, number_below
from headway.table.dice_check import NOTHING_KEPT, WRONG_CLIENT_SEED, WRONG_MOVE, WRONG_ROLL, WRONG_SEED, right_dice
from tests.served import Served, play_out
from tests.web.pages.person import Person, bottom, meet, play_on, top


def test_everyone_reads_the_right_person_and_no_page_says_press_enter(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "predictive-pursuit")
    watcher = Person(browser, server)
    watcher.open(host.page.url)
    for person, status in (
        (host, "Your turn: choose in secret."),
        (guest, "Player 1 is choosing in secret."),
        (watcher, "Player 1 is choosing in secret."),
    ):
        expect(person.page.locator(".turn")).to_have_text(status)
    host.play("1")
    expect(guest.page.locator(".turn")).to_have_text("Your turn: guess what Player 1 has chosen.")
    guest.play("2")
    for person, told in (
        (guest, "You guessed 2; Player 1 had chosen 1 and moves to 1."),
        (host, "Player 2 guessed 2; you had chosen 1 and move to 1."),
        (watcher, "Player 2 guessed 2; Player 1 had chosen 1 and moves to 1."),
    ):
        expect(person.page.locator(".happened")).to_have_text(told)
        expect(person.page.locator("[aria-live=polite]")).to_contain_text(told)
        person.close()
    roller = Person(browser, server)
    roller.make("number-race")
    expect(roller.page.locator(".turn")).to_have_text("Your turn: roll.")
    expect(roller.page.locator(".moves button")).to_have_text("Roll")
    assert "Press Enter" not in roller.page.locator("body").inner_text()
    assert not any("Press Enter" in text for text in roller.received)
    roller.close()


def test_a_move_says_where_it_leads_and_what_it_sends_home(browser: Browser, server: Served) -> None:
    table, keys = server.make("capture-the-flag", rules={"length": 4})
    server.sit(table, keys[0]).play("S1 2")
    person = Person(browser, server)
    person.open(f"{server.url}/t/{table}#{keys[1]}")
    expect(person.page.locator('[data-move="S3 1"]')).to_have_text("S3 to 3")
    expect(person.page.get_by_role("button", name="S3 to 2, sends S1 to 0").last).to_have_attribute("data-move", "S3 2")
    person.close()


def test_a_table_says_how_its_game_is_played(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    for game in names():
        variant = find(game).variant({"length": 14})
        table, _ = server.make(game, rules={"length": 14})
        person.open(f"{server.url}/t/{table}")
        expect(person.page.locator(".how-to-play li")).to_have_text(list(variant.how_to_play))
    person.close()


def test_earlier_games_of_a_table_stay_readable(browser: Browser, server: Served) -> None:
    table, keys = server.make("cross-over")
    host, guest = server.sit(table, keys[0]), Person(browser, server)
    guest.open(f"{server.url}/t/{table}#{keys[1]}")
    host.play("3")
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("button", name="Yes, resign").click()
    while host.now["result"] is None:
        host.receive("news")
    host.send(type="offer", what="rematch")
    guest.page.get_by_role("button", name="Accept").click()
    expect(guest.page.get_by_text("You (Player 1)")).to_be_visible()
    games = guest.page.get_by_role("navigation", name="Games of this table")
    expect(games.get_by_role("listitem")).to_have_text(
        ["Game 1: Player 1 wins. Player 2 resigned.", "Game 2: The game is not over yet."]
    )
    games.get_by_role("link", name="Game 1").click()
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Cross Over, game 1")
    expect(guest.page.locator(".turn")).to_have_text("Player 1 wins. Player 2 resigned.")
    expect(guest.page.locator(".move-list li")).to_have_text(["1.P1 to 4"])
    assert "P1 on 4" in str(guest.page.locator(".board svg").get_attribute("aria-label"))
    guest.page.get_by_role("link", name="Review the game").click()
    expect(guest.page.locator(".value-chart")).to_be_visible()
    guest.page.go_back()
    games.get_by_role("link", name="Game 2").click()
    expect(guest.page.get_by_text("You (Player 1)")).to_be_visible()
    guest.page.goto(f"{server.url}/t/{table}/games/7")
    expect(guest.page.get_by_role("alert")).to_have_text("There is no game 7 at this table; it has games 1 to 2.")
    guest.close()


def test_a_player_whose_seat_a_computer_has_taken_takes_it_back_before_moving(browser: Browser, server: Served) -> None:
    table, keys = server.make("cross-over")
    host = server.sit(table, keys[0])
    host.send(type="computer", player="random")
    person = Person(browser, server)
    while host.now["players"] != ["human", "random"]:
        host.receive("news")
    person.open(f"{server.url}/t/{table}#{keys[1]}")
    expect(person.page.get_by_text("A computer plays on your seat.")).to_be_visible()
    person.page.get_by_role("button", name="Take it back").click()
    expect(person.page.get_by_text("A computer plays on your seat.")).to_be_hidden()
    host.play("3")
    expect(person.page.locator(".turn")).to_contain_text("Your turn")
    person.play("2")
    expect(person.page.locator(".happened")).to_have_text("You move from 9 to 7.")
    person.close()


def test_a_review_says_where_best_play_is_endless(browser: Browser, server: Served) -> None:
    note = "The chart marks endless play, which counts as one half."
    for rules, is_endless in (({"length": 6}, True), ({"length": 2, "soldiers": 1}, False)):
        table, keys = server.make("capture-the-flag", rules=rules)
        one = server.sit(table, keys[0])
        one.play("S1 1")
        one.send(type="resign")
        person = Person(browser, server)
        person.open(f"{server.url}/t/{table}")
        person.page.get_by_role("link", name="Review the game").click()
        chart = person.page.get_by_role("img", name="at the start")
        expect(chart).to_be_visible()
        assert (chart.locator(".endless-dot").count() > 0) == is_endless
        assert person.page.get_by_text(note).count() == is_endless
        assert ("endless at the start" in (chart.get_attribute("aria-label") or "")) == is_endless
        expect(person.page.locator(".sums th").first).to_have_text("start: endless" if is_endless else "start")
        person.close()


def test_dice_that_do_not_follow_from_the_promised_seed_are_found_out(browser: Browser, server: Served) -> None:
    table, keys = server.make("number-race")
    play_out(server.sit(table, keys[0]), server.sit(table, keys[1]), random.Random(1))
    dice = server.get(f"/api/tables/{table}/dice")
    other_seed = {**dice, "seed": "5e" * 32}
    first, second, *rest = dice["rolls"]
    other_roll = {**dice, "rolls": [first, {**second, "rolled": str(int(second["rolled"]) % 6 + 1)}, *rest]}
    right = f"{dice['verdicts']['right']} {NOTHING_KEPT}"
    sentences = right, WRONG_SEED, WRONG_ROLL.format(ply=second["ply"] + 1)
    for sent, sentence in zip((dice, other_seed, other_roll), sentences, strict=True):
        person = Person(browser, server)
        person.page.route("**/dice", answer_with(sent))
        person.open(f"{server.url}/t/{table}")
        person.page.get_by_role("button", name="Check the dice").click()
        expect(person.page.get_by_text(sentence, exact=True)).to_be_visible()
        person.close()


def test_a_browser_finds_out_that_its_seed_was_not_used(browser: Browser, server: Served) -> None:
    host, guest = people = meet(browser, server, "number-race")
    play_on(people, random.Random(3))
    table = host.page.url.rsplit("/", 1)[1]
    dice = server.get(f"/api/tables/{table}/dice")
    assert all(roll["client_seed"] for roll in dice["rolls"])  # both browsers have added theirs
    first, *rest = dice["rolls"]
    others = (f"{number:032x}" for number in range(1000))
    rolled = int(first["rolled"]) - 1
    bent_seed = next(seed for seed in others if number_below(6, dice["seed"], first["ply"], seed) != rolled)
    bent = {**dice, "rolls": [{**first, "client_seed": bent_seed}, *rest]}
    mover, other = (host, guest) if server.get(f"/api/tables/{table}")["table"]["first"] == "P1" else (guest, host)
    for person, sentence in ((mover, WRONG_CLIENT_SEED), (other, WRONG_ROLL)):
        person.page.route("**/dice", answer_with(bent))
        person.page.get_by_role("button", name="Check the dice").click()
        expect(person.page.get_by_text(sentence.format(ply=first["ply"] + 1), exact=True)).to_be_visible()
        person.close()


def test_a_browser_holds_the_host_to_the_commitment_it_saw_first_and_to_its_own_moves(
    browser: Browser, server: Served
) -> None:
    """A host that changes its seed in mid-game names the commitment to the new one from then on."""
    table, keys = server.make("number-race", rules={"board": [1, 2, 3, 4, 5, 6] * 4})  # which two rolls do not end
    other = server.sit(table, keys[1])
    person = Person(browser, server)
    person.open(f"{server.url}/t/{table}#{keys[0]}")
    person.play("roll")
    other.until(2)
    other.play("roll")
    other.until(4)
    other.send(type="resign")
    check = person.page.get_by_role("button", name="Check the dice")
    check.click()
    expect(person.page.get_by_text(right_dice(2), exact=True)).to_be_visible()
    dice = server.get(f"/api/tables/{table}/dice")
    new_seed = "5e" * 32
    rolls = [roll_with(new_seed, roll) for roll in dice["rolls"]]
    moves = dice["moves"].copy()
    for roll in rolls:
        moves[roll["ply"]] = roll["rolled"]
    changed_seed = {**dice, "seed": new_seed, "commitment": commitment(new_seed), "rolls": rolls, "moves": moves}
    changed_move = {**dice, "moves": ["pass", *dice["moves"][1:]]}
    person.page.route_web_socket(re.compile("/ws/"), lambda socket: change_commitment(socket, commitment(new_seed)))
    for answer, sentence in ((changed_seed, WRONG_SEED), (changed_move, WRONG_MOVE.format(ply=1))):
        person.page.route("**/dice", answer_with(answer))
        person.page.reload()
        check.click()
        expect(person.page.get_by_text(sentence, exact=True)).to_be_visible()
    person.close()


def roll_with(seed: str, roll: dict[str, Any]) -> dict[str, Any]:
    """The roll as it follows from another seed of the host, all faces being as likely."""
    faces = [face for face, _ in roll["faces"]]
    index = number_below(len(faces), seed, roll["ply"], roll.get("client_seed"))
    return {**roll, "rolled": faces[index]}


def change_commitment(socket: WebSocketRoute, new: str) -> None:
    """Pass messages on, with another commitment."""
    to_server = socket.connect_to_server()
    socket.on_message(to_server.send)
    to_server.on_message(
        lambda message: socket.send(re.sub('"commitment":"[0-9a-f]+"', f'"commitment":"{new}"', str(message)))
    )


def test_a_browser_keeps_its_notes_of_the_last_twenty_games(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.page.goto(server.url)
    kept = person.page.evaluate(
        """async () => {
          const { DiceNotes } = await import("/pages/dice_notes.js");
          for (let number = 1; number <= 22; number++) {
            new DiceNotes(`game ${number}`).update({ commitment: `${number}`, ply: 0 });
            const name = `headway-dice.game ${number}`;
            const notes = JSON.parse(localStorage.getItem(name));
            localStorage.setItem(name, JSON.stringify({ ...notes, at: number }));
          }
          return Array.from({ length: 22 }, (_, index) => new DiceNotes(`game ${index + 1}`).kept?.commitment ?? null);
        }"""
    )
    assert kept == [None, None, *map(str, range(3, 23))]
    person.close()


def test_what_opens_a_turn_is_shown_below_the_status(browser: Browser, server: Served) -> None:
    """The server is made to send what a game with purses has (tests/table/test_standing.py)."""

    def add_purses(socket: WebSocketRoute) -> None:
        to_server = socket.connect_to_server()
        socket.on_message(to_server.send)

        def pass_on(message: str | bytes) -> None:
            content = json.loads(message)
            if "now" in content and content["now"]["ply"] != 1:
                content["turn_words"] = f"Player 1 has {20 - content['now']['ply']} coins."
            socket.send(json.dumps(content))

        to_server.on_message(pass_on)

    table, keys = server.make("cross-over")
    person, other = Person(browser, server, 360, 640), server.sit(table, keys[1])
    person.page.route_web_socket(re.compile("/ws/"), add_purses)
    person.open(f"{server.url}/t/{table}#{keys[0]}")
    words, board = person.page.locator(".turn-words"), person.page.locator(".board")
    expect(words).to_have_text("Player 1 has 20 coins.")
    expect(person.page.locator(".invite")).to_be_empty()
    before = board.bounding_box()
    person.play("3")
    expect(person.page.locator(".turn")).to_have_text("Player 2 is to move.")
    expect(words).to_have_text("Player 1 has 20 coins.")  # what opened the turn before is not replaced
    other.until(1)
    other.play("2")
    expect(words).to_have_text("Player 1 has 18 coins.")
    expect(person.page.locator("[aria-live=polite]")).to_contain_text("Player 1 has 18 coins.")
    assert board.bounding_box() == before
    person.close()


def answer_with(answer: object) -> Callable[[Route], None]:
    return lambda route: route.fulfill(json=answer)


def test_the_question_whether_to_resign_stays_while_the_other_moves(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "cross-over")
    guest.page.get_by_role("button", name="Resign").click()
    host.play("3")
    expect(guest.page.locator(".turn")).to_contain_text("Your turn")
    expect(guest.page.get_by_role("button", name="Yes, resign")).to_be_focused()
    guest.page.get_by_role("button", name="No", exact=True).click()
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("button", name="Yes, resign").click()
    expect(host.page.locator(".turn")).to_have_text("You win. Player 2 resigned.")
    expect(guest.page.get_by_role("button", name="Resign")).to_have_count(0)
    host.close()
    guest.close()


def test_on_a_phone_an_offer_is_answered_without_scrolling_and_said_once(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "number-race", width=360, height=640, has_touch=True, is_mobile=True)
    expect(host.page.locator(".happened")).to_contain_text("Number Race begins")
    for person, other, offered in ((host, guest, "Player 2 offers a draw."), (guest, host, "Player 1 offers a draw.")):
        other.page.get_by_role("button", name="Offer a draw").click()
        accept = person.page.get_by_role("button", name="Accept")
        expect(accept).to_be_visible()
        assert person.page.evaluate("scrollY") == 0
        assert accept.evaluate(
            """button => {
                const { left, top, width, height } = button.getBoundingClientRect();
                return document.elementFromPoint(left + width / 2, top + height / 2) === button;
            }"""
        )
        assert person.page.locator("main").inner_text().count(offered) == 1 + 1  # seen, and for screen readers
        expect(person.page.locator(".spoken").last).to_contain_text(offered)
        assert person.page.locator(".spoken").last.inner_text().count(offered) == 1
        assert other.page.locator(".happened, .offers").all_inner_texts().count("You offer a draw.") == 1
        person.page.get_by_role("button", name="Decline").click()
        expect(other.page.locator(".happened")).to_contain_text("does not agree to a draw.")
    host.close()
    guest.close()


def test_a_roll_cannot_be_taken_back_and_the_button_says_why(browser: Browser, server: Served) -> None:
    host, guest = meet(browser, server, "number-race")
    takeback = host.page.get_by_role("button", name="Take back")
    host.play("roll")
    expect(guest.page.locator(".turn")).to_contain_text("Your turn")
    for person in (host, guest):
        button = person.page.get_by_role("button", name="Take back")
        expect(button).to_be_disabled()
        expect(button).to_have_accessible_description("A die that has been rolled stays rolled.")
    host.page.reload()
    expect(takeback).to_have_accessible_description("A die that has been rolled stays rolled.")
    host.close()
    guest.close()


def test_on_a_phone_the_answers_to_a_question_are_beside_each_other(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=320, height=640, has_touch=True, is_mobile=True)
    person.make("cross-over", "1")
    for action, consent in (("Resign", "Yes, resign"), ("Offer a draw", "Yes, offer it")):
        person.page.get_by_role("button", name=action, exact=True).click()
        yes = person.page.get_by_role("button", name=consent)
        no = person.page.get_by_role("button", name="No", exact=True)
        assert top(yes) == top(no)
        box = no.bounding_box()
        assert box is not None
        assert box["width"] >= 60
        assert bottom(no) <= 640
        no.click()
    person.close()


def test_the_rule_book_opens_beside_the_board_with_the_rules_at_hand_first(browser: Browser, server: Served) -> None:
    table, _ = server.make("cross-over", rules={"length": 14})
    person = Person(browser, server, width=360, height=640)
    person.open(f"{server.url}/t/{table}")
    person.page.get_by_text("Rules of Cross Over").click()
    rules = person.page.get_by_role("region", name="The rules")
    expect(rules.get_by_role("heading").first).to_have_text("As it is played here")
    expect(rules.get_by_role("listitem").first).to_have_text(find("cross-over").variant({"length": 14}).how_to_play[0])
    expect(rules).to_contain_text("Unlike the book: length 14.")
    expect(rules.get_by_role("heading", name="Rulings")).to_be_visible()
    assert person.page.evaluate("document.documentElement.scrollWidth") == 360
    assert person.page.locator(".board").is_visible()
    person.page.get_by_text("Rules of Cross Over").click()
    expect(rules).to_be_hidden()
    person.close()


@pytest.mark.parametrize("game", names())
def test_a_rule_book_names_no_option_of_a_command(game: str) -> None:
    assert "--" not in find(game).rulebook
    assert "headway " not in find(game).rulebook
