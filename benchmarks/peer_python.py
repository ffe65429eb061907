"""The peers run in a Python environment of their own, which is made when it is first needed."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PEERS = Path(sys.prefix) / "peers"
PACKAGES = ("pgx", "jax", "open_spiel", "envpool", "setuptools<81")


def peer_speeds(script: str, *arguments: object) -> dict[str, float]:
    """What a script of `peers` prints: a name and a speed in each line. Our own package is on its path."""
    command = [str(_python()), str(HERE / "peers" / script), *map(str, arguments)]
    path = {**os.environ, "PYTHONPATH": str(HERE.parent / "src")}
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=path).stdout
    return {name: float(speed) for name, speed in map(str.split, told.splitlines())}


def _python() -> Path:
    python, installed = PEERS / "bin" / "python", PEERS / "installed.txt"
    if not installed.exists() or installed.read_text("utf-8") != str(PACKAGES):
        print(f"installing the peers ({', '.join(PACKAGES)}) ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        installed.write_text(str(PACKAGES), "utf-8")
    return python
