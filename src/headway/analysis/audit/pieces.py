"""Questions about pieces: how they affect each other, and where on the track they can go."""

from collections.abc import Callable, Container, Iterator
from typing import Any

from headway.analysis.audit.lines import command, escapes
from headway.analysis.audit.subject import Finding, Subject
from headway.analysis.turns import Edge, Turn
from headway.claims import Question
from headway.contract import State, neutral, with_values
from headway.phrases import either, player
from headway.rulekit import CHANCE, OVER, P1, P2


class Pieces(Subject):
    """The questions about the pieces of a rule set."""

    @property
    def questions(self) -> dict[Question, Callable[[], Finding]]:
        """The questions by their names."""
        return {
            Question.BLOCKS: self._can_one_block,
            Question.MEETS: self._can_one_land_on_the_other,
            Question.FEWER: self._can_one_have_fewer_moves,
            Question.STUCK: self._can_one_be_without_a_move,
            Question.STILL: self._can_chance_move_nothing,
            Question.PASSES: self._can_one_pass_the_end,
            Question.BOTH_ARRIVE: self._can_both_arrive,
            Question.FORCE_BOTH: self._can_one_force_both_to_arrive,
        }

    def _can_one_block(self) -> Finding:
        """Is a move ever illegal only because of the positions of the other side's pieces?"""
        taken: dict[int, int] = {}
        for at, turn in enumerate(self.turns):
            missing = set(self.game.all_moves) - {edge.move for edge in turn.edges}
            if turn.actor in (P1, P2) and missing:
                elsewhere = self._elsewhere(turn)
                freed = (move for state in elsewhere for move in missing if self._would_move(turn.actor, state, move))
                move = next(freed, None)
                if move is not None:
                    taken[at] = move
        if not taken:
            return Finding(Question.BLOCKS, False, "The other side's pieces never take a move away.", (self.counted,))
        line, at = self.first_of(taken)
        token = self.game.token(taken[at])
        sentence = (
            f"The other side's pieces can take a move away: after this line {token} is not legal because of them."
        )
        return Finding(Question.BLOCKS, True, sentence, (command(self.game, line),))

    def _elsewhere(self, turn: Turn) -> Iterator[State]:
        """The states that differ from a turn's only in the position of one piece of the other side."""
        mover, before = self.game.side(turn.state, turn.actor), self.positions(turn.state)
        ends = self.game.code.span(self.game.rules)
        for index, (field, low, high) in enumerate(zip(turn.state, *ends, strict=True)):
            for changed in _changed(field, low, high):
                state = with_values(turn.state, (*turn.state[:index], changed, *turn.state[index + 1 :]))
                sides = self.positions(state)
                are_others_moved = sides != before and neutral(sides) == neutral(before)
                if sides[mover] == before[mover] and are_others_moved and self.game.actor(state) == turn.actor:
                    yield state

    def _would_move(self, seat: int, state: State, move: int) -> bool:
        """Is the move legal in the state, and does it move a piece of the seat?"""
        if not self.game.legal(state, move):
            return False
        own = self.game.side(state, seat)
        return self.positions(self.game.play_unchecked(state, move))[own] != self.positions(state)[own]

    def _can_one_land_on_the_other(self) -> Finding:
        def lands(turn: Turn, edge: Edge) -> bool:
            before, after = self.positions(turn.state), self.positions(self.after(edge).state)
            entered = [set(after[seat]) - set(before[seat]) for seat in (P1, P2)]
            met = any(entered[seat].intersection(before[1 - seat]) for seat in (P1, P2))
            return met and self.after(edge).actor != OVER

        return self.find_move(
            Question.MEETS,
            lands,
            "A piece can land where one of the other side stands, as in the last move of this line.",
            "No piece ever comes to where one of the other side stands while the game goes on.",
        )

    def _can_one_be_without_a_move(self) -> Finding:
        found = [
            at
            for at, turn in enumerate(self.turns)
            if turn.actor in (P1, P2) and all(not self.moves_a_piece(turn, edge) for edge in turn.edges)
        ]
        if not found:
            return Finding(Question.STUCK, False, "The side to move can always move a piece.", (self.counted,))
        return Finding(Question.STUCK, True, "After this line no piece can be moved.", (self.line_to(found),))

    def _can_one_have_fewer_moves(self) -> Finding:
        """Is a move of the same kind of turn missing in some state, or is a move of the game not open in any?"""
        kinds = dict[tuple[int, bool, bool], set[int]]()
        used = {edge.move for turn in self.turns for edge in turn.edges}
        for at, turn in enumerate(self.turns):
            kinds.setdefault(self._kind(at), set()).update(edge.move for edge in turn.edges)
        lacking = {
            at: min(missing)
            for at, turn in enumerate(self.turns)
            if turn.actor in (P1, P2) and (missing := kinds[self._kind(at)] - {edge.move for edge in turn.edges})
        }
        if lacking:
            line, at = self.first_of(lacking)
            sentence = f"Not every move is always open: after this line {self.game.token(lacking[at])} is not legal."
            return Finding(Question.FEWER, True, sentence, (command(self.game, line),))
        never = set(self.game.all_moves) - used
        unchosen = {
            move for seat in (P1, P2) for move in self._guessed(kinds, seat) - kinds.get((seat, True, False), used)
        }
        for moves, told in ((never, "is never legal"), (unchosen, "can be guessed, and never be chosen")):
            if moves:
                sentence = f"Not every move is open: {either(map(self.game.token, sorted(moves)))} {told}."
                return Finding(Question.FEWER, True, sentence, (self.counted,))
        return Finding(Question.FEWER, False, "The side to move always has the same moves.", (self.counted,))

    @staticmethod
    def _guessed(kinds: dict[tuple[int, bool, bool], set[int]], seat: int) -> set[int]:
        """The moves with which the other side answers the secrets of a seat."""
        return kinds.get((1 - seat, False, True), set())

    def _kind(self, at: int) -> tuple[int, bool, bool]:
        """The kind of a turn: who acts, and whether it is a secret or the answer to one."""
        turn = self.turns[at]
        return turn.actor, turn.is_secret, turn.is_answer

    def _can_chance_move_nothing(self) -> Finding:
        return self.find_move(
            Question.STILL,
            lambda turn, edge: turn.actor == CHANCE and not self.moves_a_piece(turn, edge),
            "Chance can leave every piece where it is, as in the last move of this line.",
            "Chance always moves a piece.",
        )

    def _can_one_pass_the_end(self) -> Finding:
        low, high = self.game.track

        def passes(turn: Turn, edge: Edge) -> bool:
            return any(not low <= place <= high for side in self.positions(self.after(edge).state) for place in side)

        return self.find_move(
            Question.PASSES,
            passes,
            "A piece can go past the end of the track, as in the last move of this line.",
            "No piece ever passes the end of the track: it can only reach it.",
        )

    def _can_both_arrive(self) -> Finding:
        found = self._both_arrived(None)
        if not found:
            return Finding(
                Question.BOTH_ARRIVE, False, "No game ends with both sides on one position.", (self.counted,)
            )
        sentence = "A game can end with both sides on one position."
        return Finding(Question.BOTH_ARRIVE, True, sentence, (self.line_to(found),))

    def _can_one_force_both_to_arrive(self) -> Finding:
        """Can a side force, by a decision of its own, that both arrive and it wins?"""
        avoiding = [escapes(self.turns.explored, seat, self._both_arrived(1 - seat)) for seat in (P1, P2)]
        for seat in (P1, P2):
            ways = avoiding[1 - seat]
            forced = [first for first, start in zip((P1, P2), self.starts, strict=True) if start not in ways]
            if forced:
                sentence = f"{player(seat)} can force both to arrive, and win, if {player(forced[0])} moves first."
                return Finding(Question.FORCE_BOTH, True, sentence, (self.counted,))
        decisions = [at for seat in (P1, P2) for at in self._forcing_decisions(seat, avoiding[1 - seat])]
        if decisions:
            line, at = self.first_of(decisions)
            mover = player(self.turns[at].actor)
            sentence = f"After this line {mover} can force both to arrive, and win. From the start neither side can."
            return Finding(Question.FORCE_BOTH, True, sentence, (command(self.game, line),))
        sentence = "Neither side can force both to arrive and win by it: the other can keep out of it, as here."
        return Finding(Question.FORCE_BOTH, False, sentence, (command(self.game, self.meeting(avoiding)),))

    def _forcing_decisions(self, seat: int, ways: Container[int]) -> list[int]:
        """The turns at which some moves of a seat force what the other side avoids at the turns of `ways`."""
        return [
            at
            for at, turn in enumerate(self.turns)
            if turn.actor == seat and at not in ways and any(edge.to in ways for edge in turn.edges)
        ]

    def _both_arrived(self, seat: int | None) -> list[int]:
        return [
            at
            for at, turn in enumerate(self.turns)
            if turn.actor == OVER and seat in (None, turn.winner) and self.is_shared(turn)
        ]


def _changed(field: Any, low: Any, high: Any) -> Iterator[Any]:
    """A field of a state with one of its numbers changed, in every possible way."""
    if not isinstance(field, tuple):
        yield from (number for number in range(low, high + 1) if number != field)
        return
    for index, old in enumerate(field):
        for number in range(low[index], high[index] + 1):
            if number != old:
                yield (*field[:index], number, *field[index + 1 :])
