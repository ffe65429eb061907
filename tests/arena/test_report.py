"""The report: one page that needs nothing else, with everything that was said, and nothing of it as markup."""

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest

import headway
from headway.arena import prompt
from headway.arena.agents import PolicyAgent
from headway.arena.ledger import Entry, InMemory, read_ledger
from headway.arena.matches import plan_matches, play_matches
from headway.arena.policy_audit import plan_audit, result_of
from headway.arena.report.audit_report import audit_section
from headway.arena.report.html import Links, Transcripts
from headway.arena.report.match_report import MOST_BOARDS, match_section
from headway.arena.standings import standings_of
from headway.drawing.html import page, text
from headway.errors import HeadwayError
from tests.arena.scripted_server import MODEL, completion, served
from tests.conftest import Headway

Table = headway.Table
GAME = "race-to-the-center"
HOSTILE = (
    '</pre></details><script>window.hacked = 1</script><img src="//x.invalid" onerror="hacked()"><!-- <h1>"\'&amp;'
)
REPLIES = [
    '{"move": "1"}',
    HOSTILE,
    f'{HOSTILE} {{"move": "2"}}',
    '\u202e\u0007\x00 {"move": "9"}',
    "x" * 100_000,
    '{"move": "2"}',
]


class Element(NamedTuple):
    name: str
    attributes: dict[str, str | None]


class Read(HTMLParser):
    """A page as a browser reads it: its elements, and its texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements, self.texts, self.open = list[Element](), list[str](), list[str]()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag  # everything is closed where it belongs

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def links(self) -> list[str]:
        return [element.attributes["href"] or "" for element in self.elements if element.name == "a"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reports")


@pytest.fixture
def reports(headway: Headway, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with `play.html` and `audit.html` of a hostile model, each written a second time from its ledger."""
    monkeypatch.chdir(folder)
    if not (folder / "audit.html").exists():
        with served(lambda request: completion(REPLIES[request.number % len(REPLIES)])) as server:
            at = ("--base-url", server.base_url, "--server", "http://127.0.0.1:8123/")
            play = ("arena", "play", f"llm:{MODEL}", "5", "--game", GAME, "--games", 6, *at)
            audit = ("arena", "audit", f"llm:{MODEL}", GAME, "cross-over", "--samples", 2, "--controls", 2, *at)
            for command, name in ((play, "play"), (audit, "audit")):
                assert headway(*command, "--html", f"{name}.html").status == 0
                asked = len(server.questions)
                assert headway(*command, "--html", f"{name} again.html", "--resume").status == 0
                assert len(server.questions) == asked
    return folder


def entries(folder: Path, *beginnings: str) -> list[Entry]:
    """The answers in the ledgers whose names begin like this."""
    return [
        entry
        for path in sorted(folder.glob("arena/*.jsonl"))
        if path.name.startswith(beginnings)
        for entry in read_ledger(path)[1]
        if "said" in entry
    ]


LEDGERS = {"play": "play-", "audit": "llm-"}


@pytest.mark.parametrize("name", LEDGERS)
def test_a_ledger_gives_the_same_bytes_again(reports: Path, name: str) -> None:
    assert (reports / f"{name}.html").read_bytes() == (reports / f"{name} again.html").read_bytes()


@pytest.mark.parametrize("name", LEDGERS)
def test_the_page_needs_nothing_else(reports: Path, name: str) -> None:
    shown = (reports / f"{name}.html").read_text("utf-8")
    read = Read(shown)
    assert read.open == []
    assert not {element.name for element in read.elements} & {"script", "link", "img", "iframe", "object", "form"}
    for element in read.elements:
        assert not {key for key in element.attributes if key.startswith("on") or key in ("src", "srcset", "style")}
    styles = re.findall(r"<style>(.*?)</style>", shown, re.DOTALL)
    assert len(styles) == 1
    assert not re.search(r"url\(|@import|//", styles[0])
    assert all(link.startswith(("http://127.0.0.1:8123/", "#opening-")) for link in read.links())
    identifiers = Counter(element.attributes["id"] for element in read.elements if "id" in element.attributes)
    assert set(identifiers.values()) == {1}
    assert {link[1:] for link in read.links() if link.startswith("#")} == set(identifiers)


@pytest.mark.parametrize("name", LEDGERS)
def test_every_conversation_is_there_and_nothing_of_it_is_markup(reports: Path, name: str) -> None:
    read = Read((reports / f"{name}.html").read_text("utf-8"))
    kept, shown = entries(reports, LEDGERS[name]), Counter(read.texts)
    said = [content for entry in kept for role, content in entry["said"] if role != "system"]
    assert len(kept) > 10
    assert HOSTILE in said
    for content, count in Counter(said).items():
        assert shown["".join(letter if letter.isprintable() or letter == "\n" else "�" for letter in content)] == count
    for opening in {content for entry in kept for role, content in entry["said"] if role == "system"}:
        assert shown[opening] == 1
    assert sum(element.name == "h1" for element in read.elements) == 1


def test_every_game_opens_in_the_review(reports: Path, headway: Headway) -> None:
    read = Read((reports / "play.html").read_text("utf-8"))
    links = [link for link in read.links() if "/review#" in link]
    (ledger,) = reports.glob("arena/play-*.jsonl")
    games = [entry for entry in read_ledger(ledger)[1] if "moves" in entry]
    tables = [Table.from_text(link) for link in links]
    assert sorted(table.history for table in tables) == sorted(tuple(game["moves"]) for game in games)
    assert len(links) == 6
    command = f"headway review {tables[0].text}"
    assert command in read.texts
    told = json.loads(headway(*command.split()[1:], "--json").out)
    assert [ply["move"] for ply in told["plies"]] == list(tables[0].history)


def test_every_position_that_was_asked_opens(reports: Path, headway: Headway) -> None:
    read = Read((reports / "audit.html").read_text("utf-8"))
    links = [link for link in read.links() if "/p#" in link]
    asked = {entry["table"] for entry in entries(reports, "llm-")}
    assert {link.partition("#")[2] for link in links} == asked
    assert len(links) == len(asked) == sum(element.name == "svg" for element in read.elements) - 6
    command = f"headway position {Table.from_text(links[0]).text}"
    assert command in read.texts
    assert headway(*command.split()[1:]).status == 0


def test_the_score_card_has_a_column_for_each_figure(reports: Path) -> None:
    read = Read((reports / "audit.html").read_text("utf-8"))
    names = [
        "legal", "illegal", "unparsable", "truncated", "refused", "failed", "value lost by a decision",
        "value lost where something is at stake", "exploitability",
    ]  # fmt: skip
    for name in names:
        assert read.texts.count(name) >= 2  # once for each game
    play = Read((reports / "play.html").read_text("utf-8"))
    assert {"agent", "rating", *names[:6], "value lost by one", "luck-adjusted", "exactly"} <= set(play.texts)


def test_the_page_says_what_a_model_was_told(reports: Path) -> None:
    for name, games in (("audit", (GAME, "cross-over")), ("play", (GAME,))):
        texts = Read((reports / f"{name}.html").read_text("utf-8")).texts
        told = [each for each in texts if "prompt_digest=" in each]
        assert len(told) == len(games)
        for game, settings in zip(games, told, strict=True):
            assert settings.startswith(f"llm:{MODEL}: ")
            assert f"prompt={prompt.VERSION}, prompt_digest={prompt.digest()}" in settings
            assert settings.endswith(f"messages_digest={prompt.messages_digest(headway.load(game))}")


def test_policies_are_shown_with_their_odds() -> None:
    game = headway.load(GAME)
    plan, agent = plan_audit(game), PolicyAgent(headway.policies.named(game, "5"))
    shown = page("An audit", [audit_section(plan, result_of(plan, agent, []), agent, [], Links())])
    read = Read(shown)
    assert read.texts.count("odds") == len(plan.asked)
    assert "A policy is not asked." in shown
    assert "What every model was told first" not in shown


def test_of_many_games_the_boards_are_left_out_and_not_the_links() -> None:
    game = headway.load(GAME)
    agents = [PolicyAgent(headway.policies.named(game, name)) for name in ("5", "random")]
    plan, ledger = plan_matches(game, agents, MOST_BOARDS + 2), InMemory()
    for _ in play_matches(plan, ledger):
        pass
    found = standings_of(plan, ledger.entries)
    read = Read(page("Matches", [match_section(found, agents, Links())]))
    assert sum("/review#" in link for link in read.links()) == MOST_BOARDS + 2
    assert sum(element.name == "svg" for element in read.elements) == 2


def test_any_text_can_be_said() -> None:
    assert text('<b a="1">\'&\ud800\u2028\t\n') == "&lt;b a=&quot;1&quot;&gt;&#x27;&amp;��\t\n"
    entry = {"wrong": "<i>", "said": [["system", "<b>"], ["user", "<u>"], ["<role>", "\ud800"]]}
    transcripts = Transcripts()
    shown = transcripts.of(entry) + transcripts.openings
    assert {element.name for element in Read(shown).elements} == {
        "p", "a", "pre", "h3", "div", "details", "summary",
    }  # fmt: skip
    shown.encode()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--server", "javascript:alert(1)"], "The address of a server is like http://127.0.0.1:8000, not"),
        (["--server", "http://x/#y"], "The address of a server is like"),
        (["--html", "no/such/folder.html"], "no/such/folder.html cannot be written: there is no folder no/such."),
    ],
)
@pytest.mark.parametrize("command", [("audit", "random", GAME), ("play", "random", "5", "--game", GAME)])
def test_a_report_that_cannot_be_is_refused_before_any_work(
    headway: Headway, command: tuple[str, ...], arguments: list[str], expected: str
) -> None:
    told = headway("arena", *command, *arguments)
    assert (told.status, told.out) == (2, "")
    assert expected in told.err
    assert told.err.count("\n") == 1


def test_a_link_leads_to_the_server_that_was_named() -> None:
    table = headway.Table(headway.load(GAME)).play("2")
    assert f'href="https://games.example/h/review#{table.text}"' in Links("https://games.example/h/").to(
        table, is_review=True
    )
    with pytest.raises(HeadwayError, match="The address of a server is like"):
        Links("//nowhere")
