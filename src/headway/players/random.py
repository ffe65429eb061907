"""The random player."""

from random import Random

from headway.players.player import Outlook


class RandomPlayer:
    """Plays every legal move equally often."""

    def choose(self, outlook: Outlook, rng: Random) -> int:
        """Any legal move."""
        return rng.choice(outlook.game.moves_at(outlook.state))

    def agrees_to_draw(self, outlook: Outlook) -> bool:
        """Never: it does not know what it might lose."""
        return False

    def close(self) -> None:
        """Nothing to end."""
