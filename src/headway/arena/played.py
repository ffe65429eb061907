"""The games of matches as they were played, from the entries of a ledger."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from headway.arena.kept_games import kept_in
from headway.arena.ledger import BadLedger, Entry
from headway.arena.luck import luck_in
from headway.arena.matches import Fixture, MatchPlan
from headway.arena.questions import Value
from headway.arena.reply import Outcome
from headway.errors import HeadwayError
from headway.policies.policy import Odds
from headway.rulekit import CHANCE
from headway.table.outcome import Reason
from headway.table.table import Table


@dataclass(frozen=True)
class Decision:
    """A choice that an agent had at a ply: what came of it, and what its move gave away; None if it has failed.

    `expected` is what it gave away on average over the odds of a policy. `entry` is the answer in the ledger of an
    agent that was asked.
    """

    ply: int
    agent: int
    outcome: Outcome
    lost: Value | None
    expected: Value | None
    entry: Entry | None


@dataclass(frozen=True, repr=False)
class PlayedGame:
    """One game of a match: `agents` played P1 and P2, `table` is how it ended, and `luck` is what P1 had of it.

    Luck is what the dice brought, and the moves of agents whose odds are known, above what they bring on average.

    >>> game = headway.arena.play(["perfect", "random"], headway.load("race-to-the-center"), games=2).games[1]
    >>> game
    <Game of random against perfect: P2 won>
    >>> game.agents, game.table.result, game.luck
    (('random', 'perfect'), <Result.P2: 'P2'>, Fraction(0, 1))
    """

    agents: tuple[str, str]
    table: Table
    luck: Value
    _fixture: Fixture
    _decisions: Sequence[Decision]

    def __repr__(self) -> str:
        one, other = self.agents
        winner = None if self.table.result is None else self.table.result.winner
        return f"<Game of {one} against {other}: {'unfinished' if winner is None else f'{winner} won'}>"


def played_games(plan: MatchPlan, entries: Sequence[Entry]) -> list[PlayedGame]:
    """The games of a plan, in its order; all of them are over."""
    games, decisions = kept_in(entries)
    return [_played(plan, fixture, games[fixture.key], decisions.get(fixture.key, {})) for fixture in plan.fixtures]


def _played(plan: MatchPlan, fixture: Fixture, entry: Entry, answers: Mapping[int, Entry]) -> PlayedGame:
    table = _replayed(plan, entry)
    decisions, odds = list[Decision](), dict[int, Odds]()
    for ply in range(table.ply):
        seat, state = table.by(ply), table.states[ply]
        moves = plan.game.moves_at(state)
        if seat == CHANCE or len(moves) == 1:
            continue
        agent, lost = fixture.agents[seat], plan.worths.lost(table.earlier(table.ply - ply))
        policy, answer = plan.policies[agent], answers.get(ply)
        if policy is not None:
            odds[ply] = policy.odds(plan.game.view(state, seat))
            mean = sum((share * lost[move] for move, share in odds[ply].items() if share), start=Fraction(0))
            decisions.append(Decision(ply, agent, Outcome.LEGAL, lost[table.moves[ply]], mean, None))
            continue
        if answer is None:
            raise BadLedger("The ledger lacks an answer of a game that it has; begin a new one.")
        outcome, is_legal = Outcome(answer["outcome"]), answer["move"] is not None
        if not is_legal:  # a random move was made instead
            odds[ply] = dict.fromkeys(moves, Fraction(1, len(moves)))
        gave = lost[table.moves[ply]] if is_legal else None
        decisions.append(Decision(ply, agent, outcome, gave, gave, answer))
    names = plan.names[fixture.agents[0]], plan.names[fixture.agents[1]]
    return PlayedGame(names, table, luck_in(table, plan.worths, odds.get), fixture, decisions)


def _replayed(plan: MatchPlan, entry: Entry) -> Table:
    table = Table(plan.game)
    try:
        for move in entry["moves"]:
            table = table.play(move)
        return table if table.result is not None else table.end(Reason.LIMIT)
    except HeadwayError as error:
        raise BadLedger(f"The ledger has a game that cannot be played: {error}") from None
