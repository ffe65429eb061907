"""The review of a played game: what each move gave away, what was luck, and how that adds up to the result.

start value + luck + what P2 gave away - what P1 gave away = result, exactly. All values are the chance that P1 wins.
"""

from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from headway.game import Game, State
from headway.phrases import percent, within
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import Solution, Value, given_away, value_for
from headway.solver.solution import DRAWN, ENDLESS, P1_WINS, P2_WINS
from headway.table.outcome import Actor, Reason, Result
from headway.table.story import move_numbers
from headway.table.table import Table
from headway.tolerances import PROVEN
from headway.voice import SPECTATING, Voice

ENDINGS = {Reason.RESIGNED: "the resignation", Reason.FORFEIT: "the forfeit", Reason.AGREED: "the draw"}
"""How a review calls the end of a game that its players ended."""
ENDLESS_KEPT = "kept the game endless"
MOST_PLIES = 12
"""Up to this length of a win, a review looks for the last move that the winner can force."""


class Ply(NamedTuple):
    """One ply: the value before and after it, how much of the change was luck, and what its player gave away."""

    number: int
    move_number: int
    by: int
    move: str
    before: Value
    after: Value
    luck: Value
    given_away: Value
    is_endless: bool
    """Is best play endless after this ply? `after` is one half then, but the game is not even."""
    reason: Reason | None = None  # why the game ended, where this is the end and not a move
    is_drawn: bool = False
    """Is best play after this move a draw? `after` is one half then as well."""

    @property
    def label(self) -> str:
        """The number of a move before what is said of it: "3."; empty for an end, which is not a move."""
        return f"{self.move_number}." if self.reason is None else ""


@dataclass(frozen=True)
class Review:
    """A game ply by ply. A resignation, a forfeit or an agreed draw is the last of the plies, with its reason."""

    table: Table
    solution: Solution
    plies: list[Ply]

    @property
    def start(self) -> Value:
        """The value before the first move."""
        return self.solution.value(self.table.states[0])

    @property
    def starts_endless(self) -> bool:
        """Is best play endless from the first move on?"""
        return self.solution.is_endless(self.table.states[0])

    @property
    def starts_drawn(self) -> bool:
        """Is best play a draw from the first move on?"""
        return self.solution.is_drawn(self.table.states[0])

    @property
    def is_finished(self) -> bool:
        """Does the game have a result? A game that its limit stopped has none."""
        return self.table.result not in (None, Result.UNFINISHED)

    @property
    def result(self) -> Value:
        """1 or 0 for a game that was won, one half for a draw, the last value for a game without a result."""
        return self.plies[-1].after if self.plies else self.start

    @property
    def luck(self) -> Value:
        """The sum of the luck of P1."""
        return sum(ply.luck for ply in self.plies)

    @property
    def moves(self) -> list[list[Ply]]:
        """The plies of each move: a roll and the request for it are one move. An end is the last."""
        return [list(plies) for _, plies in groupby(self.plies, key=lambda ply: ply.move_number)]

    def given_by(self, seat: int) -> Value:
        """The sum of what a side gave away."""
        return sum(ply.given_away for ply in self.plies if ply.by == seat)

    @property
    def turning_point(self) -> Ply | None:
        """The ply that changed the value most, if any did."""
        most = max(self.plies, key=lambda ply: _apart(ply.after, ply.before), default=None)
        return most if most is not None and _apart(most.after, most.before) > PROVEN else None

    @property
    def mistakes(self) -> list[Ply]:
        """The plies that gave something away."""
        return [ply for ply in self.plies if ply.given_away > PROVEN]


def review(table: Table, solution: Solution) -> Review:
    """Review a game by its solution."""
    numbers = move_numbers(table)
    plies = [_reviewed_ply(table, solution, index, numbers[index]) for index in range(table.ply - table.is_secret_open)]
    if table.result is not None and table.reason in ENDINGS:
        plies.append(
            _ending(
                table.result,
                table.reason,
                len(plies) + 1,
                plies[-1].move_number + 1 if plies else 1,
                plies[-1].after if plies else solution.value(table.states[0]),
            )
        )
    return Review(table, solution, plies)


def _reviewed_ply(table: Table, solution: Solution, index: int, move_number: int) -> Ply:
    state, after, move, by = table.states[index], table.states[index + 1], table.moves[index], table.by(index)
    before_value, after_value = solution.value(state), solution.value(after)
    luck: Value = 0
    given: Value = 0
    if by == CHANCE:
        luck = after_value - before_value
    else:
        given = given_away(solution, table.game.view(state, by), move)
        if _answers_a_secret(table, index):
            luck = after_value - before_value + (given if by == P1 else -given)
    is_endless, is_drawn = solution.is_endless(after), solution.is_drawn(after)
    token = table.game.token(move)
    return Ply(index + 1, move_number, by, token, before_value, after_value, luck, given, is_endless, is_drawn=is_drawn)


def _answers_a_secret(table: Table, index: int) -> bool:
    return index > 0 and table.game.secret(table.states[index - 1])


def _ending(result: Result, reason: Reason, number: int, move_number: int, value: Value) -> Ply:
    """A resignation gives away the whole value; an agreed draw what one side had above one half."""
    if result.winner is not None:
        after = int(result.winner == P1)
        given, seat = _apart(value, after), 1 - result.winner
        return Ply(number, move_number, seat, reason.value, value, after, 0, given, False, reason)
    seat = P1 if value > 0.5 else P2
    half = type(value)(0.5)
    return Ply(number, move_number, seat, reason.value, value, half, 0, _apart(value, half), False, reason)


def as_plain(found: Review) -> dict[str, Any]:
    """A review as JSON."""
    turning, result = found.turning_point, found.table.result
    winner = result.winner if result is not None else None
    return {
        "game": found.table.game.name,
        "start": float(found.start),
        "starts_endless": found.starts_endless,
        **({"starts_drawn": True} if found.starts_drawn else {}),
        "luck": float(found.luck),
        "given_away": {"p1": float(found.given_by(P1)), "p2": float(found.given_by(P2))},
        "result": float(found.result) if found.is_finished else None,
        "value": float(found.result),
        "winner": None if winner is None else Actor(winner).name,
        "turning_point": turning.number if turning else None,
        "plies": [
            {
                "ply": ply.number,
                "move_number": ply.move_number,
                "by": Actor(ply.by).name,
                "move": ply.move,
                "before": float(ply.before),
                "after": float(ply.after),
                "luck": float(ply.luck),
                "given_away": float(ply.given_away),
                "endless": ply.is_endless,
                **({"drawn": True} if ply.is_drawn else {}),
                **({"sentence": sentence(found, ply), "better": _better(found, ply)} if ply in found.mistakes else {}),
            }
            for ply in found.plies
        ],
    }


def sentence(found: Review, ply: Ply, voice: Voice = SPECTATING) -> str:
    """One sentence about a mistake: what it gave away or allowed, and which move was better."""
    table, solution = found.table, found.solution
    if ply.reason is not None:
        return f"{ENDINGS[ply.reason]} gave away {percent(ply.given_away)}."
    game, state, after = table.game, table.states[ply.number - 1], table.states[ply.number]
    seen = game.view(state, ply.by)
    if solution.odds(seen) is not None:
        better = " or ".join(game.token(move) for move in solution.best(seen))
        return f"{ply.move} gave away {percent(ply.given_away)}; {better} did not."
    done = _destination(game, state, table.moves[ply.number - 1])
    better = " or ".join(_destination(game, state, move) for move in solution.best(seen))
    now = _outcome(solution, after, ply.by)
    instead = _outcome(solution, game.play_unchecked(state, solution.best(seen)[0]), ply.by)
    if now == instead:
        return f"{done} gave away {percent(ply.given_away)}; {better} did not."
    only = "only " if solution.verdict(after) in (DRAWN, ENDLESS) else ""
    return f"{done} {_allowed(solution, after, voice) or f'{only}{now}'}; {better} {instead}."


def _better(found: Review, ply: Ply) -> list[str]:
    """The best moves instead of a mistake; none instead of an end by the players."""
    if ply.reason is not None:
        return []
    game, state = found.table.game, found.table.states[ply.number - 1]
    return [game.token(move) for move in found.solution.best(game.view(state, ply.by))]


class Arrival(NamedTuple):
    """A piece, the place that a move takes it to, and who plays it: the seat, and whether it swapped sides for it."""

    piece: str
    place: int
    seat: int
    is_swapped: bool

    def told(self, voice: Voice) -> str:
        """The piece by its name; one that came by a swap with its player: its name tells only whose it was before."""
        return f"{voice.whose(self.seat)} {self.piece}" if self.is_swapped else self.piece


Arrivals = tuple[Arrival, ...]


def _arrivals(game: Game, state: State, move: int) -> Arrivals:
    """Where a move takes the pieces of the side that makes it."""
    by = game.actor(state)
    if by not in (P1, P2):
        return ()
    own = game.side(state, by)
    places = zip(game.positions(state)[own], game.positions(game.play_unchecked(state, move))[own], strict=True)
    moved = [(piece, to) for piece, (at, to) in zip(game.pieces[own], places, strict=True) if at != to]
    return tuple(Arrival(piece, to, by, own != by) for piece, to in moved)


def _destination(game: Game, state: State, move: int) -> str:
    """Which piece a move takes where: "S1 to 4"; the token of a move that moves no piece."""
    arrivals = _arrivals(game, state, move)
    return " and ".join(f"{each.piece} to {each.place}" for each in arrivals) or game.token(move)


def _allowed(solution: Solution, state: State, voice: Voice) -> str:
    """What a mistake allowed: the last move that the winner can force, or else that there is a win."""
    plies, verdict = solution.plies(state), solution.verdict(state)
    if not plies or verdict == DRAWN:
        return ""
    seat = P1 if verdict == P1_WINS else P2
    forced = _forced(solution, state, seat, {}) if plies <= MOST_PLIES else []
    if forced and forced[0]:
        return f"let {' and '.join(f'{each.told(voice)} reach {each.place}' for each in forced[0])}"
    return f"let {voice.name(seat)} win {within(plies)}"


def _forced(solution: Solution, state: State, seat: int, known: dict[State, list[Arrivals]]) -> list[Arrivals]:
    """The last moves of a win that a seat can force, as soon as possible, whatever the other side does."""
    if state not in known:
        game = solution.game
        is_own = game.actor(state) == seat
        ways: list[list[Arrivals]] = []
        for move in solution.best(state) if is_own else game.moves_at(state):
            after = game.play_unchecked(state, move)
            if game.actor(after) != OVER:
                ways.append(_forced(solution, after, seat, known))
            else:
                ways.append([_arrivals(game, state, move)] if is_own else [])
        if is_own:
            known[state] = list(dict.fromkeys(last for way in ways for last in way))
        else:
            known[state] = [last for last in ways[0] if all(last in way for way in ways)]
    return known[state]


def _outcome(solution: Solution, state: State, seat: int) -> str:
    verdict = solution.verdict(state)
    if verdict == (P1_WINS, P2_WINS)[seat]:
        return "won"
    if verdict == (P1_WINS, P2_WINS)[1 - seat]:
        return "lost"
    if verdict == DRAWN:
        return "drew"
    return ENDLESS_KEPT if verdict == ENDLESS else f"left {percent(value_for(seat, solution.value(state)))}"


def _apart(one: Value, other: Value) -> Value:
    return one - other if one > other else other - one
