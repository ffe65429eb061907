"""The audit of a rule set: what its book claims, against the truth, each answer with a witness that can be replayed."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from headway.audit.lines import Line, command, escapes, line_to, longest, loop
from headway.errors import HeadwayError
from headway.game import Game, State
from headway.phrases import count, either, player
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import Solution, solve
from headway.solver.certificate import can_go_on_for_ever, guarantee
from headway.solver.graph import Edge, Graph, Node
from headway.solver.size import refuse_too_large
from headway.solver.solution import ENDLESS, SURE

RULE, MOVE = "rule ", "move "


class Finding(NamedTuple):
    """An answer to a question about the rules: yes or no, in a sentence, with its witnesses."""

    question: str
    answer: bool | None  # None where it is not a matter of yes and no
    sentence: str
    witness: tuple[str, ...]


class Verdict(NamedTuple):
    """A sentence of the book, whether it is true, or applies if it is a rule; and the finding that says so."""

    claim: str
    is_rule: bool
    is_true: bool | None  # None where it is not a matter of yes and no under these rules
    finding: Finding


class Audit:
    """Everything there is to know about one rule set, found out once."""

    def __init__(self, game: Game, most: int = 600_000, progress: Callable[[str], None] = lambda doing: None) -> None:
        self.game = game
        refuse_too_large(game, most)
        progress("reaching every state")
        self.graph = Graph(game)
        progress("solving the game")
        self.solution = solve(game)
        progress("asking the questions")
        self.questions: dict[str, Callable[[], Finding]] = {
            "ends": self._does_it_end,
            "breaks": self._can_every_defence_be_broken,
            "decision": self._is_there_a_decision,
            "counts": self._does_every_decision_count,
            "skill": self._does_skill_pay,
            "blocks": self._can_one_block,
            "meets": self._can_one_land_on_the_other,
            "fewer": self._can_one_have_fewer_moves,
            "stuck": self._can_one_be_without_a_move,
            "still": self._can_chance_move_nothing,
            "passes": self._can_one_pass_the_end,
            "both arrive": self._can_both_arrive,
            "force both": self._can_one_force_both_to_arrive,
            "second": self._is_it_better_to_move_second,
        }
        claimed = [question.removeprefix(RULE) for _, question in game.words.CLAIMS]
        self._found: dict[str, Finding] = {}
        for question in dict.fromkeys(["ends", "breaks", "decision", "counts", "skill", "blocks", *claimed, "second"]):
            self._found[question] = self._ask(question)
        for move in self._moves_that_never_come():
            self._found[MOVE + move] = self._move_comes(move)
        self._found.update((finding.question, finding) for finding in self._rulings_that_matter())

    @property
    def findings(self) -> list[Finding]:
        """All that was asked, and the answers."""
        return list(self._found.values())

    @property
    def verdicts(self) -> list[Verdict]:
        """The sentences of the book, each true or false."""
        found = []
        for claim, question in self.game.words.CLAIMS:
            finding = self._found[question.removeprefix(RULE)]
            found.append(Verdict(claim, question.startswith(RULE), finding.answer, finding))
        return found

    def _ask(self, question: str) -> Finding:
        if question.startswith(MOVE):
            return self._move_comes(question.removeprefix(MOVE))
        if question not in self.questions:
            known = either([*self.questions, f"{MOVE}TOKEN"])
            raise HeadwayError(f'Nobody asks "{question}"; a claim is about {known}.')
        return self.questions[question]()

    # -- does it end, and for whom

    def _does_it_end(self) -> Finding:
        around = loop(self.graph)
        if around is None:
            line = longest(self.graph)
            sentence = f"Every game ends, after {count(len(line.moves), 'move')} at most."
            return Finding("ends", True, sentence, (self._counted, command(self.game, line)))
        line, back = around
        witness, again = (
            (command(self.game, line),),
            f"this line comes back to where it was {count(back, 'move')} before",
        )
        if not can_go_on_for_ever(self.graph):
            sentence = f"A game can last any number of moves, but ends with probability one: {again}."
            return Finding("ends", True, sentence, witness)
        best = self.solution.verdict(self.game.start()) == ENDLESS
        more = " Under best play it never does." if best else ""
        return Finding("ends", False, f"A game need not end: {again}.{more}", witness)

    def _can_every_defence_be_broken(self) -> Finding:
        ways = [escapes(self.graph, seat, self._won_by(1 - seat)) for seat in (P1, P2)]
        holders = [seat for seat in (P1, P2) if all(start in ways[seat] for start in self._starts)]
        if len(holders) < 2:
            sentence = "There is no defence that lasts for both: one side or the other cannot make sure of not losing."
            return Finding("breaks", True, sentence, (self._counted,))
        sentence = "Each side can make sure never to lose, whatever the other does. Two who do go on like this."
        return Finding("breaks", False, sentence, (command(self.game, self._meeting(ways)),))

    def _meeting(self, ways: list[dict[int, int]]) -> Line:
        """The line of play in which both sides move as they have decided, until it comes back or is over."""
        at, seen, moves = self._starts[0], set[int](), list[int]()
        while at not in seen and self.graph.nodes[at].actor != OVER:
            seen.add(at)
            node = self.graph.nodes[at]
            chosen = [ways[1 if node.actor == P2 else 0][at]]
            if node.is_secret:
                chosen.append(ways[1 - node.actor][at])
            for move in chosen:
                moves.append(move)
                at = next(edge.to for edge in self.graph.nodes[at].edges if edge.move == move)
        return Line(P1, moves)

    def _is_it_better_to_move_second(self) -> Finding:
        one, two = (float(self.solution.values[self.game.start(first)]) for first in (P1, P2))
        gain = one - two
        if abs(gain) < SURE:
            sentence = "Moving first is worth nothing under best play."
        else:
            sentence = f"Moving first is worth {100 * gain:+.3f} % of a win to {player(P1)} under best play."
        values = f"values {one:.6f} and {two:.6f}, with {player(P1)} and {player(P2)} first"
        lines = (self._best_line(self.game, self.solution, first) for first in (P1, P2))
        return Finding("second", gain < -SURE, sentence, (values, *(line for line in lines if line)))

    def _rulings_that_matter(self) -> Iterator[Finding]:
        """What each reading of a ruling is worth, and with it whether the winner changes or only the odds."""
        for rule in self.game.rule_list:
            if not rule.choices:
                continue
            verdicts, values, witness = set(), set(), list[str]()
            for choice in rule.choices:
                variant = self.game.variant({**self.game.settings, rule.name: choice})
                solution = solve(variant)
                starts = [variant.start(first) for first in (P1, P2)]
                verdicts.add(tuple(map(solution.verdict, starts)))
                values.add(tuple(round(float(solution.values[start]), 9) for start in starts))
                told = ", ".join(f"{solution.verdict(start)} ({float(solution.values[start]):.4f})" for start in starts)
                witness.append(f"{choice}: {told}, with {player(P1)} and {player(P2)} first")
                witness.append(self._best_line(variant, solution, P1))
            sentence = f"The ruling {rule.name} {_changes(verdicts, values)} of best play."
            yield Finding(f"ruling {rule.name}", len(values) > 1, sentence, tuple(told for told in witness if told))

    def _best_line(self, game: Game, solution: Solution, first: int) -> str:
        """The command that replays best play of a game that is decided; nothing where chance or nobody decides."""
        state, moves = game.start(first), list[int]()
        while state in solution.plies and game.actor(state) != OVER:
            moves.append(solution.best(state)[0])
            state = game.play_unchecked(state, moves[-1])
        return command(game, Line(first, moves)) if moves else ""

    # -- is there anything to decide

    def _is_there_a_decision(self) -> Finding:
        found = [at for at, node in enumerate(self.graph.nodes) if node.actor in (P1, P2) and len(node.edges) > 1]
        if not found:
            sentence = "There is nothing to decide: every player's move is forced."
            return Finding("decision", False, sentence, (self._counted,))
        told = f"in {len(found):,} of {len(self.graph.nodes):,} states there is a choice; the first is after"
        return Finding("decision", True, "There is something to decide.", (told, self._line_to(found)))

    def _does_every_decision_count(self) -> Finding:
        values = [float(self.solution.values[node.state]) for node in self.graph.nodes]
        found = {
            at: [values[edge.to] for edge in node.edges]
            for at, node in enumerate(self.graph.nodes)
            if node.actor in (P1, P2) and len(node.edges) > 1 and not node.is_secret and at not in self.graph.answers
        }
        idle = [at for at, worths in found.items() if max(worths) - min(worths) <= SURE]
        if not found:
            sentence = "There is no open choice of moves of which one could be better than another."
            return Finding("counts", None, sentence, (self._counted,))
        if not idle:
            return Finding(
                "counts", True, "In every state with a choice a wrong one costs something.", (self._counted,)
            )
        sentence = (
            f"In {len(idle):,} of the {len(found):,} states with a choice every move is worth the same under best play,"
            " as it is after this line."
        )
        return Finding("counts", False, sentence, (self._line_to(idle),))

    def _does_skill_pay(self) -> Finding:
        chance = sum(self._against_random(seat) for seat in (P1, P2)) / 2
        sentence = f"Best play against a random player wins {100 * chance:.2f} % of the games (endless ones half)."
        return Finding("skill", chance > 0.5 + SURE, sentence, (self._counted,))

    def _against_random(self, seat: int) -> float:
        """The exact chance that the best reply to a random player wins, over both starts."""
        evenly = [tuple(1 / len(node.edges) for _ in node.edges) for node in self.graph.nodes]
        values = guarantee(self.graph, evenly, 1 - seat)
        mean = sum(values[start] for start in self._starts) / 2
        return mean if seat == P1 else 1 - mean

    # -- what pieces can do to each other and on the track

    def _can_one_block(self) -> Finding:
        """Is there a move that a player lacks only because of where the other side's pieces stand?"""
        taken: dict[int, int] = {}
        for at, node in enumerate(self.graph.nodes):
            missing = set(self.game.all_moves) - {edge.move for edge in node.edges}
            if node.actor in (P1, P2) and missing:
                elsewhere = self._elsewhere(node)
                freed = (move for state in elsewhere for move in missing if self._would_move(node.actor, state, move))
                move = next(freed, None)
                if move is not None:
                    taken[at] = move
        if not taken:
            return Finding("blocks", False, "Nothing the other side does takes a move away.", (self._counted,))
        line, at = self._first_of(taken)
        token = self.game.token(taken[at])
        sentence = (
            f"The other side's pieces can take a move away: after this line {token} is not legal because of them."
        )
        return Finding("blocks", True, sentence, (command(self.game, line),))

    def _elsewhere(self, node: Node) -> Iterator[State]:
        """The state with one piece of the other side put somewhere else, and nothing else changed."""
        own = self._standing(node.state)[node.actor]
        ends = self.game.code.span(self.game.rules)
        for index, (field, low, high) in enumerate(zip(node.state, *ends, strict=True)):
            for changed in _changed(field, low, high):
                state = type(node.state)(*node.state[:index], changed, *node.state[index + 1 :])
                sides = self._standing(state)
                if (
                    sides[node.actor] == own
                    and sides != self._standing(node.state)
                    and self.game.actor(state) == node.actor
                ):
                    yield state

    def _would_move(self, seat: int, state: State, move: int) -> bool:
        """Is the move legal there, and does it move a piece of the seat?"""
        if not self.game.legal(state, move):
            return False
        return self._standing(self.game.play_unchecked(state, move))[seat] != self._standing(state)[seat]

    def _can_one_land_on_the_other(self) -> Finding:
        def lands(node: Node, edge: Edge) -> bool:
            before, after = self._standing(node.state), self._standing(self._after(edge).state)
            entered = [set(after[seat]) - set(before[seat]) for seat in (P1, P2)]
            met = any(entered[seat].intersection(before[1 - seat]) for seat in (P1, P2))
            return met and self._after(edge).actor != OVER

        return self._on_some_move(
            "meets",
            lands,
            "A piece can land where one of the other side stands, as in the last move of this line.",
            "No piece ever comes to where one of the other side stands while the game goes on.",
        )

    def _can_one_be_without_a_move(self) -> Finding:
        found = [
            at
            for at, node in enumerate(self.graph.nodes)
            if node.actor in (P1, P2) and all(not self._moves_a_piece(node, edge) for edge in node.edges)
        ]
        if not found:
            return Finding("stuck", False, "Whoever is to move can always move a piece.", (self._counted,))
        return Finding("stuck", True, "After this line no piece can be moved.", (self._line_to(found),))

    def _can_one_have_fewer_moves(self) -> Finding:
        sizes: dict[tuple[int, bool], dict[int, int]] = {}
        for at, node in enumerate(self.graph.nodes):
            if node.actor in (P1, P2):
                sizes.setdefault((node.actor, node.is_secret), {}).setdefault(len(node.edges), at)
        for found in sizes.values():
            if len(found) > 1:
                node = self.graph.nodes[found[min(found)]]
                moves = either(self.game.token(edge.move) for edge in node.edges)
                sentence = f"Not every move is always open: after this line only {moves} is legal."
                return Finding("fewer", True, sentence, (self._line_to([found[min(found)]]),))
        return Finding("fewer", False, "Whoever is to move always has the same moves.", (self._counted,))

    def _can_chance_move_nothing(self) -> Finding:
        return self._on_some_move(
            "still",
            lambda node, edge: node.actor == CHANCE and not self._moves_a_piece(node, edge),
            "Chance can leave every piece where it is, as in the last move of this line.",
            "Chance always moves a piece.",
        )

    def _can_one_pass_the_end(self) -> Finding:
        low, high = self.game.track

        def passes(node: Node, edge: Edge) -> bool:
            return any(not low <= place <= high for side in self._standing(self._after(edge).state) for place in side)

        return self._on_some_move(
            "passes",
            passes,
            "A piece can go past the end of the track, as in the last move of this line.",
            "No piece ever passes the end of the track: the most it can do is to reach it.",
        )

    def _can_both_arrive(self) -> Finding:
        found = self._both_arrived(None)
        if not found:
            return Finding("both arrive", False, "No game ends with both sides on one position.", (self._counted,))
        sentence = "A game can end with both sides on one position."
        return Finding("both arrive", True, sentence, (self._line_to(found),))

    def _can_one_force_both_to_arrive(self) -> Finding:
        """Can a side make sure, from the start, that both arrive and it wins?"""
        for seat in (P1, P2):
            ways = escapes(self.graph, 1 - seat, self._both_arrived(seat))
            forced = [first for first, start in zip((P1, P2), self._starts, strict=True) if start not in ways]
            if forced:
                sentence = f"{player(seat)} can force both to arrive, and win, if {player(forced[0])} moves first."
                return Finding("force both", True, sentence, (self._counted,))
        avoiding = [escapes(self.graph, seat, self._both_arrived(1 - seat)) for seat in (P1, P2)]
        line = self._meeting(avoiding)
        sentence = (
            "From the start neither side can force both to arrive and win by it: the other can keep out of it, as here."
        )
        return Finding("force both", False, sentence, (command(self.game, line),))

    def _both_arrived(self, seat: int | None) -> list[int]:
        return [
            at
            for at, node in enumerate(self.graph.nodes)
            if node.actor == OVER and seat in (None, node.winner) and self._is_shared(node)
        ]

    # -- moves

    def _moves_that_never_come(self) -> list[str]:
        used = {edge.move for node in self.graph.nodes for edge in node.edges}
        return [self.game.token(move) for move in self.game.all_moves if move not in used]

    def _move_comes(self, token: str) -> Finding:
        found = [
            at for at, node in enumerate(self.graph.nodes) if any(self.game.token(e.move) == token for e in node.edges)
        ]
        if not found:
            return Finding(MOVE + token, False, f'The move "{token}" is never legal.', (self._counted,))
        return Finding(MOVE + token, True, f'The move "{token}" can come up.', (self._line_to(found),))

    # -- what the questions have in common

    def _on_some_move(self, question: str, is_one: Callable[[Node, Edge], bool], yes: str, no: str) -> Finding:
        """Is there a move of that kind? The witness ends with one."""
        found = {at: edge.move for at, node in enumerate(self.graph.nodes) for edge in node.edges if is_one(node, edge)}
        if not found:
            return Finding(question, False, no, (self._counted,))
        line, at = self._first_of(found)
        return Finding(question, True, yes, (command(self.game, Line(line.first, [*line.moves, found[at]])),))

    def _first_of(self, nodes: Iterable[int]) -> tuple[Line, int]:
        """The shortest line to one of the nodes, and the node."""
        found = line_to(self.graph, nodes)
        assert found is not None
        return found

    def _line_to(self, nodes: list[int]) -> str:
        return command(self.game, self._first_of(nodes)[0])

    def _won_by(self, seat: int) -> list[int]:
        return [at for at, node in enumerate(self.graph.nodes) if node.winner == seat]

    def _after(self, edge: Edge) -> Node:
        return self.graph.nodes[edge.to]

    def _standing(self, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.game.positions(state)

    def _is_shared(self, node: Node) -> bool:
        """Do pieces of both sides stand on one position?"""
        one, other = self._standing(node.state)
        return bool(set(one).intersection(other))

    def _moves_a_piece(self, node: Node, edge: Edge) -> bool:
        return self._standing(node.state) != self._standing(self._after(edge).state)

    @cached_property
    def _starts(self) -> list[int]:
        return [self.graph.number[self.game.start(first)] for first in (P1, P2)]

    @cached_property
    def _counted(self) -> str:
        check = command(self.game, None)
        return f"checked in all {len(self.graph.nodes):,} states, which this command counts: {check}"


def _changes(verdicts: set[tuple[str, ...]], values: set[tuple[float, ...]]) -> str:
    if len(verdicts) > 1:
        return "changes the outcome"
    return "changes the odds, not the kind of outcome," if len(values) > 1 else "does not change the outcome"


def _changed(field: Any, low: Any, high: Any) -> Iterator[Any]:
    """A field of a state with one of its numbers changed, in all ways."""
    if not isinstance(field, tuple):
        yield from (number for number in range(low, high + 1) if number != field)
        return
    for index, old in enumerate(field):
        for number in range(low[index], high[index] + 1):
            if number != old:
                yield (*field[:index], number, *field[index + 1 :])
