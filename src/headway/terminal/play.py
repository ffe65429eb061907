"""`headway play`: a game or a match in the terminal."""

from collections.abc import Mapping
from pathlib import Path
from shlex import quote

import click
from click.core import ParameterSource

from headway import catalogue
from headway.errors import GameOver
from headway.game import Game
from headway.players import HUMAN, KINDS, Player, PlayerFailed, seat_player
from headway.players.preparation import Preparation
from headway.table.decide import PROGRAMS_LIMIT
from headway.table.intents import Play
from headway.table.opening import open_match
from headway.table.saved_games import is_in_state_folder, new_journal
from headway.table.table import Table
from headway.terminal.dialogue import Dialogue
from headway.terminal.options import PLAIN, SEAT_NAMES, as_player, rule_options, settings
from headway.terminal.output import complain, own_command, progress_line
from headway.terminal.session import Session


@click.command()
@click.argument("game", required=False)
@click.option(
    "--p1", default=HUMAN, show_default=True, callback=as_player, metavar="PLAYER", help=f"Who plays Player 1: {KINDS}."
)
@click.option(
    "--p2", default=HUMAN, show_default=True, callback=as_player, metavar="PLAYER", help=f"Who plays Player 2: {KINDS}."
)
@click.option(
    "--first",
    type=click.Choice([*SEAT_NAMES, "random"], case_sensitive=False),
    default="p1",
    show_default=True,
    help="Who moves first.",
)
@click.option(
    "--match",
    "wins",
    type=click.IntRange(1, 1000),
    default=1,
    metavar="N",
    help="Play to N wins; the start alternates.",
)
@rule_options
@click.option("--seed", type=int, help="Make dice, deals and random players repeatable.")
@click.option(
    "--limit",
    type=click.IntRange(1),
    metavar="PLIES",
    help=f"Stop a game after PLIES moves, rolls included; {PROGRAMS_LIMIT} by default if only programs play.",
)
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Keep the record of the game in FILE.")
@click.option("--position", metavar="TEXT", help="Go on from the text of a position; it has its own game and rules.")
@PLAIN
def play(
    game: str | None,
    p1: str,
    p2: str,
    first: str,
    wins: int,
    rules: tuple[str, ...],
    board: str | None,
    seed: int | None,
    limit: int | None,
    record: Path | None,
    position: str | None,
    plain: bool,
) -> None:
    """Play GAME in the terminal, line by line.

    During play, "help" tells what else can be entered. Every move is saved at once; "headway resume" goes on with
    a game that was left.
    """
    if position is not None:
        if (
            game is not None
            or rules
            or board is not None
            or click.get_current_context().get_parameter_source("first") is not ParameterSource.DEFAULT
        ):
            raise click.UsageError(
                "--position has its own game, rules and first mover; leave GAME, --rule, --board and --first out."
            )
        session_from(Table.from_text(position), (p1, p2), wins, limit, seed, record, plain).play()
        return
    if game is None:
        raise click.UsageError("Missing argument 'GAME': name a game to play, or go on from a text with --position.")
    book, opener = catalogue.find(game), SEAT_NAMES.get(first)
    new_session(book, (p1, p2), opener, settings(book, rules, board), wins, limit, seed, record, plain).play()


def session_from(
    table: Table,
    names: tuple[str, str],
    wins: int,
    limit: int | None,
    seed: int | None,
    record: Path | None,
    plain: bool,
) -> Session:
    """A game that goes on from a table; its record begins with the moves so far."""
    if table.result is not None:
        raise GameOver(f"The game in this text is over; see it again with: {own_command()} replay {table.text}")
    game = table.game
    session = new_session(game, names, table.first, game.settings, wins, limit, seed, record, plain)
    for index, move in enumerate(table.moves):
        session.act(table.by(index), Play(game.token(move), index))
    return session


def new_session(
    book: Game,
    names: tuple[str, str],
    first: int | None,
    rules: Mapping[str, object] = {},
    wins: int = 1,
    limit: int | None = None,
    seed: int | None = None,
    record: Path | None = None,
    plain: bool = False,
) -> Session:
    """A game or a match that has just been opened."""
    prepared = preparation()
    players = seated(names, prepared)
    match = open_match(book, rules, first, names, wins, limit, seed).after
    start_programs(players)
    journal = new_journal(book.name, record, complain)
    dialogue = Dialogue.on_screen(plain)
    session = Session(match, players, prepared.solution, journal, dialogue, resume_command(journal.path))
    session.open()
    return session


def seated(names: tuple[str, str], preparation: Preparation) -> tuple[Player | None, Player | None]:
    """The players of both seats; None for a person."""
    p1, p2 = (seat_player(name, preparation.strategy) for name in names)
    return p1, p2


def start_programs(players: tuple[Player | None, Player | None]) -> None:
    """Start the players that are programs of their own, so that one that cannot be started is noticed at once."""
    try:
        for program in players:
            if program is not None:
                program.start()
    except PlayerFailed:
        for program in players:
            if program is not None:
                program.close()
        raise


def preparation() -> Preparation:
    """Lets the computer show that it thinks, and say so if it cannot solve the game in time."""
    return Preparation(notify=complain, progress=progress_line)


def resume_command(path: Path) -> str:
    """The command that goes on with a game."""
    name = own_command()
    return f"{name} resume" if is_in_state_folder(path) else f"{name} resume {quote(str(path))}"
