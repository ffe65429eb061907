"""A participant: one connection to a table, as a player or as a spectator."""

from headway.web.transport.connection import Connection

NO_CHAIR = -1


class Participant:
    """One connection to a table: which chair it has, if any, and how messages are sent to it."""

    def __init__(self, chair: int, connection: Connection) -> None:
        self.chair = chair
        self.address = connection.address
        self.send = connection.send
