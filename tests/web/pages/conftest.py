"""The browser that the tests of the pages share."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from headway.web.limits import Limits
from tests.patience import PATIENCE
from tests.served import Served, serving

expect.set_options(timeout=1000 * PATIENCE)

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The names of Chromium; the first is that without windows, in which pages open with a third less work."""

NOT_NEEDED = [
    # Chromium shows what its address bar suggests in pages of its own, and loads them for each window.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # What Playwright turns off too: Chromium heeds only the last list that it is given.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(NOT_NEEDED)}",
]


@pytest.fixture(scope="package")  # it has an event loop, which must not outlive the tests of the pages
def browser() -> Iterator[Browser]:
    """The system's Chromium, without its own background traffic; everyone has a context of their own in it."""
    chromium = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if chromium is None:
        pytest.skip("no Chromium is installed here")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def quick(browser: Browser) -> Iterator[Served]:
    """A server whose computers answer at once, for games that are long or played to the end."""
    with serving(Limits(computer_delay=0, message_rate=10**9, message_burst=10**9)) as server:
        yield server
