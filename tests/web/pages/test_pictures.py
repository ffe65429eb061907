"""Pictures that a browser opens by themselves: they are the same in a window of any size, light or dark."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

from headway.analysis.review import review
from headway.analysis.review_chart import draw_review
from headway.catalogue import find
from headway.solver import solve
from headway.table.table import Table

DOCS = Path(__file__).parents[3] / "docs"
OF_THE_README = sorted(DOCS.rglob("*.svg"))
BOXES = """() => {
  const all = [...document.querySelectorAll("svg *")].filter((part) => part.checkVisibility?.() ?? true);
  const unit = document.documentElement.getBoundingClientRect().width;
  return all.map((part) => part.getBoundingClientRect()).filter(({ width, height }) => width && height)
    .map(({ left, top, width, height }) => [left, top, width, height].map((length) => length / unit));
}"""
"""The boxes of all parts of a picture, as shares of its width."""
WIDTHS = (320, 360, 1280)


def test_the_pictures_of_the_readme_are_there() -> None:
    assert len(OF_THE_README) >= 10


@pytest.mark.parametrize("path", OF_THE_README, ids=lambda path: path.stem)
def test_a_picture_of_the_readme_is_the_same_in_every_window(path: Path, browser: Browser) -> None:
    assert_same_in_every_window(path, browser)


def test_a_board_and_a_chart_are_the_same_in_every_window(browser: Browser, tmp_path: Path) -> None:
    race = Table(find("number-race")).play("roll").play("3")
    pictures = {"board": race.svg(), "chart": draw_review(review(race, solve(race.game)))}
    for name, picture in pictures.items():
        path = tmp_path / f"{name}.svg"
        path.write_text(picture, "utf-8")
        assert_same_in_every_window(path, browser)


def assert_same_in_every_window(path: Path, browser: Browser) -> None:
    """The parts have the same places in the picture, and the picture fits the window."""
    page = browser.new_page()
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    page.goto(path.as_uri())
    for scheme in schemes:
        found = []
        page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            box = page.evaluate(
                "(({ left, width }) => [left, width])(document.documentElement.getBoundingClientRect())"
            )
            assert 0 <= box[0] <= sum(box) <= width
            found.append(page.evaluate(BOXES))
        assert len(found[0]) > 5
        for other in found[1:]:
            assert len(other) == len(found[0])
            for one, same in zip(found[0], other, strict=True):
                assert one == pytest.approx(same, abs=0.01)
    page.close()
