"""The help of every command: in a terminal of any width its lines fit, and break between words only."""

import pytest
from click import Command, Context, Group, Option

from headway.terminal.cli import cli
from tests.conftest import Headway
from tools.terminal import Terminal


def commands(group: Group, *path: str) -> list[tuple[str, ...]]:
    """Every command below a group, each by the words that call it, and the group itself."""
    found = [path]
    for name in group.list_commands(Context(group)):
        command = group.get_command(Context(group), name)
        found += commands(command, *path, name) if isinstance(command, Group) else [(*path, name)]
    return found


COMMANDS = commands(cli)


def command_at(path: tuple[str, ...]) -> Command:
    command: Command = cli
    for name in path:
        assert isinstance(command, Group)
        command = command.get_command(Context(command), name) or pytest.fail(name)
    return command


def test_every_command_is_looked_at() -> None:
    assert {(), ("play",), ("arena",), ("arena", "audit"), ("lab", "repair")} <= set(COMMANDS)


@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_breaks_between_words(
    path: tuple[str, ...], columns: int, headway: Headway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = headway(*path, "--help").out
    lines = shown.splitlines()
    assert max(map(len, lines)) <= columns, "a word may be longer, but in the help there is none"
    command, said = command_at(path), " ".join(shown.split())
    assert " ".join((command.help or "").split()) in said
    for option in command.params:
        if isinstance(option, Option) and option.help:
            assert " ".join(option.help.split()) in said
    if isinstance(command, Group):
        for name in command.list_commands(Context(command)):
            first, _, _ = " ".join((command_at((*path, name)).help or "").split()).partition(". ")
            assert f"{name} {first}" in said


@pytest.mark.parametrize("path", [(), ("play",), ("lab",), ("serve",)], ids=" ".join)
def test_help_fits_a_narrow_terminal(path: tuple[str, ...], headway: Headway) -> None:
    terminal = Terminal(*path, "--help", columns=40)
    assert terminal.wait() == 0
    assert max(map(len, terminal.text.splitlines())) <= 40
    assert terminal.text.split() == headway(*path, "--help").out.split()


def test_in_a_wide_terminal_descriptions_stand_beside_their_terms(
    headway: Headway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    lines = headway("play", "--help").out.splitlines()
    assert "  --first [p1|p2|random]  Who moves first.  [default: p1]" in lines
    assert max(map(len, lines)) <= 80
