"""From the command to the first prompt, against Python that does nothing."""

import os
import subprocess
import sys
import tempfile
import time
from statistics import median

from benchmarks.verdict import judged

RUNS = 21
LIMIT = 8


def main() -> None:
    """Print the time to the first prompt of `headway play cross-over`, as a multiple of `python -c pass`."""
    with tempfile.TemporaryDirectory() as state:
        env = {**os.environ, "XDG_STATE_HOME": state}
        env.pop("PYTHONDONTWRITEBYTECODE", None)  # without its bytecode Python imports about four times slower
        first_prompt(env)
        nothing, prompt = [], []
        for _ in range(RUNS):  # in turns, so that both meet the same machine
            nothing.append(python_pass(env))
            prompt.append(first_prompt(env))
    ratio = median(prompt) / median(nothing)
    judged(
        f"startup: first prompt after {1000 * median(prompt):.0f} ms, python -c pass {1000 * median(nothing):.0f} ms: "
        f"{ratio:.1f} times (limit {LIMIT})",
        ratio <= LIMIT,
    )


def python_pass(env: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], env=env, check=True)
    return time.perf_counter() - began


def first_prompt(env: dict[str, str]) -> float:
    command = os.path.join(os.path.dirname(sys.executable), "headway")
    began = time.perf_counter()
    with subprocess.Popen([command, "play", "cross-over"], env=env, stdin=-1, stdout=-1, stderr=-1) as process:
        assert process.stdout is not None
        shown = b""
        while not shown.endswith(b"Player 1: "):
            piece = os.read(process.stdout.fileno(), 4096)
            if not piece:
                raise SystemExit("headway play cross-over ended before its first prompt")
            shown += piece
        elapsed = time.perf_counter() - began
        process.kill()
    return elapsed
