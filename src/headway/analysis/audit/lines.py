"""Lines of play through a graph: the shortest to a node, a loop, the longest, and those that stay safe."""

from collections.abc import Iterable
from typing import NamedTuple

from headway.game import Game
from headway.rulekit import OVER, P1, P2
from headway.solver.graph import Graph


class Line(NamedTuple):
    """Who moves first, and the moves."""

    first: int
    moves: list[int]


class Command(str):
    """A witness that is a command: it is printed on one line, to be copied."""

    __slots__ = ()


def command(game: Game, line: Line | None) -> Command:
    """The command that replays a line of play; without a line, the command that counts the states."""
    rules = "".join(f" --rule {name}={value}" for name, value in game.changed.items())
    board = ""
    if game.board is not None and game.board_rule is not None:
        board = f" --board {game.board_rule.text(game.board)}"
    if line is None:
        return Command(f"headway check {game.name}{rules}{board}")
    tokens = ", ".join(game.token(move) for move in line.moves)
    order = " --first p2" if line.first == P2 else ""
    return Command(f'headway replay {game.name}{rules}{board}{order} --moves "{tokens}"')


def line_to(graph: Graph, goals: Iterable[int]) -> tuple[Line, int] | None:
    """A shortest line to one of the nodes, and that node; None if none of them is reachable."""
    wanted = set(goals)
    for first in (P1, P2):
        came = paths(graph, graph.number[graph.game.start(first)])
        goal = next((at for at in came if at in wanted), None)
        if goal is not None:
            return Line(first, _moves(came, goal)), goal
    return None


def loop(graph: Graph) -> tuple[Line, int] | None:
    """A line of play that returns to an earlier state as early as possible, and the length of the loop."""
    return next((found for first in (P1, P2) if (found := _loop_from(graph, first)) is not None), None)


def longest(graph: Graph) -> Line:
    """The longest line of play in a graph without loops."""
    length = [0] * len(graph.nodes)
    for component in graph.components:
        for at in component:
            length[at] = max((length[edge.to] + 1 for edge in graph.nodes[at].edges), default=0)
    first = max((P1, P2), key=lambda first: length[graph.number[graph.game.start(first)]])
    at, moves = graph.number[graph.game.start(first)], list[int]()
    while graph.nodes[at].edges:
        farthest = max(graph.nodes[at].edges, key=lambda edge: length[edge.to])
        moves.append(farthest.move)
        at = farthest.to
    return Line(first, moves)


def paths(graph: Graph, start: int) -> dict[int, tuple[int, int] | None]:
    """The nodes that are reachable from a start, in breadth-first order, each with the node and move before it."""
    came: dict[int, tuple[int, int] | None] = {start: None}
    waiting = [start]
    for at in waiting:
        for edge in graph.nodes[at].edges:
            if edge.to not in came:
                came[edge.to] = at, edge.move
                waiting.append(edge.to)
    return came


def escapes(graph: Graph, seat: int, lost: Iterable[int]) -> dict[int, int]:
    """The nodes from which a seat can avoid the `lost` nodes for ever, each with a safe move.

    This is the safe region of the seat: the greatest set that it can stay in. A secret and its guess count as one move:
    the side that chooses must be safe from every guess, and the guesser from every choice. At a node where the seat
    does not act, the move is one that the other side may make.
    """
    guess_nodes = graph.guess_nodes
    safe = set(range(len(graph.nodes))) - set(lost)
    shrinking = True
    while shrinking:
        unsafe = {at for at in safe if at not in guess_nodes and _escape(graph, seat, at, safe) is None}
        safe -= unsafe
        shrinking = bool(unsafe)
    found: dict[int, int] = {}
    for at in safe - guess_nodes:
        move = _escape(graph, seat, at, safe)
        if move is not None:
            found[at] = move
    return found


def _escape(graph: Graph, seat: int, at: int, safe: set[int]) -> int | None:
    """A move at a node after which the seat is still safe; -1 if the game is over, None if there is no such move."""
    node = graph.nodes[at]
    if node.actor == OVER:
        return -1
    if node.is_secret:
        table = [[edge.to for edge in graph.nodes[choice.to].edges] for choice in node.edges]
        options = table if node.actor == seat else list(zip(*table, strict=True))
        moves = node.edges if node.actor == seat else graph.nodes[node.edges[0].to].edges
        return next((move.move for move, ends in zip(moves, options, strict=True) if safe.issuperset(ends)), None)
    kept = [edge.move for edge in node.edges if edge.to in safe]
    if node.actor == seat:
        return kept[0] if kept else None
    return kept[0] if len(kept) == len(node.edges) else None


def _loop_from(graph: Graph, first: int) -> tuple[Line, int] | None:
    size = {at: len(component) for component in graph.components for at in component}
    came = paths(graph, graph.number[graph.game.start(first)])
    for at in came:  # nearest first
        node = graph.nodes[at]
        if size[at] > 1 or any(edge.to == at for edge in node.edges):
            onward = [(edge.move, paths(graph, edge.to)) for edge in node.edges]
            around = min(([move, *_moves(back, at)] for move, back in onward if at in back), key=len)
            return Line(first, [*_moves(came, at), *around]), len(around)
    return None


def _moves(came: dict[int, tuple[int, int] | None], goal: int) -> list[int]:
    """The moves of a shortest line to a node."""
    moves: list[int] = []
    while (previous := came[goal]) is not None:
        goal, move = previous
        moves.insert(0, move)
    return moves
