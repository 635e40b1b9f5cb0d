"""Concurrent changes to a sub-user since it was last shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from app.errors import AppError

if TYPE_CHECKING:
    from app.models.sub_users import SubUser

Field = Literal["label", "trafficLimitBytes", "enabled", "password"]


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field that is another now; a password's values are left out, both are None.

    Attributes:
        field: As the interface names it (spec 2.5).
        seen: The value that the user saw; bytes for `trafficLimitBytes`, None for no cap.
        now: What the service has now.
    """

    field: Field
    seen: str | int | bool | None
    now: str | int | bool | None


class SubUserChangedError(AppError):
    """A field about to be changed is not as it was seen; nothing was sent.

    Attributes:
        changes: The differences; at least one.
        now: The sub-user as the service has it. Changing it from there overwrites knowingly.
    """

    def __init__(self, changes: tuple[FieldChange, ...], now: SubUser) -> None:
        super().__init__("changed meanwhile")
        self.changes = changes
        self.now = now
