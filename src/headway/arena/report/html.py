"""The parts of a report: links, boards and conversations."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from shlex import quote

from headway.arena.columns import settings_in_words
from headway.arena.ledger import Entry
from headway.drawing.html import SERVER, chart, checked_server, folded, text
from headway.table.table import Table


@dataclass(frozen=True)
class Links:
    """Links to a server that shows positions and reviews games."""

    server: str = SERVER

    def __post_init__(self) -> None:
        checked_server(self.server)

    def to(self, table: Table, *, is_review: bool) -> str:
        """How a table is opened: a link, and a command to copy."""
        section, words = ("review", "Open the review") if is_review else ("p", "Open the position")
        address = f"{self.server.rstrip('/')}/{section}#{table.text}"
        command = f"headway {'review' if is_review else 'position'} {quote(table.text)}"
        return f'<p><a href="{text(address)}">{words}</a> or run <code>{text(command)}</code></p>'


def board(table: Table) -> str:
    """The board of a table, as large as its text can be read."""
    return f'<div class="wide board" tabindex="0">{chart(table.svg())}</div>'


def settings(about: Mapping[str, object]) -> str:
    """What a result depends on, such as the prompt of a model."""
    told = settings_in_words(about)
    return f'<p class="soft">{text(told)}</p>' if told else ""


class Transcripts:
    """Conversations. What is said to all alike, such as the rules, is on the page once."""

    def __init__(self) -> None:
        self._openings: dict[str, int] = {}

    def of(self, entry: Entry) -> str:
        """The conversation of an answer, and what was wrong with it."""
        parts = [f"<p>{text(entry['wrong'])}</p>"] if entry["wrong"] else []
        for role, said in entry["said"]:
            if role == "system":
                number = self._openings.setdefault(said, len(self._openings) + 1)
                parts.append(f'<p class="soft">system: <a href="#{_anchor(said)}">opening {number}</a></p>')
            else:
                parts.append(f'<p class="soft">{text(role)}:</p><pre>{text(said)}</pre>')
        return "".join(parts)

    @property
    def openings(self) -> str:
        """What the conversations opened with."""
        if not self._openings:
            return ""
        shown = (
            f'<div id="{_anchor(said)}">{folded(f"opening {number}", f"<pre>{text(said)}</pre>")}</div>'
            for said, number in self._openings.items()
        )
        return f"<h3>What every model was told first</h3>{''.join(shown)}"


def _anchor(said: str) -> str:
    """The same for the same text, so that a page may have several sections."""
    return f"opening-{sha256(text(said).encode()).hexdigest()[:16]}"
