"""The command line: which commands there are, and what happens to errors."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from shutil import get_terminal_size, which
from types import FrameType
from typing import Any

import click

from headway import __version__
from headway.errors import BadRules, HeadwayError, nearest, printable, quoted
from headway.game import Game

FAILED, WRONG_USAGE, INTERRUPTED = 1, 2, 130

COMMANDS = {
    "play": "headway.terminal.play",
    "resume": "headway.terminal.play",
    "replay": "headway.terminal.retell",
    "games": "headway.terminal.listing",
    "rules": "headway.terminal.listing",
    "perft": "headway.terminal.verify",
    "check": "headway.terminal.verify",
    "solve": "headway.terminal.truth",
    "hint": "headway.terminal.truth",
    "review": "headway.terminal.reviewing",
    "export": "headway.terminal.exporting",
    "simulate": "headway.terminal.simulating",
    "audit": "headway.terminal.auditing",
    "serve": "headway.terminal.serving",
    "join": "headway.terminal.joining",
    "verify": "headway.terminal.proving",
}


class Commands(click.Group):
    """The commands, each imported only when it is used: a game should start at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS:
            raise click.UsageError(f"There is no command {quoted(args[0])}.{nearest(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)


@click.command(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="headway", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> int | None:
    """Two-player games on a line: play them, solve them, prove what is true of them.

    Without a command, headway lists its games and offers to start one.
    """
    if ctx.invoked_subcommand is not None:
        return None
    from headway.terminal.play import offer

    return offer()


def run(args: Sequence[str]) -> int:
    """Run one command and return the exit status: 0 fine, 1 failed, 2 wrong usage, 130 interrupted."""
    for number in ("SIGTERM", "SIGHUP", "SIGQUIT"):
        if hasattr(signal, number):
            signal.signal(getattr(signal, number), _stop)
    sys.unraisablehook = _raise_again
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - a closed stream; it lives as long as the program
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        status = cli.main(list(args), prog_name="headway", standalone_mode=False)
        sys.stdout.flush()
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        complain(error.format_message())
        return WRONG_USAGE
    except HeadwayError as error:
        complain(str(error))
        return FAILED if error.is_ours else WRONG_USAGE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on; the flush at exit is lost too
        return FAILED
    except MemoryError:
        pass  # what filled it is let go at the end of this block; before that there is none left to say so
    except OSError as error:
        complain(f"{error.filename or 'The system'}: {error.strerror}.")
        return FAILED
    except Exception as error:  # a mistake of ours, or of whoever wrote the game
        if os.environ.get("HEADWAY_DEBUG"):
            raise
        complain(f"Something is wrong in Headway or in the game: {error!r}. HEADWAY_DEBUG=1 shows where.")
        return FAILED
    else:
        return status if isinstance(status, int) else 0
    complain("There is not enough memory for this; take smaller rules or less depth.")
    return FAILED


def complain(message: str) -> None:
    """Say on the error stream what is wrong, on one line."""
    line = printable(" ".join(message.split()))
    with suppress(OSError):  # nobody may be there to read it
        sys.stderr.write(f"headway: {line}\n")
        sys.stderr.flush()


def wrapped(text: str, indent: int = 0) -> str:
    """The text in lines that fit the terminal."""
    width = min(80, get_terminal_size().columns)
    return click.wrap_text(text, width, " " * indent, " " * indent)


def own_command() -> str:
    """How this program is called from here: `headway`, or by its path where that is not found."""
    called = sys.argv[0]
    return called if os.path.basename(called) == "headway" and which("headway") is None else "headway"


def _stop(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)  # so that a hidden prompt gives the terminal its echo back


def _raise_again(lost: Any) -> None:
    """Where Python cannot raise an exception it drops it; one that is to end the program is raised a moment later.

    Ctrl-C while machine code is made falls into a callback of the compiler more often than not.
    """
    if not isinstance(lost.exc_value, KeyboardInterrupt | SystemExit) or not hasattr(signal, "setitimer"):
        sys.__unraisablehook__(lost)
        return
    ending = lost.exc_value

    def end(number: int, frame: FrameType | None) -> None:
        raise ending

    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, 0.01)


def rule_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose a variant: `--rule NAME=VALUE` and `--board`."""
    for option in (
        click.option("--board", metavar="N,N,...", help="The number on each position, where the game has them."),
        click.option("--rule", "rules", metavar="NAME=VALUE", multiple=True, help="Change a rule; may be repeated."),
    ):
        command = option(command)
    return command


FIRST = click.option(
    "--first", type=click.Choice(["p1", "p2"]), default="p1", show_default=True, help="Who moves first."
)


@contextmanager
def passing() -> Iterator[Callable[[str], None]]:
    """A line on a terminal that says what is being done, and goes away when it is done."""

    def show(doing: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\033[K{doing[:78]}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        show("")


def variant(name: str, rules: Sequence[str], board: str | None) -> Game:
    """The game of that name under the rules that were asked for."""
    from headway.catalogue import find

    game = find(name)
    return game.variant(settings(game, rules, board))


def settings(game: Game, rules: Sequence[str], board: str | None) -> dict[str, object]:
    """The rules that were asked for, by name."""
    chosen: dict[str, object] = {}
    if board is not None:
        if game.board_rule is None:
            raise BadRules(f"{game.title} has no board to give.")
        rules = [*rules, f"{game.board_rule.name}={board}"]
    for rule in rules:
        name, equals, value = rule.partition("=")
        if not equals:
            raise BadRules(f"--rule takes NAME=VALUE, not {quoted(rule)}.")
        if name.strip() in chosen:
            raise BadRules(f"The rule {quoted(name.strip())} is given twice.")
        chosen[name.strip()] = value.strip()
    return chosen
