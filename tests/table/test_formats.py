"""The documented forms are those of the program."""

import json
import re
from pathlib import Path

from headway.arena.chat import ChatFailed
from headway.arena.ledger import BadLedger
from headway.errors import HeadwayError, TooLarge
from headway.lab.cluster import NoCluster
from headway.lab.row_lines import BadRows
from headway.lab.schedule import VersionsDiffer
from headway.players import PlayerFailed
from headway.policies import BadPolicy
from headway.table.apply import fold
from headway.table.events import READERS, VERSION, from_json, to_json
from headway.terminal.keyboard import Unreadable
from headway.web import refusals

DOCS = (Path(__file__).parents[2] / "docs" / "formats.md").read_text("utf-8")
PROTOCOL = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
SECTION = DOCS.split("## Events and records")[1].split("## Refusals")[0]


def test_every_event_is_documented_by_the_field_that_tells_it() -> None:
    told_by = re.findall(r"^\| [a-z ]+ \| `(\w+)` \|", SECTION, re.MULTILINE)
    assert sorted(told_by) == sorted(READERS)
    assert f"it is {VERSION}." in SECTION


def test_the_example_is_a_record_that_can_be_read() -> None:
    lines = [json.loads(line) for line in SECTION.split("```json\n")[1].split("```")[0].splitlines()]
    events = [from_json(line) for line in lines]
    assert [to_json(event) for event in events] == lines
    assert fold(events).table.result is not None


def test_every_refusal_is_documented() -> None:
    """Those of the server are in docs/protocol.md, and the others here: no name is explained twice."""
    below, of_the_server = set[str](), set[str]()
    for kind in _family(HeadwayError)[1:]:
        if kind.__module__.startswith("headway.") and not kind.is_internal:
            (of_the_server if kind.__module__.startswith(refusals.__package__ or "") else below).add(kind.name)
    for kind in (
        TooLarge,
        PlayerFailed,
        BadPolicy,
        ChatFailed,
        BadLedger,
        BadRows,
        NoCluster,
        VersionsDiffer,
        Unreadable,
    ):
        assert kind.name in below  # the modules that define refusals are loaded
    assert _named_in(DOCS) == below
    assert _named_in(PROTOCOL) == of_the_server


def _named_in(page: str) -> set[str]:
    """The names in the first column of the table of refusals; `bad-message` has other names over HTTP beside it."""
    table = page.split("## Refusals")[1].split("| name |")[1].split("\n\n")[0]
    return set(re.findall(r"`([a-z-]+)`", table))


def _family(kind: type[HeadwayError]) -> list[type[HeadwayError]]:
    return [kind, *(heir for child in kind.__subclasses__() for heir in _family(child))]
