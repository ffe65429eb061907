"""How an agent reads a changed rule, for people and for programs."""

from headway.arena.reply import Outcome
from headway.arena.rule_reading import RuleReading
from headway.phrases import percent


def reading_as_text(found: RuleReading) -> list[str]:
    """Lines of a score card; none where no change makes a difference."""
    if not found.changes or found.unread is None:
        return []
    of = ", ".join(f"{rule} {count}" for rule, count in found.changes.items())
    right = "none has a legal answer" if found.right is None else f"{percent(found.right)} right"
    lines = [f"  rule reading: {right}; {percent(found.unread)} would be without reading the changed rule"]
    told = "; answers: " + ", ".join(f"{each.value} {found.outcomes.get(each, 0)}" for each in Outcome)
    return [*lines, f"    positions under a changed rule: {of}{told if found.outcomes else ''}"]


def reading_as_json(found: RuleReading) -> dict[str, object]:
    """The same for programs."""
    return {
        "changes": dict(found.changes),
        "outcomes": {outcome.value: found.outcomes.get(outcome, 0) for outcome in Outcome},
        "right": None if found.right is None else float(found.right),
        "unread": None if found.unread is None else float(found.unread),
    }
