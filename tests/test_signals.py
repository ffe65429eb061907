"""The tests can be started in the background, where Ctrl-C is ignored and children inherit that."""

import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent
TESTS = """
import os, signal, subprocess, sys
import tests.conftest
shown = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler, flush=True)"
subprocess.run([sys.executable, "-c", shown], check=True)
try:
    os.kill(os.getpid(), signal.SIGINT)
    print("ignored")
except KeyboardInterrupt:
    print("interrupted")
"""
IGNORING = ("sh", "-c", 'trap "" INT; exec "$@"', "sh")


def test_ctrl_c_reaches_the_tests_and_their_children_although_it_was_ignored() -> None:
    told = subprocess.run(
        [*IGNORING, sys.executable, "-c", TESTS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (told.stdout, told.stderr) == ("True\ninterrupted\n", "")
