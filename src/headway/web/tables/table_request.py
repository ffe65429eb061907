"""The request for a new table: one model for each game, made from the rules that the game declares."""

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError, create_model

from headway import catalogue
from headway.game import Game
from headway.players import COMPUTERS
from headway.ruleset import Rule
from headway.table.decide import Decision
from headway.table.dice import new_seed
from headway.table.events import HUMAN, SEATS
from headway.table.opening import is_dealt, open_match
from headway.web.refusals import BadMessage

MAX_BOARD = 1000


def _number(value: object) -> object:
    """Refuse what Pydantic would take for a number although JSON Schema does not: true, and "12"."""
    if type(value) not in (int, float):
        raise ValueError("expected a number")
    return value


IS_NUMBER = BeforeValidator(_number)


class TableRequest(BaseModel):
    """What a request for any game's table may contain besides the rules."""

    model_config = ConfigDict(extra="forbid")

    first: Literal["P1", "P2", "random"] = "P1"
    opponent: Literal[(HUMAN, *COMPUTERS)] = HUMAN  # type: ignore[valid-type]
    wins: Annotated[int, Field(ge=1, le=100, description="The wins needed to win the match."), IS_NUMBER] = 1


class TableRequests:
    """The requests for tables of these games: their type, for the HTTP API, and a parser."""

    def __init__(self, games: list[Game]) -> None:
        self.type = _union(games)
        self._adapter: TypeAdapter[Any] = TypeAdapter(self.type)

    def parse(self, text: str) -> Any:
        """The request that a JSON text contains."""
        try:
            return self._adapter.validate_json(text)
        except ValidationError as error:
            raise BadMessage.invalid(error) from None


class RequestedGame(NamedTuple):
    """The game under the rules of a request, and whether each table is dealt a board of its own."""

    game: Game
    is_dealt: bool


def requested_game(request: Any) -> RequestedGame:
    """The game that is requested; where boards are dealt, it has the rule book's."""
    book, rules = catalogue.find(request.game), _rules(request)
    return RequestedGame(book.variant(rules), is_dealt(book, rules))


def begin_table(request: Any) -> Decision:
    """The beginning of the table that is requested; refuses rules that do not exist."""
    players = HUMAN, request.opponent
    book, first = catalogue.find(request.game), SEATS.get(request.first)
    return open_match(book, _rules(request), first, players, request.wins, dice=new_seed())


def _rules(request: Any) -> dict[str, Any]:
    rules: dict[str, Any] = request.rules.model_dump(exclude_none=True)
    return rules


def _union(games: list[Game]) -> Any:
    return Annotated[reduce(or_, [_model_of(game) for game in games]), Field(discriminator="game")]


def _model_of(game: Game) -> type[TableRequest]:
    title = game.title.replace(" ", "")
    rules_and_changes = (*game.rule_list, *game.change_list)
    fields: dict[str, Any] = {
        rule.name: (_type_of(rule) | None, Field(None, description=rule.sentence)) for rule in rules_and_changes
    }
    rules: Any = create_model(f"{title}Rules", __config__=ConfigDict(extra="forbid"), **fields)
    return create_model(
        f"New{title}",
        __base__=TableRequest,
        game=(Literal[game.name], Field()),  # type: ignore[arg-type]
        rules=(rules, Field(default_factory=rules)),
    )


def _type_of(rule: Rule) -> Any:
    if rule.choices:
        return Literal[rule.choices]
    step = rule.allowed.step if rule.allowed.step > 1 else None
    number = Annotated[int, Field(ge=rule.allowed[0], le=rule.allowed[-1], multiple_of=step), IS_NUMBER]
    return Annotated[list[number], Field(min_length=1, max_length=MAX_BOARD)] if rule.is_row else number
