"""headway serve as a command."""

import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.conftest import Headway
from tests.patience import PATIENCE, wait_until
from tests.served import Served

BROWSER = """#!{python}
import sys, urllib.request
with urllib.request.urlopen(sys.argv[1] + "healthz") as answer, open({file!r}, "w") as file:
    file.write(f"{{sys.argv[1]}} {{answer.status}}")
"""


def test_the_browser_is_opened_when_the_server_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(BROWSER.format(python=sys.executable, file=str(opened)))
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    server = Served(f"sqlite:///{tmp_path}/tables.sqlite3", "--browser")
    try:
        wait_until(lambda: opened.exists() and opened.read_text().endswith("200"))
        assert opened.read_text() == f"{server.url}/ 200"
    finally:
        server.stop()


def test_a_second_server_on_one_file_is_refused_and_told_of_the_first(headway: Headway, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    (tmp_path / "link.sqlite3").symlink_to(tmp_path / "tables.sqlite3")
    first = Served(url)
    try:
        assert first.process is not None
        for name in (url, f"sqlite:///{tmp_path}/link.sqlite3"):
            refused = headway("serve", "--port", 0, "--no-browser", "--db", name)
            assert refused.status == 2
            assert f"Another server uses this database (process {first.process.pid}, {first.url}/)" in refused.err
            assert len(refused.err.strip().splitlines()) == 1
        first.kill()
        first.start()  # a lock does not outlive its process
        assert first.get("/healthz")["status"] == "ok"
    finally:
        first.stop()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0", "::1", "::"])
def test_the_address_that_is_printed_answers(host: str, tmp_path: Path) -> None:
    if ":" in host and not has_ipv6():
        pytest.skip("this machine has no IPv6")
    command = [sys.executable, "-m", "headway", "serve", "--port", "0", "--no-browser", "--host", host]
    database = f"sqlite:///{tmp_path}/tables.sqlite3"
    with subprocess.Popen([*command, "--db", database], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+/", server.stdout.readline())
            assert found is not None
            wait_until(lambda: is_answered(found[0]))
        finally:
            server.kill()


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as tried:
            tried.bind(("::1", 0))
    except OSError:
        return False
    return True


def is_answered(page: str) -> bool:
    try:
        with urllib.request.urlopen(f"{page}healthz", timeout=PATIENCE) as answer:
            return bool(answer.status == 200)
    except urllib.error.URLError:
        return False
