"""Options that the commands of the arena share: which games, how agents are asked, and where answers and reports go."""

import re
from collections.abc import Callable, Sequence
from functools import partial, wraps
from math import isnan
from pathlib import Path
from typing import Any, NamedTuple

import click

from headway.arena.agent_names import agent_of
from headway.arena.agents import Agent
from headway.arena.chat import BASE_URL, BASE_URL_VARIABLE, SECONDS, ChatServer
from headway.arena.interface import HOTTEST, MOST_JOBS, MOST_SECONDS
from headway.arena.ledger import BadLedger, Ledger
from headway.arena.report.html import Links
from headway.arena.report.page import check_place
from headway.catalogue import names
from headway.drawing.html import SERVER
from headway.errors import BadRules
from headway.game import Game
from headway.players.engine import SECONDS as ENGINE_SECONDS
from headway.terminal.options import variant
from headway.terminal.output import complain

LONGEST_NAME = 150
Command = Callable[..., Any]


class Number(click.FloatRange):
    """A number in a range. click takes one that is not a number for one in every range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


class Asking(NamedTuple):
    """How agents are asked."""

    base_url: str
    temperature: float | None
    max_tokens: int
    seconds: float | None
    list_moves: bool

    def agent(self, name: str, game: Game) -> Agent:
        """The agent of that name."""
        seconds = SECONDS if self.seconds is None else self.seconds
        server = partial(
            ChatServer, self.base_url, seconds=seconds, max_tokens=self.max_tokens, temperature=self.temperature
        )
        return agent_of(name, game, server, list_moves=self.list_moves, seconds=self.seconds)


class Ledgers(NamedTuple):
    """Where answers are kept, and whether a run goes on with them."""

    ledgers: Path
    resume: bool
    retry_failed: bool

    def path(self, *about: object) -> Path:
        """The file of a ledger in the folder, which is made if it is not there; named after what it is about."""
        try:
            self.ledgers.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadLedger(f"The folder {self.ledgers} cannot be made: {error.strerror}.") from None
        name = re.sub(r"[^A-Za-z0-9.]+", "-", " ".join(map(str, about))).strip("-")[:LONGEST_NAME]
        return self.ledgers / f"{name}.jsonl"

    def open(self, path: Path, about: dict[str, Any]) -> Ledger:
        """The ledger at a path."""
        return Ledger(path, about, resume=(self.resume or self.retry_failed) and path.exists(), notify=complain)


class Report(NamedTuple):
    """The page that is written, if one is, and the server to which it links."""

    html: Path | None
    server: str

    def checked_links(self) -> Links:
        """The links; refused, before any work, if they lead nowhere or the page has no place."""
        check_place(self.html)
        return Links(self.server)


def _gathered(name: str, into: Any, *options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Options whose values a command gets as one value of that name."""

    def decorated(command: Command) -> Command:
        @wraps(command)
        def run(**given: Any) -> Any:
            values = {field: given.pop(field) for field in into._fields}
            return command(**given, **{name: into(**values)})

        wrapped: Command = run
        for option in reversed(options):
            wrapped = option(wrapped)
        return wrapped

    return decorated


asking_options = _gathered(
    "asking",
    Asking,
    click.option(
        "--base-url", envvar=BASE_URL_VARIABLE, default=BASE_URL, show_default=True, help="Where llm:MODEL is."
    ),
    click.option("--temperature", type=Number(0, HOTTEST), help="Sent to the chat server, if given."),
    click.option("--max-tokens", type=click.IntRange(1), default=1024, show_default=True, help="The longest answer."),
    click.option(
        "--seconds",
        type=Number(0.1, MOST_SECONDS),
        show_default=f"{SECONDS:g}, of an engine {ENGINE_SECONDS:g}",
        help="The time for one answer.",
    ),
    click.option("--list-moves", is_flag=True, help="Tell a model which moves are legal."),
)
ledger_options = _gathered(
    "ledgers",
    Ledgers,
    click.option(
        "--ledgers",
        type=click.Path(path_type=Path, file_okay=False),
        default="arena",
        show_default=True,
        help="The folder for the ledgers: a file with every answer for each game.",
    ),
    click.option("--resume", is_flag=True, help="Go on with the ledgers, and ask only what they do not have."),
    click.option(
        "--retry-failed", is_flag=True, help="Like --resume, and ask again where an agent failed or was not there."
    ),
)
report_options = _gathered(
    "report",
    Report,
    click.option(
        "--html",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Write a report with plots and everything that was said: one page, which needs nothing else.",
    ),
    click.option(
        "--server", metavar="URL", default=SERVER, show_default=True, help="Where the links of the report lead."
    ),
)


def jobs_option(what: str) -> Callable[[Command], Command]:
    """The option for how many of something are under way at a time."""
    return click.option(
        "-j", "--jobs", type=click.IntRange(1, MOST_JOBS), default=1, show_default=True, help=f"{what} at a time."
    )


def chosen_games(given: Sequence[str], rules: tuple[str, ...], board: str | None) -> list[Game]:
    """The games of these names, each once, or else all; with rules changed, if it is one."""
    if (rules or board is not None) and len(given) != 1:
        raise BadRules("Rules can be changed for one game at a time.")
    return [variant(name, rules, board) for name in dict.fromkeys(given or names())]
