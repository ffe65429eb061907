"""The start page: the games, the form that makes a table, and the tables of this browser."""

import json
import re
from datetime import date
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Route, expect

from headway.catalogue import find, names
from tests.served import Served
from tests.web.pages.person import Person, bottom, top


def test_the_first_page_is_light(browser: Browser, server: Served) -> None:
    """All that a browser which has nothing yet receives for it, heads of the answers included."""
    person = Person(browser, server)
    network, addresses, sizes = person.context.new_cdp_session(person.page), dict[str, str](), dict[str, float]()
    network.on("Network.requestWillBeSent", lambda sent: addresses.update({sent["requestId"]: sent["request"]["url"]}))
    network.on("Network.loadingFinished", lambda done: sizes.update({done["requestId"]: done["encodedDataLength"]}))
    network.send("Network.enable")
    person.page.goto(server.url, wait_until="networkidle")
    expect(person.page.get_by_role("article")).to_have_count(len(names()))
    assert set(sizes) == set(addresses)  # all that was asked for has come
    paths = {urlsplit(address).path for address in addresses.values()}
    assert paths >= {"/", "/pages/style.css", "/pages/app.js", "/pages/start.js", "/pages/board.js", "/api/games"}
    assert 15_000 < sum(sizes.values()) < 60_000
    person.close()


def test_a_link_that_opens_nothing_says_so(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.page.goto(f"{server.url}/t/nothing-here")
    expect(person.page.get_by_role("alert")).to_contain_text("There is no such table.")
    person.page.goto(f"{server.url}/nothing")
    expect(person.page.get_by_role("alert")).to_contain_text("There is nothing at this address.")
    person.page.goto(f"{server.url}/rules/chess")
    expect(person.page.get_by_role("alert")).to_contain_text("chess")
    assert json.loads(json.dumps(person.errors)) == []
    person.close()


def test_the_first_page_lists_the_tables_where_one_has_a_seat(browser: Browser, server: Served) -> None:
    one = Person(browser, server)
    one.page.goto(server.url)
    expect(one.page.get_by_role("article").first).to_be_visible()
    assert one.page.get_by_role("region", name="Your open tables").count() == 0
    one.make_in_dialog("cross-over")
    table_id, _, invitation = one.invite.rpartition("/")[2].partition("#")
    friend = server.sit(table_id, invitation)
    one.page.goto(server.url)
    table = one.page.get_by_role("region", name="Your open tables").get_by_role("listitem")
    expect(table).to_contain_text(re.compile("against Player 2. (Your turn: choose a move.|Player 2 is to move.)"))
    expect(table).to_contain_text(re.compile(rf"Begun \w+ \d+, {date.today().year}, "))
    table.get_by_role("link", name="Cross Over").click()
    expect(one.page.get_by_text("You (Player 1)")).to_be_visible()
    one.page.get_by_role("button", name="Resign").click()
    one.page.get_by_role("button", name="Yes, resign").click()
    expect(one.page.get_by_text("Player 2 wins.").first).to_be_visible()
    one.page.goto(server.url)
    expect(one.page.get_by_role("article").first).to_be_visible()
    finished = one.page.get_by_role("region", name="Your finished games")
    finished.get_by_text("Your finished games").click()
    expect(finished.get_by_role("listitem")).to_contain_text("Cross Over against Player 2. Player 2 wins.")
    expect(finished.get_by_role("listitem")).to_contain_text(re.compile(rf"\w+ \d+, {date.today().year}, "))
    assert one.page.get_by_role("region", name="Your open tables").count() == 0
    one.page.goto(f"{server.url}/t/{table_id}")
    one.page.get_by_role("button", name="Rematch").click()
    while "rematch" not in friend.now["offers"]:
        friend.receive("news")
    friend.send(type="accept", what="rematch")
    expect(one.page.get_by_text("You (Player 2)")).to_be_visible()
    one.page.goto(server.url)  # the game before the rematch is not hidden
    expect(one.page.get_by_role("region", name="Your open tables").get_by_role("listitem")).to_have_count(1)
    finished.get_by_text("Your finished games").click()
    finished.get_by_role("link", name="Review of Cross Over, game 1").click()
    expect(one.page).to_have_url(re.compile("/games/1/review$"))
    expect(one.page.get_by_role("heading", level=1)).to_contain_text("Cross Over")
    one.close()


def test_tables_of_one_game_are_told_apart_and_keep_a_distance_from_the_games(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=360, height=640)
    for level in ("1", "perfect"):
        person.make_in_dialog("cross-over", level)
    person.page.goto(server.url)
    tables = person.page.get_by_role("region", name="Your open tables")
    expect(tables.get_by_role("listitem")).to_have_count(2)
    expect(tables).to_contain_text("Cross Over against the computer, level 1.")
    expect(tables).to_contain_text("Cross Over against the computer, perfect.")
    assert top(person.page.get_by_role("article").first) - bottom(tables) >= 8
    person.close()


def test_a_board_that_is_none_is_refused_in_one_line(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    card = person.rules_of("number-race")
    card.get_by_label("Board").fill("4,abc")
    card.get_by_role("button", name="Make a table").click()
    expect(card.get_by_role("alert")).to_have_text(
        "“4,abc” is not a board. Enter whole numbers separated by commas, or nothing."
    )
    person.close()


def test_a_wrong_rule_is_shown_even_where_the_rules_are_folded_away(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    card = person.rules_of("cross-over")
    card.get_by_label("Length").fill("0")
    card.get_by_text("Other rules").click()
    card.get_by_role("button", name="Make a table").click()
    expect(card.get_by_label("Length")).to_be_focused()
    expect(card.get_by_role("alert").filter(has_text="greater than or equal to")).to_be_visible()
    person.close()


def test_a_small_board_of_a_long_track_leaves_out_where_nothing_stands(browser: Browser, server: Served) -> None:
    """1001 squares in 41 rows: those of both starts and of the center are drawn, and what is between them is named."""
    person = Person(browser, server)
    setup = person.rules_of("race-to-the-center")
    setup.get_by_label("Length").fill("1000")
    expect(setup.locator(".preview .left-out")).to_have_text(["… 25 to 499 …", "… 525 to 999 …"])
    shown = setup.locator(".preview svg .square")
    expect(shown).to_have_count(1001 - 475 - 475)
    expect(setup.locator(".preview svg .square.goal")).to_have_count(1)
    person.close()


def test_rules_that_cannot_be_played_show_no_board_and_what_is_allowed(browser: Browser, server: Served) -> None:
    """A value that the field or the server refuses does not keep the board of other rules in sight."""
    person = Person(browser, server)
    setup = person.rules_of("race-to-the-center")
    length = find("race-to-the-center").rule_list[0]
    least, most = length.allowed[0], length.allowed[-1]
    expect(setup.locator("label", has=person.page.locator('[name="rule.length"]'))).to_contain_text(
        f"From {least} to {most}, in steps of 2."
    )
    preview, known = setup.locator(".preview"), setup.locator(".known")
    expect(preview.locator("svg")).to_be_visible()
    expect(known).to_contain_text("with best play")
    room = bottom(preview) - top(preview)
    setup.get_by_label("Length").fill("0")
    expect(preview).to_contain_text("There is no game by these rules. Length: Value must be greater than or equal to")
    expect(known).to_be_empty()
    assert bottom(preview) - top(preview) == pytest.approx(room, abs=0.1)  # what is below it stays
    setup.get_by_label("Length").fill("12")
    expect(preview.locator("svg")).to_be_visible()
    expect(known).to_contain_text("with best play")
    setup = person.rules_of("number-race")
    setup.get_by_label("Board").fill("4,2,9")
    expect(setup.locator(".decision").get_by_role("alert")).to_contain_text("6")  # the largest number
    expect(setup.locator(".preview")).to_have_text("There is no game by these rules: check their values.")
    person.close()


@pytest.mark.parametrize(("width", "height"), [(360, 640), (900, 500)])
def test_what_is_wrong_with_a_rule_is_never_behind_the_buttons(
    width: int, height: int, browser: Browser, server: Served
) -> None:
    person = Person(browser, server, width=width, height=height)
    for game in names():
        rules = find(game).rule_list
        card = person.rules_of(game)
        for rule in [rule for rule in rules if not rule.choices and not rule.is_row]:
            field = card.locator(f'[name="rule.{rule.name}"]')
            field.fill("1000000")
            card.evaluate("dialog => dialog.scrollTo(0, 0)")
            card.get_by_role("button", name="Make a table").click()
            error = card.locator(".field-error")
            expect(error).to_contain_text("less than or equal to")
            expect(error).to_be_in_viewport(ratio=1)
            assert bottom(error) <= top(card.locator(".decision"))
            expect(field).to_be_focused()
            field.fill(str(rule.default))
            expect(error).to_have_count(0)
    person.close()


def test_what_the_server_refuses_is_told_above_the_buttons(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=360, height=640)
    card = person.rules_of("number-race")
    card.get_by_label("Board").fill("4,abc")
    card.evaluate("dialog => dialog.scrollTo(0, 0)")
    button, error = card.get_by_role("button", name="Make a table"), card.get_by_role("alert")
    button.click()
    expect(error).to_contain_text("“4,abc” is not a board.")
    expect(error).to_be_in_viewport(ratio=1)
    assert bottom(error) <= top(button)
    card.get_by_label("Board").fill("")
    expect(error).to_have_count(0)
    refusal = {"error": "too-many-tables", "message": "Too many tables are being opened."}
    person.page.route("**/api/tables", lambda route: route.fulfill(status=429, json=refusal))
    button.click()
    expect(error).to_have_text("Too many tables are being opened.")
    expect(error).to_be_in_viewport(ratio=1)
    assert bottom(error) <= top(button)
    expect(button).to_be_enabled()
    person.close()


def test_a_preview_that_comes_late_leaves_what_the_server_has_refused(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    setup = person.rules_of("cross-over")
    expect(setup.locator(".preview svg")).to_be_visible()
    held: list[Route] = []
    person.page.route("**/api/variants", lambda route: held.append(route))
    refusal = {"error": "too-many-tables", "message": "Too many tables are being opened."}
    person.page.route("**/api/tables", lambda route: route.fulfill(status=429, json=refusal))
    with person.page.expect_request("**/api/variants"):
        setup.get_by_label("Length").fill("14")
    setup.get_by_role("button", name="Make a table").click()
    error = setup.get_by_role("alert")
    expect(error).to_have_text("Too many tables are being opened.")
    for route in held:
        route.continue_()
    expect(setup.locator(".preview svg")).to_have_attribute("aria-label", re.compile("^The track from 1 to 14"))
    expect(error).to_have_text("Too many tables are being opened.")
    setup.get_by_label("Length").fill("12")  # of other rules nothing was refused
    expect(error).to_have_count(0)
    person.close()


def test_every_card_shows_its_game_and_the_page_fits_two_screens_of_a_phone(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=360, height=640, has_touch=True, is_mobile=True)
    person.page.goto(server.url)
    for game in names():
        card = person.page.get_by_role("article", name=find(game).title)
        expect(card.get_by_text(find(game).words.SUMMARY)).to_be_visible()
        expect(card.locator("svg .piece").first).to_be_visible()
        expect(card.get_by_role("button")).to_have_text(["Play a friend", "Play the computer"])
        card.get_by_text("How to play").click()
        expect(card.locator(".how-to-play li")).to_have_text(list(find(game).how_to_play))
        card.get_by_text("How to play").click()
    assert person.page.evaluate("document.documentElement.scrollHeight") <= 2 * 640
    person.close()


def test_the_buttons_of_a_card_stay_inside_it_on_a_narrow_phone(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=320, height=640, has_touch=True, is_mobile=True)
    person.page.goto(server.url)
    for game in names():
        card = person.page.get_by_role("article", name=find(game).title)
        inside = """card => [...card.querySelectorAll("button, svg")].every(
            (part) => part.getBoundingClientRect().right <= card.getBoundingClientRect().right - 8)"""
        assert card.evaluate(inside)
    person.close()


def test_a_table_is_set_up_as_the_dialog_says(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    setup = person.rules_of("cross-over")
    setup.get_by_label("Who begins").select_option("P2")
    setup.get_by_label("Wins needed").fill("2")
    setup.get_by_label("Length").fill("12")
    setup.get_by_role("button", name="Make a table").click()
    expect(person.page.locator(".players")).to_contain_text("0 of 2")
    expect(person.page.locator(".rules")).to_contain_text("The first to win 2 games wins the match.")
    expect(person.page.locator(".rules")).to_contain_text("Rules: length 12.")
    expect(person.page.locator(".turn")).to_contain_text("Your friend is to move")
    assert "from 1 to 12" in person.page.locator(".board").inner_text()
    person.page.get_by_text("Rules of Cross Over").click()
    person.page.get_by_role("link", name="The book on its own page").click()
    expect(person.context.pages[-1].get_by_role("heading", level=1)).to_contain_text("Cross Over")
    person.close()


def test_the_preview_follows_the_rules_and_says_what_is_known_of_them(browser: Browser, server: Served) -> None:
    """The values are those that independent programs agree on (tests/solver/test_peers.py)."""
    person = Person(browser, server)
    for game, known in (
        ("race-to-the-center", "The player who moves second wins with best play, in 6 moves of both sides."),
        ("cross-over", "The player who moves first wins with best play, in 7 moves of both sides."),
        ("capture-the-flag", "With best play the game can go on for ever."),
        (
            "number-race",
            "The board is dealt for each game. On the one shown, the player who moves first wins 53.8 % of the games.",
        ),
    ):
        setup = person.set_up(game)
        expect(setup.locator(".known")).to_have_text(known)
    setup = person.rules_of("cross-over")
    setup.get_by_label("Length").fill("14")
    expect(setup.locator(".preview svg")).to_have_attribute("aria-label", re.compile("^The track from 1 to 14"))
    expect(setup.locator(".preview li")).to_have_text(list(find("cross-over").variant({"length": 14}).how_to_play))
    setup.get_by_role("button", name="Cancel").click()
    expect(setup).to_have_count(0)
    person.close()


def test_a_level_is_asked_for_only_where_there_is_something_to_decide(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    expect(person.set_up("cross-over", "3").get_by_label("Level")).to_have_value("3")
    expect(person.set_up("number-race", "random").get_by_label("Level")).to_be_hidden()
    person.close()


def test_the_level_that_was_chosen_comes_back_with_the_rules_that_allow_it(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    setup = person.set_up("cross-over", "3")
    setup.get_by_text("Other rules").click()
    setup.get_by_label("Longest step").fill("1")  # nothing is to decide
    expect(setup.get_by_label("Level")).to_be_hidden()
    setup.get_by_label("Longest step").fill("2")
    expect(setup.get_by_label("Level")).to_be_visible()
    expect(setup.get_by_label("Level")).to_have_value("3")
    person.close()


def test_the_dialog_offers_fairer_rules_where_the_game_has_them(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    setup = person.set_up("predictive-pursuit")
    expect(setup.locator(".known")).to_have_text("With best play the game can go on for ever.")
    setup.locator("[name=preset]").select_option("with an end")
    expect(setup.locator(".known")).to_have_text(re.compile("The player who moves first wins 53.. % of the games"))
    setup.get_by_text("Other rules").click()
    expect(setup.get_by_label("Overshoot")).to_have_value("stops")
    setup.get_by_label("Length").fill("12")
    expect(setup.locator("[name=preset]")).to_have_value("as set below")
    setup.locator("[name=preset]").select_option("as in the rule book")
    expect(setup.get_by_label("Length")).to_have_value("10")
    expect(setup.get_by_label("Overshoot")).to_have_value("refused")
    setup.locator("[name=preset]").select_option("with an end, and longer")
    setup.get_by_role("button", name="Make a table").click()
    person.page.locator(".turn").wait_for()
    shown = server.get(f"/api/tables/{person.page.url.split('/')[-1]}")
    assert shown["table"]["changed"] == {"length": "20", "overshoot": "stops"}
    assert person.set_up("cross-over").locator("[name=preset]").count() == 0  # under any rules one side wins
    person.close()


def test_a_dialog_that_comes_back_with_its_page_can_be_used_again(browser: Browser, server: Served) -> None:
    """As from a browser's cache of pages, when one goes back from the table."""
    person = Person(browser, server)
    setup = person.set_up("cross-over")
    person.page.route("**/t/*", lambda route: route.fulfill(status=204))  # with which a browser stays where it is
    button = setup.get_by_role("button", name="Make a table")
    with person.page.expect_request("**/t/*"):
        button.click()
    expect(button).to_be_disabled()
    person.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(button).to_be_enabled()
    person.close()


def test_an_error_beside_a_field_leaves_what_else_describes_it(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.page.goto(server.url)
    described = person.page.evaluate(
        """async () => {
          const { clearError, showError } = await import("/pages/field_errors.js");
          document.body.innerHTML = '<p id="about">A name.</p><input name="player" aria-describedby="about">';
          const field = document.querySelector("input");
          const ids = () => field.getAttribute("aria-describedby");
          clearError(field);
          const found = [ids()];
          showError(field, "One.");
          showError(field, "Two.");
          found.push(ids());
          clearError(field);
          return [...found, ids(), document.body.textContent];
        }"""
    )
    assert described == ["about", "about error-player", "about", "A name."]
    person.close()
