"""What the report says of matches: the standings, and every game with its decisions."""

from collections.abc import Sequence

from headway.arena.agents import Agent
from headway.arena.columns import IN_BRACKETS, QUARTERS, entrant_columns, match_columns, match_name, percentage
from headway.arena.played import Decision, PlayedGame
from headway.arena.reply import Outcome
from headway.arena.report.html import Links, Transcripts, board, settings
from headway.arena.standings import Standings
from headway.drawing import Span, draw_intervals
from headway.drawing.html import charts, folded, grid, text
from headway.phrases import count, percent, player
from headway.rulekit import P1, P2

MOST_BOARDS = 200
"""With more games, their last positions are not drawn."""


def match_section(found: Standings, agents: Sequence[Agent], links: Links) -> str:
    """The part of a page about the matches in one game."""
    transcripts, game = Transcripts(), found.game
    rules = ", ".join(f"{name}={value}" for name, value in game.settings.items())
    paired = f"{found.matches[0].games} games of each two agents, in pairs with the seats swapped and the same chance"
    games = [
        _game(number, played, transcripts, links, len(found.games)) for number, played in enumerate(found.games, 1)
    ]
    return "\n".join([
        f"<h2>{text(game.title)}: {text(', '.join(entrant.agent for entrant in found.entrants))}</h2>",
        f'<p class="soft">{text(f"Rules: {rules}. {paired}; seed {found.seed}. {IN_BRACKETS}")}</p>',
        *(settings(agent.about(game)) for agent in dict.fromkeys(agents)),
        grid(entrant_columns(found, outcomes=True)),
        grid(match_columns(found)),
        charts(_shares(found), _ratings(found)),
        f"<h3>Games ({len(games)})</h3>",
        *games,
        transcripts.openings,
    ])  # fmt: skip


def _shares(found: Standings) -> str:
    """Both estimates of each match, and the truth where it is known."""
    spans = []
    for match in found.matches:
        truth = None if match.exact is None else float(match.exact)
        for kind, value, ends in (
            ("share", match.share, match.share_interval),
            ("luck-adjusted", match.adjusted, match.adjusted_interval),
        ):
            told = f"{kind} {percent(value, '.3g')}"
            spans.append(Span(match_name(match), value, *ends, told, truth, kind == "share"))
    title = "Shares of the games (a line across: exactly)"
    return draw_intervals(spans, QUARTERS, title, _in_words(spans))


def _ratings(found: Standings) -> str:
    spans = [
        Span(entrant.agent, entrant.rating, *entrant.rating_interval, f"{entrant.rating:+.0f}")
        for entrant in sorted(found.entrants, key=lambda entrant: -entrant.rating)
    ]
    most = max(100, *(-(-abs(end) // 100) * 100 for span in spans for end in (span.low, span.high)))
    ticks = [(part * most, f"{part * most:+.0f}" if part else "0") for part in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    return draw_intervals(spans, ticks, "Ratings", _in_words(spans))


def _in_words(spans: Sequence[Span]) -> str:
    return "; ".join(f"{span.name}: {span.told}" for span in spans)


def _game(number: int, played: PlayedGame, transcripts: Transcripts, links: Links, of: int) -> str:
    table, (one, other) = played.table, played.agents
    winner = None if table.result is None else table.result.winner
    result = "unfinished" if winner is None else f"{played.agents[winner]} won"
    failed = sum(decision.outcome is not Outcome.LEGAL for decision in played._decisions)
    told = [
        f"Game {number}: {one} ({player(P1)}) against {other} ({player(P2)})",
        result,
        *([count(failed, "failure")] if failed else []),
    ]
    last = board(table) if of <= MOST_BOARDS else ""
    luck = f"<p>Luck of {player(P1)}: {100 * float(played.luck):+.1f} %</p>"
    decisions = {decision.ply: decision for decision in played._decisions}
    rows = list[list[object]]()
    for ply, move in enumerate(table.history):
        by = table.by(ply)
        who = played.agents[by] if by in (P1, P2) else "chance"
        rows.append([ply + 1, who, move, _gave_away(decisions.get(ply))])
    answers = [
        folded(
            f"Move {decision.ply + 1}, {played.agents[table.by(decision.ply)]}: {decision.outcome.value}",
            transcripts.of(decision.entry),
        )
        for decision in played._decisions
        if decision.entry is not None
    ]
    moves = grid([["ply", "by", "move", "gave away"], *rows])
    return folded("; ".join(told), last, links.to(table, is_review=True), luck, moves, *answers)


def _gave_away(decision: Decision | None) -> str:
    """What came of a decision; nothing where there was no choice."""
    if decision is None:
        return ""
    return decision.outcome.value if decision.lost is None else percentage(decision.lost)
