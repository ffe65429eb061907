"""What happened, told to one viewer: "you" for the viewer's own seat, names for the other players.

Every sentence is derived from the contract, so a new game has them all. A game may replace the telling of a move
(`telling` in its words.py). The book's own dialogue, for two people at one keyboard, is in each `words.py`.
"""

from functools import lru_cache
from itertools import pairwise

from headway.contract import NEUTRAL
from headway.effects import homes, shifts
from headway.game import Game, State
from headway.phrases import both, player
from headway.rulekit import CHANCE, P1, P2
from headway.shift import Shift, moved_by
from headway.table.ending import piece_in_words, voice_of_sides
from headway.table.events import (
    HUMAN,
    Begun,
    Declined,
    Ended,
    Event,
    Hinted,
    Named,
    Offered,
    Proposal,
    Seated,
    TakenBack,
)
from headway.table.match import MOST_DRAWN, Match
from headway.table.outcome import Reason, Result
from headway.table.status import status
from headway.table.story import Transition, Won
from headway.table.table import Table
from headway.voice import THE_COMPUTER, Names, Voice, sentence

OFFERS = {
    Proposal.DRAW: "offer a draw",
    Proposal.TAKEBACK: "ask to take back a move",
    Proposal.REMATCH: "offer a rematch, with the seats swapped",
}
DECLINED = {
    Proposal.DRAW: "do not agree to a draw",
    Proposal.TAKEBACK: "do not agree to take back a move",
    Proposal.REMATCH: "do not agree to a rematch",
}
WITHDRAWN = {
    Proposal.DRAW: "withdraw the offer of a draw",
    Proposal.TAKEBACK: "withdraw the request to take back a move",
    Proposal.REMATCH: "withdraw the offer of a rematch",
}

UNFINISHED_GAME = "its last game did not end within the limit"


def tell(game: Game, what: Transition | Won | Event, voice: Voice) -> str:
    """What happened, in a sentence or two; empty if it is told together with what follows."""
    if isinstance(what, Transition):
        return tell_move(game, what, voice)
    match what:
        case Begun():
            return tell_beginning(game, what.first, voice)
        case Offered():
            return sentence(voice.does(what.by, OFFERS[what.what]))
        case Declined():
            return sentence(voice.does(what.by, (WITHDRAWN if what.is_own else DECLINED)[what.what]))
        case TakenBack():
            return "One move is taken back." if what.plies == 1 else f"{what.plies} moves are taken back."
        case Seated():
            return _seated(what, voice)
        case Named():
            return _named(what, voice)
        case Hinted():
            return sentence(voice.does(what.seat, "switch hints on"))
        case Ended():
            return _ended(what, voice)
        case Won():
            return sentence(voice.does(what.seat, "win the match!"))
    return ""


def tell_table(table: Table, voice: Voice) -> list[str]:
    """What happened in a game so far, move by move, and how and why it ended."""
    tables = [table.earlier(plies) for plies in range(table.ply, -1, -1)]
    told = [tell_move(table.game, Transition.of(before, after), voice) for before, after in pairwise(tables)]
    if table.result is not None and table.reason is not None:
        told.append(_ended(Ended(table.result, table.reason), voice) or status(table, voice))
    return [text for text in told if text]


@lru_cache(maxsize=20_000)  # many tables of a server reach the same states
def tell_move(game: Game, transition: Transition, voice: Voice) -> str:
    """What a move did: who moved which piece, what else moved, what the die showed, and what was guessed.

    A game that it ended is told of by `status`.
    """
    own = (
        ""
        if transition.is_secret
        else game.words.telling(game.rules, transition.before, transition.move, transition.after, voice)
    )
    return own or _derived(game, transition, voice)


def _derived(game: Game, transition: Transition, voice: Voice) -> str:
    """What is told of sides and their pieces; a side that was swapped is called by the player who has it."""
    before, turn = transition.before, transition.turn
    voice = voice_of_sides(game, before, voice)
    transition = transition._replace(
        by=game.side(before, transition.by), turn=None if turn is None else game.side(before, turn)
    )
    token = game.token(transition.move)
    if transition.is_secret:
        return sentence(voice.does(transition.by, "have chosen in secret"))
    moved = shifts(game, transition.before, transition.after)
    if transition.by == CHANCE:
        return sentence(f"the die shows {token}{_after_a_roll(game, transition, moved, voice)}")
    if transition.answered is not None:
        return _answer(game, transition, moved, voice)
    if moved:
        return sentence(_moves(game, moved, transition.by, voice))
    if game.actor(transition.after) == CHANCE:  # what the die shows is told next
        return ""
    return sentence(f"{voice.does(transition.by, 'play')} {token}")


def _answer(game: Game, transition: Transition, moved: tuple[Shift, ...], voice: Voice) -> str:
    """A guess at a secret, whether it was right, and what came of it."""
    assert transition.answered is not None
    chooser = 1 - transition.by
    guessed = voice.does(transition.by, f"guessed {game.token(transition.move)}")
    if transition.move == transition.answered:
        stays = _stays(game, transition.after, chooser, voice)
        came = _moves(game, moved, chooser, voice) if moved else stays
        return sentence(f"{guessed}, which was correct{f'; {came}' if came else ''}")
    chose = f"{voice.name(chooser)} had chosen {game.token(transition.answered)}"
    if not moved:
        return sentence(f"{guessed}; {chose}")
    first, *others = moved
    if first.seat == chooser and not others and len(game.pieces[chooser]) == 1:
        verb = "move" if voice.is_you(chooser) else "moves"
        return sentence(f"{guessed}; {chose} and {verb} to {first.end}")
    return sentence(f"{guessed}; {chose}; {_moves(game, moved, chooser, voice)}")


def _after_a_roll(game: Game, transition: Transition, moved: tuple[Shift, ...], voice: Voice) -> str:
    if transition.turn is None:
        return ""
    if moved:
        return f"; {_moves(game, moved, transition.turn, voice)}"
    is_turn_over = game.side(transition.after, game.actor(transition.after)) != transition.turn
    stays = _stays(game, transition.after, transition.turn, voice)
    return f"; {stays}" if is_turn_over and stays else ""


def _stays(game: Game, state: State, seat: int, voice: Voice) -> str:
    places = game.positions(state)[seat]
    return f"{voice.does(seat, 'stay')} on {places[0]}" if len(places) == 1 else ""


def _moves(game: Game, moved: tuple[Shift, ...], mover: int, voice: Voice) -> str:
    """Which piece a player moves from where to where, and what that does to others."""
    own = moved_by(moved, mover)
    if own is None:
        return both(_is_moved(game, shift, voice) for shift in moved)
    piece = f"{piece_in_words(game, own.seat, own.piece, voice)} " if own.seat == NEUTRAL else ""
    if own.seat == mover and len(game.pieces[mover]) > 1:
        piece = f"{game.pieces[mover][own.piece]} "
    told = voice.does(mover, f"move {piece}from {own.start} to {own.end}")
    others = [shift for shift in moved if shift is not own]
    sent = [shift for shift in others if shift.seat != NEUTRAL and _is_home(game, shift)]
    if sent:
        send = "send" if voice.is_you(mover) else "sends"
        caught = both(piece_in_words(game, shift.seat, shift.piece, voice) for shift in sent)
        told += f" and {send} {caught} back to {sent[0].end}"
    return "; ".join([told, *(_is_moved(game, shift, voice) for shift in others if shift not in sent)])


def _is_home(game: Game, shift: Shift) -> bool:
    return homes(game)[shift.seat][shift.piece] == shift.end


def _is_moved(game: Game, shift: Shift, voice: Voice) -> str:
    who = piece_in_words(game, shift.seat, shift.piece, voice)
    return f"{who} {'go' if who == 'you' else 'goes'} from {shift.start} to {shift.end}"


def tell_beginning(game: Game, first: int, voice: Voice) -> str:
    """That a game begins, which pieces the viewer plays, and who moves first unless chance decides that."""
    told = [f"{game.title} begins"]
    if voice.viewer in (P1, P2) and game.pieces[voice.viewer]:
        told.append(f"you play {both(game.pieces[voice.viewer])}")
    if game.start(P1) != game.start(P2):
        told.append(voice.does(first, "move first"))
    return sentence("; ".join(told))


def _seated(event: Seated, voice: Voice) -> str:
    if event.player == HUMAN:
        return sentence(voice.does(event.seat, "are back"))
    name = voice.name(event.seat)
    who = player(event.seat) if name == THE_COMPUTER else name  # one computer in the place of another
    return f"A computer, {computer_name(event.player)}, plays for {who}."


def _named(event: Named, voice: Voice) -> str:
    """The seat by its number, since the name is what is told."""
    numbered = Voice(voice.viewer)
    if event.name is None:
        return sentence(f"{numbered.does(event.seat, 'have')} no name any more")
    return sentence(f"{numbered.does(event.seat, 'are')} called {event.name}")


def _ended(event: Ended, voice: Voice) -> str:
    """An end that does not follow from the rules; the other ends follow from the last move."""
    if event.reason is Reason.RULES:
        return ""
    if event.reason is Reason.AGREED:
        return "Both players agree: the game is a draw."
    if event.reason is Reason.LIMIT or event.result.winner is None:
        return "The limit on moves is reached. The game is unfinished."
    winner = event.result.winner
    gives_up = "resign" if event.reason is Reason.RESIGNED else "forfeit"
    why = f" ({event.why.rstrip('.')})" if event.why else ""
    won = sentence(voice.does(winner, "win the game!"))
    return f"{sentence(f'{voice.does(1 - winner, gives_up)}{why}')} {won}"


def tell_players(players: tuple[str, str], voice: Voice, with_level: bool = True) -> str:
    """Who the viewer is, and which player is a computer, with its level or its name."""
    viewer = voice.viewer
    told = [f"you are {player(viewer)}" if viewer in (P1, P2) else "you are watching"]
    computers = [seat for seat in (P1, P2) if players[seat] != HUMAN and seat != viewer]
    names = {seat: f", {computer_name(players[seat])}" if with_level else "" for seat in computers}
    told += [f"{player(seat)} is the computer{name}" for seat, name in names.items()]
    told += _called([seat for seat in (P1, P2) if seat not in computers and seat != viewer], voice.names)
    return sentence("; ".join(told))


def tell_names(names: Names) -> str:
    """What the players are called; empty if none of them has a name."""
    told = _called([P1, P2], names)
    return sentence("; ".join(told)) if told else ""


def _called(seats: list[int], names: Names) -> list[str]:
    return [f"{player(seat)} is {names[seat]}" for seat in seats if names[seat]]


def name_players(players: tuple[str, str], voice: Voice) -> list[str]:
    """Both players in a word or two, for a viewer."""
    return [_player_name(seat, players[seat], voice) for seat in (P1, P2)]


def _player_name(seat: int, name: str, voice: Voice) -> str:
    if name != HUMAN:
        return f"Computer, {computer_name(name)}"
    return f"You ({voice.names[seat] or player(seat)})" if voice.is_you(seat) else voice.name(seat)


def tell_score(match: Match) -> list[str]:
    """How a match of several games stands, and what decides it unless it is won."""
    p1, p2 = match.score
    voice = Voice(names=match.called)
    told = [f"Match score: {voice.name(P1)} {p1}, {voice.name(P2)} {p2}."]
    if match.is_stuck:
        why = f"its last {MOST_DRAWN} games were drawn" if match.table.result is Result.DRAW else UNFINISHED_GAME
        told.append(f"The match is unfinished: {why}.")
    elif match.champion is None:
        told.append(f"The first to win {match.begun.wins} games wins the match.")
    return told


def computer_name(name: str) -> str:
    """A computer player by name, after the word "computer": "level 5", "perfect"."""
    return f"level {name}" if name.isdecimal() else name
