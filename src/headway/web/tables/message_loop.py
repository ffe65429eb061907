"""The message loop of one WebSocket connection: a hello, then one message after the other until it closes."""

import logging
from collections.abc import Mapping

from pydantic import ValidationError

from headway.errors import HeadwayError, OnlyWatching, SeatTaken
from headway.players import check_computer
from headway.table.decide import Decision, resolve
from headway.table.dice import new_seed
from headway.table.events import HUMAN, Proposal
from headway.table.intents import Accept, AskHints, Decline, Intent, NextGame, Offer, Play, Resign, Sit, TakeName
from headway.table.match import Match
from headway.web.json_text import dumps
from headway.web.metrics import REFUSED
from headway.web.refusals import BadMessage, NoHello, NoHints, ServerError, ServerFull, TableFull, TooFast
from headway.web.tables import messages
from headway.web.tables.change_limit import check_changes
from headway.web.tables.hub import Hub
from headway.web.tables.live_table import LiveTable
from headway.web.tables.participant import NO_CHAIR, Participant
from headway.web.tables.seating import SeatedClient
from headway.web.tables.table_request import begin_table
from headway.web.transport.connection import FULL, INTERNAL_ERROR, POLICY, Connection, Disconnected
from headway.web.transport.token_bucket import TokenBucket

NEW_TABLE = "new"
CHANGES = (messages.Offer, messages.Name, messages.Computer, messages.Return)
log = logging.getLogger(__name__)
PLAYER_PRESENT = "The other player is here, or left a moment ago; a computer can take the seat after a minute."


async def serve_connection(connection: Connection, hub: Hub, table_id: str) -> None:
    """Let a connection take part in a table until it closes."""
    if hub.connections >= hub.limits.connections:
        _refuse(connection, ServerFull(), FULL)
        return
    hub.connections += 1
    try:
        await _take_part(connection, hub, table_id)
    except HeadwayError as error:
        _refuse(connection, error, POLICY)
    except Disconnected:
        pass
    except Exception:
        log.exception("A connection to table %s has failed", table_id)
        _refuse(connection, ServerError(), INTERNAL_ERROR)
    finally:
        hub.connections -= 1
        connection.close()


async def _take_part(connection: Connection, hub: Hub, table_id: str) -> None:
    first = _text(await connection.receive())
    live, (chair, seat_notice), invitations = await _find_table(hub, table_id, first, connection.address)
    participant = Participant(chair, connection)
    limits = hub.limits
    limit = limits.spectators_per_table if participant.chair == NO_CHAIR else limits.connections_per_seat
    if sum(other.chair == participant.chair for other in live.participants) >= limit:
        raise TableFull
    hub.join(live, participant, seat_notice, invitations)
    try:
        await _answer_messages(connection, hub, live, participant)
    finally:
        hub.leave(live, participant)


async def _find_table(
    hub: Hub, table_id: str, text: str, address: str
) -> tuple[LiveTable, SeatedClient, tuple[str, str] | None]:
    """The table and the seat that a first message leads to: a hello, or at /ws/new a request for a table.

    A connection that makes a table has its first chair, and gets both invitations.
    """
    if table_id == NEW_TABLE:
        live, invitations = await hub.create(begin_table(hub.table_requests.parse(text)), address, is_first_taken=True)
        return live, SeatedClient(0), invitations
    hello = _parsed(text)
    if not isinstance(hello, messages.Hello):
        raise NoHello
    live = await hub.find(table_id)
    return live, await live.seating.seat(hub.store.chairs, hello.token, hello.key), None


def _text(message: str | bytes) -> str:
    if isinstance(message, bytes):
        raise BadMessage("Messages must be text, not bytes.")
    return message


async def _answer_messages(connection: Connection, hub: Hub, live: LiveTable, participant: Participant) -> None:
    rate = TokenBucket(hub.limits.message_rate, hub.limits.message_burst)
    while True:
        text = _text(await connection.receive())
        if not rate.take():
            raise TooFast
        message_id = None
        try:
            message = _parsed(text)
            message_id = message.id
            await _answer(hub, live, participant, message)
        except HeadwayError as error:
            REFUSED.labels(error.name).inc()
            participant.send(_error(error, message_id))


def _parsed(text: str) -> messages.Message:
    try:
        return messages.MESSAGE.validate_json(text)
    except ValidationError as error:
        raise BadMessage.invalid(error) from None


async def _answer(hub: Hub, live: LiveTable, participant: Participant, message: messages.Message) -> None:
    if isinstance(message, messages.Ping):
        participant.send(dumps({"type": "pong", "done": message.id}))
        return
    # `resolve` refuses spectators as well; here they neither wait for the lock of the table nor bring an archived one
    # back, and get no link to a seat, which is not the match's to decide
    if participant.chair == NO_CHAIR:
        raise OnlyWatching
    if isinstance(message, messages.Link):
        token = await live.seating.add_device_link(hub.store.chairs, participant.chair)
        participant.send(dumps({"type": "link", "token": token, "done": message.id}))
        return

    def decide(match: Match) -> Decision:
        seat = match.chair(participant.chair)
        decision = resolve(match, seat, _intent(message, seat), is_person=True)
        # the match allows it; what only a server knows and limits follows
        if isinstance(message, messages.Computer):
            check_computer(message.player)
            if live.vacant_in(1 - participant.chair) != 0:
                raise SeatTaken(PLAYER_PRESENT)
        if isinstance(message, messages.Hints) and match.players[1 - seat] == HUMAN:
            raise NoHints("Hints are for games against a computer.")
        if isinstance(message, CHANGES):
            check_changes(match, seat, hub.limits.changes_between_moves)
        return decision

    has_changed = await hub.commit(live, decide, participant, message.id)
    if not has_changed and message.id is not None:
        participant.send(dumps({"type": "done", "done": message.id}))


def _intent(message: messages.Message, seat: int) -> Intent:
    """What the player on a seat wants by a message."""
    match message:
        case messages.Play():
            return Play(message.move, message.ply, message.client_seed)
        case messages.Offer():
            return Offer(Proposal(message.what), dice=new_seed())
        case messages.Accept():
            return Accept(Proposal(message.what), dice=new_seed())
        case messages.Decline():
            return Decline(Proposal(message.what))
        case messages.Resign():
            return Resign()
        case messages.Next():
            return NextGame(dice=new_seed())
        case messages.Computer():
            return Sit(1 - seat, message.player)
        case messages.Return():
            return Sit(seat, HUMAN)
        case messages.Name():
            return TakeName(message.name)
        case messages.Hints():
            return AskHints()
    raise BadMessage("The connection has had its hello already.")


def _error(error: HeadwayError, message_id: object) -> str:
    return dumps({"type": "error", "error": error.name, "message": str(error), "done": message_id})


def _refuse(connection: Connection, error: HeadwayError, code: int) -> None:
    REFUSED.labels(error.name).inc()
    connection.send(_error(error, None))
    connection.close(code, error.name)


def is_same_origin(headers: Mapping[str, str]) -> bool:
    """Does one of our own pages open the connection, or a program? Only browsers send an origin."""
    origin, host = headers.get("origin"), headers.get("host")
    return origin is None or (bool(host) and origin.partition("://")[2] == host)
