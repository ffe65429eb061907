"""A participant: one connection to a table, as a player or as a spectator."""

from headway.web.transport.connection import Connection

NO_CHAIR = -1


class Participant:
    """One connection to a table, and which chair it has, if any."""

    def __init__(self, chair: int, connection: Connection) -> None:
        self.chair = chair
        self.address = connection.address
        self._connection = connection

    def send(self, text: str) -> None:
        """Send a message to this participant."""
        self._connection.send(text)
