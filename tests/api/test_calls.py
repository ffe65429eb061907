"""The calls of the Python API, on every game: what they answer is what the solver, the table and the records say."""

import json
import random
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

import headway
from headway import Actor, Reason, Result, Table, Verdict
from headway.catalogue import find, names
from headway.solver.cache import solved

ROOT = Path(__file__).parents[2]
SIXTH = ROOT / "tests" / "sixth"


def random_table(game: headway.Game, moves: int, seed: int = 1) -> Table:
    """A table after some random moves."""
    rng, table = random.Random(seed), Table(game)
    while table.ply < moves and table.legal:
        table = table.play(rng.choice(table.legal))
    return table


def test_the_calls_of_the_first_page_work_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = headway.load("capture-the-flag", length=12)
    table = headway.Table(game).play("S1 2").play("S3 1")
    assert table.legal == ("S1 1", "S1 2", "S2 1", "S2 2")
    assert table.to_move is Actor.P1
    assert table.positions == ((2, 0), (11, 12))
    truth = headway.solve(game)
    assert truth.certificate.gap == 0
    assert truth.value(table) in (0, Fraction(1, 2), 1)
    assert {worth.move for worth in truth.worths(table)} == set(table.legal)
    assert set(truth.best(table)) <= set(table.legal)
    assert headway.review(table).start == truth.value()
    assert headway.simulate(game, games=1_000_000).games == 1_000_000
    # to audit `game` takes a quarter of a minute: ten questions on tens of thousands of states; here, a shorter one
    assert headway.audit(headway.load("capture-the-flag", length=6)).claims
    headway.write(table, "game.jsonl")
    assert list(headway.read("game.jsonl")) == [table]


@pytest.mark.parametrize("name", names())
def test_a_truth_says_of_tables_what_the_solver_says_of_states(name: str) -> None:
    game = headway.load(name)
    truth, solution = headway.solve(game), solved(game)
    for moves in range(12):
        table = random_table(game, moves, seed=moves)
        seen = table.state if table.result else table.view(table.actor)
        assert truth.value(table) == solution.value(seen)
        assert truth.verdict(table).value == solution.verdict(seen)
        assert [table.game.tokens[token.casefold()] for token in truth.best(table)] == solution.best(seen)
        worths = truth.worths(table)
        expected = {game.token(worth.move): worth for worth in solution.worths(seen)}
        assert {worth.move: (worth.value, worth.plies, worth.odds) for worth in worths} == {
            move: (worth.value, worth.plies, worth.odds) for move, worth in expected.items()
        }
        values = [worth.value if table.actor != 1 else 1 - worth.value for worth in worths]
        assert values == sorted(values, reverse=True)


def test_the_first_of_the_worths_are_the_best_moves() -> None:
    for name in ("capture-the-flag", "cross-over", "race-to-the-center"):
        truth = headway.solve(headway.load(name))
        for moves in range(10):
            table = random_table(truth.game, moves, seed=moves)
            best = truth.best(table)
            assert {worth.move for worth in truth.worths(table)[: len(best)]} == set(best)


def test_a_truth_does_not_know_an_open_secret() -> None:
    game = headway.load("predictive-pursuit")
    truth = headway.solve(game)
    one, two = Table(game).play("1"), Table(game).play("2")
    assert truth.value(one) == truth.value(two)
    assert truth.verdict(one) is truth.verdict(two)
    assert truth.worths(one) == truth.worths(two)
    assert truth.best(one) == truth.best(two)
    assert truth.svg(one) == truth.svg(two)
    assert one.svg() == two.svg()
    assert repr(one) == repr(two) == "<Table predictive-pursuit: ?; P2 to move>"


def test_a_game_that_is_over_is_worth_its_result() -> None:
    game = headway.load("cross-over")
    truth, table = headway.solve(game), Table(game)
    assert truth.value(table.end(Reason.RESIGNED, Actor.P1)) == 0
    assert truth.value(table.end(Reason.RESIGNED, Actor.P2)) == 1
    assert truth.verdict(table.end(Reason.RESIGNED, Actor.P1)) is Verdict.P2
    assert truth.plies(table.end(Reason.RESIGNED, Actor.P1)) == 0
    drawn, stopped = table.end(Reason.AGREED), table.end(Reason.LIMIT)
    assert (truth.value(drawn), truth.verdict(drawn), truth.plies(drawn)) == (Fraction(1, 2), Verdict.DRAW, 0)
    for ask in (truth.value, truth.verdict, truth.plies):  # as if the game went on
        assert ask(stopped) == ask(table)
    won = headway.play(game, seed=1)
    assert (truth.value(won), truth.verdict(won), truth.plies(won)) == (1, Verdict.P1, 0)
    for over in (drawn, stopped, won):
        assert (truth.worths(over), truth.best(over)) == ([], [])
        assert "the game is over" in truth.svg(over)


def test_a_truth_refuses_a_table_of_another_game_or_of_other_rules() -> None:
    truth = headway.solve(headway.load("cross-over"))
    for game, name in (
        (headway.load("capture-the-flag"), "capture-the-flag"),
        (headway.load("cross-over", length=8), "cross-over: length=8"),
    ):
        refusal = f"^This is the solution of cross-over, and the table is of {name}.$"
        for ask in (truth.value, truth.verdict, truth.plies, truth.worths, truth.best, truth.svg):
            with pytest.raises(ValueError, match=refusal):
                ask(Table(game))
        with pytest.raises(ValueError, match=refusal):
            headway.review(Table(game), truth)


def test_a_table_says_plainly_how_its_game_ended() -> None:
    table = Table(headway.load("cross-over")).play("3")
    for ended, told in (
        (table.end(Reason.RESIGNED, Actor.P1), "P2 won, P1 resigned"),
        (table.end(Reason.FORFEIT, Actor.P2), "P1 won, P2 forfeited"),
        (table.end(Reason.AGREED), "a draw"),
        (table.end(Reason.LIMIT), "unfinished"),
    ):
        assert repr(ended) == f"<Table cross-over: 3; {told}>"
    assert repr(headway.play(table)).endswith("; P1 won>")


def test_players_are_called_by_their_names() -> None:
    table = Table(headway.load("cross-over")).play("1")
    names = ("  Ada ", None)
    assert table.story(names=names) == ["Ada moves from 1 to 2."]
    assert table.story(Actor.P1, names) == ["You move from 1 to 2."]
    assert table.story(Actor.P2, names) == ["Ada moves from 1 to 2."]
    board = table.svg(names=("Ada & <Bob>", "Grace"))
    assert "Grace to move" in board
    assert "Ada &amp; &lt;Bob&gt; makes for 10" in board
    assert "Player" not in board
    chart = headway.review(table).svg(names=("Ada", "Grace"))
    for told in ("the chance that Ada wins", "a mistake of Ada", "1. Ada: P1 to 2 let P2 reach 0"):
        assert told in chart
    assert "Player" not in chart
    assert (table.svg(names=(None, None)), table.story(names=(None, None))) == (table.svg(), table.story())
    won = headway.play(table).story(names=("Ada", "Grace"))[-1]
    assert won == "Grace wins. Grace is past Ada's start at 1."


TOO_LONG = r"^That name is too long: it has 25 letters, and a name at most 24\.$"
NOT_PRINTABLE = r"^A name has printable letters on one line, unlike [^\n]+\.$"


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("", r"^A name has at least one letter\.$"),
        ("   ", r"^A name has at least one letter\.$"),
        ("A" * 25, TOO_LONG),
        ("two\nlines", NOT_PRINTABLE),
        ("\u202eAda", NOT_PRINTABLE),
        ("bell\a", NOT_PRINTABLE),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(name: str, refusal: str) -> None:
    with pytest.raises(ValueError, match=refusal):
        Table(headway.load("cross-over")).story(names=(name, None))


def test_endless_and_even_are_told_apart() -> None:
    truth = headway.solve(headway.load("capture-the-flag"))
    assert truth.value() == Fraction(1, 2)
    assert truth.verdict() is Verdict.ENDLESS
    assert "never ends" in repr(truth)
    assert "endless" in truth.svg()
    assert "50 %" not in truth.svg()


@pytest.mark.parametrize("name", names())
def test_everything_has_a_picture_and_a_text_of_one_line(name: str) -> None:
    game = headway.load(name)
    table = headway.play(game, "random", "2", seed=2)
    for thing in (
        game,
        table,
        headway.solve(game),
        headway.review(table),
        headway.simulate(game, games=5, p1="1", p2="2", seed=1),
    ):
        svg = thing._repr_svg_()
        assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
        assert svg == thing.svg()
        assert 'class="side' in svg or "curve" in svg
        assert "sideP" not in svg
        assert name in repr(thing)
        assert "\n" not in repr(thing)
        assert len(repr(thing)) < 200
    assert (repr(game), str(game)) == (f"<Game {name}>", name)
    assert all(piece in game.svg() for side in game.pieces for piece in side)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seed", range(3))
def test_a_review_adds_up_exactly(name: str, seed: int) -> None:
    game = headway.load(name)
    found = headway.review(headway.play(game, "random", "1", seed=seed), headway.solve(game))
    total = found.start + found.luck - found.given_by(Actor.P1) + found.given_by(Actor.P2)
    assert float(total) == pytest.approx(float(found.result), abs=1e-9)
    if found.table.result != Result.UNFINISHED:
        assert found.result == (1 if found.table.result == Result.P1 else 0)
    assert [ply.move for ply in found.plies] == list(found.table.history)
    assert all(ply.comment and ply.given_away > 0 for ply in found.mistakes)


def test_a_resignation_is_the_last_ply_of_a_review() -> None:
    table = Table(headway.load("cross-over")).play("3").end(Reason.RESIGNED, Actor.P1)
    last = headway.review(table).plies[-1]
    assert (last.by, last.reason, last.given_away) == (Actor.P1, Reason.RESIGNED, 1)
    assert last.comment == "the resignation gave away 100 %."


def test_the_same_seed_gives_the_same_games() -> None:
    game = headway.load("number-race")
    assert headway.play(game, seed=5) == headway.play(game, seed=5)
    assert headway.simulate(game, games=5, p1="1", seed=5) == headway.simulate(game, games=5, p1="1", seed=5)
    assert headway.simulate(game, 1000, seed=5) == headway.simulate(game, 1000, seed=5, threads=1)
    assert headway.load("number-race", seed=5) == headway.load("number-race", seed=5) != game
    table = Table(game).play("roll")
    assert table.roll(seed=5) == table.roll(seed=5)
    assert len({table.roll(seed=seed).history for seed in range(100)}) == 6


def test_a_game_without_a_seed_can_be_repeated_with_the_seed_of_its_tally() -> None:
    tally = headway.simulate(headway.load("number-race"), games=10, p1="1", p2="random")
    assert headway.simulate(tally.game, games=10, p1="1", p2="random", seed=tally.seed) == tally


def test_play_goes_on_from_a_table_and_stops_at_the_limit() -> None:
    table = Table(headway.load("cross-over"), first=Actor.P2).play("3")
    assert headway.play(table).history[0] == "3"
    stopped = headway.play(headway.load("capture-the-flag"), limit=4)
    assert (stopped.ply, stopped.result, stopped.reason) == (4, Result.UNFINISHED, Reason.LIMIT)


def test_a_program_that_fails_loses_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="made no legal move|ended|did not"):
        table = headway.play(headway.load("cross-over"), "engine:false", "random", seed=1)
    assert (table.result, table.reason) == (Result.P2, Reason.FORFEIT)
    with pytest.warns(UserWarning, match="Such games are lost by forfeit") as warned:
        tally = headway.simulate(headway.load("cross-over"), games=3, p1="engine:false", p2="random", seed=1)
    assert (tally.p1, tally.p2, len(warned)) == (0, 3, 1)


@pytest.mark.parametrize("name", names())
def test_a_record_of_version_0_1_0_is_read(name: str) -> None:
    path = ROOT / "tests" / "playthroughs" / f"{name}.jsonl"
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert lines[0]["headway"] == 1
    record = headway.read(path)
    (table,) = record
    assert record[0] is record.table is table
    assert list(table.history) == [line["move"] for line in lines if "move" in line]
    assert len(record) == 1
    assert table.game == find(name).variant(lines[0]["rules"])


def test_a_torn_record_is_read_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    headway.write(Table(headway.load("cross-over")).play("3"), path)
    with path.open("a") as file:
        file.write('{"ply": 2, "by"')
    with pytest.warns(UserWarning, match="torn"):
        record = headway.read(path)
    assert record.table.history == ("3",)


def test_a_record_is_not_replaced_and_keeps_no_open_secret(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    headway.write(Table(headway.load("predictive-pursuit")).play("1"), path)
    assert headway.read(path).table.history == ()
    with pytest.raises(ValueError, match="File exists"):
        headway.write(Table(headway.load("cross-over")), path)


def test_what_was_written_in_python_goes_on_in_the_terminal(tmp_path: Path) -> None:
    for number, table in enumerate(
        [
            Table(headway.load("number-race", seed=3), first=Actor.P2).play("roll").play("6"),
            headway.play(headway.load("capture-the-flag", soldiers=1), seed=1, limit=9),
            Table(headway.load("cross-over")).end(Reason.RESIGNED, Actor.P2),
        ]
    ):
        path = tmp_path / f"{number}.jsonl"
        headway.write(table, path, players=("human", "perfect"))
        assert list(headway.read(path)) == [table]


def test_a_story_is_told_to_each_viewer() -> None:
    table = Table(headway.load("capture-the-flag")).play("S1 2").end(Reason.RESIGNED, Actor.P2)
    assert table.story(Actor.P1)[0].startswith("You move S1")
    assert table.story(Actor.P2)[0].startswith("Player 1 moves S1")
    assert len(table.story()) == 2
    secret = Table(headway.load("predictive-pursuit")).play("2")
    for viewer in (Actor.P2, -1):
        assert "2" not in secret.story(viewer)[0]


def test_a_game_of_another_package_is_loaded_and_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SIXTH)
    game = headway.Game.load("lucky-steps", "lucky_steps")
    truth, table = headway.solve(game), headway.play(game, seed=1)
    assert headway.review(table, truth).table is table
    assert table.svg()
    assert 0 < truth.value() < 1


def test_games_that_cannot_be_loaded_are_warned_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.catalogue._others_games", lambda: {"broken": "no_such_package"})
    with pytest.warns(UserWarning, match="The game broken cannot be loaded"):
        assert [game.name for game in headway.games()] == names()[:5]


def test_a_value_with_secrets_is_that_of_what_was_chosen(tug_of_war: headway.Game) -> None:
    """What the solver says of the state itself, and not of what the side to move sees of it."""
    game = tug_of_war.variant({"style": "at-once", "strength": 3})
    truth, solution, differ = headway.solve(game), solved(game), 0
    tables = {table.state: table for table in (Table(game, Actor.P1), Table(game, Actor.P2))}
    waiting = list(tables.values())
    while waiting:
        table = waiting.pop()
        assert truth.value(table, secrets=True) == solution.value(table.state)
        assert truth.value(table) == solution.value(table.view(table.actor))
        differ += truth.value(table, secrets=True) != truth.value(table)
        for after in map(table.play, table.legal):
            if after.state not in tables and after.result is None:
                tables[after.state] = after
                waiting.append(after)
    assert 0 < differ < len(tables)
    resigned = Table(game).end(Reason.RESIGNED, Actor.P2)
    assert truth.value(resigned, secrets=True) == 1
