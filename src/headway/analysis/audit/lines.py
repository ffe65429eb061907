"""Lines of play: the shortest to a state, a loop, the longest, and those that stay safe."""

from collections.abc import Iterable, Set
from typing import NamedTuple

from headway.analysis.turns import Turns, paths
from headway.game import Game
from headway.rulekit import P1, P2
from headway.solver.end_components import maximal_end_components
from headway.solver.explored import Explored
from headway.solver.kernels.form import number_odds
from headway.solver.normal_form import NormalForm


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


def line_to(turns: Turns, goals: Iterable[int]) -> tuple[Line, int] | None:
    """A shortest line to one of the turns, and that turn; None if none of them is reachable."""
    wanted = set(goals)
    for first, start in zip((P1, P2), turns.explored.starts, strict=True):
        came = paths(turns, start)
        goal = next((at for at in came if at in wanted), None)
        if goal is not None:
            return Line(first, _moves(came, goal)), goal
    return None


def loop(turns: Turns) -> tuple[Line, int] | None:
    """A line of play that returns to an earlier state as early as possible, and the length of the loop."""
    return next((found for first in (P1, P2) if (found := _loop_from(turns, first)) is not None), None)


def can_go_on_for_ever(normal: NormalForm) -> bool:
    """Could the two sides together keep the game going for ever, whatever chance does?"""
    together = _as_one_side(normal)
    odds = normal.backend.new_floats(int(together.form.first_odds[normal.size]), 1.0)
    return bool(maximal_end_components(together, P2, odds))


def _as_one_side(normal: NormalForm) -> NormalForm:
    """The game in which P1 chooses for both sides."""
    form, backend = normal.form, normal.backend
    form = form._replace(
        rows=backend.ints([int(rows) * int(columns) for rows, columns in zip(form.rows, form.columns, strict=True)]),
        columns=backend.ints([min(int(columns), 1) for columns in form.columns]),
        first_odds=backend.new_longs(normal.size + 1),
    )
    backend.executable(number_odds)(form, normal.size)
    return NormalForm(backend, form, normal.results)


def longest(turns: Turns) -> Line:
    """The longest line of play in a game without loops."""
    normal, length = turns.explored.normal, [0] * len(turns)

    def measure(at: int) -> int:
        return max((length[edge.to] + 1 for edge in turns[at].edges), default=0)

    for part in range(normal.component_count):
        for at in normal.component(part):
            for edge in turns[at].edges if turns[at].is_secret else ():
                length[edge.to] = measure(edge.to)
            length[at] = measure(at)
    first = max((P1, P2), key=lambda first: length[turns.explored.starts[first]])
    at, moves = turns.explored.starts[first], list[int]()
    while turns[at].edges:
        farthest = max(turns[at].edges, key=lambda edge: length[edge.to])
        moves.append(farthest.move)
        at = farthest.to
    return Line(first, moves)


def escapes(explored: Explored, seat: int, lost: Iterable[int]) -> dict[int, int]:
    """The nodes from which a seat can avoid the `lost` nodes for ever, each with a safe move.

    This is the safe region of the seat: the greatest set that it can stay in. A secret and its guess count as one move:
    the side that chooses must be safe from every guess, and the guesser from every choice. At a node where the seat
    does not act, the move is one that the other side may make; where the game is over, it is -1.
    """
    ways = {at: _ways(explored, seat, at) for at in range(explored.normal.size)}
    safe: Set[int] = ways.keys() - set(lost)
    while True:
        found = {at: move for at in safe if (move := _escape(ways[at], safe)) is not None}
        if len(found) == len(safe):
            return found
        safe = found.keys()


Ways = list[tuple[int, list[int]]]
"""What a seat can do at a node: its moves, or one of the other side, each with the nodes that may follow."""


def _ways(explored: Explored, seat: int, at: int) -> Ways:
    normal, state = explored.normal, explored.state(at)
    if normal.form.rows[at] == 0:
        return [(-1, [])]
    own = explored.information_set(at, seat)
    if own is None or len(own.moves) == 1:
        moves = explored.game.moves_at(state) if own is None else own.moves
        return [(moves[0], normal.outcomes(at))]
    return list(zip(own.moves, normal.matrix(at, seat), strict=True))


def _escape(ways: Ways, safe: Set[int]) -> int | None:
    """A move after which the seat is still safe; None if there is no such move."""
    return next((move for move, after in ways if all(to in safe for to in after)), None)


def _loop_from(turns: Turns, first: int) -> tuple[Line, int] | None:
    normal = turns.explored.normal
    size = {at: len(part) for part in map(normal.component, range(normal.component_count)) for at in part}
    came = paths(turns, turns.explored.starts[first])
    for at in came:  # nearest first
        if not turns[at].is_answer and (size[at] > 1 or at in normal.outcomes(at)):
            onward = [(edge.move, paths(turns, edge.to)) for edge in turns[at].edges]
            around = min(([move, *_moves(back, at)] for move, back in onward if at in back), key=len)
            return Line(first, [*_moves(came, at), *around]), len(around)
    return None


def _moves(came: dict[int, tuple[int, int] | None], goal: int) -> list[int]:
    """The moves of a shortest line to a turn."""
    moves: list[int] = []
    while (previous := came[goal]) is not None:
        goal, move = previous
        moves.insert(0, move)
    return moves
