"""The messages that clients may send over a WebSocket; docs/protocol.md describes them."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from headway.table.events import CLIENT_SEED_DIGITS

MessageId = Annotated[str, Field(max_length=40)] | Annotated[int, Field(ge=0, le=2**53)]
Offered = Literal["draw", "takeback", "rematch"]


class ClientMessage(BaseModel):
    """Any message; the answer repeats its id, if it has one."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: MessageId | None = None


class Hello(ClientMessage):
    type: Literal["hello"]
    token: Annotated[str, Field(max_length=100)] | None = None  # of a link, or a key that has taken a chair
    key: Annotated[str, Field(min_length=16, max_length=100)] | None = None  # of the client's own, for a link


class Play(ClientMessage):
    type: Literal["play"]
    ply: Annotated[int, Field(ge=0, le=10**9)]
    move: Annotated[str, Field(max_length=100)]
    client_seed: Annotated[str, Field(pattern=f"^[0-9a-f]{{{CLIENT_SEED_DIGITS}}}$")] | None = None


class Offer(ClientMessage):
    type: Literal["offer"]
    what: Offered


class Accept(ClientMessage):
    type: Literal["accept"]
    what: Offered


class Decline(ClientMessage):
    type: Literal["decline"]
    what: Offered


class Resign(ClientMessage):
    type: Literal["resign"]


class Next(ClientMessage):
    type: Literal["next"]


class Computer(ClientMessage):
    type: Literal["computer"]
    player: Annotated[str, Field(max_length=20)]


class Return(ClientMessage):
    type: Literal["return"]


class Name(ClientMessage):
    type: Literal["name"]
    name: Annotated[str, Field(max_length=100)] | None


class Hints(ClientMessage):
    type: Literal["hints"]


class Link(ClientMessage):
    type: Literal["link"]


class Ping(ClientMessage):
    type: Literal["ping"]


Message = Annotated[
    Hello | Play | Offer | Accept | Decline | Resign | Next | Computer | Return | Name | Hints | Link | Ping,
    Field(discriminator="type"),
]
MESSAGE: TypeAdapter[Message] = TypeAdapter(Message)
