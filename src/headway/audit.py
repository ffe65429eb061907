"""The audit of a rule set: what its book claims, against the truth, each answer with a witness that can be replayed."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from headway.errors import HeadwayError
from headway.game import Game
from headway.phrases import count, either, player
from headway.rulekit import P1, P2
from headway.solver import Solution, solve
from headway.solver.certificate import guarantee
from headway.solver.graph import Graph, Node
from headway.solver.solution import ENDLESS

ENDS, DECISION, BLOCKS, SKILL, MOVE = "ends", "decision", "blocks", "skill", "move "


class Finding(NamedTuple):
    """An answer to a question about the rules: yes or no, in a sentence, with a witness."""

    question: str
    answer: bool | None  # None where it is not a matter of yes and no
    sentence: str
    witness: str


class Verdict(NamedTuple):
    """A claim of the book, whether it is true, and the finding that says so."""

    claim: str
    is_true: bool
    finding: Finding


class Audit:
    """Everything there is to know about one rule set, found out once."""

    def __init__(self, game: Game, most: int = 300_000, progress: Callable[[str], None] = lambda doing: None) -> None:
        self.game = game
        progress("reaching every state")
        self.graph = Graph(game, most)
        progress("solving the game")
        self.solution = solve(game)
        progress("asking the questions")
        self.findings = [
            self._does_it_end(),
            self._is_there_a_decision(),
            self._can_one_block(),
            self._does_skill_pay(),
            *self._moves_that_never_come(),
            self._what_is_the_start_worth(),
            *self._rulings_that_matter(),
        ]

    @property
    def verdicts(self) -> list[Verdict]:
        """The claims of the book, each true or false."""
        found = []
        for claim, question in self.game.words.CLAIMS:
            finding = self._move_comes(question) if question.startswith(MOVE) else self._answer(question)
            found.append(Verdict(claim, bool(finding.answer), finding))
        return found

    def _answer(self, question: str) -> Finding:
        for finding in self.findings:
            if finding.question == question:
                return finding
        raise HeadwayError(f'Nobody asks "{question}"; a claim is about ends, decision, blocks, skill or "move TOKEN".')

    def _does_it_end(self) -> Finding:
        loop = _loop(self.graph)
        if loop is None:
            longest = _longest(self.graph)
            return Finding(ENDS, True, f"Every game ends, after {count(longest, 'move')} at most.", self._counted())
        way, back = loop
        witness, again = self._line(way), f"this line comes back to where it was {count(back, 'move')} before"
        if self.graph.has_chance and not self.graph.has_choice and not self.graph.without_end():
            sentence = f"A game can last any number of moves, but ends with probability one: {again}."
            return Finding(ENDS, True, sentence, witness)
        best = self.solution.verdict(self.game.start()) == ENDLESS
        more = " Under best play it never does." if best else ""
        return Finding(ENDS, False, f"A game need not end: {again}.{more}", witness)

    def _is_there_a_decision(self) -> Finding:
        open_nodes = [node for node in self.graph.nodes if node.actor in (P1, P2) and len(node.edges) > 1]
        if not open_nodes:
            return Finding(
                DECISION, False, "There is nothing to decide: every player's move is forced.", self._counted()
            )
        told = f"in {len(open_nodes):,} of {len(self.graph.nodes):,} states there is a choice"
        return Finding(DECISION, True, "There is something to decide.", told)

    def _can_one_block(self) -> Finding:
        options: dict[object, dict[tuple[int, ...], Node]] = {}
        for node in self.graph.nodes:
            if node.actor in (P1, P2):
                sides = self.game.positions(node.state)
                kind = (node.actor, sides[node.actor], self.game.secret(node.state), self._phase(node))
                options.setdefault(kind, {})[tuple(edge.move for edge in node.edges)] = node
        for different in options.values():
            if len(different) > 1:
                fewest = different[min(different, key=len)]
                moves = either(self.game.token(edge.move) for edge in fewest.edges)
                sentence = f"The other side's pieces can take a move away: after this line only {moves} is legal."
                return Finding(BLOCKS, True, sentence, self._line(self._way_to(fewest)))
        return Finding(BLOCKS, False, "Nothing the other side does takes a move away.", self._counted())

    def _phase(self, node: Node) -> object:
        """The numbers of a state that are no places: what the turn is about."""
        return tuple(field for field in node.state if not isinstance(field, tuple))

    def _does_skill_pay(self) -> Finding:
        chance = sum(self._against_random(seat) for seat in (P1, P2)) / 2
        sentence = f"Best play against a random player wins {100 * chance:.2f} % of the games (endless ones half)."
        return Finding(SKILL, chance > 0.5 + 1e-9, sentence, self._counted())

    def _against_random(self, seat: int) -> float:
        """The exact chance that the best reply to a random player wins, over both starts."""
        evenly = [tuple(1 / len(node.edges) for _ in node.edges) for node in self.graph.nodes]
        values = guarantee(self.graph, evenly, 1 - seat)
        mean = sum(values[self.graph.number[self.game.start(first)]] for first in (P1, P2)) / 2
        return mean if seat == P1 else 1 - mean

    def _moves_that_never_come(self) -> list[Finding]:
        used = {edge.move for node in self.graph.nodes for edge in node.edges}
        return [self._move_comes(f"{MOVE}{self.game.token(move)}") for move in self.game.all_moves if move not in used]

    def _move_comes(self, question: str) -> Finding:
        token = question.removeprefix(MOVE)
        move = next(move for move in self.game.all_moves if self.game.token(move) == token)
        for node in self.graph.nodes:
            if any(edge.move == move for edge in node.edges):
                return Finding(question, True, f'The move "{token}" can come up.', self._line(self._way_to(node)))
        return Finding(question, False, f'The move "{token}" is never legal.', self._counted())

    def _what_is_the_start_worth(self) -> Finding:
        one, two = (float(self.solution.values[self.game.start(first)]) for first in (P1, P2))
        gain = one - two
        if abs(gain) < 1e-12:
            sentence = "Moving first is worth nothing under best play."
        else:
            sentence = f"Moving first is worth {100 * gain:+.3f} % of a win to {player(P1)} under best play."
        return Finding(
            "start", None, sentence, f"values {one:.6f} and {two:.6f}, with {player(P1)} and {player(P2)} first"
        )

    def _rulings_that_matter(self) -> list[Finding]:
        found = []
        for rule in self.game.rule_list:
            if rule.choices:
                told = {choice: _verdict(self.game, {rule.name: choice}) for choice in rule.choices}
                matters = len({verdict for verdict, _ in told.values()}) > 1
                sentence = (
                    f"The ruling {rule.name} {'changes' if matters else 'does not change'} the outcome of best play."
                )
                witness = ", ".join(f"{choice}: {verdict} ({value:.4f})" for choice, (verdict, value) in told.items())
                found.append(Finding(f"ruling {rule.name}", matters, sentence, witness))
        return found

    def _way_to(self, node: Node) -> tuple[int, list[int]]:
        """Who moves first and which moves lead to a node."""
        goal = self.graph.number[node.state]
        for first in (P1, P2):
            came = _paths(self.graph, self.graph.number[self.game.start(first)])
            if goal in came:
                return first, _moves(came, goal)
        raise AssertionError("every node of the graph can be reached")

    def _line(self, way: tuple[int, list[int]]) -> str:
        first, moves = way
        tokens = ", ".join(self.game.token(move) for move in moves)
        order = " --first p2" if first == P2 else ""
        rules = "".join(f" --rule {name}={value}" for name, value in self.game.changed.items())
        board = ""
        if self.game.board is not None and self.game.board_rule is not None:
            board = f" --board {self.game.board_rule.text(self.game.board)}"
        return f'headway replay {self.game.name}{rules}{board}{order} --moves "{tokens}"'

    def _counted(self) -> str:
        return f"checked in all {len(self.graph.nodes):,} states"


def _verdict(game: Game, change: dict[str, object]) -> tuple[str, float]:
    variant = replace(game, rules=game.variant({**game.settings, **change}).rules)
    solution: Solution = solve(variant)
    start = variant.start()
    return solution.verdict(start), float(solution.values[start])


def _loop(graph: Graph) -> tuple[tuple[int, list[int]], int] | None:
    """A line of play that comes back to an earlier state as soon as any does, and the length of its loop."""
    return next((loop for first in (P1, P2) if (loop := _loop_from(graph, first)) is not None), None)


def _loop_from(graph: Graph, first: int) -> tuple[tuple[int, list[int]], int] | None:
    size = {at: len(component) for component in graph.components() for at in component}
    came = _paths(graph, graph.number[graph.game.start(first)])
    for at in came:  # in the order of their distance
        node = graph.nodes[at]
        if size[at] > 1 or any(edge.to == at for edge in node.edges):
            rounds = [
                [edge.move, *_moves(_paths(graph, edge.to), at)] for edge in node.edges if at in _paths(graph, edge.to)
            ]
            around = min(rounds, key=len)
            return (first, [*_moves(came, at), *around]), len(around)
    return None


def _paths(graph: Graph, start: int) -> dict[int, tuple[int, int] | None]:
    """Every node that can come up from a start, nearest first, with the node and move before it."""
    came: dict[int, tuple[int, int] | None] = {start: None}
    waiting = [start]
    for at in waiting:
        for edge in graph.nodes[at].edges:
            if edge.to not in came:
                came[edge.to] = at, edge.move
                waiting.append(edge.to)
    return came


def _moves(came: dict[int, tuple[int, int] | None], goal: int) -> list[int]:
    """The moves of a shortest line to a node."""
    moves: list[int] = []
    while (step := came[goal]) is not None:
        goal, move = step
        moves.insert(0, move)
    return moves


def _longest(graph: Graph) -> int:
    """The longest game of a graph without loops."""
    length = [0] * len(graph.nodes)
    for component in graph.components():
        for at in component:
            length[at] = max((length[edge.to] + 1 for edge in graph.nodes[at].edges), default=0)
    return max(length[graph.number[graph.game.start(first)]] for first in (P1, P2))
