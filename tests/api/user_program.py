"""A small program of a user, as `mypy --strict` must accept it: every value it meets has a type."""

from collections.abc import Sequence
from fractions import Fraction
from typing import assert_type

import headway
from headway import Actor, Game, Reason, Result, Table, Verdict, Worth, load
from headway.arena import Observation
from headway.errors import HeadwayError


def main() -> list[str]:
    """Load, play, solve, review, simulate, audit, save and read: what is told of it."""
    game = load("capture-the-flag", length=6, soldiers=1)
    assert_type(game, Game)
    assert_type(headway.games(), list[Game])
    table = Table(game, first=Actor.P2).play("S2 2").play("S1 1")
    assert_type(table.legal, tuple[str, ...])
    assert_type(table.to_move, Actor | None)
    assert_type(table.positions, tuple[tuple[int, ...], ...])
    assert_type(table.result, Result | None)
    assert_type(table.reason, Reason | None)
    assert_type(table.history, tuple[str, ...])
    assert_type(table.state, tuple[int | tuple[int, ...], ...])
    assert_type(game.rules, tuple[int | tuple[int, ...], ...])
    assert_type(game.settings, dict[str, int | str | list[int]])

    truth = headway.solve(game)
    assert_type(truth.value(table), Fraction | float)
    assert_type(truth.verdict(table), Verdict)
    assert_type(truth.certificate.gap, float)
    told = [describe(worth) for worth in truth.worths(table)] + truth.best(table)

    found = headway.review(table, truth)
    told += [f"{ply.number}. {ply.by.name} {ply.move}: {ply.comment}" for ply in found.mistakes]
    tally = headway.simulate(game, games=10, p1="1", p2="perfect", seed=1)
    told.append(f"{tally.p1} {tally.p2} {tally.unfinished}")
    pair = headway.policies.evaluate(game, "1", "perfect")
    assert_type(pair.length().quantile(0.5), int | None)
    told.append(f"{pair.value()} {pair.bounds().high} {headway.policies.best_response(game, '1', Actor.P2).value()}")
    told += [f"{claim.text}: {claim.is_true}" for claim in headway.audit(game).claims]

    standings = headway.arena.play([longest, "random"], game, games=2)
    assert_type(standings.matches[0].adjusted_interval, tuple[float, float])
    told.append(f"{standings.entrants[0].rating} {headway.arena.audit(longest, game).lost}")

    headway.write(table, "game.jsonl")
    record = headway.read("game.jsonl")
    assert_type(record.tables, tuple[Table, ...])
    told += moves_of(list(record))
    try:
        table.play("S1 9")
    except HeadwayError as refusal:
        told.append(f"{refusal.name}: {refusal}")
    return told


def describe(worth: Worth) -> str:
    """A move and what it is worth."""
    return f"{worth.move}: {float(worth.value):.2f}, {worth.verdict.value}, {worth.plies}"


def longest(observation: Observation) -> str:
    """An agent that takes the last of its moves."""
    return observation.legal[-1]


def moves_of(tables: Sequence[Table]) -> list[str]:
    """The moves of some games."""
    return [move for table in tables for move in table.history]


if __name__ == "__main__":
    print("\n".join(main()))
