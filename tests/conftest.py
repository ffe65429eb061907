"""What the tests share: the command line, called in this process or as a real program."""

import gc
import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import NamedTuple

import hypothesis
import pytest

from headway import solver
from headway.catalogue import find
from headway.game import Game
from headway.solver.recent import Recent
from headway.terminal.cli import run
from tests.patience import PATIENCE

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background and under nohup, which children inherit
    signal.signal(signal.SIGINT, signal.default_int_handler)


hypothesis.settings.register_profile("headway", deadline=None)  # a test does not depend on the speed of the machine
hypothesis.settings.load_profile("headway")


def pytest_xdist_auto_num_workers() -> int:
    """Many tests wait for a clock, a process or a browser, so two more workers than processors keep these busy."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Do not search what the tests import for garbage, neither meanwhile nor later: it stays."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()
    return collected


class Outcome(NamedTuple):
    """What a command printed and how it ended."""

    out: str
    err: str
    status: int


Headway = Callable[..., Outcome]
SIXTH = Path(__file__).parent / "sixth"
SEVENTH = Path(__file__).parent / "seventh"


@pytest.fixture(autouse=True, scope="session")
def data_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The tests share a data folder: all servers of one PostgreSQL database find the same key there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a state folder of its own."""
    home = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "80")
    return home / "headway" / "games"


@pytest.fixture(autouse=True)
def nothing_explored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test explores its games itself: another one may have changed how that is done."""
    monkeypatch.setattr(solver, "_RECENT", Recent(most=2, is_kept=solver._is_kept))


@pytest.fixture
def headway(monkeypatch: pytest.MonkeyPatch) -> Headway:
    """`headway ARGS` in this process, with what is typed given as text or bytes."""

    def call(*args: object, typed: str | bytes = "") -> Outcome:
        given = typed.encode() if isinstance(typed, str) else typed
        out, err = io.BytesIO(), io.BytesIO()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
            patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8", write_through=True))
            patch.setattr(sys, "stderr", io.TextIOWrapper(err, "utf-8", write_through=True))
            try:
                status = run([str(arg) for arg in args])
            except SystemExit as ended:
                status = ended.code if isinstance(ended.code, int) else 1  # as Python ends with a message
            return Outcome(out.getvalue().decode(), err.getvalue().decode(), status)

    return call


@pytest.fixture
def program() -> Headway:
    """`headway ARGS` as a program of its own."""

    def call(*args: object, typed: str | bytes = b"", env: dict[str, str] | None = None) -> Outcome:
        given = typed.encode() if isinstance(typed, str) else typed
        command = [sys.executable, "-m", "headway", *map(str, args)]
        done = subprocess.run(
            command, input=given, capture_output=True, env={**os.environ, **(env or {})}, timeout=PATIENCE
        )
        return Outcome(done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"), done.returncode)

    return call


def entries(*tokens: object) -> str:
    """What a person types, a line each."""
    return "".join(f"{token}\n" for token in tokens)


@pytest.fixture
def lucky_steps(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A sixth game, with a secret, a guess, a die and a choice in each turn."""
    monkeypatch.syspath_prepend(SIXTH)
    return Game.load("lucky-steps", "lucky_steps")


@pytest.fixture
def tug_of_war(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game that can end in a draw, with a neutral piece; its variants have secrets and chance."""
    monkeypatch.syspath_prepend(SEVENTH)
    return Game.load("tug-of-war", "tug_of_war")


@pytest.fixture
def tug_of_war_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Tug of War, which this process and the programs that it starts find by its entry point."""
    info = tmp_path / "found" / "tug_of_war-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tug-of-war\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[headway.games]\ntug-of-war = tug_of_war\n")
    for folder in (SEVENTH, info.parent):
        monkeypatch.syspath_prepend(folder)
        monkeypatch.setenv("PYTHONPATH", path_with(folder))
    return find("tug-of-war")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed Lucky Steps."""
    source, target = tmp_path_factory.mktemp("source") / "sixth", tmp_path_factory.mktemp("installed")
    shutil.copytree(SIXTH, source)
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", str(target)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(source)], check=True)
    return target


@pytest.fixture
def lucky_steps_found(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lucky Steps is installed for this process, and for the programs that it starts."""
    monkeypatch.syspath_prepend(installed)
    monkeypatch.setenv("PYTHONPATH", path_with(installed))


def path_with(folder: Path) -> str:
    """The value of PYTHONPATH for a program that also finds what is in a folder."""
    return os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
