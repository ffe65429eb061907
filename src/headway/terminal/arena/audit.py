"""`headway arena audit`: an agent's whole policy, scored exactly from its answers, without a game played."""

import json
from collections.abc import Callable, Mapping, Sequence

import click

from headway.arena.agents import Agent
from headway.arena.columns import in_brackets, percentage, settings_in_words, with_bounds
from headway.arena.first_try import answers_in
from headway.arena.interface import MOST_SAMPLES
from headway.arena.ledger import Entry
from headway.arena.policy_audit import Plan, about_audit, plan_audit, result_of
from headway.arena.policy_audit import audit as ask_all
from headway.arena.questions import CONTROLS, FEWEST_ASKED, MOST_ASKED, Value
from headway.arena.reply import Outcome
from headway.arena.report.audit_report import audit_section
from headway.arena.report.page import write_report
from headway.arena.rule_reading import MOST_RULE_QUESTIONS
from headway.arena.score import Score, leaves_all_open
from headway.arena.spent import Spent, run_to_the_end
from headway.phrases import count, percent, player
from headway.policies.completions import ALWAYS, AT_MOST
from headway.rulekit import P1, P2
from headway.terminal.arena.options import (
    Asking,
    Ledgers,
    Report,
    asking_options,
    chosen_games,
    jobs_option,
    ledger_options,
    report_options,
)
from headway.terminal.arena.rule_reading import reading_as_json, reading_as_text
from headway.terminal.columns import in_columns
from headway.terminal.options import JSON, rule_options
from headway.terminal.output import complain, progress_line, show
from headway.terminal.status import FAILED


@click.command()
@click.argument("agent")
@click.argument("games", nargs=-1)
@rule_options
@click.option(
    "--samples", type=click.IntRange(1, MOST_SAMPLES), default=1, show_default=True, help="Answers to each question."
)
@jobs_option("Questions")
@click.option(
    "--most", type=click.IntRange(FEWEST_ASKED), default=MOST_ASKED, show_default=True, help="Most questions at stake."
)
@click.option("--controls", type=click.IntRange(0), default=CONTROLS, show_default=True, help="Others, for comparison.")
@click.option(
    "--rule-reading",
    type=click.IntRange(0),
    default=MOST_RULE_QUESTIONS,
    show_default=True,
    help="Most with a rule changed.",
)
@asking_options
@ledger_options
@report_options
@JSON
def audit(
    agent: str,
    games: Sequence[str],
    rules: tuple[str, ...],
    board: str | None,
    samples: int,
    jobs: int,
    most: int,
    controls: int,
    rule_reading: int,
    asking: Asking,
    ledgers: Ledgers,
    report: Report,
    as_json: bool,
) -> int:
    """Ask AGENT in every position of GAMES where something is at stake, and score its whole policy.

    AGENT is random, 1 to 9, perfect, reader, engine:COMMAND, or llm:MODEL for a model behind a server that speaks
    OpenAI-compatible chat completions; the key, if it needs one, is read from OPENAI_API_KEY. Without GAMES, all
    games are asked. Policies (random, the levels and perfect) need not be asked: their scores are exact.
    """
    chosen, links = chosen_games(games, rules, board), report.checked_links()
    agents = [asking.agent(agent, game) for game in chosen]
    status, sections = 0, list[str]()
    try:
        agents[0].check()
        for game, asked in zip(chosen, agents, strict=True):
            with progress_line() as progress:
                plan = plan_audit(
                    game,
                    samples=samples,
                    most=most,
                    controls=controls,
                    rule_reading=rule_reading,
                    progress=progress,
                )
                found, entries = _audited(plan, asked, ledgers, jobs, progress)
            tokens = Spent.so_far(0, 0, entries).tokens
            if as_json:
                show(json.dumps({**_as_json(found), "tokens": tokens}))
            else:
                show("\n".join([_as_text(found, plan), *_cost(tokens)]))
            if report.html is not None:
                sections.append(audit_section(plan, found, asked, entries, links))
            if found.outcomes and not found.outcomes.get(Outcome.LEGAL):
                complain(f"{found.agent} has given no legal move in {game.title}; its ledger says why.")
                status = FAILED
    finally:
        for asked in agents:
            asked.close()
    write_report(report.html, f"an audit of {agent}", sections)
    return status


def _audited(
    plan: Plan, agent: Agent, ledgers: Ledgers, jobs: int, progress: Callable[[str], None]
) -> tuple[Score, Sequence[Entry]]:
    """The score of an agent in a game, and its answers, which go into a ledger."""
    if agent.policy is not None:
        return result_of(plan, agent, []), []
    path = ledgers.path(agent.name, plan.game)
    with ledgers.open(path, about_audit(plan, agent)) as ledger:
        run = ask_all(plan, agent, ledger, jobs=jobs, retry_failed=ledgers.retry_failed)
        try:
            run_to_the_end(run, progress, f"{plan.game.title}, {agent.name}")
        except KeyboardInterrupt:
            progress("")
            kept = len(answers_in(ledger.entries))
            are = "is" if kept == 1 else "are"
            show(f"Interrupted. {count(kept, 'answer')} {are} in {path}. Go on with the option --resume.")
            raise
        return result_of(plan, agent, ledger.entries), ledger.entries


def _as_text(found: Score, plan: Plan) -> str:
    at_stake = sum(question.stakes > 0 for question in plan.questions)
    lines = [
        f"{found.game.title}: {found.agent}",
        f"  positions with a choice: {found.questions}; something is at stake in {at_stake} of them",
    ]
    if found.outcomes:
        counts = ", ".join(f"{outcome.value} {found.outcomes.get(outcome, 0)}" for outcome in Outcome)
        lines.append(f"  asked in {found.asked} of them; answers: {counts}")
        if failed := found.outcomes.get(Outcome.FAILED, 0):
            lines.append(f"  {count(failed, 'question')} without an answer: --retry-failed asks again")
    if found.lost is not None:
        low, high = found.interval or (None, None)
        sure = "exactly" if low is None or high is None else f"between {percent(low)} and {percent(high)}, 95 % sure"
        lines.append(f"  value lost by a decision: {percentage(found.lost)} ({sure})")
        lines.append(f"  value lost where something is at stake: {percentage(found.lost_at_stake)}")
    if not found.outcomes or found.lost is not None:
        limits = found.exploitability_bounds or found.exploitability_interval
        lines.append(f"  exploitability: {with_bounds(found.exploitability, limits, AT_MOST)}")
        wins = _wins(found)
        lines += ["  chance of winning", in_columns(wins, indent=4)] if wins[1:] else ["  chance of winning: unknown"]
        lines += [f"  {line}" for line in in_brackets(found, plan.questions)]
    lines += reading_as_text(found.rule_reading)
    if told := settings_in_words(found.about):
        lines.append(f"  {told}")
    return "\n".join(lines)


def _wins(found: Score) -> list[list[str]]:
    """The chances of winning in columns, but for those of which nothing is known."""
    bounds: Mapping[str, Sequence[tuple[Value, Value]]] = found.wins_bounds or found.wins_intervals or {}
    rows = [
        [_opponent(name), *map(with_bounds, chances, bounds.get(name, [None, None]))]
        for name, chances in found.wins.items()
        if name not in bounds or not all(leaves_all_open(each, ALWAYS) for each in bounds[name])
    ]
    return [["against", f"as {player(P1)}", f"as {player(P2)}"], *rows]


def _opponent(name: str) -> str:
    return f"level {name}" if name.isdecimal() else name


def _cost(tokens: int) -> list[str]:
    return [f"  tokens: {tokens:,}"] if tokens else []


def _as_json(found: Score) -> dict[str, object]:
    is_silent = bool(found.outcomes) and found.lost is None  # without a legal answer there is no policy to score
    return {
        "game": found.game.name,
        "rules": found.game.settings,
        "agent": found.agent,
        **found.about,
        "samples": found.samples,
        "questions": found.questions,
        "asked": found.asked,
        "outcomes": {outcome.value: found.outcomes.get(outcome, 0) for outcome in Outcome},
        "lost": None if found.lost is None else float(found.lost),
        "lost_at_stake": None if found.lost_at_stake is None else float(found.lost_at_stake),
        "interval": found.interval,
        "exploitability": None if is_silent else float(found.exploitability),
        "exploitability_bounds": None if is_silent else found.exploitability_bounds,
        "exploitability_interval": found.exploitability_interval,
        "wins": None if is_silent else {name: [float(one), float(two)] for name, (one, two) in found.wins.items()},
        "wins_bounds": None if is_silent else found.wins_bounds,
        "wins_intervals": found.wins_intervals,
        "rule_reading": reading_as_json(found.rule_reading),
    }
