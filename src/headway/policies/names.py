"""Policies by their names, and the functions that take either a policy or its name."""

from headway.bound import A_SEAT
from headway.errors import BadArgument, expected, quoted
from headway.game import A_GAME, Game
from headway.policies.evaluation import Evaluation, evaluate_policies
from headway.policies.nash_conv import Exploitability
from headway.policies.perfect import PerfectPlay
from headway.policies.policy import LEVELS, BadPolicy, Erring, Policy, Random
from headway.policies.response import BestResponse, best_response_in
from headway.progress import Progress, checked_progress
from headway.rulekit import P1, P2
from headway.solver import explore
from headway.typed_text import known_name


def checked_game(game: object) -> Game:
    """A game that a user gave."""
    if not isinstance(game, Game):
        raise expected(A_GAME, game)
    return game


NAMES = ("random", *map(str, LEVELS), "perfect")


def named(game: Game, name: str) -> Policy:
    """The policy of that name: "random", a level from "1" to "9", or "perfect". All but the first solve the game.

    >>> game = headway.load("cross-over")
    >>> headway.policies.named(game, "5")
    <Policy for cross-over: level 5>
    >>> headway.policies.named(game, "reader")
    Traceback (most recent call last):
    headway.policies.policy.BadPolicy: There is no policy "reader". The policies are: random, 1 to 9, and perfect.
    """
    checked_game(game)
    typed, name = name, known_name(name, NAMES) if isinstance(name, str) else name
    if name not in NAMES:
        raise BadPolicy(f"There is no policy {quoted(str(typed))}. The policies are: random, 1 to 9, and perfect.")
    if name == "random":
        return Random(game)
    from headway.solver.cache import solved

    perfect = PerfectPlay(solved(game))
    return perfect if name == "perfect" else Erring(perfect, LEVELS[int(name)], f"level {name}")


def policy_of(game: Game, given: Policy | str) -> Policy:
    """A policy that a user gave, by name or as it is."""
    if isinstance(given, str):
        return named(game, given)
    if not isinstance(given, Policy):
        raise expected('a policy, or the name of one, such as "perfect"', given)
    if given.game != game:
        raise BadArgument(f"This is a policy for {given.game}, and not for {game}.")
    return given


def best_response(game: Game, policy: Policy | str, seat: int, *, progress: Progress | None = None) -> BestResponse:
    """The best that a seat can do if the other side keeps to a policy, exactly, from every state.

    >>> headway.policies.best_response(headway.load("predictive-pursuit"), "random", headway.Actor.P2)
    <BestResponse of P2 to random in predictive-pursuit: P1 wins 0 %>
    """
    if seat not in (P1, P2):
        raise expected(A_SEAT, seat)
    against = policy_of(checked_game(game), policy)
    return best_response_in(explore(game, checked_progress(progress)), against, int(seat))


def exploitability(
    game: Game,
    p1: Policy | str,
    p2: Policy | str | None = None,
    *,
    progress: Progress | None = None,
) -> Exploitability:
    """How much two policies lose to best responses, on average of the seats; by default both seats have the first.

    >>> headway.policies.exploitability(headway.load("cross-over"), "9")
    <Exploitability of level 9 in cross-over: 0.9111 %>
    """
    one = policy_of(checked_game(game), p1)
    other = one if p2 is None else policy_of(game, p2)
    known = explore(game, checked_progress(progress))
    return Exploitability(best_response_in(known, other, P1), best_response_in(known, one, P2))


def evaluate(game: Game, p1: Policy | str, p2: Policy | str, *, progress: Progress | None = None) -> Evaluation:
    """What comes of a game if both sides keep to their policies, exactly, from every state.

    >>> game = headway.load("cross-over")
    >>> headway.policies.evaluate(game, "9", "perfect")
    <Evaluation of cross-over, level 9 against perfect: P1 wins 98.75 %>
    """
    return evaluate_policies(
        policy_of(checked_game(game), p1), policy_of(game, p2), explore(game, checked_progress(progress))
    )
