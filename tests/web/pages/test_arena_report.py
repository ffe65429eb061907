"""The report of the arena in a browser: on a telephone and a desktop, light and dark, and its links to the server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect

from headway.arena.agents import CallableAgent, PolicyAgent
from headway.arena.ledger import InMemory
from headway.arena.matches import plan_matches, play_matches
from headway.arena.policy_audit import audit, plan_audit, result_of
from headway.arena.report.audit_report import audit_section
from headway.arena.report.html import Links
from headway.arena.report.match_report import match_section
from headway.arena.standings import standings_of
from headway.catalogue import find
from headway.drawing.html import page
from headway.policies import named
from tests.served import Served
from tests.web.pages.test_axe import PALE, RUN_AXE, SCHEMES, SCREENS

HOSTILE = '</pre><script>window.hacked = 1</script><img src="x" onerror="window.hacked = 1">'


@pytest.fixture(scope="module")
def report(server: Served, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An audit of a function with a hostile name, and its matches against a level."""
    game, links = find("race-to-the-center"), Links(server.url)
    agent = CallableAgent(lambda question: question.table.legal[0], f"agent {HOSTILE}")
    ledger, plan = InMemory(), plan_audit(game)
    for _ in audit(plan, agent, ledger):
        pass
    for entry in ledger.entries:
        entry["said"] = [["system", "The rules."], ["user", HOSTILE], ["assistant", HOSTILE * 5]]
    sections = [audit_section(plan, result_of(plan, agent, ledger.entries), agent, ledger.entries, links)]
    agents, games = [agent, PolicyAgent(named(game, "5"))], InMemory()
    matches = plan_matches(game, agents, 4)
    for _ in play_matches(matches, games):
        pass
    sections.append(match_section(standings_of(matches, games.entries), agents, links))
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(page("A report", sections), "utf-8")
    return path


@pytest.fixture(params=SCHEMES)
def shown(request: pytest.FixtureRequest, browser: Browser, report: Path) -> Iterator[Page]:
    """The report in a browser, with some of what is folded open."""
    context = browser.new_context(color_scheme=request.param, bypass_csp=True)  # for axe
    opened = context.new_page()
    opened.goto(report.as_uri())
    opened.evaluate(
        "for (const folded of [...document.querySelectorAll('main > details')].filter((_, at) => at % 9 === 0))"
        " for (const each of [folded, ...folded.querySelectorAll('details')]) each.open = true"
    )
    yield opened
    context.close()


def test_it_fits_every_screen_and_everyone_can_read_it(shown: Page) -> None:
    shown.add_script_tag(content=AXE_SCRIPT)
    for width, height in SCREENS.values():
        shown.set_viewport_size({"width": width, "height": height})
        assert shown.evaluate("document.documentElement.scrollWidth") <= width
        assert [found["id"] for found in shown.evaluate(RUN_AXE)] == []
        assert shown.evaluate(PALE) == []
    assert shown.evaluate("window.hacked") is None
    assert shown.locator("script").count() == 1  # that of axe


def test_the_page_runs_and_loads_nothing(browser: Browser, report: Path) -> None:
    context = browser.new_context()
    opened, asked, told = context.new_page(), list[str](), list[str]()
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("console", lambda message: told.append(message.text))
    opened.goto(report.as_uri())
    assert asked == [report.as_uri()]
    assert told == []
    context.close()


def test_a_game_opens_in_the_review_and_a_position_on_the_board(browser: Browser, report: Path) -> None:
    context = browser.new_context()
    opened = context.new_page()
    for words, heading in (
        ("Open the review", "Race to the Center: review"),
        ("Open the position", "Race to the Center"),
    ):
        opened.goto(report.as_uri())
        link = opened.get_by_role("link", name=words, include_hidden=True).last
        link.evaluate(
            "link => { for (let at = link; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true }"
        )
        link.click()
        expect(opened.get_by_role("heading", level=1)).to_contain_text(heading)
    context.close()


def test_the_standings_are_in_sight_on_a_telephone(shown: Page) -> None:
    shown.set_viewport_size({"width": 360, "height": 640})
    cells = shown.locator(".cards td").all()
    assert len(cells) > 20
    for cell in cells:
        box = cell.bounding_box()
        assert box is None or 0 <= box["x"] <= box["x"] + box["width"] <= 360  # None: an empty cell is left out
