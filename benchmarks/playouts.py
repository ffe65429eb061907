"""Random playouts on one core: against a plain C loop, pgx and OpenSpiel."""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.verdict import judged
from headway.analysis.compiled_play import playouts
from headway.catalogue import find
from headway.rulekit import P1

HERE = Path(__file__).parent
PEERS = Path(sys.prefix) / "peers"
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
    peers = peers_per_second()
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


def peers_per_second() -> dict[str, float]:
    """The peers' own games in their own environment, which is made when it is first needed."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        print("playouts: installing the peers (pgx, jax, open_spiel) ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "pgx", "jax", "open_spiel", "setuptools<81"], check=True
        )
    speeds = {}
    for script in ("pgx_playouts.py", "openspiel_playouts.py"):
        told = subprocess.run([python, HERE / "peers" / script], check=True, capture_output=True, text=True).stdout
        name, speed = told.split()
        speeds[name] = float(speed)
    return speeds
