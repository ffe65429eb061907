"""What every front end says of a review, and the points that every chart of it draws."""

from typing import NamedTuple

from headway.analysis.review import ENDINGS, Ply, Review, sentence
from headway.game import Game
from headway.rulekit import CHANCE, P1, P2
from headway.solver.solution import P1_WINS, P2_WINS
from headway.table.outcome import Reason
from headway.voice import SPECTATING, Voice, capitalised

ENDLESS = "endless play, which counts as one half"
"""What a chart marks with a sign of its own."""


class Point(NamedTuple):
    """The chance that Player 1 wins at one moment of a game; one half where best play is endless."""

    value: float
    is_endless: bool


def heading(found: Review, voice: Voice = SPECTATING) -> str:
    """What a chart of a review shows."""
    return f"{found.table.game.title}: the chance that {voice.name(P1)} wins, after each move"


def points(found: Review) -> list[Point]:
    """The value at the start and after each ply."""
    after = [Point(float(ply.after), ply.is_endless) for ply in found.plies]
    return [Point(float(found.start), found.starts_endless), *after]


def is_always_endless(found: Review) -> bool:
    """Is best play endless at the start and after every ply, so that it need not be said of each?"""
    return all(point.is_endless for point in points(found))


def maker(ply: Ply, voice: Voice = SPECTATING) -> str:
    """Who made a ply."""
    if ply.reason is Reason.AGREED:
        return "both"
    return "the die" if ply.by == CHANCE else voice.name(ply.by)


def comment(found: Review, mistake: Ply, voice: Voice = SPECTATING) -> str:
    """Whose mistake a ply was, and what was wrong with it."""
    return f"{capitalised(voice.name(mistake.by))}: {sentence(found, mistake)}"


def numbered_comment(found: Review, mistake: Ply, voice: Voice = SPECTATING) -> str:
    """A comment after the number of its move."""
    return f"{mistake.label} {comment(found, mistake, voice)}".strip()


def conclusions(found: Review, voice: Voice = SPECTATING) -> list[str]:
    """What is said of the game as a whole: whether there were mistakes, what decided it, and whether it ended."""
    told = [] if found.mistakes else [_flat_line(found, voice) or "No move gave anything away."]
    turning = found.turning_point
    if turning is not None:
        move = f"move {turning.move_number}, {turning.move} by {maker(turning, voice)}"
        told.append(f"The turning point was {ENDINGS[turning.reason] if turning.reason else move}.")
    if found.table.result is None:
        told.append("The game is not finished.")
    elif not found.is_finished:
        told.append("The game was stopped by its limit on moves.")
    return told


def _flat_line(found: Review, voice: Voice) -> str:
    """Why the value never changed; empty if it did, or if a side was lucky."""
    if len(set(points(found))) > 1 or not found.plies:
        return ""
    verdict = found.solution.verdict(found.table.states[0])
    winner = {P1_WINS: P1, P2_WINS: P2}.get(verdict)
    if winner is None:
        known = "best play is endless" if found.starts_endless else "the game is even"
    else:
        known = f"{voice.name(winner)} wins with best play"
    return f"The line is flat: {known}, and nothing was given away."


def luck_word(game: Game) -> str:
    """What decides where neither side errs: luck with a die, guesses where secrets are mixed; empty if nothing does."""
    guesses = "guesses" if game.has_secrets else ""
    return " and ".join(filter(None, ("luck" if game.has_chance else "", guesses)))


def sums(found: Review, voice: Voice = SPECTATING) -> list[str]:
    """How luck and mistakes add up to the result: the summands, and the sum, as the chance that Player 1 wins."""
    p1, p2 = float(found.given_by(P1)), float(found.given_by(P2))
    word = luck_word(found.table.game)
    luck = f"  {word} {_signed(float(found.luck))}" if word else ""
    return [
        f"start {_percent(float(found.start))}{luck}  given away by {voice.name(P1)} {_signed(0 - p1)}"
        f"  by {voice.name(P2)} {_signed(p2)}",
        f"{'result' if found.is_finished else 'value so far'} {_percent(float(found.result))}",
    ]


def _percent(value: float) -> str:
    return f"{100 * value:.2f} %"


def _signed(value: float) -> str:
    return f"{100 * value:+.2f} %"


def remarks(found: Review, voice: Voice = SPECTATING) -> list[str]:
    """What is said of a review beside its chart and the comments on its mistakes."""
    endless = [f"The chart marks {ENDLESS}."] if any(point.is_endless for point in points(found)) else []
    return [*endless, *conclusions(found, voice), *sums(found, voice)]
