"""The message loop of one WebSocket connection: a hello, then one message after the other until it closes."""

from pydantic import ValidationError

from headway.errors import HeadwayError
from headway.rulekit import OVER
from headway.table.record import HUMAN
from headway.web import messages, refusals
from headway.web.connection import Connection, Disconnected
from headway.web.frames import FULL, POLICY
from headway.web.hub import Hub
from headway.web.live_table import LiveTable
from headway.web.metrics import REFUSED, SOCKETS
from headway.web.opponents import check_opponent
from headway.web.participant import NO_CHAIR, Participant
from headway.web.refusals import Refusal
from headway.web.room import Entry, Room, dumps

NEW_TABLE = "new"


async def serve_connection(connection: Connection, hub: Hub, table_id: str) -> None:
    """Let a connection take part in a table until it closes."""
    if hub.connections >= hub.limits.connections:
        _refuse(connection, Refusal("full", 503, "The server is full; try again later."), FULL)
        return
    hub.connections += 1
    SOCKETS.inc()
    try:
        await _take_part(connection, hub, table_id)
    except HeadwayError as error:
        _refuse(connection, refusals.as_refusal(error), POLICY)
    except Disconnected:
        pass
    finally:
        hub.connections -= 1
        SOCKETS.dec()
        connection.close()


async def _take_part(connection: Connection, hub: Hub, table_id: str) -> None:
    live, seat_key = await _find_table(hub, table_id, await _receive_text(connection))
    participant = Participant(live.chair_for(seat_key), connection)
    limits = hub.limits
    limit = limits.spectators_per_table if participant.chair == NO_CHAIR else limits.connections_per_seat
    if sum(other.chair == participant.chair for other in live.participants) >= limit:
        raise Refusal("table-full", 503, "There are too many connections to this table.")
    hub.join(live, participant)
    try:
        await _answer_messages(connection, hub, live, participant)
    finally:
        hub.leave(live, participant)


async def _find_table(hub: Hub, table_id: str, text: str) -> tuple[LiveTable, str | None]:
    """The table and the seat key of a first message: a hello, or at /ws/new a request for a table."""
    if table_id == NEW_TABLE:
        return await hub.create_for_connection(text)
    hello = _parsed(text)
    if not isinstance(hello, messages.Hello):
        raise Refusal("no-hello", 400, "The first message must be hello.")
    return await hub.find(table_id), hello.token


async def _receive_text(connection: Connection) -> str:
    message = await connection.receive()
    if isinstance(message, bytes):
        raise Refusal("bad-message", 400, "Messages must be text, not bytes.")
    return message


async def _answer_messages(connection: Connection, hub: Hub, live: LiveTable, participant: Participant) -> None:
    while True:
        text = await _receive_text(connection)
        if not connection.message_bucket.take():
            raise Refusal("too-fast", 429, "Too many messages.")
        message_id = None
        try:
            message = _parsed(text)
            message_id = message.id
            await _answer(hub, live, participant, message)
        except HeadwayError as error:
            refusal = refusals.as_refusal(error)
            REFUSED.labels(refusal.name).inc()
            participant.send(dumps(_error(refusal, message_id)))


def _parsed(text: str) -> messages.Message:
    try:
        return messages.MESSAGE.validate_json(text)
    except ValidationError as error:
        raise refusals.bad_message(error) from None


async def _answer(hub: Hub, live: LiveTable, participant: Participant, message: messages.Message) -> None:
    if isinstance(message, messages.Ping):
        participant.send(dumps({"type": "pong", "done": message.id}))
        return
    if participant.chair == NO_CHAIR:
        raise refusals.only_watching()

    def decide(room: Room) -> list[Entry]:
        return _decide(hub, live, room, participant, message)

    has_changed = await hub.commit(live, decide, participant, message.id)
    if not has_changed and message.id is not None:
        participant.send(dumps({"type": "done", "done": message.id}))


def _decide(hub: Hub, live: LiveTable, room: Room, participant: Participant, message: messages.Message) -> list[Entry]:
    """The step that a message leads to, in the table's present state."""
    seat = room.seat(participant.chair)
    match message:
        case messages.Play():
            if room.table.actor == OVER:
                raise refusals.game_over()
            if message.ply != room.table.ply:
                raise refusals.stale_ply(room.table.ply)
            return room.play(seat, message.move, message.ply)
        case messages.Offer():
            return room.offer(seat, message.what)
        case messages.Accept():
            return room.accept(seat, message.what)
        case messages.Decline():
            return room.decline(seat, message.what)
        case messages.Resign():
            return room.resign(seat)
        case messages.Next():
            if room.is_over:
                raise Refusal("match-over", 409, "The match is over; offer a rematch.")
            return room.begin()
        case messages.Computer():
            check_opponent(room.table.game, message.player)
            other = 1 - participant.chair
            if not live.is_vacant(other, hub.limits.absence):
                reason = "The other player is here, or left a moment ago; a computer can take the seat after a minute."
                raise Refusal("seat-taken", 409, reason)
            if room.players[participant.chair] != HUMAN:
                raise Refusal("seat-taken", 409, "A computer plays for you; take your own seat back first.")
            return room.sit(other, message.player)
        case messages.Return():
            return room.sit(participant.chair, HUMAN) if room.players[participant.chair] != HUMAN else []
    raise Refusal("bad-message", 400, "The connection has had its hello already.")


def _error(refusal: Refusal, message_id: object) -> dict[str, object]:
    return {"type": "error", "error": refusal.name, "message": str(refusal), "done": message_id}


def _refuse(connection: Connection, refusal: Refusal, code: int) -> None:
    REFUSED.labels(refusal.name).inc()
    connection.send(dumps(_error(refusal, None)))
    connection.close(code, refusal.name)


def is_same_origin(headers: dict[bytes, bytes]) -> bool:
    """Does one of our own pages open the connection, or a program? Only browsers send an origin."""
    origin, host = headers.get(b"origin"), headers.get(b"host")
    return origin is None or (bool(host) and origin.partition(b"://")[2] == host)
