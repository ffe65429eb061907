"""Figures and standings as they are told, in the terminal and in the report."""

from collections.abc import Mapping, Sequence

from headway.arena.questions import FEWEST_ASKED, Question, Value
from headway.arena.reply import Outcome
from headway.arena.score import Score, leaves_all_open
from headway.arena.standings import Entrant, Match, Standings
from headway.phrases import percent
from headway.policies import Bounds
from headway.policies.completions import ALWAYS, AT_MOST
from headway.tolerances import PROVEN

IN_BRACKETS = "In brackets: the 95 % interval."
ELSEWHERE = (
    "Where it has given no legal answer, it is taken to move at random. "
    "In brackets: between which numbers a figure is, however it moves there."
)

UNKNOWN = "What is unknown can be anything, depending on how it moves where it has given no legal answer."
ANOTHER_TIME = (
    "The agent mixes. In brackets: the 95 % interval of what it would come to if it were asked again as often."
)

QUARTERS = [(quarter / 4, f"{25 * quarter} %") for quarter in range(5)]
"""The ticks of a chart of probabilities."""


def settings_in_words(about: Mapping[str, object]) -> str:
    """What the answers of an agent depend on, such as the prompt of a model; empty if on nothing beside the agent."""
    told = ", ".join(f"{name}={value}" for name, value in about.items() if name != "agent" and value is not None)
    return f"{about['agent']}: {told}" if told else ""


def in_brackets(found: Score, questions: Sequence[Question]) -> list[str]:
    """What the numbers in brackets behind exploitability and the chances of winning are, and why some are unknown.

    The `questions` are all that there are.
    """
    if found.exploitability_bounds is not None:
        wins = found.wins_bounds or {}
        bounds = [
            (found.exploitability_bounds, AT_MOST),
            *((each, ALWAYS) for seats in wins.values() for each in seats),
        ]
        is_known = [not leaves_all_open(each, widest) for each, widest in bounds]
        lines = [ELSEWHERE] if any(is_known) else []
        if not all(is_known):
            at_stake = sum(question.stakes > 0 for question in questions)
            asking = f"--most {max(at_stake, FEWEST_ASKED)} --controls {len(questions) - at_stake}"
            is_part = found.asked < found.questions
            lines.append(f"{UNKNOWN} {f'Asked everywhere ({asking}), it is exact.' if is_part else ''}".rstrip())
        return lines
    return [] if found.exploitability_interval is None else [ANOTHER_TIME]


def percentage(value: Value | None) -> str:
    """A probability in percent; empty if it is not known."""
    return "" if value is None else percent(value, unsure=PROVEN)


def between(interval: tuple[Value, Value]) -> str:
    """An interval in percent."""
    low, high = (f"{100 * float(end):.1f}" for end in interval)
    return f"{low} to {high}"


def with_bounds(value: Value, bounds: tuple[Value, Value] | None, widest: Bounds = ALWAYS) -> str:
    """A probability in percent, with the numbers that it is between unless they are the same.

    Where these are the `widest` that there are, nothing is known of it.
    """
    if bounds is not None and leaves_all_open(bounds, widest):
        return "unknown"
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
