"""`headway arena compare`: the chances of winning of audited agents against each other, exactly, from their ledgers."""

import json
from collections.abc import Sequence
from itertools import combinations

import click

from headway.arena.columns import percentage, settings_in_words
from headway.arena.comparison import Audited, Pairing, compared, read_audits
from headway.phrases import player
from headway.rulekit import P1, P2
from headway.terminal.columns import in_columns
from headway.terminal.options import JSON
from headway.terminal.output import complain, progress_line, show


@click.command()
@click.argument("agents", metavar="LEDGER LEDGER...", nargs=-1, required=True)
@JSON
def compare(agents: Sequence[str], as_json: bool) -> int:
    """Tell the chance of winning of each agent against each other, from the LEDGERs of their audits.

    No agent is asked, and no game is played: the chances are those of the policies that the legal answers make. The
    policies random, 1 to 9 and perfect have no ledger; they can be named in place of one.
    """
    if len(agents) < 2:
        raise click.UsageError("There is nothing to compare: name the ledgers of two or more audits.")
    audits = read_audits(agents, complain)
    with progress_line() as progress:
        pairs = list[Pairing]()
        for pairing in compared(audits):
            pairs.append(pairing)
            progress(f"comparing: {len(pairs)} of {len(audits) * (len(audits) - 1) // 2}")
    show(json.dumps(_as_json(audits, pairs)) if as_json else _as_text(audits, pairs))
    return 0


def _as_text(audits: Sequence[Audited], pairs: Sequence[Pairing]) -> str:
    lines = [f"{audits[0].game.title}: chances of winning, from what was answered"]
    lines += [f"  {number}  {_about(audited)}" for number, audited in enumerate(audits, 1)]
    lines.append("  In the other positions an agent is taken to move at random.")
    rows = [["", f"as {player(P1)}", f"as {player(P2)}", "on average"]]
    for (one, other), pairing in zip(combinations(range(1, len(audits) + 1), 2), pairs, strict=True):
        rows.append([f"{one} against {other}", *map(percentage, (pairing.as_p1, pairing.as_p2, pairing.average))])
    told = (settings_in_words({"agent": audited.agent, **audited.told}) for audited in audits)
    return "\n".join([*lines, in_columns(rows), *dict.fromkeys(f"  {each}" for each in told if each)])


def _about(audited: Audited) -> str:
    """Who it is, and what is known of it."""
    if audited.asked is None:
        return f"{audited.agent}: a policy, which is known in all positions"
    questions, answered, legal = audited.asked
    still = f", {questions - answered} of them not asked yet" if answered < questions else ""
    return f"{audited.agent}: a legal answer to {legal} of {questions} questions{still} ({audited.source})"


def _as_json(audits: Sequence[Audited], pairs: Sequence[Pairing]) -> dict[str, object]:
    return {
        "game": audits[0].game.name,
        "rules": audits[0].game.settings,
        "audits": [
            {
                "ledger": None if audited.path is None else str(audited.path),
                "agent": audited.agent,
                **audited.told,
                **({} if audited.asked is None else audited.asked._asdict()),
            }
            for audited in audits
        ],
        "pairs": [
            {
                "one": pairing.one.source,
                "other": pairing.other.source,
                "as_p1": float(pairing.as_p1),
                "as_p2": float(pairing.as_p2),
            }
            for pairing in pairs
        ],
    }
