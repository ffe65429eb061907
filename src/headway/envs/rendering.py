"""An episode as its board: in text, as the terminal draws it, or as a picture. Both show what a spectator may see."""

from headway.envs.episode import Episode
from headway.envs.picture import Picture, draw_picture
from headway.errors import expected
from headway.table.outcome import Reason
from headway.table.summary import caption
from headway.table.table import Table
from headway.text_board import draw_board, goals_in_words
from headway.voice import SPECTATING

RENDER_MODES = ("human", "ansi", "rgb_array")


def checked_render_mode(value: object) -> str | None:
    """A render mode that there is, or None."""
    if value is not None and value not in RENDER_MODES:
        raise expected('"human", "ansi", "rgb_array" or None as the render mode', value)
    return value if isinstance(value, str) else None


def rendered(episode: Episode, mode: str | None) -> str | Picture | None:
    """An episode in a render mode. Without one it is None, and for a human it is printed."""
    if mode is None:
        return None
    table = episode.table.end(Reason.LIMIT) if episode.is_truncated else episode.table
    if mode == "rgb_array":
        return draw_picture(table)
    text = _text(table)
    if mode == "ansi":
        return text
    print(text)
    return None


def _text(table: Table) -> str:
    """The title, how far the game is, the board, and where each side makes for."""
    title = f"{table.game.title}: {caption(table, SPECTATING)}"
    goals = goals_in_words(table.game, table.sides)
    return "\n".join([title, draw_board(table.game, table.positions, players=table.sides), *([goals] if goals else [])])
