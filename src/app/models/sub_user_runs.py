"""Bulk runs over sub-users: the change, the rows and their progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from datetime import timedelta

    from app.errors import AppError, UnknownOutcomeError
    from app.models.sub_users import SubUser, SubUserDraft

BulkKind = Literal["cap", "enable", "disable", "new_passwords", "delete"]
RunKind = Literal["cap", "enable", "disable", "new_passwords", "delete", "create"]
RowState = Literal["waiting", "sending", "done", "failed", "unclear", "not_tried"]

LEFT: frozenset[RowState] = frozenset({"failed", "unclear", "not_tried"})
"""How a row can end without being done."""


@dataclass(frozen=True, slots=True)
class BulkChange:
    """What to do with each of many sub-users.

    Attributes:
        kind: Which it is.
        traffic_cap_bytes: For `cap`: the new cap; None takes it away, 0 is a cap of no bytes.
    """

    kind: BulkKind
    traffic_cap_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class RunRow:
    """One sub-user of a run.

    Attributes:
        number: Its position in the original order, from 1; unchanged when it is tried again.
        label: What it is called, or is to be called.
        seen: As last shown to the user; None for one to be created.
        draft: What is to be made, else None.
        state: `unclear`: the response was lost and the outcome is unknown.
        sub_user: As it is when done; None once deleted, and until then.
        error: Why it is not done.
        doubt: An unknown outcome of this or an earlier run, for the next try.
        line: The line of the file on which it begins, for one that comes from a file.
    """

    number: int
    label: str
    seen: SubUser | None = None
    draft: SubUserDraft | None = None
    state: RowState = "waiting"
    sub_user: SubUser | None = None
    error: AppError | None = None
    doubt: UnknownOutcomeError | None = None
    line: int | None = None

    @property
    def row_id(self) -> str:
        """The sub-user's id; empty for one that is not made."""
        known = self.sub_user or self.seen
        return "" if known is None else known.id


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is.

    Attributes:
        kind: What it does.
        rows: All rows, in order.
        pause: How long the queue still waits because the service asked for it; None when it goes on.
        stopping: Whether it was stopped: what is in flight is finished, no more is sent.
        finished: Whether nothing will happen any more.
        ended_by: Why it ended by itself before all rows were tried, if it did.
    """

    kind: RunKind
    rows: tuple[RunRow, ...]
    pause: timedelta | None = None
    stopping: bool = False
    finished: bool = False
    ended_by: AppError | None = None

    @property
    def total(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @property
    def done(self) -> int:
        """How many rows are done."""
        return self._count("done")

    @property
    def failed(self) -> int:
        """How many rows failed for certain."""
        return self._count("failed")

    @property
    def unclear(self) -> int:
        """How many rows may be done or not."""
        return self._count("unclear")

    @property
    def not_tried(self) -> int:
        """How many rows were left when the run was stopped or ended."""
        return self._count("not_tried")

    @property
    def settled(self) -> int:
        """How many rows were tried to an end."""
        return self.done + self.failed + self.unclear

    @property
    def left(self) -> tuple[RunRow, ...]:
        """The rows that ended without being done: what can be tried again."""
        return tuple(row for row in self.rows if row.state in LEFT)

    def _count(self, state: RowState) -> int:
        return sum(row.state == state for row in self.rows)
