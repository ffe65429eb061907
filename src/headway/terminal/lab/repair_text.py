"""What `headway lab repair` prints: the answer with its proof, the next best, and what was tried."""

from collections.abc import Callable, Sequence

from headway.game import Game
from headway.lab.repairs.repair import Candidate, Repair, Tried
from headway.lab.variant_list import rule_of
from headway.phrases import both, count, either, percent
from headway.ruleset import Setting
from headway.solver.solution import DRAWN, ENDLESS
from headway.terminal.output import own_command

DIGITS = ".6g"
NOTES = {ENDLESS: ", but best play never ends", DRAWN: ", but best play is a draw"}
COUNTS = ("variants", "fair", "endless", "undecided", "refused", "adding")
MOST_LISTED = 10
"""The most variants that are named, of those that are undecided and of those that never end."""


class RepairText:
    """Tells a repair while it is found, each part once."""

    def __init__(self) -> None:
        self._has_begun = False
        self._told = 0

    def new(self, found: Repair) -> list[str]:
        """The lines that tell what is known since the last time: how fair the game is, the answer, the next best."""
        lines = [] if self._has_begun else [_now(found)]
        self._has_begun = True
        for number, candidate in enumerate(found.found):
            if number >= self._told:
                lines += _answer(found) if number == 0 else _next_best(candidate, found.now.game, is_first=number == 1)
        self._told = len(found.found)
        return lines

    def rest(self, found: Repair) -> list[str]:
        """The lines that tell all that is not told yet, after the search."""
        lines = self.new(found)
        if not found.found:
            end = "all in these ranges" if found.is_complete else "all that were tried"
            lines.append(f"No variant is known to be fair: {end} fail{_but(found)}.")
        elif not found.found[0].changes:
            return lines
        lines += ["", "Tried:", *(f"  {_range(found, name)}" for name in found.values), *_sizes(found)]
        lines += _listed("Fair only because they never end (--endless counts them):", found.endless, found, _chance)
        return lines + _listed("Undecided:", found.undecided, found, undecided_because)


def undecided_because(candidate: Candidate) -> str:
    """Why it is not known whether a variant is fair."""
    if candidate.first_wins is None:
        return candidate.row.why
    return f"{100 * candidate.first_wins:.10g} % is known to within {candidate.error:.1e}, and a limit lies there."


def play_command(game: Game) -> str:
    """The command that plays a variant."""
    rules = [f"--rule {name}={value}" for name, value in game.changed.items()]
    board = [f"--board {','.join(map(str, game.board))}"] if game.board is not None else []
    return " ".join([own_command(), "play", game.name, *rules, *board])


def _now(found: Repair) -> str:
    now, play = found.now, "between perfect players"
    if found.skill is not None:
        play = f"between players who err at a rate of {found.skill:g}"
    low, high = (percent(max(0.0, min(1.0, found.to + sign * found.within))) for sign in (-1, 1))
    return (
        f"{now.game.title} {play}: the side that moves first wins {_chance(now)}{_note(now)}. Fair is {low} to {high}."
    )


def _answer(found: Repair) -> list[str]:
    first = found.found[0]
    if not first.changes:
        return ["It is fair as it is."]
    smaller = sum(each.variants for each in found.smaller)
    endless = sum(each.endless for each in found.smaller)
    fails = ("all of them fail" if smaller > 1 else "it fails") + (
        f" ({endless:,} for endless play)" if endless else ""
    )
    return [
        f"It is fair if {_changes(first, found.now.game)}: {_chance(first)}{_note(first)}.",
        f"  {play_command(first.game)}",
        f"No smaller change is fair: {count(smaller, 'smaller variant')} tried, and {fails}{_but(found)}.",
    ]


def _next_best(candidate: Candidate, before: Game, *, is_first: bool) -> list[str]:
    return [
        *(["", "The next best:"] if is_first else []),
        f"  {_changes(candidate, before)}: {_chance(candidate)}{_note(candidate)}",
        f"    {play_command(candidate.game)}",
    ]


def _listed(
    heading: str, candidates: Sequence[Candidate], found: Repair, told: Callable[[Candidate], str]
) -> list[str]:
    """Some variants with what is told of each; of many the first."""
    if not candidates:
        return []
    lines = ["", heading]
    lines += [f"  {_changes(each, found.now.game)}: {told(each)}" for each in candidates[:MOST_LISTED]]
    if len(candidates) > MOST_LISTED:
        lines.append(f"  and {len(candidates) - MOST_LISTED:,} more (--json lists them all)")
    return lines


def _sizes(found: Repair) -> list[str]:
    """How many variants were tried: of each size up to that of the smallest repair, and of all larger ones together."""
    exact = len(found.smaller) + 1 if found.found else 0
    lines = [f"  {each}" for each in found.tried[:exact]]
    for rules in sorted({each.rules for each in found.tried[exact:]}):
        of_one = [each for each in found.tried[exact:] if each.rules == rules]
        sums = {name: sum(getattr(each, name) for each in of_one) for name in COUNTS}
        told = Tried(rules, 0, **sums).told
        larger = "more steps" if found.found and rules == len(found.found[0].changes) else "any number of steps"
        lines.append(f"  {count(rules, 'rule')}, {larger}: {told}" if rules else f"  {of_one[0]}")
    return lines


def _but(found: Repair) -> str:
    """What the proof leaves open."""
    open_ones = len(found.maybe_smaller)
    return f", but for {open_ones:,} that could not be decided" if open_ones else ""


def _changes(candidate: Candidate, before: Game) -> str:
    """What is changed: "length is 10 instead of 9 and lot is yes instead of no"."""
    parts = [f"{name} is {value} instead of {_own(before, name)}" for name, value in candidate.changes.items()]
    return both(parts) if parts else "nothing is changed"


def _chance(candidate: Candidate) -> str:
    return "a share that is not known" if candidate.first_wins is None else percent(candidate.first_wins, DIGITS)


def _note(candidate: Candidate) -> str:
    """What a chance alone does not tell."""
    if candidate.row.rate and candidate.never_ends:
        return ", but some games never end"
    return NOTES.get(candidate.row.verdict_p1_first or "", "")


def _range(found: Repair, name: str) -> str:
    """The values that a rule could take."""
    rule = rule_of(found.now.game, name)
    shown = [*found.values[name], _own(found.now.game, name)]
    places = sorted((rule.allowed.index(rule.read(value)), str(value)) for value in shown)  # type: ignore[arg-type]
    values = [value for _, value in places]
    if not rule.choices and len(values) > 2 and places[-1][0] - places[0][0] == len(values) - 1:
        return f"{name} from {values[0]} to {values[-1]}"
    return f"{name} {either(values)}"


def _own(game: Game, name: str) -> Setting:
    """The value of a rule; a change that the game does not have is off."""
    rule = rule_of(game, name)
    return game.settings.get(name, rule.show(rule.default))
