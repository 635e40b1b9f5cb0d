"""Bodies of the control routes."""

from datetime import timedelta
from typing import Any

from pydantic import Field, RootModel

from tollhouse_sandbox.faults import Fault
from tollhouse_sandbox.rules.limits import TXID_LENGTH
from tollhouse_sandbox.schemas.base import Answer, Input, Timestamp


class PayInput(Input):
    """A payment: of the exact amount, under it, over it, or of a given amount."""

    amount: str = Field(default="exact", pattern=r"^(exact|under|over|[0-9]{1,12}(\.[0-9]{1,8})?)$")
    txid: str = Field(default="", max_length=TXID_LENGTH)


class PayAnswer(Answer):
    """The payment's transaction."""

    txid: str


class ConfirmInput(Input):
    """How many blocks."""

    count: int = Field(default=1, ge=1, le=10_000)


class RejectInput(Input):
    """Why the verification fails."""

    code: str = Field(default="not_accepted", min_length=1, max_length=64)
    message: str = Field(default="The payment was not accepted.", max_length=500)


class ClockInput(Input):
    """How much time passes."""

    advance_seconds: float = Field(alias="advance_seconds", ge=0, le=3_200_000_000, allow_inf_nan=False)

    @property
    def advance(self) -> timedelta:
        """The same as a time span."""
        return timedelta(seconds=self.advance_seconds)


class ClockAnswer(Answer):
    """The sandbox's time."""

    now: Timestamp


class ChainInput(Input):
    """Whether blocks come by themselves."""

    automatic: bool


class ChainAnswer(Answer):
    """Whether blocks come by themselves."""

    automatic: bool


class FaultScriptInput(RootModel[list[Fault]]):
    """The faults to come; an empty list ends all."""


class FaultScriptAnswer(Answer):
    """How many faults are set."""

    faults: int


class LedgerAnswer(Answer):
    """Entries, oldest first: requests and commits."""

    data: list[dict[str, Any]]
