"""Standings: what came of matches, as they were played and with luck taken out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from headway.arena.intervals import Interval, PairScore, adjusted, interval_of, ratio, share
from headway.arena.ledger import Entry
from headway.arena.luck import result_for_p1
from headway.arena.matches import MatchPlan
from headway.arena.played import PlayedGame, played_games
from headway.arena.questions import Value
from headway.arena.ratings import Met, ratings_of
from headway.arena.reply import Outcome
from headway.arena.score import wins_against
from headway.errors import HeadwayError
from headway.game import Game
from headway.phrases import count, percent

Pair = tuple[PlayedGame, PlayedGame]
"""Two games with the same chance and the seats swapped."""


@dataclass(frozen=True, repr=False)
class Match:
    """What came of the games of two agents, for the first of them.

    It has won `wins` of the `games` and lost `losses`; `unfinished` counts those without a winner. `share` is its share
    of the games, one without a winner counting one half, and `adjusted` the same with luck taken out, which is nearer
    to the truth. Both come with an interval, `share_interval` and `adjusted_interval`, by a bootstrap over the pairs of
    games. `exact` is the chance that it wins over both seats, where both are policies, or both the same `agents`;
    otherwise None.

    >>> (match,) = headway.arena.play(["perfect", "5"], headway.load("cross-over"), games=100).matches
    >>> match
    <perfect against level 5: won ..., lost ..., unfinished 0; luck-adjusted ... %, ... % to ... %>
    >>> match.agents, match.games, match.wins + match.losses + match.unfinished, match.share == match.wins / 100
    (('perfect', 'level 5'), 100, 100, True)
    >>> low, high = match.adjusted_interval
    >>> low < match.adjusted < high, low < match.exact < high
    (True, True)
    >>> match.share_interval[1] - match.share_interval[0] > 3 * (high - low)
    True
    """

    agents: tuple[str, str]
    games: int
    wins: int
    losses: int
    unfinished: int
    share: float
    share_interval: Interval
    adjusted: float
    adjusted_interval: Interval
    exact: Value | None

    def __repr__(self) -> str:
        one, other = self.agents
        low, high = map(percent, self.adjusted_interval)
        told = f"won {self.wins}, lost {self.losses}, unfinished {self.unfinished}"
        return f"<{one} against {other}: {told}; luck-adjusted {percent(self.adjusted)}, {low} to {high}>"


@dataclass(frozen=True, repr=False)
class Entrant:
    """What came of all `games` of an `agent`.

    `about` says what its answers depend on: of a model its settings, and digests of the prompt and of what it was told.
    `outcomes` counts its decisions by what came of them, and `lost` is what a legal one gave away on average, with its
    `lost_interval`; None if there was none. `rating` is an Elo number (Bradley and Terry's model; the mean of all
    agents is 0), with its `rating_interval`.

    >>> random, perfect = headway.arena.play(["random", "perfect"], headway.load("cross-over"), games=100).entrants
    >>> perfect
    <perfect: +..., +... to +..., after 100 games>
    >>> random.agent, random.games, round(random.rating + perfect.rating), perfect.lost, perfect.lost_interval
    ('random', 100, 0, 0.0, (0.0, 0.0))
    >>> random.about
    {'agent': 'random'}
    >>> random.lost > 0.1, perfect.rating_interval[0] < perfect.rating < perfect.rating_interval[1]
    (True, True)
    >>> sum(random.outcomes.values()) == random.decisions
    True
    """

    agent: str
    about: Mapping[str, Any]
    games: int
    outcomes: Mapping[Outcome, int]
    lost: float | None
    lost_interval: Interval | None
    rating: float
    rating_interval: Interval

    @property
    def decisions(self) -> int:
        """How many choices it had.

        >>> headway.arena.play(["random", "perfect"], headway.load("number-race"), games=2).entrants[0].decisions
        0
        """
        return sum(self.outcomes.values())

    def __repr__(self) -> str:
        low, high = self.rating_interval
        return f"<{self.agent}: {self.rating:+.0f}, {low:+.0f} to {high:+.0f}, after {count(self.games, 'game')}>"


@dataclass(frozen=True, repr=False)
class Standings:
    """What came of the matches of some agents in a `game`: of each agent, of each two of them, and every game.

    `seed` and `limit` are what is needed to repeat it.

    >>> found = headway.arena.play(["random", "5", "perfect"], headway.load("cross-over"), games=100)
    >>> found
    <Standings of cross-over after 300 games: perfect +..., level 5 +..., random -...>
    >>> found.game, len(found.entrants), len(found.matches), len(found.games), found.seed, found.limit
    (<Game cross-over>, 3, 3, 300, 0, 1000)
    """

    game: Game
    entrants: tuple[Entrant, ...]
    matches: tuple[Match, ...]
    games: tuple[PlayedGame, ...]
    seed: int
    limit: int

    def __repr__(self) -> str:
        places = sorted(self.entrants, key=lambda entrant: -entrant.rating)
        told = ", ".join(f"{entrant.agent} {entrant.rating:+.0f}" for entrant in places)
        return f"<Standings of {self.game} after {count(len(self.games), 'game')}: {told}>"


def standings_of(plan: MatchPlan, entries: Sequence[Entry]) -> Standings:
    """The standings after all games of a plan, by the entries of a ledger."""
    games = played_games(plan, entries)
    met: list[list[Pair]] = [[] for _ in plan.matches]
    for first, second in zip(games[::2], games[1::2], strict=True):
        met[first._fixture.match].append((first, second))
    matches = [_match(plan, one, other, pairs) for (one, other), pairs in zip(plan.matches, met, strict=True)]
    ratings = ratings_of(
        len(plan.agents),
        [
            Met(one, other, [_score(pair) for pair in pairs])
            for (one, other), pairs in zip(plan.matches, met, strict=True)
        ],
    )
    entrants = []
    for agent, (rating, between) in enumerate(ratings):
        pairs = [
            pair for match, all_pairs in zip(plan.matches, met, strict=True) if agent in match for pair in all_pairs
        ]
        entrants.append(_entrant(plan, agent, pairs, rating, between))
    return Standings(plan.game, tuple(entrants), tuple(matches), tuple(games), plan.seed, plan.limit)


def _match(plan: MatchPlan, one: int, other: int, pairs: Sequence[Pair]) -> Match:
    results = [
        result for first, second in pairs for result in (result_for_p1(first.table), 1 - result_for_p1(second.table))
    ]
    is_mirror = plan.agents[one] is plan.agents[other]
    one_policy, other_policy = plan.policies[one], plan.policies[other]
    exact: Value | None = None
    if is_mirror:
        exact = Fraction(1, 2)
    elif one_policy is not None and other_policy is not None:
        with suppress(HeadwayError):  # nothing certain can be said of them
            exact = sum(wins_against(plan.game, one_policy, other_policy)) / 2
    scores = [_score(pair) for pair in pairs]
    is_policies = one_policy is not None and other_policy is not None
    has_choice = any(game._decisions for pair in pairs for game in pair)
    is_sampled = has_choice and not (is_mirror and is_policies)
    return Match(
        (plan.names[one], plan.names[other]),
        len(results),
        results.count(Fraction(1)),
        results.count(Fraction(0)),
        results.count(Fraction(1, 2)),
        share(scores),
        interval_of(share, scores, is_sampled=is_sampled),
        adjusted(scores),
        interval_of(adjusted, scores, is_sampled=is_sampled, fitted=2),
        exact,
    )


def _score(pair: Pair) -> PairScore:
    """What a pair of games counts for the agent that was P1 in the first; exactly one half if both went alike."""
    one, other = pair
    result = result_for_p1(one.table) - result_for_p1(other.table)
    return PairScore(float(Fraction(1, 2) + result / 2), float(one.luck - other.luck) / 2)


def _entrant(plan: MatchPlan, agent: int, pairs: Sequence[Pair], rating: float, between: Interval) -> Entrant:
    own = [[decision for game in pair for decision in game._decisions if decision.agent == agent] for pair in pairs]
    legal = [[float(decision.expected) for decision in decisions if decision.expected is not None] for decisions in own]
    parts = [(sum(lost), float(len(lost))) for lost in legal if lost]
    return Entrant(
        plan.names[agent],
        plan.agents[agent].about(plan.game),
        2 * len(pairs),
        Counter(decision.outcome for decisions in own for decision in decisions),
        ratio(parts) if parts else None,
        interval_of(ratio, parts, is_sampled=plan.policies[agent] is None) if parts else None,
        rating,
        between,
    )
