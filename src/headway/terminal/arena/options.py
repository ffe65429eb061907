"""Options that the commands of the arena share: where a model is and how it is asked, and where answers are kept."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from headway.arena.chat import BASE_URL, BASE_URL_VARIABLE, ChatServer
from headway.arena.ledger import BadLedger
from headway.arena.report.html import Links
from headway.drawing.html import SERVER, page
from headway.errors import HeadwayError
from headway.terminal.output import write_whole

LONGEST_NAME = 150


def model_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of an agent that is a model."""
    for option in (
        click.option("--list-moves", is_flag=True, help="Tell a model which moves are legal."),
        click.option(
            "--seconds", type=click.FloatRange(0.1), default=120.0, show_default=True, help="The time for one answer."
        ),
        click.option(
            "--max-tokens", type=click.IntRange(1), default=1024, show_default=True, help="The longest answer."
        ),
        click.option("--temperature", type=click.FloatRange(0, 2), help="Sent to the chat server, if given."),
        click.option(
            "--base-url", envvar=BASE_URL_VARIABLE, default=BASE_URL, show_default=True, help="Where llm:MODEL is."
        ),
    ):
        command = option(command)
    return command


def ledger_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options about ledgers."""
    for option in (
        click.option("--resume", is_flag=True, help="Go on with the ledgers, and ask only what they do not have."),
        click.option(
            "--ledgers",
            type=click.Path(path_type=Path, file_okay=False),
            default="arena",
            show_default=True,
            help="The folder for the ledgers: a file with every answer for each game.",
        ),
    ):
        command = option(command)
    return command


def report_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options about the report."""
    for option in (
        click.option(
            "--server", metavar="URL", default=SERVER, show_default=True, help="Where the links of the report lead."
        ),
        click.option(
            "--html",
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            help="Write a report with plots and everything that was said: one page, which needs nothing else.",
        ),
    ):
        command = option(command)
    return command


def checked_links(html: Path | None, server: str) -> Links:
    """The links of a report; refused, before any work, if they lead nowhere or the report has no place."""
    if html is not None and not html.absolute().parent.is_dir():
        raise HeadwayError(f"{html} cannot be written: there is no folder {html.parent}.")
    return Links(server)


def write_report(path: Path, title: str, sections: Sequence[str]) -> None:
    """Write a report, whole or not at all; one that is there is replaced."""
    write_whole(path, page(title, sections).encode())


def server_of(base_url: str, seconds: float, max_tokens: int, temperature: float | None) -> Callable[[str], ChatServer]:
    """What gives the server of a model."""
    return partial(ChatServer, base_url, seconds=seconds, max_tokens=max_tokens, temperature=temperature)


def ledger_path(folder: Path, *about: object) -> Path:
    """The file of a ledger in a folder, which is made if it is not there; named after what the ledger is about."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadLedger(f"The folder {folder} cannot be made: {error.strerror}.") from None
    name = re.sub(r"[^A-Za-z0-9.]+", "-", " ".join(map(str, about))).strip("-")[:LONGEST_NAME]
    return folder / f"{name}.jsonl"
