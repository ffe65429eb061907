"""The words of the table: what a person can enter besides a move."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from headway.contract import neutral
from headway.errors import HeadwayError
from headway.phrases import player
from headway.players.conduct import agrees_to_draw
from headway.rulekit import CHANCE
from headway.table.confirmation import DRAW, RESIGN, to_confirm
from headway.table.events import Offered, Proposal
from headway.table.intents import Accept, AskHints, Decline, Offer, Resign
from headway.table.table import Table
from headway.terminal.keyboard import Left, yes_or_no
from headway.terminal.rules import rules_of
from headway.voice import SPECTATING

if TYPE_CHECKING:
    from headway.terminal.session import Session

HELP = """\
Besides a move you can enter:
  help    show this
  rules   read the rule book
  board   show the whole board
  hint    tell what each move is worth
  undo    take back the last move
  draw    offer a draw
  resign  give the game up
  quit    leave; the game is saved, and headway resume goes on with it"""
LEGEND = "On the track, {above}'s pieces are above the positions and {below}'s below; [ ] is a goal."
OF_NEUTRAL = " Pieces in parentheses are neutral."


def legend_of(table: Table) -> str:
    """What stands where on the track; after a swap each side is called by the player who has it."""
    above, below = map(player, table.sides)
    told = LEGEND.format(above=above, below=below)
    return f"{told}{OF_NEUTRAL if neutral(table.game.pieces) else ''}"


class TableWords:
    """What each word does in a session, for the person who is to move."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._dialogue = session.dialogue
        self.commands: dict[str, Callable[[], None]] = {
            "help": self._help,
            "?": self._help,
            "rules": self._rules,
            "board": self._board,
            "hint": self._hint,
            "undo": self._undo,
            "draw": self._offer_draw,
            "resign": self._resign,
            "quit": self._quit,
            "exit": self._quit,
        }

    def _help(self) -> None:
        table = self._session.table
        legend = f"\n{legend_of(table)}" if self._dialogue.has_track else ""
        self._dialogue.reply(table, f"{table.game.accepted(table.state)}\n{HELP}{legend}")

    def _rules(self) -> None:
        self._dialogue.reply(self._session.table, rules_of(self._session.table.game))

    def _board(self) -> None:
        self._dialogue.board(self._session.table)

    def _hint(self) -> None:
        from headway.terminal.hint import hint_in_words, without_solution

        table = self._session.table
        try:
            text = hint_in_words(self._session.solution(table.game), table, self._dialogue.voice or SPECTATING)
            self._session.act(table.actor, AskHints())  # the record says that there were hints
        except HeadwayError as error:
            text = without_solution(table, error)
        self._dialogue.reply(table, text)

    def _undo(self) -> None:
        """Take back the last move; against a computer, the person's own last move."""
        table = self._session.table
        seat = table.by(table.ply - 1) if table.ply and self._session.players == (None, None) else table.actor
        self._session.act(table.actor if seat == CHANCE else seat, Offer(Proposal.TAKEBACK, is_agreed=True))

    def _offer_draw(self) -> None:
        """Offer a draw, and let the other player answer."""
        table, other = self._session.table, 1 - self._session.table.actor
        if not self._is_meant(DRAW):
            return
        self._session.act(table.actor, Offer(Proposal.DRAW))
        if self._session.table.result is not None:  # the other player had offered one as well
            return
        offered = self._dialogue.sentence(table.game, Offered(Proposal.DRAW, table.actor))
        program = self._session.players[other]
        if program is None:
            agrees = self._yes(f"{offered} {player(other)}, do you agree (yes or no)? ")
        else:
            self._dialogue.reply(table, offered)
            agrees = agrees_to_draw(program, table, other)
        self._session.act(other, Accept(Proposal.DRAW) if agrees else Decline(Proposal.DRAW))

    def _resign(self) -> None:
        if self._is_meant(RESIGN):
            self._session.act(self._session.table.actor, Resign())

    def _quit(self) -> None:
        raise Left

    def _is_meant(self, wanted: str) -> bool:
        """At a keyboard the person is asked before what may end the game; a script means what it says."""
        seat = self._session.table.actor
        asked = to_confirm(self._session.match.players, seat).get(wanted)
        if asked is None or not self._session.keyboard.is_terminal:
            return True
        if self._yes(f"{player(seat)}, {asked} (yes or no)? "):
            return True
        self._dialogue.say("The game goes on.")
        return False

    def _yes(self, question: str) -> bool:
        gap = self._session.table.game.words.GAP
        return yes_or_no(lambda: self._session.keyboard.line(f"{gap}{question}"), self._dialogue.say)
