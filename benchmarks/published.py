"""What others have published: the games of examples/published_games, solved by whole commands in new processes."""

import json
import os
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

from benchmarks.solving import register
from benchmarks.verdict import judged
from headway.tolerances import PROVEN

PACKAGE = Path(__file__).parents[1] / "examples" / "published_games"
GAMES = {"chutes-and-ladders": "published_games.chutes_and_ladders", "pig": "published_games.pig"}
LIMIT = 60.0  # seconds
DIGITS = 4453
LOW, HIGH = Fraction("0.50780277346091397778"), Fraction("0.50780277346091398243")
"""The published bounds on the value of Chutes and Ladders."""
BEST_PLAY, HOLDING = 0.5306, 0.5347
REPAIRED = {3: 0.5089, 4: 0.5016}
"""How often the first player wins Pig if the second has these points at the start, in four decimals: our own figures.

Fewer points are not fair within 0.01; each figure is checked against the certificate of its row.
"""

HOLD_AT_TWENTY = """
import headway
from published_games.pig.hold import HoldAt
game = headway.load("pig", goal={goal})
twenty = HoldAt(game, 20)
print(*headway.policies.evaluate(game, twenty, twenty).bounds())
"""


def main() -> None:
    """Print the figures."""
    chutes_and_ladders()
    pig()
    repaired_pig()


def chutes_and_ladders() -> None:
    """The exact fraction, against the published bounds and its size."""
    solve = "solve", "chutes-and-ladders", "--exact", "--json"
    run(*solve, "--rule", "length=20")  # compiles what Numba then keeps for all games
    told, seconds = run(*solve)
    terms = json.loads(told)["fraction"].split("/")
    numerator, denominator = (in_full(term) for term in terms)
    digits = " over ".join(f"{len(term):,} digits" for term in terms)
    judged(
        f"published: chutes-and-ladders as a fraction of {digits} (goal {DIGITS:,}), within the published bounds: "
        f"{seconds:.1f} s (limit {LIMIT:.0f})",
        [*map(len, terms)] == [DIGITS] * 2 and LOW <= Fraction(numerator, denominator) <= HIGH and seconds <= LIMIT,
    )


def pig() -> None:
    """Best play, and two players who hold at 20, each with its certificate."""
    run("solve", "pig", "--rule", "goal=50", "--json")
    told, seconds = run("solve", "pig", "--json")
    value, gap = (json.loads(told)[name] for name in ("value", "gap"))
    judged(
        f"published: pig, best play {value:.6f} (published {BEST_PLAY}), gap {gap:.0e} (goal {PROVEN:.0e}): "
        f"{seconds:.1f} s (limit {LIMIT:.0f})",
        round(value, 4) == BEST_PLAY and gap <= PROVEN and seconds <= LIMIT,
    )
    run(program=HOLD_AT_TWENTY.format(goal=50))
    told, seconds = run(program=HOLD_AT_TWENTY.format(goal=100))
    low, high = map(float, told.split())
    judged(
        f"published: pig, both hold at 20 {low:.6f} (published {HOLDING}), bounds {high - low:.0e} apart: "
        f"{seconds:.1f} s (limit {LIMIT:.0f})",
        round(low, 4) == round(high, 4) == HOLDING and seconds <= LIMIT,
    )


def repaired_pig() -> None:
    """The least head starts that make Pig fair within 1 %."""
    ask = "lab", "repair", "pig", "--keep", "goal,lot,pie,cap", "--rule", "head_start=0..12", "--show", "2", "--json"
    told, seconds = run(*ask)
    found = json.loads(told)["found"]
    fair = {each["changes"]["head_start"]: round(each["first_wins"], 4) for each in found}
    points = " and ".join(f"{lead} points ({100 * chance:.2f} %)" for lead, chance in fair.items())
    judged(
        f"published: pig, fair within 1 % by a head start of {points}, known to within "
        f"{max(each['error'] for each in found):.0e}: {seconds:.1f} s (limit {LIMIT:.0f})",
        fair == REPAIRED and all(each["error"] <= PROVEN for each in found) and seconds <= LIMIT,
    )


def run(*command: str, program: str | None = None) -> tuple[str, float]:
    """What `headway COMMAND` or a program prints, in a new process with an empty cache folder, and the seconds."""
    called = ["-m", "headway", *command] if program is None else ["-c", program]
    with tempfile.TemporaryDirectory() as folder:
        register(Path(folder), GAMES)
        path = os.pathsep.join((str(PACKAGE), folder))
        environment = {**os.environ, "XDG_CACHE_HOME": folder, "PYTHONPATH": path}
        began = time.perf_counter()
        told = subprocess.run(
            [sys.executable, *called], check=True, stdout=subprocess.PIPE, text=True, env=environment
        ).stdout
        return told, time.perf_counter() - began


def in_full(digits: str) -> int:
    """A whole number from its digits: Python reads 4,300 of them at most at a time."""
    number = 0
    for begin in range(0, len(digits), 1000):
        part = digits[begin : begin + 1000]
        number = number * 10 ** len(part) + int(part)
    return number


if __name__ == "__main__":
    main()
