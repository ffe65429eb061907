"""What may be asked of a new table: a model for each game, made from the rules that the game declares."""

from functools import reduce
from operator import or_
from random import SystemRandom
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from headway.game import Game
from headway.rulekit import P1, P2
from headway.ruleset import Rule
from headway.table.record import HUMAN
from headway.web.opponents import OPPONENTS, check_opponent
from headway.web.room import SEAT_OF, Setup, game_under, set_up

LONGEST_BOARD = 1000


class NewTable(BaseModel):
    """What is asked of any table besides its rules."""

    model_config = ConfigDict(extra="forbid")

    first: Literal["P1", "P2", "random"] = "P1"
    opponent: Literal[(HUMAN, *OPPONENTS)] = HUMAN  # type: ignore[valid-type]
    wins: Annotated[int, Field(ge=1, le=100, description="First to so many wins.")] = 1


def asked_for(games: list[Game]) -> Any:
    """The type of what may be asked for: one model for each game, told apart by its name."""
    return Annotated[reduce(or_, [_table_of(game) for game in games]), Field(discriminator="game")]


def setup_of(asked: Any) -> Setup:
    """The set-up of a table that was asked for."""
    first = SystemRandom().choice((P1, P2)) if asked.first == "random" else SEAT_OF[asked.first]
    rules = asked.rules.model_dump(exclude_none=True)
    check_opponent(game_under(asked.game, rules), asked.opponent)
    return set_up(asked.game, rules, (HUMAN, asked.opponent), first, asked.wins)


def _table_of(game: Game) -> type[NewTable]:
    title = game.title.replace(" ", "")
    fields = {rule.name: (_value_of(rule) | None, Field(None, description=rule.sentence)) for rule in game.rule_list}
    rules: Any = create_model(f"{title}Rules", __config__=ConfigDict(extra="forbid"), **fields)  # type: ignore[call-overload]
    return create_model(
        f"New{title}",
        __base__=NewTable,
        game=(Literal[game.name], Field()),  # type: ignore[arg-type]
        rules=(rules, Field(default_factory=rules)),
    )


def _value_of(rule: Rule) -> Any:
    if rule.choices:
        return Literal[rule.choices]
    step = rule.allowed.step if rule.allowed.step > 1 else None
    number = Annotated[int, Field(ge=rule.allowed[0], le=rule.allowed[-1], multiple_of=step)]
    return Annotated[list[number], Field(min_length=1, max_length=LONGEST_BOARD)] if rule.is_row else number
