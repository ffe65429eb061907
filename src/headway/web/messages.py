"""What clients may say over a WebSocket; everything else is refused at the door. docs/protocol.md tells it in words."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MessageId = Annotated[str, Field(max_length=40)] | Annotated[int, Field(ge=0, le=2**53)]
What = Literal["draw", "takeback", "rematch"]


class Said(BaseModel):
    """Anything said: it may carry an id, which comes back with the answer."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: MessageId | None = None


class Hello(Said):
    type: Literal["hello"]
    token: Annotated[str, Field(max_length=100)] | None = None


class Play(Said):
    type: Literal["play"]
    ply: Annotated[int, Field(ge=0, le=10**9)]
    move: Annotated[str, Field(max_length=100)]


class Offer(Said):
    type: Literal["offer"]
    what: What


class Accept(Said):
    type: Literal["accept"]
    what: What


class Decline(Said):
    type: Literal["decline"]
    what: What


class Resign(Said):
    type: Literal["resign"]


class Next(Said):
    type: Literal["next"]


class Computer(Said):
    type: Literal["computer"]
    player: Annotated[str, Field(max_length=20)]


class Return(Said):
    type: Literal["return"]


class Ping(Said):
    type: Literal["ping"]


Message = Annotated[
    Hello | Play | Offer | Accept | Decline | Resign | Next | Computer | Return | Ping, Field(discriminator="type")
]
MESSAGE: TypeAdapter[Message] = TypeAdapter(Message)
