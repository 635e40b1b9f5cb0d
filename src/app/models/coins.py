"""Coins and their networks, as in the catalog (spec 4.1)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool

from app.models.value import LENIENT, Count, Text, Value


class Network(Value):
    id: Text
    name: Text
    confirmations_required: Annotated[Count, LENIENT] = 0
    estimated_minutes: Annotated[Count | None, LENIENT] = None
    memo_required: StrictBool = False
    address: Text


class Coin(Value):
    code: Text
    name: Text
    networks: tuple[Network, ...] = Field(default=())
