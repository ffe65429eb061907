"""Standings in columns, for the terminal and the report."""

from headway.arena.intervals import Interval
from headway.arena.reply import Outcome
from headway.arena.standings import Entrant, Match, Standings
from headway.phrases import percent
from headway.tolerances import PROVEN

SURE = "95 % sure"


def entrant_columns(found: Standings, *, outcomes: bool) -> list[list[str]]:
    """A head, and a row for each agent; with `outcomes`, what came of its decisions has a column each."""
    named = [outcome.value for outcome in Outcome] if outcomes else []
    head = ["agent", "rating", SURE, "decisions", *named, "value lost by one", SURE]
    return [head, *(_entrant(entrant, outcomes) for entrant in found.entrants)]


def match_columns(found: Standings) -> list[list[str]]:
    """A head, and a row for each match."""
    head = ["match", "won", "lost", "unfinished", "share", SURE, "luck-adjusted", SURE, "exactly"]
    return [head, *map(_match, found.matches)]


def match_name(match: Match) -> str:
    """Who plays."""
    return " - ".join(match.agents)


def between(interval: Interval) -> str:
    """An interval in percent."""
    low, high = (f"{100 * end:.1f}" for end in interval)
    return f"{low} to {high}"


def _entrant(entrant: Entrant, outcomes: bool) -> list[str]:
    low, high = entrant.rating_interval
    lost = ["", ""]
    if entrant.lost is not None and entrant.lost_interval is not None:
        lost = [percent(entrant.lost, ".3g", PROVEN), between(entrant.lost_interval)]
    counts = [f"{entrant.outcomes.get(outcome, 0):,}" for outcome in Outcome] if outcomes else []
    rating = [f"{entrant.rating:+.0f}", f"{low:+.0f} to {high:+.0f}"]
    return [entrant.agent, *rating, f"{entrant.decisions:,}", *counts, *lost]


def _match(match: Match) -> list[str]:
    exact = "" if match.exact is None else percent(match.exact, unsure=PROVEN)
    share = [percent(match.share, ".3g"), between(match.share_interval)]
    adjusted = [percent(match.adjusted, ".3g", PROVEN), between(match.adjusted_interval)]
    counts = [f"{count:,}" for count in (match.wins, match.losses, match.unfinished)]
    return [match_name(match), *counts, *share, *adjusted, exact]
