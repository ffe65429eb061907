"""Changes that any game can have, on the pages: set up in the dialog, played with buttons, and shown on the board."""

from playwright.sync_api import Browser, Locator, expect

from headway.catalogue import find
from headway.table.table import Table
from tests.served import Served
from tests.web.pages.person import Person


def made(browser: Browser, server: Served, game: str, **changes: str) -> tuple[Person, Person]:
    """Two people at a table whose rules have these changes."""
    host, guest = Person(browser, server), Person(browser, server)
    setup = host.rules_of(game)
    setup.get_by_label("Who begins").select_option("P1")
    for name, value in changes.items():
        field = setup.locator(f'[name="rule.{name}"]')
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    setup.get_by_role("button", name="Make a table").click()
    guest.open(host.invite)
    return host, guest


def shape(player: Locator) -> str | None:
    """Which side a player has, by the sign beside the name."""
    return player.locator("svg.sign").get_attribute("class")


def test_the_second_player_swaps_sides_with_a_button(browser: Browser, server: Served) -> None:
    host, guest = made(browser, server, "cross-over", pie="yes")
    host.play("3")
    expect(guest.page.locator(".moves button")).to_have_text(["Keep", "Swap"])
    players = guest.page.locator(".player")
    before = [shape(players.nth(seat)) for seat in (0, 1)]
    guest.play("swap")
    told = guest.page.locator(".happened")
    expect(told).to_have_text("You swap sides: from now on you play P1 and Player 1 plays P2.")
    expect(host.page.locator(".moves button")).to_have_text(["P2 to 8", "P2 to 7", "P2 to 6"])
    assert [shape(players.nth(seat)) for seat in (0, 1)] == before[::-1]
    expect(players.nth(1).locator(".aim")).to_have_text("→ ≥10")
    expect(guest.page.locator(".owners")).to_have_text("You play P1; Player 1 plays P2.")
    expect(host.page.locator(".owners")).to_have_text("Player 2 plays P1; you play P2.")
    expect(host.page.locator(".goal-sign title").last).to_have_text("Player 2 makes for this square")
    host.page.locator(".move-list a").first.click()  # before the swap
    expect(host.page.locator(".owners")).to_be_hidden()
    expect(host.page.locator(".goal-sign title").last).to_have_text("Player 1 makes for this square")
    expect(host.page.locator(".player").nth(1).locator(".aim")).to_have_text("→ ≤0")
    host.page.get_by_role("button", name="Back to the game").click()
    expect(host.page.locator(".owners")).to_be_visible()
    expect(host.page.locator(".player").nth(1).locator(".aim")).to_have_text("→ ≥10")
    host.play("2")
    expect(told).to_have_text("Player 1 moves from 9 to 7.")
    guest.page.reload()
    expect(guest.page.locator(".player").nth(1).locator(".aim")).to_have_text("→ ≥10")
    host.close()
    guest.close()


def test_the_analysis_board_says_who_plays_which_pieces(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    text = Table(find("cross-over").variant({"pie": "yes"})).play("3").play("swap").play("2").text
    person.page.goto(f"{server.url}/p#{text}")
    owners = person.page.locator(".owners")
    expect(owners).to_have_text("Player 2 plays P1; Player 1 plays P2.")
    expect(person.page.locator(".goal-sign title").last).to_have_text("Player 2 makes for this square")
    for _ in range(2):
        person.page.keyboard.press("ArrowLeft")
    expect(owners).to_be_hidden()
    expect(person.page.locator(".goal-sign title").last).to_have_text("Player 1 makes for this square")
    person.close()


def test_the_lot_decides_and_the_cap_ends_the_game(browser: Browser, server: Served) -> None:
    table, keys = server.make("race-to-the-center", rules={"lot": "yes", "cap": 2})
    host, guest = Person(browser, server), Person(browser, server)
    for person, key in zip((host, guest), keys, strict=True):
        person.open(f"{server.url}/t/{table}#{key}")
    expect(host.page.get_by_text("The lot decides").first).to_be_visible()
    mover = host if "Your turn" in host.turn else guest
    mover.play("1")
    for person in (host, guest):
        expect(person.page.locator(".turn")).to_have_text("The game is a draw. The limit of 2 moves is reached.")
        person.close()


def test_the_lot_is_drawn_in_one_way(browser: Browser, server: Served) -> None:
    """The dialog asks who begins; the rule that lets chance decide it in the game itself would be the same again."""
    person = Person(browser, server)
    setup = person.rules_of("cross-over")
    expect(setup.get_by_label("Who begins").locator("option")).to_have_text(["by lot", "me", "the other player"])
    expect(setup.locator("details label")).to_contain_text(["Length", "Longest step", "Pie", "Head start", "Cap"])
    person.close()


def test_a_head_start_can_be_as_long_as_the_other_rules_let_it(browser: Browser, server: Served) -> None:
    person = Person(browser, server)
    setup = person.rules_of("race-to-the-center")
    field = setup.locator('[name="rule.head_start"]')
    label = setup.locator("label", has=person.page.locator('[name="rule.head_start"]'))
    expect(label).to_contain_text("From 0 to 4.")
    field.fill("9")
    preview = setup.locator(".preview")
    expect(preview).to_contain_text("Head start: Value must be less than or equal to 4")
    field.fill("4")
    expect(preview.locator("svg")).to_be_visible()
    setup.get_by_label("Length").fill("6")
    alert = setup.locator(".decision").get_by_role("alert")
    expect(alert).to_have_text("head_start can be at most 2 under these rules, not 4.")
    field.fill("2")
    expect(label).to_contain_text("From 0 to 2.")
    setup.get_by_label("Length").fill("10")
    expect(label).to_contain_text("From 0 to 4.")
    field.fill("4")
    expect(alert).to_have_count(0)
    expect(setup.locator(".preview")).to_contain_text("The second player starts 4 positions ahead: Player 2 at 6")
    person.close()
