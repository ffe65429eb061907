"""What several routes answer with: a match as a spectator sees it, a review, and an answer that never changes."""

import asyncio
import gzip
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from fastapi import Request, Response

from headway.analysis.review import Review, as_plain
from headway.analysis.review_chart import draw_review
from headway.analysis.review_chart import in_words as chart_in_words
from headway.analysis.review_words import heading, numbered_comment, remarks, sums, sums_heading
from headway.rulekit import P1, SPECTATOR
from headway.table.events import NAMES
from headway.table.match import Match
from headway.table.status import status
from headway.voice import Names, Voice
from headway.web.json_text import dumps
from headway.web.tables.situation import owners
from headway.web.tables.views import fixed, log, public


class FixedAnswer:
    """A JSON answer that does not change while the server runs, compressed once; a client that has it gets no copy."""

    def __init__(self, body: bytes) -> None:
        self._body, self._compressed = body, gzip.compress(body, mtime=0)
        self._tag = f'W/"{sha256(body).hexdigest()[:32]}"'  # weak: it is the same for both encodings

    def to(self, request: Request) -> Response:
        """The answer to a request."""
        headers = {"etag": self._tag}
        if self._tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self._body, headers=headers, media_type="application/json")
        headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        return Response(self._compressed, headers=headers, media_type="application/json")


async def json_answer(work: Callable[[], Any]) -> Response:
    """What a function returns, as JSON; it runs in a thread, because others play while a long game is shown."""
    text = await asyncio.to_thread(lambda: dumps(work()))
    return Response(text, media_type="application/json")


def shown_match(match: Match, number: int, since_ply: int = 0) -> dict[str, Any]:
    """The last game of a match as a spectator sees it; `number` is that of the table's last step.

    The log begins after `since_ply` plies. The game's position text, which opens the analysis board, is given once it
    is over.
    """
    voice = Voice(names=match.called)
    return {
        "table": json.loads(fixed(match)),
        "now": json.loads(public(match, number)),
        "status": status(match.table, voice),
        "owners": owners(match.table.game, match.table.state, voice),
        "log": json.loads(log(match, SPECTATOR, since_ply)),
        "text": None if match.table.result is None else match.table.text,
    }


def shown_review(found: Review, names: Names, seat: int = P1) -> dict[str, Any]:
    """A review as data, in words with the players' names, and as a chart, with the text of the game.

    The words are about the chance that a seat wins.
    """
    voice, plain = Voice(names=names), as_plain(found)
    comments = {mistake.number: numbered_comment(found, mistake, voice) for mistake in found.mistakes}
    return {
        **plain,
        "plies": [ply | {"text": comments[ply["ply"]]} if ply["ply"] in comments else ply for ply in plain["plies"]],
        "seat": NAMES[seat],
        "heading": heading(found, voice, seat),
        "lines": remarks(found, voice),
        "sums": {"heading": sums_heading(voice, seat), "rows": [row._asdict() for row in sums(found, voice, seat)]},
        "chart": {"svg": draw_review(found, voice), "text": chart_in_words(found, voice, seat)},
        "text": found.table.text,
    }
