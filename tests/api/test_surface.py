"""The surface of `import headway`: which names there are, and what they load."""

import subprocess
import sys
from pathlib import Path

import pytest

import headway
from headway.errors import HeadwayError
from tests.api import user_program
from tests.api.members import CLASSES, members

TYPES = [
    "Actor", "Audit", "Certificate", "Claim", "Finding", "Game", "Ply", "Reason", "Record", "Result", "Review",
    "Solution", "Table", "Tally", "Verdict", "Worth",
]  # fmt: skip
MEMBERS = {
    "Actor": "CHANCE P1 P2",
    "Audit": "claims findings game",
    "Certificate": "gap proof",
    "Claim": "finding is_rule is_true part text",
    "Finding": "answer question sentence witness",
    "Game": "accepted actor all_moves board board_rule change_list changed check code dump explore folder goals "
    "has_board_in has_chance has_choice has_draws has_secrets how_to_play is_dealt is_start legal load moves_at name "
    "parse perft pieces plain play play_unchecked positions reachable rule_list rulebook rules secret settings side "
    "start svg title token tokens track undump variant view weight winner words",
    "Ply": "after before by comment given_away is_endless luck move number reason",
    "Reason": "AGREED FORFEIT LIMIT RESIGNED RULES",
    "Record": "is_torn players table tables",
    "Result": "DRAW P1 P2 UNFINISHED by_rules win winner",
    "Review": "given_by luck mistakes plies result start svg table turning_point",
    "Solution": "best certificate game plies states svg value verdict worths",
    "Table": "actor by chooser earlier end first from_text game history is_secret_open legal log moves play "
    "play_move play_unchecked ply positions reason result roll sides state states story svg text to_move view",
    "Tally": "drawn first game games p1 p2 players plies seed svg unfinished",
    "Verdict": "CHANCE DRAW ENDLESS P1 P2",
    "Worth": "move odds plies value verdict",
}
FUNCTIONS = ["audit", "games", "load", "play", "read", "review", "simulate", "solve", "write"]


INTERFACE = (Path(__file__).parents[2] / "docs" / "python.md").read_text("utf-8").split("## Load")[0]


def test_the_public_names_are_these() -> None:
    assert sorted(headway.__all__) == sorted([*TYPES, *FUNCTIONS, "__version__"])
    assert dir(headway) == sorted(headway.__all__)
    for name in TYPES:
        assert isinstance(getattr(headway, name), type)
    for name in FUNCTIONS:
        assert callable(getattr(headway, name))


def test_the_public_members_are_these() -> None:
    assert list(MEMBERS) == TYPES == list(CLASSES)
    assert {name: " ".join(sorted(members(kind))) for name, kind in CLASSES.items()} == MEMBERS


POLICIES = {
    "Answers": "game missing name odds otherwise",
    "BestResponse": "against bounds game policy seat value",
    "Bounds": "high low",
    "Decision": "cost cost_bounds lost lost_bounds odds seat seen visits visits_bounds",
    "Erring": "game name odds policy rate",
    "Evaluation": "bounds drawn drawn_bounds game length losses policies value",
    "Exploitability": "bounds responses value",
    "Length": "endless endless_bounds error left mean mean_bounds probabilities "
    "quantile quantile_bounds within within_bounds",
    "Losses": "best decisions endless endless_bounds left lost_by lost_by_bounds",
    "Policy": "game name odds",
    "Random": "game name odds",
}
POLICY_FUNCTIONS = ["best_response", "evaluate", "exploitability", "named"]


def test_the_public_names_of_policies_are_these() -> None:
    found = headway.policies
    assert dir(found) == sorted(found.__all__)
    with pytest.raises(AttributeError, match=r"module 'headway\.policies' has no attribute 'nam'"):
        found.nam  # type: ignore[attr-defined]  # noqa: B018
    assert sorted(found.__all__) == sorted([*POLICIES, *POLICY_FUNCTIONS, "BadPolicy"])
    assert issubclass(found.BadPolicy, HeadwayError)
    game = headway.load("race-to-the-center")
    pair = found.evaluate(game, found.Erring(found.Answers(game, {}, found.Random(game)), 0.5), "random")
    limits = found.exploitability(game, "random")
    erring = pair.policies[0]
    assert isinstance(erring, found.Erring)
    made = [pair, *pair.policies, erring.policy, pair.bounds(), pair.length(), pair.losses()]
    made += [pair.losses().decisions[0], limits, limits.responses[0]]
    for each in made:
        names = {name for name in [*members(type(each)), *vars_of(each)] if not name.startswith("_")}
        assert names == set(POLICIES[type(each).__name__].split()), type(each)
    assert {type(each).__name__ for each in made} == set(POLICIES) - {"Policy"}


MODULES = {
    "arena": "Audited Entrant Match Observation Outcome Pairing PlayedGame RuleReading Score Standings audit compare "
    "model play",
    "envs": "aec jax policy vector",
    "errors": "BadArgument BadFile BadGame BadName BadPosition BadRecord BadRules GameOver HeadwayError IllegalMove "
    "MatchOver NoEpisode NoOffer NoTakeback NotInstalled NotOver OnlyWatching OutOfTurn RecordExists RecordInUse "
    "RefusedByServer SeatTaken StalePly TooLarge UnknownGame UnknownMove UnknownPlayer",
    "lab": "BadRows Candidate Mean OverBoards Repair Row Status Tried Variants mean_over_boards measure plot read "
    "repair report sweep variants",
    "laws": "COMPILED Finding GAME_LAWS LAWS REACHED Report TABLE_WORDS check undecidable_claim",
    "phrases": "both count either from_one_to player positions",
    "rulekit": "CHANCE DRAW OVER P1 P2 SPECTATOR put",
}


@pytest.mark.parametrize("name", [*MODULES, "policies"])
def test_a_public_module_is_found_in_the_package(name: str) -> None:
    assert f"headway.{name}" in modules_after(f"import headway\nheadway.{name}")
    assert f"`headway.{name}`" in (headway.__doc__ or "")
    assert f"`headway.{name}`" in INTERFACE


@pytest.mark.parametrize("name", MODULES)
def test_the_public_names_of_the_modules_are_these(name: str) -> None:
    module = getattr(headway, name)
    assert sorted(module.__all__) == sorted(MODULES[name].split())
    assert all(hasattr(module, each) for each in module.__all__)


def vars_of(value: object) -> list[str]:
    return list(getattr(value, "__dict__", ()))


def test_a_public_name_is_not_hidden_by_a_module_of_that_name() -> None:
    folder = Path(headway.__file__).parent
    modules = {path.stem for path in folder.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert not modules & set(headway.__all__)


def test_a_name_that_is_not_there_is_refused_as_python_does() -> None:
    with pytest.raises(AttributeError, match="module 'headway' has no attribute 'lod'"):
        headway.lod  # type: ignore[attr-defined]  # noqa: B018


def modules_after(program: str) -> set[str]:
    """What a fresh Python has loaded after a program."""
    told = subprocess.run(
        [sys.executable, "-c", f"{program}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(told.stdout.split())


def test_importing_headway_loads_nothing_else() -> None:
    assert modules_after("import headway") - modules_after("") == {"headway"}


@pytest.mark.parametrize(
    "program",
    [
        "headway.Table(headway.load('capture-the-flag')).play('S1 2').legal",
        "headway.Table(headway.load('cross-over')).svg()",
        "headway.solve(headway.load('cross-over', length=8)).best()",
        "headway.review(headway.Table(headway.load('cross-over', length=8)).play('1'))",
        "headway.simulate(headway.load('cross-over', length=8), games=2, p1='1')",
        "headway.audit(headway.load('cross-over', length=6))",
        "headway.policies.exploitability(headway.load('cross-over', length=6), '5').value()",
        "headway.policies.evaluate(headway.load('cross-over', length=6), 'perfect', 'random').losses()",
    ],
)
def test_what_is_used_loads_no_front_end_and_nothing_optional(program: str) -> None:
    loaded = modules_after(f"import headway\n{program}")
    assert not loaded & {"click", "numpy", "numba", "matplotlib", "fastapi", "sqlalchemy", "asyncio"}
    assert not {name for name in loaded if name.startswith(("headway.terminal", "headway.web"))}


def test_a_small_program_of_a_user_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = user_program.main()
    assert told[-1].startswith('unknown-move: "S1 9" is not a move here.')


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(headway.__file__).parent / "py.typed").is_file()


def test_every_refusal_is_a_value_error() -> None:
    for program in (
        lambda: headway.load("chess"),
        lambda: headway.load("cross-over", length="long"),
        lambda: headway.Table(headway.load("cross-over")).play("9"),
        lambda: headway.Table(headway.load("cross-over")).roll(),
        lambda: headway.solve(headway.load("capture-the-flag", length=1000)),
        lambda: headway.solve(headway.load("cross-over")).value(headway.Table(headway.load("cross-over", length=8))),
        lambda: headway.review(
            headway.Table(headway.load("cross-over", length=8)), headway.solve(headway.load("cross-over"))
        ),
        lambda: headway.load("cross-over", length=9.5),  # type: ignore[arg-type]
        lambda: headway.load("number-race", board=range(7)),
        lambda: headway.simulate(headway.load("cross-over"), games=0),
        lambda: headway.simulate(headway.load("cross-over"), games=1.5),  # type: ignore[arg-type]
        lambda: headway.simulate(headway.load("cross-over"), games=1, p1="human"),
        lambda: headway.play(headway.load("cross-over"), "grandmaster"),
        lambda: headway.Table.from_text("1bZK"),
        lambda: headway.Table.from_text(7),  # type: ignore[arg-type]
        lambda: headway.read("nowhere.jsonl"),
        lambda: headway.write(headway.Table(headway.load("cross-over")), "no/such/folder.jsonl"),
    ):
        with pytest.raises(ValueError, match=r"^[^\n]+[.?]$") as refusal:
            program()
        assert isinstance(refusal.value, HeadwayError)
