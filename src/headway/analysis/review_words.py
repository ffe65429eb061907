"""What every front end says of a review, and the points that every chart of it draws."""

from typing import NamedTuple

from headway.analysis.review import ENDINGS, Ply, Review, sentence
from headway.game import Game
from headway.phrases import count, percent
from headway.rulekit import CHANCE, P1, P2
from headway.solver import value_for
from headway.solver.solution import DRAWN, P1_WINS, P2_WINS
from headway.table.outcome import Reason, Result
from headway.table.story import Transition
from headway.table.telling import tell_move
from headway.tolerances import PROVEN
from headway.voice import SPECTATING, Voice, capitalised

ENDLESS, DRAW = "endless play, which counts as one half", "a draw, which counts as one half"
"""What a chart marks with signs of their own."""


class Point(NamedTuple):
    """The chance that a side wins at one moment of a game; one half where best play is endless, or a draw."""

    value: float
    is_endless: bool
    is_drawn: bool

    @property
    def name(self) -> str:
        """What one half stands for, if it is not a chance: "endless" or "draw"."""
        return "endless" if self.is_endless else "draw" if self.is_drawn else ""


def heading(found: Review, voice: Voice = SPECTATING, seat: int = P1) -> str:
    """What a chart of a review shows: the chance that a seat wins."""
    return f"{found.table.game.title}: the chance that {voice.name(seat)} wins, after each move"


def points(found: Review, seat: int = P1) -> list[Point]:
    """The value to a seat at the start and after each move, so that the index is the number of the move."""
    lasts = [plies[-1] for plies in found.moves]
    after = [Point(value_for(seat, last.after), last.is_endless, last.is_drawn) for last in lasts]
    return [Point(value_for(seat, found.start), found.starts_endless, found.starts_drawn), *after]


def is_always_endless(found: Review) -> bool:
    """Is best play endless at the start and after every move, so that it need not be said of each?"""
    return all(point.is_endless for point in points(found))


def maker(ply: Ply, voice: Voice = SPECTATING) -> str:
    """Who made a ply; before the first move it is not a die that decides."""
    if ply.reason is Reason.AGREED:
        return "both"
    if ply.by != CHANCE:
        return voice.name(ply.by)
    return "chance" if ply.number == 1 else "the die"


def comment(found: Review, mistake: Ply, voice: Voice = SPECTATING) -> str:
    """Whose mistake a ply was, and what was wrong with it."""
    return f"{capitalised(voice.name(mistake.by))}: {sentence(found, mistake, voice)}"


def numbered_comment(found: Review, mistake: Ply, voice: Voice = SPECTATING) -> str:
    """A comment after the number of its move."""
    return f"{mistake.label} {comment(found, mistake, voice)}".strip()


def conclusions(found: Review, voice: Voice = SPECTATING) -> list[str]:
    """What is said of the game as a whole: whether there were mistakes, what decided it, and whether it ended."""
    told = [] if found.mistakes else [_flat_line(found, voice) or "No move gave anything away."]
    if found.turning_point is not None:
        told.append(_turning_point(found, found.turning_point, voice))
    if found.table.result is None:
        told.append("The game is not finished.")
    elif not found.is_finished:
        told.append("The game was stopped by its limit on moves.")
    return told


def _turning_point(found: Review, ply: Ply, voice: Voice) -> str:
    """Which move decided the game, with what was told of it when it was made."""
    if ply.reason is not None:
        return f"The turning point was {ENDINGS[ply.reason]}."
    after = found.table.earlier(found.table.ply - ply.number)
    told = tell_move(found.table.game, Transition.of(after.earlier(1), after), voice)
    return f"The turning point was move {ply.move_number}: {told}"


def _flat_line(found: Review, voice: Voice) -> str:
    """Why the value never changed; empty if it did, or if a side was lucky."""
    if len(set(points(found))) > 1 or not found.plies:
        return ""
    verdict = found.solution.verdict(found.table.states[0])
    winner = {P1_WINS: P1, P2_WINS: P2}.get(verdict)
    chance = value_for(P1, found.start)
    if winner is not None:
        known = f"{voice.name(winner)} wins with best play"
    elif found.starts_endless:
        known = "best play is endless"
    elif verdict == DRAWN:
        known = "best play is a draw"
    elif abs(chance - 0.5) < PROVEN:
        known = "the game is even"
    else:
        known = f"{voice.name(P1)} wins {percent(chance)} of the games"
    return f"The line is flat: {known}, and nothing was given away."


def luck_word(game: Game) -> str:
    """What decides where neither side errs: luck with a die, guesses where secrets are mixed; empty if nothing does."""
    guesses = "guesses" if game.has_secrets else ""
    return " and ".join(filter(None, ("luck" if game.has_chance else "", guesses)))


class Sum(NamedTuple):
    """A row of the sum of a review: what it is, and the percentage in words."""

    name: str
    percent: str


def sums_heading(voice: Voice = SPECTATING, seat: int = P1) -> str:
    """What the rows of the sum add up to: the chance that a seat wins."""
    return f"How the chance that {voice.name(seat)} wins adds up"


def sums(found: Review, voice: Voice = SPECTATING, seat: int = P1) -> list[Sum]:
    """How luck and mistakes add up to the result for a seat: the start, the summands, and the sum in the last row."""
    word = luck_word(found.table.game)
    luck = float(found.luck) if seat == P1 else 0 - float(found.luck)
    given = [(by, float(found.given_by(by))) for by in (P1, P2)]
    start, end = value_names(found)
    return [
        Sum(_named("start", start), _percent(value_for(seat, found.start))),
        *([Sum(word, _signed(luck))] if word else []),
        *(Sum(_mistakes_of(found, by, voice), _signed(0 - lost if by == seat else lost)) for by, lost in given),
        Sum(_named("result" if found.is_finished else "value so far", end), _percent(value_for(seat, found.result))),
    ]


def value_names(found: Review) -> tuple[str, str]:
    """What one half stands for at the start and at the end, as of a `Point`."""
    shown = points(found)
    return shown[0].name, "draw" if found.table.result is Result.DRAW else shown[-1].name


def _named(row: str, name: str) -> str:
    """A row of the sum, which says so where one half stands for endless play or a draw."""
    return f"{row}: {name}" if name else row


def _mistakes_of(found: Review, seat: int, voice: Voice) -> str:
    mistakes = sum(mistake.by == seat for mistake in found.mistakes)
    return f"{voice.name(seat)}: {count(mistakes, 'mistake') if mistakes else 'no mistakes'}"


def _percent(value: float) -> str:
    return percent(value, ".2f")


def _signed(value: float) -> str:
    return f"{100 * value:+.2f} %"


def remarks(found: Review, voice: Voice = SPECTATING) -> list[str]:
    """What is said of a review beside its chart, the comments on its mistakes and the sum."""
    endless = [f"The chart marks {ENDLESS}."] if any(point.is_endless for point in points(found)) else []
    drawn = ["A draw counts as one half."] if any(point.is_drawn for point in points(found)) else []
    return [*endless, *drawn, *conclusions(found, voice)]
