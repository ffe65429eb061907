"""Each level against the one below, exactly, in every game with decisions."""

from benchmarks.verdict import judged
from headway.catalogue import find
from headway.players import LEVELS
from headway.policies import Policy, evaluate, named
from headway.rulekit import P1, P2
from headway.table.table import Table

DECISIONS = ("capture-the-flag", "cross-over", "predictive-pursuit", "race-to-the-center")


def main() -> None:
    """Print for each level which share of the games it wins against the one below; level 0 is the random player."""
    for name in DECISIONS:
        game = find(name)
        policies = [named(game, "random"), *(named(game, str(level)) for level in LEVELS)]
        shares = [share_of(policies[level], policies[level - 1]) for level in LEVELS]
        told = ", ".join(
            f"{level}>{level - 1} {100 * share:.1f} %" for level, share in zip(LEVELS, shares, strict=True)
        )
        judged(f"levels: {name} {told}", min(shares) > 0.5)


def share_of(one: Policy, other: Policy) -> float:
    """The share of the games that a policy wins against another, over both seats and both starts."""
    as_p1, as_p2 = evaluate(one.game, one, other), evaluate(one.game, other, one)
    starts = [Table(one.game, first) for first in (P1, P2)]
    total = sum(float(as_p1.value(start)) + 1 - float(as_p2.value(start)) for start in starts)
    return total / (2 * len(starts))


if __name__ == "__main__":
    main()
