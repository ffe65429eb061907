"""The picture of a review: the value over the game, as SVG with the mistakes marked, or as PNG."""

from io import BytesIO

from headway.analysis.review import ENDINGS, Review
from headway.analysis.review_words import heading, numbered_comment, points
from headway.drawing import Dot, draw_values
from headway.errors import NotInstalled, install_hint
from headway.phrases import percent
from headway.rulekit import P1
from headway.voice import SPECTATING, Voice

WORDS = {"endless": "endless", "draw": "drawn"}
"""What a game is at a moment at which its value, one half, is not a chance."""


def draw_review(found: Review, voice: Voice = SPECTATING) -> str:
    """The chance that Player 1 wins after each move; where best play is endless, the chart says so."""
    values, endless, _ = zip(*points(found), strict=True)
    dots = [Dot(ply.move_number, ply.by, numbered_comment(found, ply, voice)) for ply in found.mistakes]
    return draw_values(values, endless, dots, heading(found, voice), in_words(found, voice), voice)


def in_words(found: Review, voice: Voice = SPECTATING, seat: int = P1) -> str:
    """What a chart of the chance that a seat wins shows, for those who do not see it."""
    ends = [plies[-1] for plies in found.moves]
    moments = [
        "at the start",
        *(f"after {ENDINGS[ply.reason] if ply.reason else f'move {ply.move_number}'}" for ply in ends),
    ]
    told = [
        f"{WORDS.get(point.name) or percent(point.value)} {moment}"
        for moment, point in zip(moments, points(found, seat), strict=True)
    ]
    names = {point.name for point in points(found)}
    if len(told) > 1 and len(names) == 1 and (word := WORDS.get(*names)):
        told = [f"{word} from the start to the end"]
    return ", ".join([*told, *(numbered_comment(found, ply, voice) for ply in found.mistakes)])


def png_of_review(found: Review, voice: Voice = SPECTATING) -> bytes:
    """The same chart as PNG, by matplotlib."""
    try:
        from matplotlib.figure import Figure
        from matplotlib.ticker import MaxNLocator
    except ImportError:
        raise NotInstalled(f"A .png needs: {install_hint('lab')}; a .svg does not.") from None
    figure = Figure(figsize=(8, 4))
    axes = figure.subplots()
    drawn = points(found)
    axes.step(range(len(drawn)), [point.value for point in drawn], where="post", color="#205080")
    axes.axhline(0.5, color="#999999", linewidth=0.8)
    endless = [at for at, point in enumerate(drawn) if point.is_endless]
    if endless:
        at_half = [drawn[at].value for at in endless]
        axes.plot(endless, at_half, "o", color="#999999", markersize=8, label="endless play")
        axes.legend()
    chance = f"chance that {voice.name(P1)} wins".replace("$", r"\$")  # which would begin a formula
    axes.set(ylim=(-0.05, 1.05), xlabel="move", ylabel=chance, title=found.table.game.title)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    picture = BytesIO()
    figure.savefig(picture, format="png")
    return picture.getvalue()
