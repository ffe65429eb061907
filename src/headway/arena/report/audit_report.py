"""What the report says of an audit: the score card, the chances of winning, and every position that was asked."""

from collections.abc import Mapping, Sequence

from headway.arena.agents import Agent
from headway.arena.columns import QUARTERS, in_brackets, percentage, with_bounds
from headway.arena.ledger import Entry
from headway.arena.policy_audit import Plan, by_question
from headway.arena.questions import Question, Value
from headway.arena.reply import Outcome
from headway.arena.report.html import Links, Transcripts, board, settings
from headway.arena.score import Score, leaves_all_open
from headway.drawing import Bar, Span, draw_intervals, draw_shares, draw_worths
from headway.drawing.html import CHART, charts, figures, folded, grid, text
from headway.phrases import percent, player
from headway.policies import Policy
from headway.policies.completions import ALWAYS, AT_MOST
from headway.rulekit import P1, P2
from headway.tolerances import PROVEN


def audit_section(
    plan: Plan,
    found: Score,
    agent: Agent,
    entries: Sequence[Entry],
    links: Links,
) -> str:
    """The part of a page about one audit."""
    told, transcripts, game = by_question(entries), Transcripts(), found.game
    positions = [
        _position(asked.question, told.get(("", asked.question.number), []), agent.policy, transcripts, links)
        for asked in plan.asked
    ]
    changed = [
        _position(question, told.get((rule, question.number), []), None, transcripts, links, rule)
        for rule, question, _ in plan.rule_questions
    ]
    return "\n".join([
        f"<h2>{text(game.title)}: {text(found.agent)}</h2>",
        f'<p class="soft">{text(_about(plan, found))}</p>',
        settings(agent.about(game)),
        score_card(found),
        *(f'<p class="soft">{text(line)}</p>' for line in in_brackets(found, plan.questions) if _has_policy(found)),
        charts(*_charts(found)),
        f"<h3>Positions ({len(positions)})</h3>",
        *positions,
        *([f"<h3>Positions under a changed rule ({len(changed)})</h3>", *changed] if changed else []),
        transcripts.openings,
    ])  # fmt: skip


def score_card(found: Score) -> str:
    """Every figure in a column of its own."""
    told = {outcome.value: str(found.outcomes.get(outcome, 0)) for outcome in Outcome} if found.outcomes else {}
    told["value lost by a decision"] = percentage(found.lost)
    if found.interval is not None:
        low, high = (f"{100 * end:.3g}" for end in found.interval)
        told["95 % sure"] = f"{low} to {high} %"
    told["value lost where something is at stake"] = percentage(found.lost_at_stake)
    limits = with_bounds(found.exploitability, found.exploitability_bounds or found.exploitability_interval, AT_MOST)
    told["exploitability"] = limits if _has_policy(found) else ""
    reading = found.rule_reading
    if reading.changes:
        told["rule reading"] = percentage(reading.right)
        told["without reading"] = percentage(reading.unread)
        told |= {f"{outcome.value}, rule changed": str(count) for outcome, count in reading.outcomes.items()}
    return figures({name: value or "unknown" for name, value in told.items()})


def _has_policy(found: Score) -> bool:
    """Is anything known of how the agent moves?"""
    return not found.outcomes or bool(found.outcomes.get(Outcome.LEGAL))


def _about(plan: Plan, found: Score) -> str:
    at_stake = sum(question.stakes > 0 for question in plan.questions)
    rules = ", ".join(f"{name}={value}" for name, value in found.game.settings.items())
    return (
        f"Rules: {rules}. {found.questions} positions with a choice; something is at stake in {at_stake} of them. "
        f"{'A policy is not asked.' if not found.outcomes else f'Asked in {found.asked} of them.'}"
    )


def _charts(found: Score) -> list[str]:
    drawn = []
    if found.outcomes:
        whole = sum(found.outcomes.values())
        bars = [
            Bar(outcome.value, count / whole, f"{count} of {whole}", P1 if outcome is Outcome.LEGAL else None)
            for outcome in Outcome
            if (count := found.outcomes.get(outcome, 0))
        ]
        drawn.append(draw_shares(bars, "What came of the questions", _in_words(bars), CHART))
    if _has_policy(found):
        drawn += [chart for seat in (P1, P2) if (chart := _wins(found, seat))]
    return drawn


def _wins(found: Score, seat: int) -> str:
    """The chances of winning in a seat; with the numbers that they are between, where there are some.

    Those of which nothing is known are left out; empty if there are no others.
    """
    title = f"Chance of winning as {player(seat)} against"
    limits: Mapping[str, Sequence[tuple[Value, Value]]] | None = found.wins_bounds or found.wins_intervals
    if limits is None:
        bars = [
            Bar(_opponent(name), float(chances[seat]), percent(chances[seat], ".3g", PROVEN), seat)
            for name, chances in found.wins.items()
        ]
        return draw_worths(bars, title, _in_words(bars), CHART)
    spans = []
    for name, chances in found.wins.items():
        chance, (low, high) = chances[seat], limits[name][seat]
        if leaves_all_open((low, high), ALWAYS):
            continue
        told = with_bounds(chance, (low, high))
        spans.append(Span(_opponent(name), float(chance), float(low), float(high), told))
    return draw_intervals(spans, QUARTERS, title, _in_words(spans)) if spans else ""


def _opponent(name: str) -> str:
    return f"level {name}" if name.isdecimal() else name


def _in_words(bars: Sequence[Bar | Span]) -> str:
    return "; ".join(f"{bar.name}: {bar.told}" for bar in bars)


def _position(
    question: Question,
    entries: Sequence[Entry],
    policy: Policy | None,
    transcripts: Transcripts,
    links: Links,
    rule: str = "",
) -> str:
    game = question.table.game
    odds = {} if policy is None else {game.token(move): share for move, share in policy.odds(question.seen).items()}
    stakes = f"{percentage(question.stakes)} at stake" if question.stakes else "nothing at stake"
    under = f"Under {rule}: position" if rule else "Position"
    summary = f"{under} {question.number + 1}, {player(question.seat)} to move, {stakes}"
    if entries:
        summary += f": {', '.join(_answer(question, entry) for entry in entries)}"
    answers = [
        folded(f"Answer {entry['sample'] + 1}: {_answer(question, entry)}", transcripts.of(entry)) for entry in entries
    ]
    return folded(
        summary, board(question.table), links.to(question.table, is_review=False), _moves(question, odds), *answers
    )


def _answer(question: Question, entry: Entry) -> str:
    if entry["move"] is None:
        return str(entry["outcome"])
    lost = question.lost_by(question.table.game.parse(question.seen, entry["move"]))
    return f"{entry['move']} gave away {percentage(lost)}"


def _moves(question: Question, odds: Mapping[str, Value]) -> str:
    """The legal moves with what they give away, and of a policy with their odds."""
    tokens = [question.table.game.token(move) for move in question.moves]
    rows = [
        [token, percentage(lost), *([percentage(odds.get(token, 0))] if odds else [])]
        for token, lost in zip(tokens, question.lost, strict=True)
    ]
    return grid([["move", "gives away", *(["odds"] if odds else [])], *rows])
