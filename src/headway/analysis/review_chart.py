"""The picture of a review: the value over the game as SVG, with the mistakes marked."""

from headway.analysis.review import ENDINGS, Review, sentence
from headway.drawing import Dot, draw_values
from headway.phrases import player
from headway.rulekit import P1


def draw_review(found: Review) -> str:
    """The chance that Player 1 wins after each move; where best play is endless, the chart says so."""
    values = [float(found.start), *(float(ply.after) for ply in found.plies)]
    endless = [found.starts_endless, *(ply.is_endless for ply in found.plies)]
    dots = [
        Dot(ply.number, ply.by, f"{ply.label} {player(ply.by)}: {sentence(found, ply)}".strip())
        for ply in found.mistakes
    ]
    title = f"{found.table.game.title}: the chance that {player(P1)} wins, after each move"
    moments = ["at the start", *(f"after {ENDINGS[p.reason] if p.reason else f'move {p.number}'}" for p in found.plies)]
    told = [
        f"{'endless' if is_endless else f'{100 * value:.4g} %'} {moment}"
        for moment, value, is_endless in zip(moments, values, endless, strict=True)
    ]
    return draw_values(values, endless, dots, title, ", ".join([*told, *(dot.told for dot in dots)]))
