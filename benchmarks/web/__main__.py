"""`make bench-web`: our server and boardgame.io playing Cross Over side by side, and what many idle tables weigh.

boardgame.io 0.50 keeps its games in memory; ours are committed to SQLite, with a sync of the disk, before any client is
answered. Both get the same load from Node.js: many tables at once, each client answering at once with a random move; a
finished table is left, and a new one opened over new sockets. They take turns, five times, and the median counts.
"""

import asyncio
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.verdict import judged, missed

HERE = Path(__file__).parent
PEER = HERE.parents[1] / ".venv" / "peer-web"
PACKAGES = ["boardgame.io@0.50.2", "socket.io-client@4.8.4", "ws@8"]
TABLES, SECONDS, ROUNDS, PEER_PORT = 100, 8, 5, 8123
IDLE_TABLES, MEMORY = 2000, 400


def main() -> None:
    """Print the figures."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        sys.exit("bench-web needs Node.js and npm, for the peer and for the load.")
    if not (PEER / "node_modules" / "ws").is_dir():
        PEER.mkdir(parents=True, exist_ok=True)
        # without a prefix, npm would add them to the project's own package.json
        command = ["npm", "install", "--prefix", str(PEER), "--silent", "--no-audit", "--no-fund", *PACKAGES]
        subprocess.run(command, check=True)
    for script in HERE.glob("*.js"):
        shutil.copy(script, PEER)
    rounds = [(peer(), headway()) for _ in range(ROUNDS)]
    theirs, ours = (middle([each[side] for each in rounds]) for side in (0, 1))
    times = ours["moves"] / theirs["moves"]
    judged(
        f"web: {TABLES} tables at once: {ours['moves']:.0f} acknowledged moves/s (p50 {ours['p50']:.0f} ms, "
        f"p99 {ours['p99']:.0f} ms), boardgame.io {theirs['moves']:.0f} (p50 {theirs['p50']:.0f} ms, "
        f"p99 {theirs['p99']:.0f} ms): {times:.2f} times (goal 2, p99 no worse)",
        times >= 2 and ours["p99"] <= theirs["p99"] and ours["errors"] == 0,
    )
    memory = asyncio.run(idle())
    judged(
        f"web: {IDLE_TABLES} open tables with two idle players each: {memory:.0f} MiB (limit {MEMORY})",
        memory <= MEMORY,
    )
    sys.exit(f"{len(missed)} figures missed their limit." if missed else 0)


def middle(measured: list[dict[str, float]]) -> dict[str, float]:
    """The median of each figure; errors are added up."""
    found = {name: statistics.median(each[name] for each in measured) for name in measured[0]}
    return {**found, "errors": sum(each["errors"] for each in measured)}


def peer() -> dict[str, float]:
    """The figures of boardgame.io."""
    with subprocess.Popen(["node", "peer_server.js"], cwd=PEER, stdout=subprocess.PIPE) as server:
        time.sleep(2)
        told = loaded("peer_load.js", PEER_PORT)
        server.kill()
    return told


def headway() -> dict[str, float]:
    """Our figures, with everything committed."""
    with served() as (_, port):
        return loaded("load.js", port)


def loaded(script: str, port: int) -> dict[str, float]:
    command = ["node", script, str(port), str(TABLES), str(SECONDS)]
    told = subprocess.run(command, cwd=PEER, check=True, capture_output=True, text=True).stdout
    found: dict[str, float] = json.loads(told)
    return found


class served:  # noqa: N801 - it reads as a sentence
    """Our server on a new database, without the limits on how much one client may ask for."""

    def __enter__(self) -> tuple[int, int]:
        self.folder = tempfile.TemporaryDirectory()
        env = {**os.environ, "HEADWAY_LIMITS": "off"}
        command = [sys.executable, "-m", "headway", "serve", "--port", "0", "--db"]
        self.process = subprocess.Popen(
            [*command, f"sqlite:///{self.folder.name}/tables.sqlite3"], stdout=subprocess.PIPE, text=True, env=env
        )
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        assert found is not None
        time.sleep(2)
        return self.process.pid, int(found[1])

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()


async def idle() -> float:
    """The memory of the server, in MiB, with many open tables of two idle players each."""
    from urllib.request import Request, urlopen

    from websockets.asyncio.client import connect

    with served() as (pid, port):
        sockets = []
        for _ in range(IDLE_TABLES):
            body = json.dumps({"game": "capture-the-flag"}).encode()
            request = Request(f"http://127.0.0.1:{port}/api/tables", body, {"content-type": "application/json"})
            made = json.loads((await asyncio.to_thread(urlopen, request)).read())
            for key in made["tokens"]:
                manager = connect(f"ws://127.0.0.1:{port}/ws/{made['table']}", compression=None, ping_interval=None)
                socket = await manager.__aenter__()
                await socket.send(json.dumps({"type": "hello", "token": key}))
                await socket.recv()
                sockets.append((manager, socket))
        resident = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
        for _, socket in sockets:
            await socket.close()
    return resident


if __name__ == "__main__":
    main()
