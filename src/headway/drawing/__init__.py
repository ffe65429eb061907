"""Pictures as SVG: boards, drawn from the positions for all games alike, and small charts. Plain text, no dependency.

Every picture stands alone: valid XML, no outside fonts or links, light and dark, a title and a description for those
who do not see it, and the same text for the same data. The sides differ in shape as well as in colour: Player 1 is
round, Player 2 is square.
"""

from headway.drawing.board import draw_board
from headway.drawing.charts import Bar, Dot, draw_shares, draw_values, draw_worths
from headway.drawing.interval_chart import Span, draw_intervals

__all__ = ["Bar", "Dot", "Span", "draw_board", "draw_intervals", "draw_shares", "draw_values", "draw_worths"]
