"""The picture of a review: the value over the game as SVG, with the mistakes marked."""

from headway.analysis.review import Review, sentence
from headway.drawing import Dot, draw_values
from headway.phrases import player
from headway.rulekit import P1


def draw_review(found: Review) -> str:
    """The chance that Player 1 wins after each move; where best play is endless, the chart says so."""
    values = [float(found.start), *(float(step.after) for step in found.steps)]
    endless = [found.starts_endless, *(step.is_endless for step in found.steps)]
    dots = [
        Dot(step.ply, step.by, f"{step.ply}. {player(step.by)}: {sentence(found, step)}") for step in found.mistakes
    ]
    title = f"{found.table.game.title}: the chance that {player(P1)} wins, after each move"
    told = [
        f"{'endless' if is_endless else f'{100 * value:.4g} %'} after move {ply}"
        for ply, (value, is_endless) in enumerate(zip(values, endless, strict=True))
    ]
    return draw_values(values, endless, dots, title, ", ".join([*told, *(dot.told for dot in dots)]))
