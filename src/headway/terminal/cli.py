"""The command line: dispatch of the commands, and the exit status of what they raise."""

import os
import sys
from collections.abc import Sequence

import click

from headway import __version__
from headway.errors import HeadwayError
from headway.tagline import TAGLINE
from headway.terminal.command_group import CommandGroup
from headway.terminal.output import complain
from headway.terminal.signals import raise_on_signals
from headway.terminal.status import FAILED, INTERRUPTED, WRONG_USAGE

COMMANDS = (
    "play",
    "resume",
    "replay",
    "games",
    "rules",
    "perft",
    "check",
    "solve",
    "hint",
    "review",
    "position",
    "export",
    "simulate",
    "audit",
    "arena",
    "lab",
    "serve",
    "join",
    "verify",
)


@click.group(
    cls=CommandGroup,
    package=__package__,
    names=COMMANDS,
    help=f"""{TAGLINE}: play them, solve them, prove what is true of them.

    Without a command, headway asks which game to play and against whom.
    """,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="headway", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> int | None:
    """Run a command, or ask what to play."""
    if ctx.invoked_subcommand is not None:
        return None
    from headway.terminal.menu import menu

    return menu()


def run(args: Sequence[str]) -> int:
    """Run one command and return the exit status: 0 fine, 1 failed, 2 wrong usage, 130 interrupted."""
    raise_on_signals()
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
        return FAILED if error.is_internal else WRONG_USAGE
    except BrokenPipeError:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # the reader has gone: let the flush at exit pass
        return FAILED
    except MemoryError:
        pass  # reported below: only after this block is the memory free that the message needs
    except OSError as error:
        complain(f"{error.filename or 'The system'}: {error.strerror}.")
        return FAILED
    except Exception as error:  # a defect of Headway or of an installed game
        if os.environ.get("HEADWAY_DEBUG"):
            raise
        complain(f"Something is wrong in Headway or in the game: {error!r}. HEADWAY_DEBUG=1 shows where.")
        return FAILED
    else:
        return status if isinstance(status, int) else 0
    complain("There is not enough memory for this; take smaller rules or less depth.")
    return FAILED
