"""A game between people starts at once: nothing is loaded that its first prompt does not need."""

import subprocess
import sys

PROGRAM = """
import sys
from headway.terminal.cli import run
run(["play", "cross-over"])
sys.stderr.write("\\n".join(sys.modules))
"""
NOT_NEEDED = {
    "asyncio",
    "difflib",
    "headway.analysis",
    "headway.compiled",
    "headway.drawing",
    "headway.laws",
    "headway.solver",
    "headway.table.telling",
    "headway.terminal.menu",
    "headway.web",
    "matplotlib",
    "numba",
    "numpy",
    "scipy",
    "uvicorn",
}


def test_the_first_prompt_loads_only_what_it_needs() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], input="", capture_output=True, text=True, check=True)
    assert "Player 1: " in done.stdout
    loaded = set(done.stderr.splitlines())
    assert "headway.terminal.session" in loaded
    assert not loaded & NOT_NEEDED
