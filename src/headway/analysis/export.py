"""Games in the formats of other tools, which can check our solutions: PRISM, Gambit and Graphviz."""

from collections.abc import Iterator

from headway.analysis.turns import Turns, paths
from headway.errors import BadArgument
from headway.game import Game, State
from headway.rulekit import CHANCE, DRAW, OVER, P1, P2
from headway.solver.backend import Interpreted
from headway.solver.explored import Explored, explore_interpreted
from headway.table.outcome import Actor, Result

DEPTH = 8


def prism(explored: Explored, first: int) -> Iterator[str]:
    """The game for PRISM: a Markov chain where no player has a choice, otherwise a turn-based game for PRISM-games."""
    if explored.has_secrets:
        raise BadArgument(f"PRISM's turn-based games have no secrets; export {explored.game.title} as efg.")
    yield f"// {explored.game.title}, {Actor(first)} moves first; s numbers the states, label p1 is a win of Player 1"
    yield "smg" if explored.has_choice else "dtmc"
    turns = Turns(explored)
    names = {P1: "p1", P2: "p2", CHANCE: "chance", OVER: "p1"} if explored.has_choice else {}
    used = {names[turn.actor] for turn in turns} if names else set()  # a label that no command has is an error
    for name, labels in (("p1", ("p1", "chance")), ("p2", ("p2",))):
        if own := [f"[{label}]" for label in labels if label in used]:
            yield f"player {name} {', '.join(own)} endplayer"
    start = explored.starts[first]
    yield f"module game\n  s : [0..{len(turns) - 1}] init {start};"
    for at, turn in enumerate(turns):
        label = names.get(turn.actor, "")
        if turn.actor == OVER:
            yield f"  [{label}] s={at} -> true;"
        elif turn.actor == CHANCE:
            total = sum(edge.weight for edge in turn.edges)
            shares: dict[int, int] = {}
            for edge in turn.edges:
                shares[edge.to] = shares.get(edge.to, 0) + edge.weight
            odds = " + ".join(f"{_long(weight)}/{_long(total)} : (s'={to})" for to, weight in shares.items())
            yield f"  [{label}] s={at} -> {odds};"
        else:
            for edge in turn.edges:
                yield f"  [{label}] s={at} -> (s'={edge.to});"
    yield "endmodule"
    for name, seat in (("p1", P1), ("p2", P2)):
        won = [f"s={at}" for at, turn in enumerate(turns) if turn.winner == seat]
        yield f'label "{name}" = {" | ".join(won) or "false"};'
    if drawn := [f"s={at}" for at, turn in enumerate(turns) if turn.winner == DRAW]:
        yield f'label "draw" = {" | ".join(drawn)};'


def dot(explored: Explored, first: int) -> Iterator[str]:
    """The game graph for Graphviz: a box for Player 1, an ellipse for Player 2, a diamond for chance."""
    turns = Turns(explored)
    shapes = {P1: "box", P2: "ellipse", CHANCE: "diamond", OVER: "doublecircle"}
    start = explored.starts[first]
    yield f"digraph {_quoted(explored.game.title)} {{"
    for at in paths(turns, start):
        turn = turns[at]
        won = "" if turn.winner is None else f"\\n{_ending(turn.winner)}"
        yield f'  {at} [shape={shapes[turn.actor]}, label="{_short(turn.state)}{won}"];'
        for edge in turn.edges:
            yield f"  {at} -> {edge.to} [label={_quoted(explored.game.token(edge.move))}];"
    yield "}"


def efg(game: Game, first: int, depth: int) -> Iterator[str]:
    """The game's tree for Gambit, to a depth; draws and what is not over by then count one half for each side."""
    turns = Turns(explore_interpreted(game, backend=Interpreted(), depth=depth))
    title = _quoted(f"{game.title}, {Actor(first)} moves first, to depth {depth}")
    yield f'EFG 2 R {title} {{ "Player 1" "Player 2" }}'
    numbers: dict[object, int] = {}
    waiting: list[tuple[int, int, int | None]] = [(turns.explored.starts[first], depth, None)]
    secrets = 0
    outcomes = {"P1": (1, "1, 0"), "P2": (2, "0, 1"), "cut off": (3, "1/2, 1/2"), "draw": (4, "1/2, 1/2")}
    while waiting:  # depth first, each node before its children: the order of the format
        at, left, secret_from = waiting.pop()
        turn = turns[at]
        if turn.winner is not None or left == 0:
            outcome = "cut off" if turn.winner is None else Result.by_rules(turn.winner).value
            number, payoff = outcomes[outcome]
            yield f't "" {number} "{outcome}" {{ {payoff} }}'
            continue
        tokens = [_quoted(game.token(edge.move)) for edge in turn.edges]
        if turn.actor == CHANCE:
            total = sum(edge.weight for edge in turn.edges)
            odds = [f"{token} {edge.weight}/{total}" for token, edge in zip(tokens, turn.edges, strict=True)]
            number = numbers.setdefault(("chance", len(numbers)), len(numbers) + 1)
            yield f'c "" {number} "" {{ {" ".join(odds)} }} 0'
        else:
            # nodes that look alike to the mover are one information set only if they differ by a secret
            same = (turn.actor, game.view(turn.state, turn.actor), secret_from) if turn.is_answer else (len(numbers),)
            number = numbers.setdefault(same, len(numbers) + 1)
            yield f'p "" {turn.actor + 1} {number} "" {{ {" ".join(tokens)} }} 0'
        secrets += turn.is_secret
        hidden = secrets if turn.is_secret else None
        waiting += [(edge.to, left - 1, hidden) for edge in reversed(turn.edges)]


def _long(number: int) -> str:
    """A number for PRISM's language. Only with a decimal point it may have more than 64 bits."""
    return str(number) if number < 2**63 else f"{number}.0"


def _ending(winner: int) -> str:
    """How a game ended, in a word or two."""
    return "a draw" if winner == DRAW else f"{Actor(winner)} wins"


def _short(state: State) -> str:
    return str(tuple(state))


def _quoted(text: str) -> str:
    """A text in quotes. In the formats of Gambit and of Graphviz, a quote in it is the one character to escape."""
    return '"' + text.replace('"', '\\"') + '"'
