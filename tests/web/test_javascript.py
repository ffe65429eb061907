"""The check of JavaScript, CSS and HTML in `make lint-js`: it finds slips, and says so where Node.js is missing."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BIOME = ROOT / "node_modules" / ".bin" / "biome"
LONGEST = 120


def test_no_line_is_too_long() -> None:
    """Biome breaks code, but neither comments nor texts."""
    folders = [ROOT / name for name in ("src", "tests", "benchmarks", "tools")]
    files = [path for folder in folders for kind in ("js", "css", "html") for path in folder.rglob(f"*.{kind}")]
    assert len(files) > 20
    lines = [(path, number, line) for path in files for number, line in enumerate(path.read_text().splitlines(), 1)]
    assert [f"{path}:{number}" for path, number, line in lines if len(line) > LONGEST] == []


@pytest.mark.parametrize(
    ("name", "text", "is_clean"),
    [
        ("clean.js", 'export const text = "a";\n', True),
        ("quotes.js", "export const text = 'a';\n", False),
        ("unused.js", 'const text = "a";\n', False),
        ("loose.js", "export const same = (one, other) => one == other;\n", False),
        ("indented.css", "a {\n    color: red;\n}\n", False),
        ("missing.html", '<img src="a.png">\n', False),
    ],
)
def test_a_slip_is_found(name: str, text: str, is_clean: bool, tmp_path: Path) -> None:
    if not BIOME.exists():
        pytest.skip("Biome is not installed here; `make lint-js` installs it where there is Node.js")
    config = json.loads((ROOT / "biome.json").read_text())
    del config["vcs"]  # the folder is not a repository
    (tmp_path / "biome.json").write_text(json.dumps(config))
    (tmp_path / name).write_text(text)
    done = subprocess.run([BIOME, "ci", name], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode == 0) == is_clean, done.stdout + done.stderr


def test_without_node_the_check_is_skipped_in_one_line(tmp_path: Path) -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is not installed here")
    done = subprocess.run(
        [make, "--no-print-directory", "lint-js"],
        cwd=ROOT,
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Node.js with npm is not installed: JavaScript is not checked.\n"
