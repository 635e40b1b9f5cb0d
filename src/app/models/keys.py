"""Where an account's API key is stored, and the keyring's status."""

# No postponed annotations: the classes here would compile them at each start.

from datetime import datetime
from enum import StrEnum
from typing import Literal, NamedTuple


class KeyState(StrEnum):
    STORED = "stored"
    """It's there: just written, read back and compared, or found."""
    GONE = "gone"
    """No key is there."""
    ABSENT = "absent"
    """This computer has no keyring."""
    LOCKED = "locked"
    """The keyring is locked, and the question for its password was dismissed."""
    DENIED = "denied"
    """The keyring does not let this app in."""
    HANGING = "hanging"
    """No response in time; it may still be asking for its password."""
    FAILED = "failed"
    """It broke, or gave another key than the one that was written."""
    NULL = "null"
    """It reported success and stored nothing."""


class KeyRequest(NamedTuple):
    """What the keyring is to do; `name` asks for its class."""

    operation: Literal["save", "read", "delete", "name"]
    account_id: str = ""
    key: str = ""

    def __repr__(self) -> str:
        """Returns no key."""
        return f"KeyRequest({self.operation!r}, {self.account_id!r})"


class KeyResponse(NamedTuple):
    """The keyring's response.

    Attributes:
        state: The outcome.
        key: The key (or name) if it was requested and found.
        reason: What made it fail, for the log: types of errors and exit codes, nothing that may hold the key.
    """

    state: KeyState
    key: str | None = None
    reason: str = ""

    def __repr__(self) -> str:
        """Returns no key."""
        return f"KeyResponse({self.state!r})"


class KeyStorage(StrEnum):
    KEYRING = "keyring"
    MEMORY = "memory"
    """In this app's memory alone: it ends with the session."""
    NEEDED = "needed"
    """Not available."""
    UNREAD = "unread"
    """Not read yet."""


class KeyStatus(NamedTuple):
    """The state of an account's key.

    Attributes:
        why: The reason for which it is not stored or not known.
        refused_at: When the service refused it first; None while it is accepted or was not used yet.
    """

    storage: KeyStorage
    why: KeyState | None = None
    refused_at: datetime | None = None

    @property
    def is_refused(self) -> bool:
        return self.refused_at is not None

    @property
    def is_shut_in(self) -> bool:
        """Returns whether the keyring may have the key, but was locked or did not respond."""
        return self.storage is KeyStorage.NEEDED and self.why in {KeyState.LOCKED, KeyState.HANGING}

    @property
    def is_usable(self) -> bool:
        """Returns whether there may be a key that the service accepts."""
        return not self.is_refused and self.storage is not KeyStorage.NEEDED
