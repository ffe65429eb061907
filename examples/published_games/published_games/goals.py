"""`python -m published_games.goals 10 100`: how often the first player wins Pig to each goal, if both play best."""

import sys
from collections.abc import Iterable, Iterator

import headway


def rows(goals: Iterable[int]) -> Iterator[str]:
    """A line of the table for each goal: who goes first wins so often, and that is wrong by so much at most."""
    for goal in goals:
        truth = headway.solve(headway.load("pig", goal=goal))
        yield f"| {goal} | {float(truth.value()):.9f} | {truth.certificate.gap:.0e} |"


def main() -> None:
    """Print the table, a line as soon as it is known."""
    first, last = (int(argument) for argument in sys.argv[1:])
    print("| goal | the first player wins | gap |\n|---|---|---|", flush=True)
    for row in rows(range(first, last + 1)):
        print(row, flush=True)


if __name__ == "__main__":
    main()
