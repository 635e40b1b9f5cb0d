"""Coins and their networks, as in the catalog (spec 4.1)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool

from app.models.value import LENIENT, Count, Text, Value


class Network(Value):
    """A network of a coin (spec 2.3); `memo_required` is None where it is left out: then it is not known."""

    id: Text
    name: Text
    confirmations_required: Annotated[Count, LENIENT] = 0
    estimated_minutes: Annotated[Count | None, LENIENT] = None
    memo_required: StrictBool | None = None
    address: Text


class Coin(Value):
    code: Text
    name: Text
    networks: tuple[Network, ...] = Field(default=())
