"""Seating: which chair a client gets that comes with an invitation, a link for another device, or its own key.

Each of them is a token that a client may send. An invitation, and a link for another device, seats one client: the
first to come with it. A client sends with it a key of its own, and has the chair by that key from then on. So it may
repeat a hello whose answer was lost. A client that sends no key has the chair by the token.
"""

import secrets
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from headway.web.refusals import TooManyLinks, WrongToken
from headway.web.storage.chairs import Chairs, ChairStore, Link
from headway.web.tables.participant import NO_CHAIR
from headway.web.transport.token_bucket import TokenBucket

MAX_DEVICES = 10  # of one player, beside the first
LINK_BURST, LINK_RATE = 5, 0.05  # links for other devices of one player: at once, and then in a second
SEAT_TAKEN = "This invitation has been used: another player has the seat. You are watching."
LINK_USED = "This link has been used, or replaced by a newer one. You are watching."
OWN_SEAT = "You have a seat at this table already, and keep it. The invitation is for the other player."
OWN_SEAT_ANYWAY = "This link does not open a seat at this table. You have your own seat."


class SeatedClient(NamedTuple):
    """The chair that a client gets, and what the client should know about it."""

    chair: int
    notice: str = ""


class Seating:
    """The chairs of one table, and who has taken them."""

    def __init__(self, table_id: str, chairs: Chairs) -> None:
        self._table_id, self._chairs = table_id, chairs
        self._link_rates: dict[int, TokenBucket] = {}

    def is_taken(self, chair: int) -> bool:
        """Has a client taken the chair?"""
        return any(link.chair == chair and link.key is not None for link in self._chairs.invitations.values())

    async def seat(self, store: ChairStore, token: str | None, key: str | None) -> SeatedClient:
        """The chair of a client that sends a token, or watches, and its own key; refuses what opens nothing."""
        own = [hash_key(text) for text in (key, token) if text is not None]
        if not own:
            return SeatedClient(NO_CHAIR)
        given = own[-1] if token is not None else ""
        found = self._seated(own, given)
        if found is None and self._link(given) is None:
            self._chairs = await store.read(self._table_id)  # another process may know more
            found = self._seated(own, given)
        if found is None:
            found = await self._use(store, given, own[0])
        return found

    async def chair_of(self, store: ChairStore, token: str | None, key: str | None) -> int:
        """The chair that a client has already, by its token or its key, or `NO_CHAIR`; nothing is used."""
        own = [hash_key(text) for text in (key, token) if text is not None]
        if not own:
            return NO_CHAIR
        found = self._seated(own, "")
        if found is None:
            self._chairs = await store.read(self._table_id)
            found = self._seated(own, "")
        return NO_CHAIR if found is None else found.chair

    async def add_device_link(self, store: ChairStore, chair: int) -> str:
        """A token for one use, by which the player of a chair continues on another device; refuses too many."""
        if not self._link_rates.setdefault(chair, TokenBucket(LINK_RATE, LINK_BURST)).take():
            raise TooManyLinks("Too many links to this seat are being made; try again in a minute.")
        stored = await store.read(self._table_id)  # a link may have been used in another process
        if sum(link.chair == chair and link.key is not None for link in stored.devices.values()) >= MAX_DEVICES:
            raise TooManyLinks(f"This seat has been continued on {MAX_DEVICES} devices, which is the limit.")
        token = secrets.token_urlsafe(18)
        await store.add_device_link(self._table_id, chair, hash_key(token))
        self._forget_replaced(chair)
        self._chairs.devices[hash_key(token)] = Link(chair)
        return token

    def _forget_replaced(self, chair: int) -> None:
        """Forget the links of a chair that were replaced, except for the last: who comes with it is told so."""
        devices = self._chairs.devices
        unused = [token for token, link in devices.items() if link == Link(chair)]
        for token in unused[:-1]:
            del devices[token]

    def _seated(self, own: list[str], given: str) -> SeatedClient | None:
        """The chair that a client has already, by one of its keys."""
        for key in own:
            for link in self._links():
                if link.key == key:
                    return SeatedClient(link.chair, self._notice(link.chair, key, given))
        return None

    def _notice(self, chair: int, key: str, given: str) -> str:
        link = self._link(given)
        if not given or given == key or (link is not None and link.chair == chair):
            return ""
        return OWN_SEAT if link is not None else OWN_SEAT_ANYWAY

    async def _use(self, store: ChairStore, given: str, key: str) -> SeatedClient:
        """Use an invitation, or a link for another device, which another person may use at the same time."""
        chairs, link = self._chairs, self._link(given)
        if link is None:
            raise WrongToken
        if link.key is not None:  # another client has used it, and the database need not be asked
            return SeatedClient(NO_CHAIR, SEAT_TAKEN if given in chairs.invitations else LINK_USED)
        if given in chairs.invitations:
            used_by = await store.use_invitation(self._table_id, link.chair, key)
            chairs.invitations[given] = link._replace(key=used_by)
            return SeatedClient(link.chair) if used_by == key else SeatedClient(NO_CHAIR, SEAT_TAKEN)
        used_by = await store.use_device_link(self._table_id, given, key)
        chairs.devices[given] = link._replace(key=used_by)
        return SeatedClient(link.chair) if used_by == key else SeatedClient(NO_CHAIR, LINK_USED)

    def _links(self) -> Iterator[Link]:
        yield from self._chairs.invitations.values()
        yield from self._chairs.devices.values()

    def _link(self, given: str) -> Link | None:
        return self._chairs.invitations.get(given) or self._chairs.devices.get(given)


def new_chairs(invitations: tuple[str, str], is_first_taken: bool) -> Chairs:
    """The chairs of a new table, the first of them perhaps taken by its invitation."""
    first, second = map(hash_key, invitations)
    return Chairs({first: Link(0, first if is_first_taken else None), second: Link(1)}, {})


def hash_key(key: str) -> str:
    """The hash of a token or a key, which is all that the database holds of it."""
    return sha256(key.encode()).hexdigest()
