"""Checks of credentials through a gateway: the result of one, and the rows of a run over many."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

Outcome = Literal["works", "refused", "unreachable"]
Fault = Literal["", "timed_out", "no_route"]
RowState = Literal["waiting", "checking", "done"]

CHECK_LIMIT: Final = timedelta(seconds=10)
"""The time after which a check ends without an answer."""

CHECK_PAUSE: Final = timedelta(seconds=1)
"""The pause between two checks of a run."""


class GatewayResult(NamedTuple):
    """The result of a check.

    Attributes:
        outcome: `works`, `refused` by the gateway, or `unreachable`: there was no response through it.
        latency: From connecting to the first byte of the page, if one came.
        detail: The other side's words, for Details; never a secret.
        status: The HTTP status of the response; None if none came.
        fault: Why none came, where that is known.
    """

    outcome: Outcome
    latency: timedelta | None = None
    detail: str = ""
    status: int | None = None
    fault: Fault = ""


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One check of a run, without the password.

    Attributes:
        name: The session ID, or the sub-user's label. Untrusted text.
        username: As the gateway gets it; it identifies the row.
        is_disabled: Whether the sub-user is disabled: the gateway is expected to refuse it.
        state: `checking` from the pause before the check on.
        result: None until the check has ended.
        at: When it ended.
    """

    number: int
    name: str
    username: str
    is_disabled: bool = False
    state: RowState = "waiting"
    result: GatewayResult | None = None
    at: datetime | None = None

    @property
    def latency(self) -> timedelta | None:
        """The latency, if the credentials work."""
        if self.result is None or self.result.outcome != "works":
            return None
        return self.result.latency


@dataclass(frozen=True, slots=True)
class CheckProgress:
    """How far a run is."""

    rows: tuple[CheckRow, ...]
    is_running: bool = False

    @property
    def total(self) -> int:
        return len(self.rows)

    @property
    def done(self) -> int:
        return sum(row.result is not None for row in self.rows)

    @property
    def last(self) -> GatewayResult | None:
        ended = [(row.at, row.number, row.result) for row in self.rows if row.at is not None]
        return max(ended)[2] if ended else None

    @property
    def slowest(self) -> timedelta:
        return max((row.latency for row in self.rows if row.latency is not None), default=timedelta())

    def count(self, outcome: Outcome) -> int:
        return sum(row.result is not None and row.result.outcome == outcome for row in self.rows)
