"""Draw the README's pictures: a real game in a real terminal, and a board, as SVG."""

import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

from tools.terminal import Terminal

COMMAND = "headway play cross-over --p2 random --seed 1"
ENTRIES = ("3", "3")
LINE, LETTER, EDGE = 19, 8.4, 18
COLOURS = {"cyan": "#4fd1e0", "magenta": "#e58be0"}

Line = list[tuple[str, str]]
"""The runs of a line: a colour of the terminal, and the text in it."""


BOARD = ("replay", "capture-the-flag", "--moves", "S1 2, S3 2, S1 2, S4 1, S1 2, S4 2, S1 2")
"""The game of the README's example: the last move sends S3 home."""


def main() -> None:
    """Write the pictures to the folder that is named."""
    folder = Path(sys.argv[1])
    (folder / "terminal.svg").write_text(drawn(played()), "utf-8")
    (folder / "board.svg").write_text(board(), "utf-8")


def board() -> str:
    """The board that `headway replay --svg` draws."""
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "board.svg"
        command = [sys.executable, "-m", "headway", *BOARD, "--svg", str(picture)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return picture.read_text("utf-8")


def played() -> list[Line]:
    """What the terminal shows at the end of a few turns."""
    with tempfile.TemporaryDirectory() as state:
        terminal = Terminal(*COMMAND.split()[1:], env={"XDG_STATE_HOME": state})
        terminal.answer("Player 1: ", *ENTRIES)
        terminal.wait_for("Player 1: ", at_the_end=True)
        terminal.kill()
    return [[("default", f"$ {COMMAND}")], *terminal.coloured]


def drawn(lines: list[Line]) -> str:
    """The lines as a picture of a terminal."""
    width, height = int(80 * LETTER + 2 * EDGE), LINE * len(lines) + 2 * EDGE
    rows = "\n".join(
        f'<text x="{EDGE}" y="{EDGE + LINE * number + 14}">{"".join(_run(*run) for run in line)}</text>'
        for number, line in enumerate(lines)
    )
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img"
  style="max-width:100%;height:auto">
<title>A game of Cross Over in a terminal</title>
<rect width="{width}" height="{height}" rx="8" fill="#1d2129"/>
<g fill="#e6e9ef" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14"
   xml:space="preserve">
{rows}
</g>
</svg>
"""


def _run(colour: str, text: str) -> str:
    """Text in one colour."""
    return f'<tspan fill="{COLOURS[colour]}">{escape(text)}</tspan>' if colour in COLOURS else escape(text)


if __name__ == "__main__":
    main()
