"""`decide`: a match, a seat and its intent give the events that follow, or one refusal.

Nothing here changes a match or draws a random number: an intent carries the seed of the dice that it may need. Every
front end turns what a person or a program does into an intent, keeps the events, and applies them.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from headway.errors import BadRules, GameOver, MatchOver, NoOffer, NotOver, OnlyWatching, OutOfTurn, SeatTaken, StalePly
from headway.game import Game
from headway.phrases import player
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.table.apply import apply, fold, game_of, move_unchecked, undealt
from headway.table.dice import commitment, dealer, roll
from headway.table.events import (
    HUMAN,
    Begun,
    Declined,
    Ended,
    Event,
    Hinted,
    Moved,
    Named,
    Offered,
    Proposal,
    Seated,
    TakenBack,
)
from headway.table.intents import (
    Accept,
    AskHints,
    Decline,
    Forfeit,
    Intent,
    NextGame,
    Offer,
    Play,
    Resign,
    Sit,
    TakeName,
)
from headway.table.match import Match
from headway.table.offers import agrees_at_once, check_offer
from headway.table.outcome import Reason, Result
from headway.table.table import Table
from headway.table.takeback import plies_since
from headway.table.typed_move import play_typed
from headway.voice import checked_name, chosen_name

PROGRAMS_LIMIT = 1000
"""The limit on plies for games between programs, some of which would never end."""


class Decision(NamedTuple):
    """The events that follow from an intent, and the match after them."""

    events: list[Event]
    after: Match


def begin(
    game: Game,
    first: int = P1,
    players: tuple[str, str] = (HUMAN, HUMAN),
    wins: int = 1,
    limit: int | None = None,
    seed: int | None = None,
    is_dealt: bool = False,
    dice: str | None = None,
) -> Decision:
    """The events with which a match begins, and that match. The board is dealt from the dice, if the game has both.

    Games between programs always have a limit.
    """
    if limit is None and HUMAN not in players:
        limit = PROGRAMS_LIMIT
    begun = Begun(game.name, game.settings, first, players, wins, limit, seed, is_dealt)
    begun = _with_dice(begun, None, dice)
    return _followed([begun], apply(Match(), begun))


def decide(match: Match, seat: int, intent: Intent) -> list[Event]:
    """The events that follow from an intent of a seat, or of CHANCE; none if it changes nothing. May refuse it."""
    return resolve(match, seat, intent).events


def resolve(match: Match, seat: int, intent: Intent, is_person: bool = False) -> Decision:
    """The events that `decide` gives, and the match after them.

    Where a computer plays on the seat, `is_person` says that its person wants something, who can only come back.
    """
    if seat not in (P1, P2) and not (seat == CHANCE and isinstance(intent, Play)):
        raise OnlyWatching
    is_person = is_person or isinstance(intent, Sit)  # no program seats another
    if is_person and match.players[seat] != HUMAN and not (isinstance(intent, Sit) and intent.seat == seat):
        raise SeatTaken
    if isinstance(intent, Play):
        return _played(match, seat, intent)
    events = _decide(match, seat, intent)
    return _followed(events, fold(events, match)) if events else Decision([], match)


def follow_up(match: Match) -> list[Event]:
    """What follows without an intent: the rolls of a server's dice, and the end by the rules or the limit."""
    return _followed([], match).events


def _followed(events: list[Event], match: Match) -> Decision:
    while True:
        begun, table, _, ended, client_seeds = match.games[-1]
        if ended is not None:
            break
        if table.result is not None:
            events.append(Ended(table.result, Reason.RULES, seed=begun.dice))
        elif match.is_at_limit:
            events.append(Ended(Result.UNFINISHED, Reason.LIMIT, seed=begun.dice))
        elif table.actor == CHANCE and begun.dice is not None:
            face = roll(table.game, table.state, begun.dice, table.ply, client_seeds.get(table.ply))
            events.append(Moved(CHANCE, table.game.token(face), table.ply + 1))
        else:
            break
        match = apply(match, events[-1])
    return Decision(events, match)


def _decide(match: Match, seat: int, intent: Intent) -> list[Event]:
    match intent:
        case Resign():
            return [_ended(match, Result.win(1 - seat), Reason.RESIGNED)]
        case Forfeit():
            return [_ended(match, Result.win(1 - seat), Reason.FORFEIT, intent.why)]
        case Offer():
            return _offered(match, seat, intent)
        case Accept():
            offered = match.offer(intent.what)
            if offered is None or offered.by == seat:
                raise NoOffer(f"There is no offer of a {intent.what.value} to accept.")
            return _agreed(match, offered.by, intent.what, intent.dice)
        case Decline():
            offered = match.offer(intent.what)
            if offered is None:
                raise NoOffer(f"There is no offer of a {intent.what.value} to decline.")
            return [Declined(intent.what, seat, is_own=offered.by == seat)]
        case NextGame():
            if match.is_over:
                raise MatchOver
            return [_next_game(match, intent.rules, intent.dice)]
        case Sit():
            is_seated = match.players[intent.seat] == intent.player
            return [] if is_seated else [Seated(intent.seat, intent.player)]
        case AskHints():
            if match.table.result is not None:
                raise GameOver
            return [] if match.current.has_hints(seat) else [Hinted(seat)]
        case TakeName():
            return _named(match, seat, intent.name)
    return []


def _named(match: Match, seat: int, wanted: str | None) -> list[Event]:
    name = None if wanted is None else checked_name(wanted)
    if name == match.names[seat]:
        return []
    return [Named(seat, None if name is None else chosen_name(name, match.names[1 - seat]))]


def check_turn(table: Table, seat: int, ply: int) -> None:
    """Refuse a move by a seat that is not to move, or that was meant for another ply."""
    if table.actor == OVER:
        raise GameOver
    if ply != table.ply:
        raise StalePly(f"That move was meant for ply {ply + 1}, and the game is at ply {table.ply + 1}.")
    if seat != table.actor:
        waited = "chance" if table.actor == CHANCE else player(table.actor)
        raise OutOfTurn(f"It is not your turn; {waited} is to move.")


def _played(match: Match, seat: int, intent: Play) -> Decision:
    table = match.table
    check_turn(table, seat, intent.ply)
    token, after = play_typed(table, seat, intent.move)
    is_rolled_here = after.actor == CHANCE and match.begun.dice is not None
    client_seed = intent.client_seed if is_rolled_here else None
    moved = Moved(seat, token, after.ply, client_seed)
    return _followed([moved], move_unchecked(match, after, client_seed))


def _ended(match: Match, result: Result, reason: Reason, why: str | None = None) -> Ended:
    if match.table.result is not None:
        raise GameOver
    return Ended(result, reason, why, match.begun.dice)


def _offered(match: Match, seat: int, intent: Offer) -> list[Event]:
    check_offer(match, seat, intent.what)
    offered = match.offer(intent.what)
    is_mutual = offered is not None and offered.by != seat
    if intent.is_agreed or is_mutual or agrees_at_once(match, 1 - seat, intent.what):
        return _agreed(match, seat, intent.what, intent.dice)
    return [] if offered is not None else [Offered(intent.what, seat)]


def _agreed(match: Match, by: int, what: Proposal, dice: str | None) -> list[Event]:
    """What both sides have agreed on; `by` is the seat that proposed it."""
    if what is Proposal.DRAW:
        return [_ended(match, Result.DRAW, Reason.AGREED)]
    if what is Proposal.TAKEBACK:
        return [TakenBack(plies_since(match.table, by))]
    return [_next_game(match, None, dice)]


def _next_game(match: Match, rules: Mapping[str, Any] | None, dice: str | None) -> Begun:
    """The next game of the match, or the first of a rematch, in which the players swap seats."""
    if match.table.result is None:
        raise NotOver
    players = match.players[::-1] if match.is_over else match.players
    names = match.names[::-1] if match.is_over else match.names
    is_swapped = match.begun.is_swapped ^ match.is_over
    following = match.begun._replace(first=match.next_first, players=players, is_swapped=is_swapped, names=names)
    return _with_dice(following, rules, dice)


def _with_dice(begun: Begun, rules: Mapping[str, Any] | None, dice: str | None) -> Begun:
    """The beginning of a game with the rules that were dealt for it, or with dice that deal and roll."""
    if dice is not None:
        begun = begun._replace(dice=dice, commitment=commitment(dice))
        if begun.is_dealt and rules is None:
            game = game_of(begun)
            rules = game.variant(undealt(game), dealer(dice)).settings
    elif begun.dice is not None:
        raise BadRules("The next game needs a seed for its dice.")
    return begun if rules is None else begun._replace(rules=rules)
