"""`headway play`: a game or a match in the terminal."""

from pathlib import Path
from shlex import quote

import click

from headway import catalogue
from headway.errors import HeadwayError
from headway.players import HUMAN, KINDS, Player, seat_player
from headway.rulekit import P1, P2
from headway.table.decide import begin
from headway.table.luck import Luck
from headway.table.match import fold
from headway.table.shelf import is_shelved, new_journal
from headway.terminal.dialogue import Dialogue
from headway.terminal.keyboard import EndOfInput, Keyboard
from headway.terminal.options import PLAIN, SEAT_NAMES, rule_options, settings
from headway.terminal.output import complain, own_command, wrapped
from headway.terminal.session import Session

PROGRAMS_LIMIT = 1000
"""How many plies programs get when they play each other: some games between them would never end."""


@click.command()
@click.argument("game")
@click.option("--p1", default=HUMAN, show_default=True, metavar="PLAYER", help=f"Who plays Player 1: {KINDS}.")
@click.option("--p2", default=HUMAN, show_default=True, metavar="PLAYER", help=f"Who plays Player 2: {KINDS}.")
@click.option(
    "--first", type=click.Choice([*SEAT_NAMES, "random"]), default="p1", show_default=True, help="Who moves first."
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
    help="Stop a game after so many moves, rolls included; 1000 if only programs play.",
)
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Keep the record of the game in FILE.")
@PLAIN
def play(
    game: str,
    p1: str,
    p2: str,
    first: str,
    wins: int,
    rules: tuple[str, ...],
    board: str | None,
    seed: int | None,
    limit: int | None,
    record: Path | None,
    plain: bool,
) -> None:
    """Play GAME in the terminal, line by line.

    During play, "help" tells what else can be entered. Every move is saved at once; "headway resume" goes on with
    a game that was left.
    """
    players = seated((p1, p2))
    luck = Luck(seed)
    opener = SEAT_NAMES.get(first)
    if opener is None:
        opener = luck.at("first").choice((P1, P2))
    book = catalogue.find(game)
    asked = settings(book, rules, board)
    chosen = book.variant(asked, luck.at(1, "deal"))
    if limit is None and None not in players:
        limit = PROGRAMS_LIMIT
    is_dealt = chosen.is_dealt and not chosen.has_board_in(asked)
    match = fold(begin(chosen, opener, (p1, p2), wins, limit, seed, is_dealt))
    journal = new_journal(chosen.name, record, complain)
    session = Session(match, players, journal, Dialogue.on_screen(plain), resume_command(journal.path))
    session.open()
    session.play()


def seated(names: tuple[str, str]) -> tuple[Player | None, Player | None]:
    """The players of both seats; None for a person."""
    return seat_player(names[P1]), seat_player(names[P2])


def offer() -> int | None:
    """List the games and start the one that is chosen."""
    games, broken = catalogue.games()
    for error in broken:
        complain(str(error))
    click.echo("Headway: two-player games on a line.\n")
    numbered = {str(number): game.name for number, game in enumerate(games, 1)}
    for number, game in zip(numbered, games, strict=True):
        click.echo(f"  {number}  {game.title}\n{wrapped(game.words.SUMMARY, 5)}")
    name = own_command()
    click.echo(
        f"\n{wrapped(f'Against the computer: {name} play GAME --p2 5, with levels from 1 to 9. More: {name} --help.')}"
    )
    keyboard = Keyboard()
    while True:
        try:
            answer = keyboard.line(f"Which game do you want to play (1 to {len(games)}, or Enter to leave)? ").strip()
            if not answer or answer.lower() in ("quit", "exit"):
                return 0
            name = numbered.get(answer) or catalogue.find(answer).name
        except EndOfInput:
            return 0
        except HeadwayError as error:
            click.echo(str(error))
        else:
            break
    click.echo()
    play.main([name], standalone_mode=False)
    return None


def resume_command(path: Path) -> str:
    """The command that goes on with a game."""
    name = own_command()
    return f"{name} resume" if is_shelved(path) else f"{name} resume {quote(str(path))}"
