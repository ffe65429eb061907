"""Names in real browsers: asked for once, told to everyone, and announced when somebody comes or goes."""

import re

from playwright.sync_api import Browser, WebSocketRoute, expect

from headway.voice import LONGEST_NAME
from tests.served import Client, Served, resigned_by_ada
from tests.web.pages.person import Person, bottom, top


def host_called(name: str, browser: Browser, server: Served, width: int = 900, height: int = 800) -> Person:
    host = Person(browser, server, width, height)
    setup = host.set_up("predictive-pursuit")
    setup.get_by_label("Your name").fill(name)
    setup.get_by_label("Who begins").select_option("P1")
    setup.get_by_role("button", name="Make a table").click()
    expect(host.page.locator(".players")).to_be_visible()  # a reload before that would show the start page again
    return host


def ada_waits(server: Served) -> tuple[Client, str]:
    """Ada as Player 1 at a new table, without a browser, and the link to its other seat."""
    table, keys = server.make("predictive-pursuit")
    ada = server.sit(table, keys[0])
    ada.send(type="name", name="Ada")
    ada.receive("news")
    return ada, f"{server.url}/t/{table}#{keys[1]}"


def test_names_are_asked_for_told_and_announced(browser: Browser, server: Served) -> None:
    host, guest = host_called("Ada", browser, server), Person(browser, server)
    expect(host.page.locator(".players")).to_contain_text("You (Ada)")
    guest.open(host.invite)
    expect(guest.page.locator(".turn")).to_have_text("Ada is choosing in secret.")
    expect(host.page.get_by_role("status").filter(has_text="Player 2 has joined.")).to_be_visible()
    expect(host.page).to_have_title(re.compile(r"^Player 2 has joined\. Your turn . Predictive Pursuit . Headway$"))
    guest.page.get_by_label("Your name").fill("<b>Ben</b>")  # shown as it is
    guest.page.get_by_role("button", name="Save").click()
    expect(host.page.locator(".players")).to_contain_text("<b>Ben</b>")
    assert host.page.locator(".players b").count() == 0
    host.play("1")
    expect(guest.page.locator(".turn")).to_have_text("Your turn: guess what Ada has chosen.")
    guest.play("2")
    expect(host.page.locator(".happened")).to_have_text("<b>Ben</b> guessed 2; you had chosen 1 and move to 1.")
    expect(host.page.get_by_role("link", name="2. <b>Ben</b> 2 ✗")).to_be_visible()
    guest.page.goto("about:blank")
    expect(host.page.get_by_role("status").filter(has_text="<b>Ben</b> has left.")).to_be_visible()
    expect(host.page).to_have_title(re.compile(r"^<b>Ben</b> has left\. "))
    expect(host.page.get_by_text("<b>Ben</b> is not here.")).to_be_visible()
    host.close()
    guest.close()


def test_analysis_and_review_of_a_finished_game_use_the_names(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    person.page.goto(f"{server.url}/t/{resigned_by_ada(server)}/games/1/review")
    expect(person.page.locator(".mistakes button")).to_have_text(["1. Ada: P1 to 2 let P2 reach 0; P1 to 4 won."])
    expect(person.page.get_by_role("heading", name="Moves: the chance that Ada wins")).to_be_visible()
    person.page.get_by_role("link", name="1. Ada P1 to 2").click()
    expect(person.page.locator(".happened")).to_have_text("Ada moves from 1 to 2.")
    expect(person.page.locator(".turn")).to_have_text("Ben is to move.")
    goals = [re.compile(f"^{name} makes for this square$") for name in ("Ben", "Ada")]
    expect(person.page.locator(".goal-sign title")).to_have_text(goals)
    expect(person.page.locator(".board .spoken")).to_contain_text("Ada makes for ")
    expect(person.page.locator(".value-told")).to_have_text(re.compile("^Ben wins with best play"))
    person.close()


def test_a_name_is_remembered_for_the_next_table_and_may_be_empty(browser: Browser, server: Served) -> None:
    host = host_called("Ada", browser, server)
    expect(host.page.locator(".players")).to_contain_text("You (Ada)")
    setup = host.set_up("cross-over")
    expect(setup.get_by_label("Your name")).to_have_value("Ada")
    setup.get_by_role("button", name="Make a table").click()
    expect(host.page.locator(".players")).to_contain_text("You (Ada)")
    host.page.get_by_text("Your name").first.click()
    host.page.get_by_label("Your name").fill("")
    host.page.get_by_role("button", name="Save").click()
    expect(host.page.locator(".players")).to_contain_text("You (Player 1)")
    host.page.reload()
    expect(host.page.locator(".players")).to_contain_text("You (Player 1)")
    host.close()


def test_a_name_that_a_lost_connection_has_swallowed_is_sent_again(browser: Browser, server: Served) -> None:
    host = Person(browser, server)
    host.make("predictive-pursuit")
    swallowed: list[str] = []

    def swallow_a_name(socket: WebSocketRoute) -> None:
        to_server = socket.connect_to_server()

        def receive(message: str | bytes) -> None:
            if '"name"' in str(message) and not swallowed:
                swallowed.append(str(message))
                socket.close()
            else:
                to_server.send(message)

        socket.on_message(receive)

    host.page.route_web_socket(re.compile("/ws/"), swallow_a_name)
    host.page.reload()
    host.page.get_by_label("Your name").fill("Ada")
    host.page.get_by_role("button", name="Save").click()
    expect(host.page.locator(".players")).to_contain_text("You (Ada)")
    assert len(swallowed) == 1
    assert host.page.evaluate("localStorage.getItem('headway-name')") == "Ada"
    host.close()


def test_a_name_that_is_refused_is_told_beside_its_field_and_opens_no_table(browser: Browser, server: Served) -> None:
    host = Person(browser, server, width=360, height=640)
    setup = host.set_up("cross-over")
    field, button = setup.get_by_label("Your name"), setup.get_by_role("button", name="Make a table")
    for name, reason in (
        ("A" * 25, "too long: it has 25 letters, and a name at most 24."),
        ("player 2", "another player;"),
    ):
        field.fill(name)
        button.click()
        error = setup.get_by_role("alert").filter(has_text=reason)
        expect(error).to_be_visible()
        expect(field).to_be_focused()
        expect(field).to_have_accessible_description(re.compile(re.escape(reason)))
        assert bottom(error) <= top(setup.locator(".decision"))
        assert setup.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    assert host.page.url.rstrip("/") == server.url  # no table was opened
    assert not any("/api/tables" in address for address in host.requests)
    setup = host.set_up("number-race")
    expect(setup.get_by_label("Your name")).to_have_value("")  # nothing carries over
    setup.get_by_label("Your name").fill("Ada")
    expect(setup.locator(".field-error")).to_have_count(0)
    setup.get_by_role("button", name="Make a table").click()
    expect(host.page.locator(".players")).to_contain_text("You (Ada)")
    host.close()


def test_a_name_that_the_other_player_has_is_refused_beside_its_field_and_not_remembered(
    browser: Browser, server: Served
) -> None:
    (host, link), guest = ada_waits(server), Person(browser, server)
    guest.open(link)
    field = guest.page.get_by_label("Your name")
    field.fill("ADA")
    guest.page.get_by_role("button", name="Save").click()
    expect(guest.page.locator("form").get_by_role("alert")).to_have_text("That is the other player's name.")
    host.play("1")
    expect(guest.page.locator(".turn.yours")).to_be_visible()
    expect(guest.page.locator("form").get_by_role("alert")).to_be_visible()  # until another name is typed
    assert guest.page.evaluate("localStorage.getItem('headway-name')") is None
    field.fill("Ben")
    guest.page.get_by_role("button", name="Save").click()
    expect(guest.page.locator(".players")).to_contain_text("You (Ben)")
    expect(guest.page.locator("form").get_by_role("alert")).to_have_count(0)
    assert guest.page.evaluate("localStorage.getItem('headway-name')") == "Ben"
    guest.close()


def test_a_remembered_name_that_is_refused_at_a_table_takes_nothing_from_the_board(
    browser: Browser, server: Served
) -> None:
    guest = host_called("ada", browser, server)
    expect(guest.page.locator(".players")).to_contain_text("You (ada)")
    _, link = ada_waits(server)
    guest.open(link)
    expect(guest.page.locator(".play").get_by_role("alert")).to_have_text("That is the other player's name.")
    expect(guest.page.locator("form").get_by_role("alert")).to_be_visible()
    expect(guest.page.locator(".board")).to_be_focused()
    assert guest.page.evaluate("scrollY") == 0
    guest.close()


def test_the_widest_name_fits_a_narrow_phone(browser: Browser, server: Served) -> None:
    person = Person(browser, server, width=320, height=640, has_touch=True, is_mobile=True)
    setup = person.set_up("cross-over")
    setup.get_by_label("Your name").fill("W" * LONGEST_NAME)
    setup.get_by_label("Wins needed").fill("100")
    setup.get_by_role("button", name="Make a table").click()
    expect(person.page.locator(".players")).to_contain_text(f"You ({'W' * LONGEST_NAME})")
    expect(person.page.locator(".players")).to_contain_text("0 of 100")
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 320
    person.close()


def test_the_invitation_is_on_the_first_screen_of_a_phone(browser: Browser, server: Served) -> None:
    host = host_called("", browser, server, width=360, height=640)
    field = host.page.get_by_label("Send this link to a friend")
    expect(field).to_be_in_viewport(ratio=1)
    expect(host.page.locator(".invite").get_by_role("button", name="Copy")).to_be_in_viewport(ratio=1)
    assert host.page.evaluate("document.documentElement.scrollWidth") == 360
    host.close()


def test_a_computer_can_be_asked_for_only_when_it_may_take_the_seat(browser: Browser, server: Served) -> None:
    table, keys = server.make("predictive-pursuit")
    host = Person(browser, server)
    host.open(f"{server.url}/t/{table}#{keys[0]}")
    button = host.page.get_by_role("button", name="Let a computer play")
    expect(button).to_be_enabled()
    guest = server.sit(table, keys[1])
    expect(button).to_have_count(0)
    guest.close()
    expect(button).to_be_disabled()
    expect(button).to_contain_text(" s)")
    host.close()


def test_the_buttons_of_the_dialog_are_in_sight_on_a_phone(browser: Browser, server: Served) -> None:
    host = Person(browser, server, width=360, height=640)
    setup = host.set_up("predictive-pursuit")
    expect(setup.get_by_text("the other player guesses")).to_have_count(1)
    assert setup.evaluate("dialog => dialog.scrollHeight > dialog.clientHeight")
    expect(setup.get_by_role("button", name="Make a table")).to_be_in_viewport(ratio=1)
    host.close()
