"""`headway arena compare`: the chances of winning of audited agents against each other, exactly, from their ledgers."""

import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import click

from headway.arena.compare import Audited, Pairing, compared, read_audit
from headway.arena.questions import Value
from headway.phrases import percent
from headway.terminal.options import JSON
from headway.terminal.output import progress_line, show
from headway.tolerances import PROVEN


@click.command()
@click.argument("ledgers", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@JSON
def compare(ledgers: Sequence[Path], as_json: bool) -> int:
    """Tell the chance of winning of each agent against each other, from the LEDGERS of their audits.

    Nobody is asked, and no game is played: the chances are those of the policies that the legal answers make.
    """
    if len(ledgers) < 2:
        raise click.UsageError("There is nothing to compare: name the ledgers of two or more audits.")
    audits = [read_audit(path) for path in ledgers]
    with progress_line() as progress:
        pairs = list[Pairing]()
        for pairing in compared(audits):
            pairs.append(pairing)
            progress(f"comparing: {len(pairs)} of {len(audits) * (len(audits) - 1) // 2}")
    show(json.dumps(_as_json(audits, pairs)) if as_json else _as_text(audits, pairs))
    return 0


def _as_text(audits: Sequence[Audited], pairs: Sequence[Pairing]) -> str:
    lines = [f"{audits[0].game.title}: chances of winning, from what was answered"]
    for number, audited in enumerate(audits, 1):
        legal = f"a legal answer to {audited.legal} of {audited.asked} questions"
        missing = audited.asked - audited.answered
        still = f", {missing} of them not asked yet" if missing else ""
        lines.append(f"  {number}  {audited.agent}: {legal}{still} ({audited.path})")
    lines.append("  (in the other positions each is taken to move at random)")
    lines.append(f"  {'':16}{'as Player 1':>13}{'as Player 2':>13}{'on average':>13}")
    for (one, other), pairing in zip(combinations(range(1, len(audits) + 1), 2), pairs, strict=True):
        who = f"{one} against {other}"
        chances = (pairing.as_p1, pairing.as_p2, pairing.average)
        lines.append(f"  {who:16}{''.join(f'{_percent(chance):>13}' for chance in chances)}")
    return "\n".join(lines)


def _percent(chance: Value) -> str:
    return percent(chance, unsure=PROVEN)


def _as_json(audits: Sequence[Audited], pairs: Sequence[Pairing]) -> dict[str, object]:
    return {
        "game": audits[0].game.name,
        "rules": audits[0].game.settings,
        "audits": [
            {
                "ledger": str(audited.path),
                "agent": audited.agent,
                "questions": audited.asked,
                "answered": audited.answered,
                "legal": audited.legal,
            }
            for audited in audits
        ],
        "pairs": [
            {
                "one": str(pairing.one.path),
                "other": str(pairing.other.path),
                "as_p1": float(pairing.as_p1),
                "as_p2": float(pairing.as_p2),
            }
            for pairing in pairs
        ],
    }
