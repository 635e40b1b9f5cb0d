"""The coin catalog (spec 2.3)."""

from __future__ import annotations

from pydantic import Field, StrictBool

from app.models.foreign import Text
from app.models.numbers import Count
from app.models.value import Value


class Network(Value):
    """A network on which a coin is taken, with its fixed deposit address."""

    id: Text
    name: Text
    confirmations_required: Count = 0
    estimated_minutes: Count | None = None
    memo_required: StrictBool = False
    address: Text


class Coin(Value):
    """A coin and the networks on which it is taken."""

    code: Text
    name: Text
    networks: tuple[Network, ...] = Field(default=())
