"""Figures and standings as they are told, in the terminal and in the report."""

from headway.arena.questions import Value
from headway.arena.reply import Outcome
from headway.arena.score import Score
from headway.arena.standings import Entrant, Match, Standings
from headway.phrases import percent
from headway.tolerances import PROVEN

IN_BRACKETS = "In brackets: the 95 % interval."
ELSEWHERE = (
    "Where it has given no legal answer, it is taken to move at random. "
    "In brackets: between which numbers a figure is, however it moves there."
)

ANOTHER_TIME = (
    "The agent mixes. In brackets: the 95 % interval of what it would come to if it were asked again as often."
)

QUARTERS = [(quarter / 4, f"{25 * quarter} %") for quarter in range(5)]
"""The ticks of a chart of probabilities."""


def in_brackets(found: Score) -> list[str]:
    """What the numbers in brackets behind exploitability and the chances of winning are."""
    if found.exploitability_bounds is not None:
        return [ELSEWHERE]
    return [] if found.exploitability_interval is None else [ANOTHER_TIME]


def percentage(value: Value | None) -> str:
    """A probability in percent; empty if it is not known."""
    return "" if value is None else percent(value, unsure=PROVEN)


def between(interval: tuple[Value, Value]) -> str:
    """An interval in percent."""
    low, high = (f"{100 * float(end):.1f}" for end in interval)
    return f"{low} to {high}"


def with_bounds(value: Value, bounds: tuple[Value, Value] | None) -> str:
    """A probability in percent, with the numbers that it is between unless they are the same."""
    is_certain = bounds is None or bounds[1] - bounds[0] <= 2 * PROVEN
    return percentage(value) if bounds is None or is_certain else f"{percentage(value)} ({between(bounds)})"


def entrant_columns(found: Standings, *, outcomes: bool) -> list[list[str]]:
    """A head, and a row for each agent; with `outcomes`, what came of its decisions has a column each."""
    named = [outcome.value for outcome in Outcome] if outcomes else []
    head = ["agent", "rating", "decisions", *named, "value lost by one"]
    return [head, *(_entrant(entrant, outcomes) for entrant in found.entrants)]


def match_columns(found: Standings) -> list[list[str]]:
    """A head, and a row for each match."""
    head = ["match", "won", "lost", "unfinished", "share", "luck-adjusted", "exactly"]
    return [head, *map(_match, found.matches)]


def match_name(match: Match) -> str:
    """Who plays."""
    return " - ".join(match.agents)


def _entrant(entrant: Entrant, outcomes: bool) -> list[str]:
    low, high = entrant.rating_interval
    rating = f"{entrant.rating:+.0f} ({low:+.0f} to {high:+.0f})"
    counts = [f"{entrant.outcomes.get(outcome, 0):,}" for outcome in Outcome] if outcomes else []
    lost = ""
    if entrant.lost is not None and entrant.lost_interval is not None:
        lost = f"{percent(entrant.lost, '.3g', PROVEN)} ({between(entrant.lost_interval)})"
    return [entrant.agent, rating, f"{entrant.decisions:,}", *counts, lost]


def _match(match: Match) -> list[str]:
    counts = [f"{count:,}" for count in (match.wins, match.losses, match.unfinished)]
    share = f"{percent(match.share, '.3g')} ({between(match.share_interval)})"
    adjusted = f"{percent(match.adjusted, '.3g', PROVEN)} ({between(match.adjusted_interval)})"
    return [match_name(match), *counts, share, adjusted, percentage(match.exact)]
