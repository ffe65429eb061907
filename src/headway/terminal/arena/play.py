"""`headway arena play`: agents play each other in pairs of games, scored with luck taken out."""

import json
from collections.abc import Callable, Sequence

import click

from headway.analysis.tally import LIMIT
from headway.arena.agent_names import agent_name
from headway.arena.columns import IN_BRACKETS, entrant_columns, match_columns, settings_in_words
from headway.arena.ledger import Entries, InMemory
from headway.arena.matches import (
    MatchPlan,
    about_matches,
    check_matches,
    plan_matches,
    play_matches,
)
from headway.arena.reply import Outcome
from headway.arena.report.match_report import match_section
from headway.arena.report.page import write_report
from headway.arena.spent import run_to_the_end
from headway.arena.standings import Entrant, Standings, standings_of
from headway.phrases import count
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
from headway.terminal.columns import in_columns
from headway.terminal.options import JSON, rule_options
from headway.terminal.output import complain, progress_line, show
from headway.terminal.status import FAILED


@click.command()
@click.argument("agents", metavar="AGENT AGENT...", nargs=-1, required=True)
@click.option("--game", "games", metavar="GAME", multiple=True, help="What is played; may be repeated.  [default: all]")
@rule_options
@click.option("--games", "number", metavar="N", type=int, default=100, show_default=True, help="Games of each two.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same chance.")
@click.option("--limit", type=click.IntRange(1), default=LIMIT, show_default=True, help="The longest game, in moves.")
@jobs_option("Games")
@asking_options
@ledger_options
@report_options
@JSON
def play(
    agents: Sequence[str],
    games: Sequence[str],
    rules: tuple[str, ...],
    board: str | None,
    number: int,
    seed: int,
    limit: int,
    jobs: int,
    asking: Asking,
    ledgers: Ledgers,
    report: Report,
    as_json: bool,
) -> int:
    """Let each two of the AGENTS play pairs of games, with the seats swapped and the same chance in both.

    An AGENT is what `headway arena audit` takes. Each decision is scored by what it gave away, and luck is taken out of
    the results, so that fewer games tell two agents apart. A failure is counted, and a random move is made instead.
    """
    check_matches(len(agents), number)
    agents = [agent_name(agent) for agent in agents]
    chosen, links = chosen_games(games, rules, board), report.checked_links()
    status, sections = 0, list[str]()
    for game in chosen:
        seated = {name: asking.agent(name, game) for name in agents}
        try:
            for agent in seated.values():
                agent.check()
            with progress_line() as progress:
                plan = plan_matches(
                    game, [seated[name] for name in agents], number, seed=seed, limit=limit, progress=progress
                )
                found = _played(plan, ledgers, jobs, progress)
        finally:
            for agent in seated.values():
                agent.close()
        show(json.dumps(_as_json(found)) if as_json else _as_text(found))
        if report.html is not None:
            sections.append(match_section(found, plan.agents, links))
        for entrant in found.entrants:
            if entrant.decisions and not entrant.outcomes.get(Outcome.LEGAL):
                complain(f"{entrant.agent} has made no legal move in {game.title}; the ledger says why.")
                status = FAILED
    write_report(report.html, ", ".join(agents), sections)
    return status


def _played(plan: MatchPlan, ledgers: Ledgers, jobs: int, progress: Callable[[str], None]) -> Standings:
    """The standings after all games; if any agent is asked, its answers go into a ledger."""
    if all(policy is not None for policy in plan.policies):
        ledger = InMemory()
        _play_all(plan, ledger, jobs, progress)
        return standings_of(plan, ledger.entries)
    path = ledgers.path("play", *(agent.name for agent in plan.agents), plan.game)
    with ledgers.open(path, about_matches(plan)) as kept:
        try:
            _play_all(plan, kept, jobs, progress, retry_failed=ledgers.retry_failed)
        except KeyboardInterrupt:
            progress("")
            show(f"Interrupted. What was played is in {path}. Go on with the option --resume.")
            raise
        return standings_of(plan, kept.entries)


def _play_all(
    plan: MatchPlan, kept: Entries, jobs: int, progress: Callable[[str], None], *, retry_failed: bool = False
) -> None:
    run = play_matches(plan, kept, jobs=jobs, retry_failed=retry_failed)
    run_to_the_end(run, progress, f"{plan.game.title}, {' against '.join(plan.names)}")


def _as_text(found: Standings) -> str:
    games = found.matches[0].games
    return "\n".join([
        f"{found.game.title}: {games} games of each two agents, in {count(games // 2, 'pair')} with the same chance",
        in_columns(entrant_columns(found, outcomes=False)),
        *map(_failures, filter(_has_failed, found.entrants)),
        in_columns(match_columns(found)),
        f"  {IN_BRACKETS}",
        *dict.fromkeys(f"  {told}" for entrant in found.entrants if (told := settings_in_words(entrant.about))),
    ])  # fmt: skip


def _has_failed(entrant: Entrant) -> bool:
    return entrant.decisions > entrant.outcomes.get(Outcome.LEGAL, 0)


def _failures(entrant: Entrant) -> str:
    """What came of the decisions of an agent that has failed."""
    counts = ", ".join(f"{outcome.value} {entrant.outcomes.get(outcome, 0)}" for outcome in Outcome)
    return f"  {entrant.agent}: {counts}; a random move was made instead"


def _as_json(found: Standings) -> dict[str, object]:
    return {
        "game": found.game.name,
        "rules": found.game.settings,
        "seed": found.seed,
        "limit": found.limit,
        "agents": [
            {
                **entrant.about,
                "agent": entrant.agent,
                "games": entrant.games,
                "outcomes": {outcome.value: entrant.outcomes.get(outcome, 0) for outcome in Outcome},
                "lost": entrant.lost,
                "lost_interval": entrant.lost_interval,
                "rating": entrant.rating,
                "rating_interval": entrant.rating_interval,
            }
            for entrant in found.entrants
        ],
        "matches": [
            {
                "agents": match.agents,
                "games": match.games,
                "won": match.wins,
                "lost": match.losses,
                "unfinished": match.unfinished,
                "share": match.share,
                "share_interval": match.share_interval,
                "adjusted": match.adjusted,
                "adjusted_interval": match.adjusted_interval,
                "exact": None if match.exact is None else float(match.exact),
            }
            for match in found.matches
        ],
    }
