"""Sub-users, and the bodies that create and change them (spec 2.5, 4.12, 4.13)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Final

from pydantic import Field, StrictBool

from app.models.numbers import Count
from app.models.times import Instant
from app.models.untrusted_text import Text
from app.models.value import LENIENT, Value


class SubUser(Value):
    """A sub-user with credentials and a cap of its own; no cap is None, 0 is a cap of no bytes."""

    id: Text
    label: Annotated[Text, LENIENT] = ""
    username: Text
    password: Text = Field(repr=False)
    traffic_limit_bytes: Count | None = None
    traffic_used_bytes: Count
    enabled: StrictBool
    created_at: Instant


@dataclass(frozen=True, slots=True)
class SubUserDraft:
    """A sub-user to be made (spec 4.12).

    Attributes:
        label: At most 60 characters.
        password: At most 64 characters; None has the service generate one.
        traffic_limit_bytes: The cap; None is no cap, 0 a cap of no bytes.
    """

    label: str
    password: str | None = field(default=None, repr=False)
    traffic_limit_bytes: int | None = None


class Unset(Enum):
    """Marks a field as unchanged, where None has a meaning of its own."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET


@dataclass(frozen=True, slots=True, kw_only=True)
class SubUserChange:
    """What to change about a sub-user; what is not named stays as it is (spec 4.13).

    Attributes:
        label: At most 60 characters.
        traffic_limit_bytes: The new cap; None takes the cap away, 0 is a cap of no bytes.
        enabled: Whether the sub-user may use the gateway.
        regenerate_password: Asks for a new password.
    """

    label: str | None = None
    traffic_limit_bytes: int | Unset | None = UNSET
    enabled: bool | None = None
    regenerate_password: bool = False
