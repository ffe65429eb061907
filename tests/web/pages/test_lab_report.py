"""The report of a sweep in a browser: on a telephone and a desktop, light and dark, its table and its links."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect

import headway
from headway.lab import Status
from tests.served import Served
from tests.web.pages.test_axe import PALE, RUN_AXE, SCHEMES, SCREENS

HOSTILE = '</td><script>window.hacked = 1</script><img src="x" onerror="window.hacked = 1">'


@pytest.fixture(scope="module")
def report(server: Served, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sweep with a map, and a row that could not be measured for a hostile reason."""
    rows = headway.lab.sweep("cross-over", {"length": "4..12", "longest_step": "1..3"})
    rows[0] = replace(rows[0], status=Status.FAILED, states=None, why=HOSTILE)
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(headway.lab.report(rows, server.url), "utf-8")
    return path


@pytest.fixture
def opened(browser: Browser, report: Path) -> Iterator[Page]:
    """The report as anybody opens it."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(report.as_uri())
    yield page
    context.close()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_fits_every_screen_and_everyone_can_read_it(browser: Browser, report: Path, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]  # for axe
    page = context.new_page()
    page.goto(report.as_uri())
    page.add_script_tag(content=AXE_SCRIPT)
    for width, height in SCREENS.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert [found["id"] for found in page.evaluate(RUN_AXE)] == []
        assert page.evaluate(PALE) == []
    assert page.evaluate("window.hacked") is None
    context.close()


def test_the_page_loads_nothing_and_tells_no_trouble(browser: Browser, report: Path) -> None:
    context = browser.new_context()
    page, asked, told = context.new_page(), list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: told.append(message.text))
    page.goto(report.as_uri())
    assert asked == [report.as_uri()]
    assert told == []
    context.close()


def test_a_heading_sorts_the_table_up_and_down(opened: Page) -> None:
    def cells(column: int) -> list[str]:
        return opened.locator(f"tbody tr td:nth-child({column})").all_inner_texts()

    lengths = [str(length) for length in range(4, 13) for _ in range(3)]
    assert cells(1) == lengths
    head = opened.locator("th button").first
    head.click()
    assert cells(1) == lengths  # ten is not before four
    head.click()
    assert cells(1) == lengths[::-1]
    expect(opened.locator("th").first).to_have_attribute("aria-sort", "descending")
    opened.get_by_role("button", name="longest_step").click()
    assert cells(2) == sorted(cells(2))


def test_a_variant_opens_on_the_page_and_on_the_analysis_board(opened: Page, report: Path) -> None:
    for words in ("page", "analysis"):
        opened.goto(report.as_uri())
        opened.get_by_role("link", name=words, exact=True).last.click()
        expect(opened.get_by_role("heading", level=1)).to_contain_text("Cross Over")


def test_all_figures_are_in_sight_on_a_telephone(opened: Page) -> None:
    """Each variant is a card with the names of its figures; the pictures stand below each other."""
    opened.set_viewport_size({"width": 360, "height": 640})
    cards = opened.locator("tbody tr")
    for place in (1, 4):
        for cell in cards.nth(place).locator("td").all():
            box = cell.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
    edges = [box["y"] for svg in opened.locator(".charts svg").all() if (box := svg.bounding_box())]
    assert len(edges) == 3
    assert edges == sorted(set(edges))
    opened.get_by_role("button", name="longest_step").click()  # cards are sorted too
    assert cards.first.locator("td").nth(1).inner_text() == "1"
