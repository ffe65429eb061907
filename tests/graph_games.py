"""Games that are written down as a graph: a state is the number of a node, and play moves along the edges."""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, NamedTuple

from hypothesis import strategies as st

from headway.catalogue import find
from headway.contract import Code, default_deal
from headway.game import Game
from headway.rulekit import CHANCE, DRAW, OVER, P1, P2

WON, LOST = 0, 1
"""The first two nodes of every game here: the wins of P1 and of P2. All other ends are draws."""
WEIGHTS = st.sampled_from([1, 2, 5, 9])
RARE = st.sampled_from([1, 2, 5, 2**20, 2**45, 2**60])
"""Weights of dice: the usual ones, and some beside which others hardly ever come up."""
ACTORS = st.sampled_from([P1, P2, CHANCE] * 2 + [OVER])
"""Who acts at a random node; few of them are draws."""


class Rules(NamedTuple):
    length: Annotated[int, range(1, 1001)] = 1


class State(NamedTuple):
    at: int


class Place(NamedTuple):
    """A node: who acts, where the moves lead, the weight of each move of chance, and whether the move is secret."""

    actor: int
    targets: tuple[int, ...] = ()
    weights: tuple[int, ...] = ()
    is_secret: bool = False


def choice(actor: int, *targets: int) -> Place:
    return Place(actor, targets)


def secret(actor: int, *answers: int) -> Place:
    """A secret choice: the nodes in which the other side answers it, which no other node leads to."""
    return Place(actor, answers, is_secret=True)


def dice(*faces: tuple[int, int]) -> Place:
    """Chance: where each face leads, and its weight."""
    return Place(CHANCE, tuple(to for to, _ in faces), tuple(weight for _, weight in faces))


def drawn() -> Place:
    """An end that nobody has won."""
    return Place(OVER)


@st.composite
def places(draw: st.DrawFn, most: int, most_moves: int, weights: st.SearchStrategy[int] = WEIGHTS) -> list[Place]:
    """Up to `most` nodes of choice, dice and draws, each leading anywhere."""
    size = draw(st.integers(1, most))
    anywhere = st.integers(0, size + 1)
    found = list[Place]()
    for _ in range(size):
        actor = draw(ACTORS)
        targets = draw(st.lists(anywhere, min_size=1, max_size=most_moves))
        if actor == OVER:
            found.append(drawn())
            continue
        found.append(dice(*((to, draw(weights)) for to in targets)) if actor == CHANCE else choice(actor, *targets))
    return found


@st.composite
def secretive_places(draw: st.DrawFn, most: int) -> list[Place]:
    """Up to `most` nodes of secrets, choice, dice and draws, leading anywhere; a secret has answers of its own."""
    size = draw(st.integers(1, most))
    anywhere = st.integers(0, size + 1)
    found, answers = list[Place](), list[Place]()
    for _ in range(size):
        actor = draw(ACTORS)
        one, other = draw(anywhere), draw(anywhere)
        if actor == OVER:
            found.append(drawn())
        elif actor == CHANCE:
            found.append(dice((one, draw(st.integers(1, 3))), (other, 1)))
        elif draw(st.booleans()):
            found.append(choice(actor, one, other))
        else:
            found.append(secret(actor, size + 2 + len(answers), size + 3 + len(answers)))
            answers += [choice(1 - actor, one, other), choice(1 - actor, draw(anywhere), draw(anywhere))]
    return [*found, *answers]


def graph_game(*given: Place, starts: tuple[int, int] = (2, 2), title: str = "Graph Game") -> Game:
    """A game of the two ends and these nodes, from number 2 on; `starts` are the nodes at which P1 and P2 begin."""
    places = (Place(OVER), Place(OVER), *given)
    most = max(len(place.targets) for place in places)
    secrets = {answer: number for number, place in enumerate(places) if place.is_secret for answer in place.targets}

    def at(state: tuple[object, ...]) -> Place:
        number = _number(state)
        return places[number] if number >= 0 else places[places[-number].targets[0]]

    def view(rules: object, state: tuple[object, ...], seat: int) -> State:
        """A secret is seen as the number of the node in which it was made, below 0."""
        number = _number(state)
        is_hidden = number in secrets and seat != places[secrets[number]].actor
        return State(-secrets[number] if is_hidden else number)

    code = Code(
        Rules,
        start=lambda rules, first: State(starts[first]),
        actor=lambda rules, state: at(state).actor,
        legal=lambda rules, state, move: move < len(at(state).targets),
        play=lambda rules, state, move: State(at(state).targets[move]),
        winner=lambda rules, state: {WON: P1, LOST: P2}.get(_number(state), DRAW),
        moves=lambda rules: most,
        positions=lambda rules, state: ((0,), (0,)),
        span=lambda rules: (State(0), State(len(places) - 1)),
        track=lambda rules: (0, 1),
        goals=lambda rules: ((), ()),
        deal=default_deal,
        weight=lambda rules, state, move: at(state).weights[move],
        secret=lambda rules, state: at(state).is_secret,
        view=view,
    )
    token: Callable[..., str] = lambda rules, move: str(move + 1)  # noqa: E731
    book = find("cross-over")
    words = book.words._replace(TITLE=title, token=token, CLAIMS=(), ALSO={}, RULES={"length": "Has no meaning."})
    return replace(book, name="graph-game", code=code, words=words, rules=Rules())


def _number(state: tuple[object, ...]) -> int:
    (number,) = state
    assert isinstance(number, int)
    return number
