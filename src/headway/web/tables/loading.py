"""Reading the stored steps of a table; a damaged one is refused in a sentence, and reported once in the log."""

import json
import logging
from collections import OrderedDict
from collections.abc import Iterable

from headway.errors import IllegalMove, UnknownGame, UnknownMove
from headway.table.apply import fold
from headway.table.events import from_json
from headway.table.match import Match
from headway.web.refusals import DamagedTable
from headway.web.storage.schema import StoredStep

MAX_REPORTED = 1000
log = logging.getLogger(__name__)


def read_steps(steps: Iterable[StoredStep], match: Match | None = None, last: int = 0) -> Match:
    """The match after a table's steps, from its beginning or from the match after step `last`.

    `DamagedTable` if that is not possible: a step is missing, is not JSON, or cannot follow.
    """
    found = list(steps)
    try:
        is_complete = [number for number, _ in found] == list(range(last + 1, last + 1 + len(found)))
        after = fold((from_json(event) for _, text in found for event in json.loads(text)), match)
        if is_complete and after.games:
            return after
    except UnknownGame:
        raise
    except Exception:  # anything may be in a damaged row; the next lines find it
        pass
    raise DamagedTable(_damage(found, match, last))


def _damage(steps: list[StoredStep], match: Match | None, last: int) -> str:
    """What is wrong with the first step that cannot be read, step by step."""
    for number, text in steps:
        if number != last + 1:
            return f"step {last + 1} is missing"
        try:
            match = fold(map(from_json, json.loads(text)), match)
        except (IllegalMove, UnknownMove) as error:  # it quotes the move, which may be a secret
            return f"step {number}: {type(error).__name__}: its move cannot be made there"
        except Exception as error:
            return f"step {number}: {error!r}"
        last = number
    return "no game begins"


class DamageLog:
    """Reports each damaged table once."""

    def __init__(self) -> None:
        self._reported: OrderedDict[str, None] = OrderedDict()

    def report(self, table_id: str, damage: DamagedTable) -> None:
        """Log what is wrong with a table, unless that was done before."""
        if table_id in self._reported:
            return
        log.error("Table %s is damaged in the database: %s", table_id, damage.reason)
        self._reported[table_id] = None
        if len(self._reported) > MAX_REPORTED:
            self._reported.popitem(last=False)
