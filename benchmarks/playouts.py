"""Random playouts on one core: against a plain C loop, pgx and OpenSpiel."""

import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.peer_python import peer_speeds
from benchmarks.verdict import judged
from headway.analysis.compiled_play import playouts
from headway.catalogue import find
from headway.rulekit import P1

HERE = Path(__file__).parent
GAMES = 1_000_000


def main() -> None:
    """Print how many plies a second we play, and the ratios."""
    ours = {name: ours_per_second(name) for name in ("cross-over", "capture-the-flag")}
    for name, speed in c_per_second().items():
        ratio = ours[name] / speed
        judged(
            f"playouts: {name} {ours[name] / 1e6:.0f} million plies/s, C {speed / 1e6:.0f}: {ratio:.2f} (goal 0.5)",
            ratio >= 0.5,
        )
    peers = {**peer_speeds("pgx_playouts.py"), **peer_speeds("openspiel_playouts.py")}
    for name, goal in (("pgx", 20), ("openspiel", 50)):
        for game, speed in ours.items():
            times = speed / peers[name]
            judged(f"playouts: {game} against {name}'s tic-tac-toe: {times:.0f} times (goal {goal})", times >= goal)


def ours_per_second(name: str) -> float:
    """Plies a second on one core, compiled and enumerated beforehand."""
    play = playouts(find(name), P1)
    play(1000, 1)
    began = time.perf_counter()
    plies = play(GAMES, 2).plies
    return plies / (time.perf_counter() - began)


def c_per_second() -> dict[str, float]:
    """The same games in C, compiled here."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("playouts: no C compiler, so no comparison with C")
        return {}
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "playouts"
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, HERE / "playouts.c"], check=True)
        told = subprocess.run([program, str(GAMES)], check=True, capture_output=True, text=True).stdout
    return {name: float(speed) for name, speed, _ in map(str.split, told.splitlines())}
