"""From Ctrl-C to the end of the program, in the middle of long commands."""

import os
import signal
import subprocess
import sys
import tempfile
import time

from benchmarks.verdict import judged

LIMIT = 1.0
COMMANDS = [
    ["solve", "capture-the-flag", "--rule", "length=60"],
    ["solve", "predictive-pursuit", "--rule", "length=100", "--rule", "overshoot=stops"],
    ["simulate", "capture-the-flag", "--games", "1e8"],
    ["audit", "capture-the-flag"],
    ["check", "capture-the-flag", "--rule", "length=14"],
    ["perft", "capture-the-flag", "--depth", "400"],
    ["export", "capture-the-flag", "--format", "prism"],
]
MOMENTS = [0.3, 0.7, 1.2, 1.9, 2.8, 3.9, 5.2]
ENDED_BY_INTERRUPT = (130, -signal.SIGINT)
"""A shell calls both 130. While Python begins or ends, it has no handler, and the signal itself ends the process."""


def main() -> None:
    """Print how long each command takes to end after Ctrl-C at the worst of several moments."""
    for command in COMMANDS:
        with tempfile.TemporaryDirectory() as home:
            env = {**os.environ, "XDG_STATE_HOME": home, "XDG_CACHE_HOME": home}
            times = [taken for moment in MOMENTS if (taken := interrupted(command, moment, env)) is not None]
            left = sorted(name for _, _, names in os.walk(home) for name in names if name.endswith(".part"))
        if left:
            raise SystemExit(f"{' '.join(command)} left {left}")
        longest = max(times, default=0.0)
        judged(
            f"interrupt: {' '.join(command)} ends {longest:.2f} s after Ctrl-C at most, "
            f"at {len(times)} moments (limit {LIMIT:.0f})",
            longest <= LIMIT,
        )


def interrupted(command: list[str], moment: float, env: dict[str, str]) -> float | None:
    """How long the program lives after Ctrl-C at that moment; None if it was done before."""
    program = [sys.executable, "-m", "headway", *command]
    with subprocess.Popen(
        program, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=reset_sigint
    ) as process:
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            began = time.perf_counter()
            process.send_signal(signal.SIGINT)
            _, said = process.communicate()
            if process.returncode not in ENDED_BY_INTERRUPT or b"Traceback" in said:
                raise SystemExit(f"{' '.join(command)}: status {process.returncode}, {said.decode()}") from None
            return time.perf_counter() - began
    return None


def reset_sigint() -> None:
    """Let Ctrl-C end the program even if this one runs in the background, where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
