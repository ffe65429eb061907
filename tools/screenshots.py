"""`make screenshots`: the start page, tables, analysis and review, from a real browser, as SVG and not as pixels.

A page is taken as it stands in the browser after some moves: its elements, with its style sheet, inside an SVG.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from headway.catalogue import find, names
from headway.table.table import Table
from tests.served import Served

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
WIDTH, PLIES = 720, 5
ANALYSES = {"analysis": ".worths .best", "review": ".mistakes button"}
"""The pages that a position text opens, each with the last of its parts to come."""

TAKEN = """(width) => {
  const taken = (rule) => {
    if (!(rule instanceof CSSMediaRule) || rule.conditionText.includes("color-scheme")) return [rule.cssText];
    return matchMedia(rule.conditionText).matches ? [...rule.cssRules].flatMap(taken) : [];
  };
  const style = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].flatMap(taken)).join("\\n");
  for (const field of document.querySelectorAll("input")) field.setAttribute("value", field.value);
  for (const gone of document.querySelectorAll("script, .skip, .spoken, .arrival, .links")) gone.remove();
  const height = Math.ceil(document.querySelector("main").getBoundingClientRect().bottom + scrollY);
  const body = new XMLSerializer().serializeToString(document.body);
  const size = `width="${width}" height="${height}"`;
  const box = `${size} viewBox="0 0 ${width} ${height}" style="max-width:100%;height:auto"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>` +
    `<foreignObject ${size}><div xmlns="http://www.w3.org/1999/xhtml">` +
    `<style>${style}</style>${body}</div></foreignObject></svg>\\n`;
}"""
"""The style is that of a page of this width: a picture is the same in a window of any size, light or dark."""


def main(folder: Path) -> None:
    """Write a picture for each page into the folder."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("The screenshots need Chromium.")
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        server = Served(f"sqlite:///{place}/tables.sqlite3")
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            page = browser.new_page(viewport={"width": WIDTH, "height": 900}, reduced_motion="reduce")
            page.goto(server.url)
            page.get_by_role("article").last.wait_for()
            keep(page, folder / "start.svg")
            for name in names():
                table, key = table_in_play(server, name)
                page.goto(f"{server.url}/t/{table}#{key}")
                page.locator(".moves button").first.wait_for()
                keep(page, folder / f"{name}.svg")
            for address, part in ANALYSES.items():
                page.goto("about:blank")  # another # alone would not load the page
                page.goto(f"{server.url}/{address}#{game_with_mistakes().text}")
                page.locator(part).first.wait_for()
                page.locator(".value-bar:not(.unknown)").wait_for()
                keep(page, folder / f"{address}.svg")
        finally:
            server.stop()


def game_with_mistakes() -> Table:
    """A game in which both sides gave something away."""
    table = Table(find("cross-over"))
    for move in ("1", "1", "3", "2", "2", "2", "3"):
        table = table.play(move)
    return table


def table_in_play(server: Served, name: str) -> tuple[str, str]:
    """A table after some moves, and the key of the seat that is to move; dice may end a game before that."""
    while True:
        table, keys = server.make(name)
        sides = [server.sit(table, key) for key in keys]
        for _ in range(PLIES):
            if sides[0].now["result"] is None:
                mover, waiting = sides if sides[0].legal else sides[::-1]
                mover.play(mover.legal[0])
                waiting.until(mover.now["ply"])
        if sides[0].now["result"] is None:
            return table, keys[0 if sides[0].legal else 1]


def keep(page: Page, path: Path) -> None:
    """Write a picture of the page as it is."""
    path.write_text(str(page.evaluate(TAKEN, WIDTH)), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
