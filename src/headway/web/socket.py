"""One connection: it says hello, and then it says things and is told things until it goes."""

from pydantic import ValidationError

from headway.errors import HeadwayError
from headway.rulekit import OVER
from headway.table.record import HUMAN
from headway.web import messages, problems
from headway.web.frames import FULL, POLICY
from headway.web.hub import Hub
from headway.web.live import NOBODY, Guest, LiveTable
from headway.web.metrics import REFUSED, SOCKETS
from headway.web.opponents import check_opponent
from headway.web.problems import Problem
from headway.web.room import Entry, Room, dumps
from headway.web.wire import Gone, Wire

NEW = "new"


async def attend(wire: Wire, hub: Hub, table_id: str) -> None:
    """Let a connection take part in a table for as long as it lasts."""
    if hub.sockets >= hub.limits.sockets:
        _refuse(wire, Problem("full", 503, "The server is full; try again in a while."), FULL)
        return
    hub.sockets += 1
    SOCKETS.inc()
    try:
        await _attend(wire, hub, table_id)
    except HeadwayError as error:
        _refuse(wire, problems.problem(error), POLICY)
    except Gone:
        pass
    finally:
        hub.sockets -= 1
        SOCKETS.dec()
        wire.close()


async def _attend(wire: Wire, hub: Hub, table_id: str) -> None:
    live, token = await _admitted(hub, table_id, await _heard(wire))
    guest = Guest(live.chair(token), wire)
    most = hub.limits.spectators_per_table if guest.chair == NOBODY else hub.limits.tabs_per_seat
    if sum(other.chair == guest.chair for other in live.guests) >= most:
        raise Problem("table-full", 503, "Too many have come to this table already.")
    hub.sit_down(live, guest)
    try:
        await _listen(wire, hub, live, guest)
    finally:
        hub.leave(live, guest)


async def _admitted(hub: Hub, table_id: str, text: str) -> tuple[LiveTable, str | None]:
    """The table and the token of a first message: hello, or at /ws/new what table to make."""
    if table_id == NEW:
        return await hub.make(text)
    hello = _parsed(text)
    if not isinstance(hello, messages.Hello):
        raise Problem("no-hello", 400, "The first message is hello.")
    return await hub.find(table_id), hello.token


async def _heard(wire: Wire) -> str:
    text = await wire.hear()
    if isinstance(text, bytes):
        raise Problem("bad-message", 400, "Messages are text, not bytes.")
    return text


async def _listen(wire: Wire, hub: Hub, live: LiveTable, guest: Guest) -> None:
    while True:
        text = await _heard(wire)
        if not wire.bucket.take():
            raise Problem("too-fast", 429, "You say too much at once.")
        message_id = None
        try:
            message = _parsed(text)
            message_id = message.id
            await _do(hub, live, guest, message)
        except HeadwayError as error:
            refusal = problems.problem(error)
            REFUSED.labels(refusal.name).inc()
            guest.send(dumps(_told(refusal, message_id)))


def _parsed(text: str) -> messages.Message:
    try:
        return messages.MESSAGE.validate_json(text)
    except ValidationError as error:
        raise problems.bad_message(error) from None


async def _do(hub: Hub, live: LiveTable, guest: Guest, message: messages.Message) -> None:
    if isinstance(message, messages.Ping):
        guest.send(dumps({"type": "pong", "done": message.id}))
        return
    if guest.chair == NOBODY:
        raise problems.only_watching()

    def decide(room: Room) -> list[Entry]:
        return _decided(hub, live, room, guest, message)

    has_happened = await hub.act(live, decide, guest, message.id)
    if not has_happened and message.id is not None:  # it was so already
        guest.send(dumps({"type": "done", "done": message.id}))


def _decided(hub: Hub, live: LiveTable, room: Room, guest: Guest, message: messages.Message) -> list[Entry]:
    """What a message comes to, by the room as it is now."""
    seat = room.seat(guest.chair)
    match message:
        case messages.Play():
            if room.table.actor == OVER:
                raise problems.game_over()
            if message.ply != room.table.ply:
                raise problems.stale_ply(room.table.ply)
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
                raise Problem("match-over", 409, "The match is over; offer a rematch.")
            return room.begin()
        case messages.Computer():
            check_opponent(room.table.game, message.player)
            other = 1 - guest.chair
            if not live.has_left(other, hub.limits.seconds_until_left):
                why = "The other player is here, or left a moment ago; a computer can have the seat after a minute."
                raise Problem("seat-taken", 409, why)
            if room.players[guest.chair] != HUMAN:
                raise Problem("seat-taken", 409, "A computer plays for you; sit down yourself first.")
            return room.sit(other, message.player)
        case messages.Return():
            return room.sit(guest.chair, HUMAN) if room.players[guest.chair] != HUMAN else []
    raise Problem("bad-message", 400, "You have said hello already.")


def _told(refusal: Problem, message_id: object) -> dict[str, object]:
    return {"type": "error", "error": refusal.name, "message": str(refusal), "done": message_id}


def _refuse(wire: Wire, refusal: Problem, code: int) -> None:
    REFUSED.labels(refusal.name).inc()
    wire.tell(dumps(_told(refusal, None)))
    wire.close(code, refusal.name)


def is_own_page(headers: dict[bytes, bytes]) -> bool:
    """A browser says which page opens the connection; a program says nothing, and has no cookies to abuse."""
    origin, host = headers.get(b"origin"), headers.get(b"host")
    return origin is None or (bool(host) and origin.partition(b"://")[2] == host)
