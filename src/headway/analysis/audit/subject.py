"""The subject of an audit: a game with its graph, and the means to report a finding with a witness."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import NamedTuple

from headway.analysis.audit import lines
from headway.analysis.audit.lines import Line, command
from headway.analysis.turns import Edge, Turn, Turns
from headway.contract import Positions
from headway.game import Game, State
from headway.rulekit import OVER, P1, P2


class Finding(NamedTuple):
    """The answer to a question about the rules, in a sentence, with the witnesses that show it."""

    question: str
    answer: bool | None  # None where the question does not apply
    sentence: str
    witness: tuple[str, ...]


class Subject:
    """A rule set with all its reachable states."""

    def __init__(self, game: Game, turns: Turns) -> None:
        self.game = game
        self.turns = turns

    def find_move(self, question: str, matches: Callable[[Turn, Edge], bool], yes: str, no: str) -> Finding:
        """Is there a move that matches? The witness is a line of play that ends with one."""
        found = {at: edge.move for at, turn in enumerate(self.turns) for edge in turn.edges if matches(turn, edge)}
        if not found:
            return Finding(question, False, no, (self.counted,))
        line, at = self.first_of(found)
        return Finding(question, True, yes, (command(self.game, Line(line.first, [*line.moves, found[at]])),))

    def first_of(self, turns: Iterable[int]) -> tuple[Line, int]:
        """The shortest line to one of the turns, and the turn."""
        found = lines.line_to(self.turns, turns)
        assert found is not None
        return found

    def line_to(self, turns: list[int]) -> str:
        """The command that replays a shortest line to one of the turns."""
        return command(self.game, self.first_of(turns)[0])

    def won_by(self, seat: int) -> list[int]:
        """The final turns that a side has won."""
        return [at for at, turn in enumerate(self.turns) if turn.winner == seat]

    def after(self, edge: Edge) -> Turn:
        """Where a move leads."""
        return self.turns[edge.to]

    def positions(self, state: State) -> Positions:
        """The positions of all pieces."""
        return self.game.positions(state)

    def is_shared(self, turn: Turn) -> bool:
        """Do pieces of both sides stand on one position?"""
        one, other, *_ = self.positions(turn.state)
        return bool(set(one).intersection(other))

    def moves_a_piece(self, turn: Turn, edge: Edge) -> bool:
        """Does a move put any piece somewhere else?"""
        return self.positions(turn.state) != self.positions(self.after(edge).state)

    @cached_property
    def starts(self) -> list[int]:
        """The turns of both starts."""
        return list(self.turns.explored.starts)

    @cached_property
    def counted(self) -> str:
        """The witness of what holds in all states: how many there are, and the command that counts them."""
        check = command(self.game, None)
        return f"checked in all {len(self.turns):,} states, which this command counts: {check}"

    def meeting(self, ways: list[dict[int, int]]) -> Line:
        """The line in which each side makes its given move at each turn, until a state repeats or the game is over."""
        at, seen, moves = self.starts[0], set[int](), list[int]()
        while at not in seen and self.turns[at].actor != OVER:
            seen.add(at)
            turn = self.turns[at]
            chosen = [ways[1 if turn.actor == P2 else 0][at]]
            if turn.is_secret:
                chosen.append(ways[1 - turn.actor][at])
            for move in chosen:
                moves.append(move)
                at = next(edge.to for edge in self.turns[at].edges if edge.move == move)
        return Line(P1, moves)
