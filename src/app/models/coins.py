"""The coin catalog (spec 2.3)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool

from app.models.numbers import Count
from app.models.untrusted_text import Text
from app.models.value import LENIENT, Value


class Network(Value):
    """A network on which a coin is taken, with its fixed deposit address."""

    id: Text
    name: Text
    confirmations_required: Annotated[Count, LENIENT] = 0
    estimated_minutes: Annotated[Count | None, LENIENT] = None
    memo_required: StrictBool = False
    address: Text


class Coin(Value):
    """A coin and the networks on which it is taken."""

    code: Text
    name: Text
    networks: tuple[Network, ...] = Field(default=())
