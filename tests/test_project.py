"""The project itself: the README is true, the wheel plays, and the entry points are the folders."""

import ast
import os
import re
import shlex
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from shutil import which

import pytest

import headway
from headway.catalogue import find, names
from headway.rulekit import CHANCE
from tests.conftest import Headway
from tools.picture import board, drawn, played

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PROSE = {".md", ".ipynb", ".svg"}
RECORDED = ("tests/fixtures/", "tests/playthroughs/")
COMMANDS = re.findall(r"^\$ (.+)$", README, re.MULTILINE)


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("headway")])
def test_a_command_of_the_readme_runs(command: str, program: Headway) -> None:
    assert program(*shlex.split(command)[1:]).status == 0


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.startswith("make")])
def test_a_target_of_the_readme_exists(command: str) -> None:
    done = subprocess.run([*shlex.split(command), "--dry-run"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_readme_has_no_other_commands() -> None:
    assert len(COMMANDS) >= 6
    assert all(command.split()[0] in ("make", "headway") for command in COMMANDS)


@pytest.mark.parametrize("name", names())
def test_the_table_of_games_is_true(name: str) -> None:
    game = find(name)
    states = game.reachable()
    chance = "yes" if any(game.actor(state) == CHANCE for state in states) else "no"
    secrets = "yes" if any(game.secret(state) for state in states) else "no"
    assert f"| `{name}` | {game.words.SUMMARY} | {chance} | {secrets} |\n" in README


@pytest.mark.parametrize("name", names())
def test_a_rule_book_fits_the_terminal(name: str) -> None:
    assert max(map(len, find(name).rulebook.splitlines())) <= 80


def test_no_line_of_a_source_is_longer_than_120() -> None:
    """Every file but prose and pictures, whose lines are as long as they are, and what the program has written.

    The linters let a line be longer where a comment for tools ends it.
    """
    files = [path for path in project_files() if path.suffix not in PROSE]
    sources = [path for path in files if not path.relative_to(ROOT).as_posix().startswith(RECORDED)]
    kinds = {".py", ".js", ".css", ".html", ".c", ".json", ".toml"}
    assert kinds <= {path.suffix for path in sources}
    assert {ROOT / "Makefile", ROOT / ".ci" / "run", ROOT / "biome.json"} <= set(sources)
    long = [path for path in sources if max(map(len, path.read_text("utf-8").splitlines()), default=0) > 120]
    assert not long


@pytest.mark.skipif(not (ROOT / ".git").exists() or not which("git"), reason="this is not a clone, or git is missing")
def test_the_files_are_found_without_git() -> None:
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert {ROOT / name for name in tracked.split("\0") if name and (ROOT / name).exists()} <= set(walked_files())


def project_files() -> list[Path]:
    """Every file of the project that is there: what git tracks, or without git what it would not ignore."""
    if not (ROOT / ".git").exists() or not which("git"):
        return walked_files()
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).exists()]


def walked_files() -> list[Path]:
    """Every file below the project but those that its `.gitignore` names, and what a source archive adds."""
    ignored = [pattern.rstrip("/") for pattern in (ROOT / ".gitignore").read_text("utf-8").split()]
    ignored += [".git", "PKG-INFO"]
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if not any(fnmatch(name, pattern) for pattern in ignored)]
        found += [Path(folder, name) for name in files if not any(fnmatch(name, pattern) for pattern in ignored)]
    return found


def test_the_version_is_that_of_the_changelog() -> None:
    """What is not released calls itself a development version of the release that it will be."""
    found = re.search(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    if found[1] == "Unreleased":
        assert re.fullmatch(r"\d+\.\d+\.\d+\.dev\d+", headway.__version__)
        assert f"says {headway.__version__}." in (ROOT / "CHANGELOG.md").read_text("utf-8")
    else:
        assert found[1].split()[0] == headway.__version__


def test_links_of_the_documents_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
            path, _, heading = link.partition("#")
            target = page.parent / path if path else page
            assert target.exists(), link
            assert not heading or heading in _headings(target), link


def _headings(page: Path) -> list[str]:
    """The headings of a page as links name them."""
    found = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found]


def test_the_pictures_show_a_real_game() -> None:
    assert (ROOT / "docs" / "terminal.svg").read_text("utf-8") == drawn(played())
    assert (ROOT / "docs" / "board.svg").read_text("utf-8") == board()


def test_the_entry_points_are_the_folders() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    declared = project["project"]["entry-points"]["headway.games"]
    folders = sorted(path.parent.name for path in (ROOT / "src" / "headway" / "rulebooks").glob("*/rules.py"))
    assert declared == {folder.replace("_", "-"): f"headway.rulebooks.{folder}" for folder in folders}


SOURCES = {".py", ".js", ".html", ".css"}


def test_no_module_outside_the_rule_books_knows_a_game_by_name() -> None:
    known = [name for game in names() for name in (game, game.replace("-", "_"), find(game).title)]
    read = set()
    for path in (ROOT / "src" / "headway").rglob("*.*"):
        if path.suffix in SOURCES and "rulebooks" not in path.relative_to(ROOT / "src" / "headway").parts[:-1]:
            text = path.read_text("utf-8")
            text = without_docstrings(text) if path.suffix == ".py" else text
            read.add(path.suffix)
            assert not [name for name in known if name in text], path
    assert read == SOURCES


def without_docstrings(source: str) -> str:
    """The source without its docstrings, whose examples name games."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or node.lineno) - node.lineno + 1)
    return "\n".join(lines)


@pytest.fixture(scope="module")
def empty_environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new virtual environment with nothing but our wheel and what a plain install needs."""
    folder = tmp_path_factory.mktemp("wheel")
    wheels = Path(sys.prefix) / "wheels"
    pip = [sys.executable, "-m", "pip", "--quiet"]
    build = [*pip, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(build, check=True)
    (wheel,) = folder.glob("headway-*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "env")], check=True)
    python = folder / "env" / "bin" / "python"
    install = [*pip, "--python", str(python), "install", "--no-index", "--find-links", str(wheels), str(wheel)]
    subprocess.run(install, check=True)
    return folder / "env" / "bin"


def run_installed(bin_folder: Path, *args: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        [str(bin_folder / "headway"), *args], input=typed, cwd=bin_folder, env=env, capture_output=True, text=True
    )


@pytest.mark.parametrize("name", names())
def test_the_wheel_plays_in_an_empty_environment(empty_environment: Path, name: str) -> None:
    told = run_installed(empty_environment, "play", name, "--p1", "random", "--p2", "random", "--seed", "3")
    assert (told.returncode, told.stderr) == (0, "")
    assert find(name).title in told.stdout
    assert run_installed(empty_environment, "rules", name).stdout.rstrip() == find(name).rulebook.rstrip()


def test_the_wheel_is_typed_and_its_python_interface_works_in_an_empty_environment(empty_environment: Path) -> None:
    program = """
import headway, pathlib
game = headway.load("cross-over")
table = headway.Table(game).play("3")
print(headway.solve(game).best(table), headway.review(table), table.svg()[:4])
print((pathlib.Path(headway.__file__).parent / "py.typed").is_file())
"""
    told = subprocess.run(
        [str(empty_environment / "python"), "-c", program], cwd=empty_environment, capture_output=True, text=True
    )
    assert told.stderr == ""
    assert told.stdout.startswith("['2'] <Review of cross-over: 1 move;")
    assert told.stdout.endswith(" <svg\nTrue\n")


def test_without_numba_the_check_says_what_it_left_out(empty_environment: Path) -> None:
    told = run_installed(empty_environment, "check", "cross-over")
    assert told.returncode == 0
    left_out = "--      the compiled rules agree with the interpreted ones: not checked"
    assert f"{left_out}, needs pip install 'headway[fast]'\n" in told.stdout


UNWANTED = re.compile(
    r"\b(so many|somebody|anybody|nobody|whoever)\b"
    r"|(?<!\bthere )\b(is|are|was|were|be|does|counts as) no (?!longer\b|more than\b|less than\b|one\b)[a-z]",
    re.IGNORECASE,
)
"""Turns of phrase that have to be read twice: a noun instead of "whoever", "does not count as" instead of "is no"."""
BOOKS = ("rulebook.md", "words.py")
"""The rule books and the books' dialogue keep their words."""


def test_documents_and_sources_use_direct_words() -> None:
    files = [path for path in project_files() if path.relative_to(ROOT).parts[0] in ("src", "docs", "Makefile", ".ci")]
    files += [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    read = [path for path in files if path.suffix not in (".svg", ".ico") and path.name not in BOOKS]
    assert len(read) > 400
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in read
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if UNWANTED.search(line)
    ]
    assert not found, "\n".join(found)
