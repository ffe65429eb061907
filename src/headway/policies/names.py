"""Policies by their names, and the functions that take either a policy or its name."""

from collections.abc import Callable

from headway.errors import HeadwayError, UnknownPlayer, expected, quoted
from headway.game import A_GAME, Game
from headway.policies.evaluation import Evaluation, evaluate_policies
from headway.policies.perfect import PerfectPlay
from headway.policies.policy import LEVELS, Erring, Policy, Random

NAMES = ("random", *map(str, LEVELS), "perfect")


def named(game: Game, name: str) -> Policy:
    """The policy of that name: "random", a level from "1" to "9", or "perfect". All but the first solve the game.

    >>> game = headway.load("cross-over")
    >>> headway.policies.named(game, "5")
    <Policy for cross-over: level 5>
    >>> headway.policies.named(game, "reader")
    Traceback (most recent call last):
    headway.errors.UnknownPlayer: There is no policy "reader". The policies are: random, 1 to 9, and perfect.
    """
    if not isinstance(game, Game):
        raise expected(A_GAME, game)
    if name not in NAMES:
        raise UnknownPlayer(f"There is no policy {quoted(str(name))}. The policies are: random, 1 to 9, and perfect.")
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
        raise HeadwayError(f"This is a policy for {given.game}, and not for {game}.")
    return given


def evaluate(
    game: Game, p1: Policy | str, p2: Policy | str, *, progress: Callable[[str], None] = lambda doing: None
) -> Evaluation:
    """What comes of a game if both sides keep to their policies, exactly, from every state.

    >>> game = headway.load("cross-over")
    >>> headway.policies.evaluate(game, "9", "perfect")
    <Evaluation of cross-over, level 9 against perfect: P1 wins 98.75 %>
    """
    if not isinstance(game, Game):
        raise expected(A_GAME, game)
    return evaluate_policies(policy_of(game, p1), policy_of(game, p2), progress)
