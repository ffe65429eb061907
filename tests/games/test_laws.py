"""The laws hold for the five games and their variants, and each law catches a game that breaks it."""

from dataclasses import replace
from itertools import count
from typing import Annotated, Any, NamedTuple

import pytest

from headway import effects, laws  # not `effect`: a function here that names CHANCE would count as one of the rules
from headway.catalogue import find, names
from headway.claims import Claim, Question
from headway.errors import HeadwayError
from headway.game import Game
from headway.laws import COMPILED, GAME_LAWS, LAWS, check
from headway.rulekit import OVER, P1, P2

VARIANTS: list[tuple[str, dict[str, object]]] = [
    *((name, {}) for name in names()),
    ("number-race", {"length": 7}),
    ("number-race", {"board": "6,6,1"}),
    ("predictive-pursuit", {"overshoot": "stops", "longest_step": 3, "length": 7}),
    ("predictive-pursuit", {"forced": "unblockable"}),
    ("predictive-pursuit", {"forced": "unblockable", "overshoot": "stops", "longest_step": 1}),
    ("capture-the-flag", {"soldiers": 1, "longest_step": 3}),
    ("capture-the-flag", {"soldiers": 3, "length": 4}),
    ("cross-over", {"longest_step": 1}),
    ("cross-over", {"longest_step": 2, "length": 30}),
    ("race-to-the-center", {"reply": "always", "longest_step": 3}),
    ("race-to-the-center", {"reply": "never", "length": 2}),
]


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_every_law_holds_in_every_state_compiled_and_interpreted(name: str, rules: dict[str, object]) -> None:
    report = check(find(name).variant(rules))
    assert [finding.failure for finding in report.findings if finding.failure] == []
    every = [*(law.sentence for law in GAME_LAWS), *(law.sentence for law in LAWS), COMPILED]
    assert [finding.law for finding in report.findings] == every
    assert [finding.states for finding in report.findings] == [
        *(None for _ in GAME_LAWS),
        *(report.states for _ in LAWS),
        report.states,
    ]


def broken(part: str, name: str = "predictive-pursuit", /, **changes: Any) -> Game:
    """A short variant of a game with some functions replaced."""
    game = find(name).variant({"length": 3})
    if part == "code":
        return replace(game, code=game.code._replace(**changes))
    return replace(game, words=game.words._replace(**changes))


def original() -> Any:
    return find("predictive-pursuit").code


def _blinded(state: Any, seat: int) -> Any:
    return state._replace(places=(0, 0)) if state.chosen == -1 and seat != state.mover else state


COUNTING = count()
HIDDEN_AS_A_CHOICE = broken("code", view=lambda r, s, seat: s._replace(chosen=1) if s.chosen and seat != s.mover else s)
BROKEN: dict[str, tuple[Game, str]] = {
    "a stuck game": (broken("code", legal=lambda r, s, m: False), "no move is legal"),
    "a game that goes on after its end": (broken("code", legal=lambda r, s, m: True), "is over and"),
    "an unknown actor": (broken("code", actor=lambda r, s: 7), "actor is 7"),
    "no winner": (broken("code", winner=lambda r, s: OVER), "winner is 3"),
    "one token for two moves": (broken("words", token=lambda r, m: "1"), "is read as another move"),
    "a token that means something else": (broken("words", token=lambda r, m: f"{m}," * m or "quit"), "something else"),
    "chance that the rules do not name": (
        broken("code", "number-race", actor=lambda r, s: OVER if r.length in s.places else 2 if s.rolling else s.mover),
        "no function of the rules names CHANCE",
    ),
    "odds of nothing": (broken("code", "number-race", weight=lambda r, s, m: 0), "the weight of"),
    "a state that grows": (
        broken("code", play=lambda r, s, m: original().play(r, s, m)._replace(places=(0, 0, 0))),
        "another shape",
    ),
    "a view that blinds the owner": (
        broken("code", view=lambda r, s, seat: s._replace(chosen=-1) if s.chosen else s),
        "the owner of a secret does not see it",
    ),
    "a view that tells": (broken("code", view=lambda r, s, seat: s), "sees what was chosen in secret"),
    "a view that hides too much": (
        broken("code", view=lambda r, s, seat: original().view(r, s, seat)._replace(places=(0, 0))),
        "does not see",
    ),
    "a view that takes the turn": (
        broken("code", view=lambda r, s, seat: s if seat == s.mover else s._replace(chosen=0)),
        "changes who acts",
    ),
    "a view that drifts": (
        broken("code", view=lambda r, s, seat: s._replace(chosen=s.chosen + 10) if s.chosen else s),
        "changes when it is seen again",
    ),
    "a view that hides a secret as one of the choices": (HIDDEN_AS_A_CHOICE, "what hides a secret is itself a choice"),
    "pieces that move by themselves": (
        broken("code", positions=lambda r, s: ((next(COUNTING) % 2,), (0,))),
        "moves other pieces than its effect names",
    ),
    "a telling that is nothing": (broken("words", telling=lambda r, s, m, a, voice: None), "the telling of 1 is None"),
    "a telling that gives the secret away": (
        broken("words", telling=lambda r, s, m, a, voice: f"It is {m}." if voice.viewer == P2 else ""),
        "seat 1 is told what was chosen in secret",
    ),
    "a piece off the track": (broken("code", positions=lambda r, s: ((-1,), (0,))), "off the track"),
    "a goal somewhere else": (broken("code", goals=lambda r: ((1,), (1,))), "where no goal is"),
    "a piece without a name": (broken("code", positions=lambda r, s: ((0, 0), (0,))), "2 pieces and 1 names"),
    "a state of something else than ints": (
        broken("code", start=lambda r, first: original().start(r, first)._replace(chosen=0.0)),
        "chosen holds 0.0",
    ),
    "a number out of its span": (
        broken("code", span=lambda r: tuple(end._replace(chosen=0) for end in original().span(r))),
        "chosen is 1, outside of 0 to 0",
    ),
    "a span of another shape": (broken("code", span=lambda r: ((), ())), "span has another shape"),
    "a play that is never the same": (
        broken("code", play=lambda r, s, m: original().play(r, s, m)._replace(mover=next(COUNTING) % 2)),
        "does not lead to the same state twice",
    ),
    "a view that hides more than the secret": (
        broken("code", view=lambda r, s, seat: _blinded(original().view(r, s, seat), seat)),
        "does not see places, which the secret does not touch",
    ),
    "another spelling of nothing": (broken("words", ALSO={"x": "jump"}), '"x" stands for "jump"'),
    "no way to play": (broken("words", how_to_play=lambda r: ()), "not a tuple of one to 4 lines"),
    "a long way to play": (broken("words", how_to_play=lambda r: ("Go.",) * 5), "not a tuple of one to 4 lines"),
    "an empty line on how to play": (broken("words", how_to_play=lambda r: ("Go.", " ")), "' ' is not a line of"),
    "a line on how to play that is too long": (broken("words", how_to_play=lambda r: ("Go " * 34,)), "is not a line"),
    "a claim that is only text": (broken("words", CLAIMS=(("It is fun", "beauty"),)), "is not a Claim with a Question"),
    "a claim with a question of its own": (
        broken("words", CLAIMS=(Claim("It is fun", "beauty"),)),  # type: ignore[arg-type]
        "is not a Claim with a Question",
    ),
    "a claim about a move that does not exist": (
        broken("words", CLAIMS=(Claim("Everyone jumps", Question.MOVE, move="jump"),)),
        '"jump", which is not a move of the game',
    ),
    "a claim about no move in particular": (
        broken("words", CLAIMS=(Claim("Everyone moves", Question.MOVE),)),
        "must name a move",
    ),
    "a claim about a move that does not ask for it": (
        broken("words", CLAIMS=(Claim("It ends", Question.ENDS, move="1"),)),
        "must name a move",
    ),
    "a claim about words that it does not have": (
        broken("words", CLAIMS=(Claim("It ends", Question.ENDS, part="begins"),)),
        '"begins" is not a part of the claim "It ends"',
    ),
    "rules that fail": (broken("code", play=lambda r, s, m: 1 // 0), "ZeroDivisionError"),
    "words that fail": (broken("words", tell=lambda r, s, m, a: 1 / 0), "ZeroDivisionError"),
    "words that are empty": (broken("words", ask=lambda r, s: ""), "are empty for"),
    "rules that no machine agrees with": (
        broken("code", "number-race", weight=lambda r, s, m: (s.mover + 4611686018427387905) * 4),
        "compiled",
    ),
    "rules that Numba cannot compile": (
        broken("code", winner=lambda r, s: {"P1": P1}["P1"] if isinstance(s, tuple) else len(f"{s}")),
        "Numba does not compile",
    ),
}


IN_MACHINE_CODE = {"rules that no machine agrees with", "rules that Numba cannot compile"}


@pytest.mark.parametrize("what", BROKEN)
def test_a_law_catches(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if what not in IN_MACHINE_CODE:  # the others fail interpreted, and need not be compiled
        monkeypatch.setattr(laws, "find_spec", lambda name: None)
    game, wrong = BROKEN[what]
    failures = [finding.failure for finding in check(game).findings if finding.failure]
    assert any(wrong in failure for failure in failures), failures


def test_what_hides_a_secret_must_not_be_a_choice_because_it_would_give_one_away() -> None:
    """The guesser would be told the effects of its guesses exactly when the secret is the one that stands for all."""
    game = HIDDEN_AS_A_CHOICE
    told = {}
    for move in game.moves_at(game.start()):
        chosen = game.play_unchecked(game.start(), move)
        told[game.token(move)] = {effects.effect(game, chosen, guess).is_certain for guess in game.moves_at(chosen)}
    assert told == {"1": {True}, "2": {False}}
    failed = [finding.law for finding in check(game).findings if finding.failure and finding.law != COMPILED]
    assert failed == ["what hides a secret is not itself a choice"]  # no other law finds it


def test_a_state_that_json_changes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "undump", lambda game, dumped: game.start())
    failures = [finding.failure or "" for finding in check(find("cross-over")).findings if "JSON" in finding.law]
    assert "the state comes back changed" in failures[0]


def test_a_failure_comes_with_a_line_of_play_that_leads_there() -> None:
    game = broken("code", winner=lambda r, s: OVER)
    failures = [finding.failure or "" for finding in check(game).findings if "who has won" in finding.law]
    assert 'reached with --first p1 --moves "1, 2, 1, 1, 2, 1"' in failures[0]


def test_a_game_that_is_too_large_is_refused_before_memory_is_gone() -> None:
    with pytest.raises(HeadwayError, match="more than 1,000 states"):
        check(find("capture-the-flag"), most=1000)


def test_a_law_finds_a_rule_that_is_called_like_another_argument() -> None:
    [law] = [law for law in GAME_LAWS if "argument" in law.sentence]
    game = find("cross-over")
    assert law.broken(game) is None
    for name in ("first", "seat", "exact", "max_plies", "seed"):
        fields = [("length", Annotated[int, range(2, 9)]), (name, Annotated[int, range(1, 9)])]
        rules: Any = NamedTuple("Rules", fields)  # type: ignore[misc] # the names of its fields are not known before
        rules.__new__.__defaults__ = (5, 3)
        words = game.words._replace(RULES={"length": "How long it is.", name: "What it is."})
        wrong = replace(game, code=game.code._replace(Rules=rules), words=words, rules=rules())
        assert law.broken(wrong) == f"there is a rule {name}, which is an argument of headway.load or of an environment"
