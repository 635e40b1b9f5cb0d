"""Sub-users (spec 2.5), the bodies that create and change them (spec 4.12, 4.13), and bulk runs over many."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import Field, StrictBool

from app.errors import AppError
from app.models.times import Instant
from app.models.value import LENIENT, Count, Text, Value

if TYPE_CHECKING:
    from datetime import timedelta

    from app.errors import UnknownOutcomeError

ChangedField = Literal["label", "trafficLimitBytes", "enabled", "password"]
BulkKind = Literal["cap", "enable", "disable", "new_passwords", "delete"]
RunKind = Literal["cap", "enable", "disable", "new_passwords", "delete", "create"]
RowState = Literal["waiting", "sending", "done", "failed", "unclear", "not_tried"]

LEFT: frozenset[RowState] = frozenset({"failed", "unclear", "not_tried"})
"""How a row can end without being done."""


class SubUser(Value):
    """A sub-user with credentials and a cap of its own; no cap is None, 0 is a cap of no bytes."""

    id: Text
    label: Annotated[Text, LENIENT] = ""
    username: Text
    password: Text = Field(repr=False)
    traffic_cap_bytes: Count | None = Field(default=None, alias="trafficLimitBytes")
    traffic_used_bytes: Count
    enabled: StrictBool
    created_at: Instant


@dataclass(frozen=True, slots=True)
class SubUserDraft:
    """A sub-user to create (spec 4.12).

    Attributes:
        label: At most 60 characters.
        password: At most 64 characters; None has the service generate one.
        traffic_cap_bytes: The cap; None is no cap, 0 a cap of no bytes.
    """

    label: str
    password: str | None = field(default=None, repr=False)
    traffic_cap_bytes: int | None = None


class Unset(Enum):
    """Marks a field as unchanged, where None has a meaning of its own."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class SubUserChange:
    """What to change about a sub-user; what is not named stays as it is (spec 4.13).

    Attributes:
        label: At most 60 characters.
        traffic_cap_bytes: The new cap; None takes the cap away, 0 is a cap of no bytes.
    """

    label: str | None = None
    traffic_cap_bytes: int | Unset | None = UNSET
    enabled: bool | None = None
    regenerate_password: bool = False


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field that is another now; a password's values are left out, both are None.

    Attributes:
        field: As the interface names it (spec 2.5).
        seen: The value that the user saw; bytes for `trafficLimitBytes`, None for no cap.
    """

    field: ChangedField
    seen: str | int | bool | None
    now: str | int | bool | None


class SubUserChangedError(AppError):
    """A field about to be changed is not as it was seen, so nothing was sent; `now` is the present state."""

    def __init__(self, changes: tuple[FieldChange, ...], now: SubUser) -> None:
        super().__init__("changed meanwhile")
        self.changes = changes
        self.now = now


class SubUserDiffersError(AppError):
    """The service has created a sub-user, but not as it was asked for; `fields` are others."""

    def __init__(self, created: SubUser, fields: tuple[ChangedField, ...]) -> None:
        super().__init__("created with another " + " and ".join(fields))
        self.created = created
        self.fields = fields


@dataclass(frozen=True, slots=True)
class BulkChange:
    """What to do with each of many sub-users; for `cap`, None takes the cap away, and 0 is no bytes.

    Attributes:
        is_allowance: Whether the bytes come on top of what each has used, as last shown to the user.
    """

    kind: BulkKind
    traffic_cap_bytes: int | None = None
    is_allowance: bool = False

    def change_of(self, seen: SubUser) -> SubUserChange:
        """Returns the change of one sub-user for `cap`, `enable` and `disable`; the same at every try."""
        if self.kind != "cap":
            return SubUserChange(enabled=self.kind == "enable")
        if self.traffic_cap_bytes is None or not self.is_allowance:
            return SubUserChange(traffic_cap_bytes=self.traffic_cap_bytes)
        return SubUserChange(traffic_cap_bytes=seen.traffic_used_bytes + self.traffic_cap_bytes)


@dataclass(frozen=True, slots=True)
class RunRow:
    """One sub-user of a run.

    Attributes:
        number: Its position in the original order, from 1; unchanged when it is tried again.
        seen: As last shown to the user; None for one to be created.
        state: `unclear`: the response was lost and the outcome is unknown.
        sub_user: As it is when done; None once deleted, and until then.
        unknown: An unknown outcome of this or an earlier run, for the next try.
        line: The line of the file on which it begins, for one that comes from a file.
    """

    number: int
    label: str
    seen: SubUser | None = None
    draft: SubUserDraft | None = None
    state: RowState = "waiting"
    sub_user: SubUser | None = None
    error: AppError | None = None
    unknown: UnknownOutcomeError | None = None
    line: int | None = None

    @property
    def row_id(self) -> str:
        known = self.sub_user or self.seen
        return "" if known is None else known.id


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is.

    Attributes:
        pause: How long the queue still waits because the service asked for it; None when it continues.
        stopping: Whether it was stopped: what is in flight is finished, no more is sent.
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
        return len(self.rows)

    @property
    def done(self) -> int:
        return self._count("done")

    @property
    def failed(self) -> int:
        return self._count("failed")

    @property
    def unclear(self) -> int:
        return self._count("unclear")

    @property
    def not_tried(self) -> int:
        return self._count("not_tried")

    @property
    def tried(self) -> int:
        return self.done + self.failed + self.unclear

    @property
    def left(self) -> tuple[RunRow, ...]:
        return tuple(row for row in self.rows if row.state in LEFT)

    def _count(self, state: RowState) -> int:
        return sum(row.state == state for row in self.rows)
